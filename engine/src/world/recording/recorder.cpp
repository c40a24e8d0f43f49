#include <drystone/recorder.h>

#include "core/called_function.h"
#include "core/undo.h"
#include "world/checks.h"
#include "world/recording/recorded_step.h"
#include "world/recording/recorder_state.h"
#include "world/save/save_format.h"

#include <drystone/error.h>
#include <drystone/world.h>

#include <atomic>
#include <utility>

namespace drystone {

namespace {

constexpr const char* write_failure = "the file cannot be written";
/// Text that fits into a string without memory of its own.
constexpr const char* no_memory = "out of memory";

/// Returns the number of a new recording.
std::uint64_t next_recording() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

#if defined(__cpp_exceptions)
void record_failure(const char* text, std::string& failure) noexcept {
    try {
        failure = text;
    } catch (...) {
        failure = no_memory;
    }
}
#endif

/// Calls a callback of the user and records its answer; an exception is an answer too.
template <class Answer, class Call>
void record_answer(RecorderState& recorder, Operation operation, Answer& answer, Call&& call) {
#if defined(__cpp_exceptions)
    try {
        call();
    } catch (...) {
        answer.threw = true;
        recorder.append(operation, answer);
        throw;
    }
#else
    call();
#endif
    recorder.append(operation, answer);
}

CollisionFilter recording_filter(RecorderState& recorder) {
    return !recorder.filter ? CollisionFilter() : [&recorder](ShapeId a, ShapeId b) {
        FilterAnswer answer{a, b};
        record_answer(recorder, Operation::FilterAnswer, answer,
                      [&] { answer.allowed = recorder.filter(a, b); });
        return answer.allowed;
    };
}

MaterialMixing recording_mixing(RecorderState& recorder) {
    return !recorder.mixing ? MaterialMixing()
                            : [&recorder](ShapeId a, ShapeId b, const MixedMaterial& by_rules) {
                                  MixingAnswer answer{a, b, false, by_rules};
                                  record_answer(recorder, Operation::MixingAnswer, answer,
                                                [&] { answer.mixed = recorder.mixing(a, b, by_rules); });
                                  return answer.mixed;
                              };
}

PreSolve recording_pre_solve(RecorderState& recorder) {
    return !recorder.pre_solve ? PreSolve() : [&recorder](PreSolveContact& contact) {
        PreSolveAnswer answer;
        answer.shape_a = contact.shape_a;
        answer.shape_b = contact.shape_b;
        record_answer(recorder, Operation::PreSolveAnswer, answer, [&] {
            answer.stays = recorder.pre_solve(contact);
            answer.normal = contact.normal;
            answer.points[0] = contact.points[0];
            answer.points[1] = contact.points[1];
            answer.friction = contact.friction;
            answer.restitution = contact.restitution;
            answer.tangent_speed = contact.tangent_speed;
        });
        return answer.stays;
    };
}

/// Keeps a callback of the user in the recorder, if there is one, and returns the callback of the world.
template <class Function>
Function wrap(WorldState& world, Function given, Function RecorderState::*own,
              Function (*make)(RecorderState& recorder)) {
    RecorderState* const recorder = world.recorder.state();
    if (recorder == nullptr) {
        return given;
    }
    std::swap(recorder->*own, given);
    Undo undo([&] { std::swap(recorder->*own, given); });
    Function made = make(*recorder);
    undo.keep();
    return made;
}

/// Writes the end of the recording.
void finish(RecorderState& recorder) {
    recorder.flush(ChunkKind::Calls);
    if (recorder.world != nullptr) {
        recorder.writer.write(ChunkKind::End, {});
        recorder.end();
    }
}

}  // namespace

RecorderState::RecorderState(WorldState& recorded, const std::string& path, const RecorderOptions& options)
    : number(next_recording()), world(&recorded), writer(path), interval(options.keyframe_interval) {
    save_options.custom_shapes = options.custom_shapes;
    save_options.without_callbacks = true;
    filter = recorded.rules.filter;
    mixing = recorded.rules.mixing;
    pre_solve = recorded.rules.pre_solve;
}

bool RecorderState::attempt(FunctionRef<void()> write) noexcept {
#if defined(__cpp_exceptions)
    const std::size_t size = calls.size();
    try {
        write();
        return true;
    } catch (const Error& error) {
        record_failure(error.what(), failure);
    } catch (...) {
        failure = no_memory;
    }
    calls.resize(size);
    return false;
#else
    write();
    return true;
#endif
}

void RecorderState::flush(ChunkKind kind) {
    if (!calls.empty() && !writer.write(kind, calls) && failure.empty()) {
        failure = write_failure;
    }
    calls.clear();
    if (!failure.empty()) {
        stop(std::move(failure));
    }
}

void RecorderState::write_world(ChunkKind kind) {
    flush(ChunkKind::Calls);
    if (world == nullptr) {
        return;
    }
    steps_since_keyframe = 0;
    last_sub_steps = 0;  // A player may begin here: the next step tells its length.
    const bool saves = attempt([&] {
        save_world_state(*world, save_options, saved);
        SaveWriter(saved, save_options)("", KeyframeEnd{static_cast<bool>(filter), static_cast<bool>(mixing),
                                                        static_cast<bool>(pre_solve), seconds});
    });
    if (saves && !writer.write(kind, saved)) {
        failure = write_failure;
    }
    flush(ChunkKind::Calls);
}

void RecorderState::stop(std::string reason) {
    stop_reason = std::move(reason);
    end();
}

void RecorderState::end() {
    writer.close();
    if (world != nullptr) {
        world->rules.filter = std::move(filter);
        world->rules.mixing = std::move(mixing);
        world->rules.pre_solve = std::move(pre_solve);
        world->recorder.set(nullptr);
        world->execution.motion_sum = nullptr;
        world = nullptr;
    }
}

void RecorderLink::end_recording(RecorderState& recorder) { finish(recorder); }

void begin_recorded_step(WorldState& world, float time_step, int sub_steps) {
    RecorderState* const recorder = world.recorder.state();
    if (recorder == nullptr) {
        return;
    }
    const bool again = time_step == recorder->last_time_step && sub_steps == recorder->last_sub_steps;
    const bool writes = recorder->attempt([&] {
        recorder->calls.push_back(static_cast<std::byte>(again ? Operation::StepAgain : Operation::Step));
        if (!again) {
            SaveWriter writer(recorder->calls, recorder->save_options);
            writer("", time_step);
            writer("", static_cast<std::int32_t>(sub_steps));
        }
    });
    recorder->last_time_step = time_step;
    recorder->last_sub_steps = sub_steps;
    recorder->motion_sum.clear();
    recorder->flush(writes ? ChunkKind::Step : ChunkKind::Calls);
}

void end_recorded_step(WorldState& world) {
    RecorderState* const recorder = world.recorder.state();
    if (recorder == nullptr) {
        return;
    }
    recorder->append(Operation::StepEnd, recorder->motion_sum.sums());
    ++recorder->steps;
    recorder->seconds += static_cast<double>(recorder->last_time_step);
    ++recorder->steps_since_keyframe;
    if (!recorder->failure.empty()) {
        recorder->flush(ChunkKind::Calls);
    } else if (recorder->interval > 0 && recorder->steps_since_keyframe >= recorder->interval) {
        recorder->write_world(ChunkKind::Keyframe);
    }
}

RecordedPlace recorded_place(const WorldState& world) {
    const RecorderState* const recorder = world.recorder.state();
    if (recorder == nullptr || recorder->depth > 0 || !recorder->failure.empty()) {
        return {};
    }
    return {recorder->number, recorder->writer.chunks(), static_cast<std::uint32_t>(recorder->calls.size())};
}

void record_restore(WorldState& world, const RecordedPlace& place) {
    RecorderState* const recorder = world.recorder.state();
    if (recorder == nullptr) {
        return;
    }
    if (place.recording != recorder->number) {
        recorder->write_world(ChunkKind::Restored);
        return;
    }
    recorder->flush(ChunkKind::Calls);
    if (recorder->world != nullptr) {
        recorder->attempt([&] {
            SaveWriter(recorder->calls, recorder->save_options)("", SnapshotPlace{place.chunk, place.offset});
        });
        recorder->flush(ChunkKind::RestoredTo);
    }
}

CollisionFilter recorded(WorldState& world, CollisionFilter filter) {
    return wrap(world, std::move(filter), &RecorderState::filter, recording_filter);
}
MaterialMixing recorded(WorldState& world, MaterialMixing mixing) {
    return wrap(world, std::move(mixing), &RecorderState::mixing, recording_mixing);
}
PreSolve recorded(WorldState& world, PreSolve callback) {
    return wrap(world, std::move(callback), &RecorderState::pre_solve, recording_pre_solve);
}

const CollisionFilter& user_filter(const WorldState& world) {
    return world.recorder.state() != nullptr ? world.recorder.state()->filter : world.rules.filter;
}
const MaterialMixing& user_mixing(const WorldState& world) {
    return world.recorder.state() != nullptr ? world.recorder.state()->mixing : world.rules.mixing;
}
const PreSolve& user_pre_solve(const WorldState& world) {
    return world.recorder.state() != nullptr ? world.recorder.state()->pre_solve : world.rules.pre_solve;
}

Recorder::Recorder(World& world, const std::string& path, const RecorderOptions& options) {
    const char* const function = "Recorder::Recorder";
    WorldState& state = *world.state_;
    check_not_reading(state, function);
    if (options.keyframe_interval < 0) {
        fail(function, "options.keyframe_interval", ">= 0", static_cast<double>(options.keyframe_interval));
    }
    if (state.recorder.state() != nullptr) {
        fail(std::string(function).append(": the world has a recorder already"));
    }
    // The first save tells whether all custom shapes have names, before the file is replaced.
    std::vector<std::byte> saved;
    SaveOptions names;
    names.without_callbacks = true;
    names.custom_shapes = options.custom_shapes;
    in_name_of(function, [&] { save_world_state(state, names, saved); });
    state_ = detail::Owned<RecorderState>(new RecorderState(state, path, options));
    state_->write_world(ChunkKind::Keyframe);
    if (state_->world == nullptr) {
        fail(std::string(function).append(": ").append(path).append(": ").append(state_->stop_reason));
    }
    // What can fail comes first.
    CollisionFilter filter = recording_filter(*state_);
    MaterialMixing mixing = recording_mixing(*state_);
    PreSolve pre_solve = recording_pre_solve(*state_);
    state.recorder.set(state_.get());
    state.execution.motion_sum = &state_->motion_sum;
    state.rules.filter = std::move(filter);
    state.rules.mixing = std::move(mixing);
    state.rules.pre_solve = std::move(pre_solve);
}

Recorder::~Recorder() {
    if (is_recording()) {
        finish(*state_);
    }
}

Recorder::Recorder(Recorder&&) noexcept = default;

Recorder& Recorder::operator=(Recorder&& other) noexcept {
    Recorder ended(std::move(*this));
    state_ = std::move(other.state_);
    return *this;
}

void Recorder::close() {
    if (is_recording()) {
        check_not_reading(*state_->world, "Recorder::close");
        finish(*state_);
    }
}

bool Recorder::is_recording() const { return state_.get() != nullptr && state_->world != nullptr; }
const std::string& Recorder::stop_reason() const {
    static const std::string none;
    return state_.get() != nullptr ? state_->stop_reason : none;
}
std::int64_t Recorder::steps() const { return state_.get() != nullptr ? state_->steps : 0; }
std::uint64_t Recorder::bytes() const { return state_.get() != nullptr ? state_->writer.bytes() : 0; }

}  // namespace drystone
