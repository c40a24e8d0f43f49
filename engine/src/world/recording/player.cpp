#include <drystone/detail/read_bytes.h>
#include <drystone/error.h>

#include "core/called_function.h"
#include "world/recording/player_state.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

bool is_answer(Operation operation) {
    return operation == Operation::FilterAnswer || operation == Operation::MixingAnswer ||
           operation == Operation::PreSolveAnswer;
}

bool holds_operations(ChunkKind kind) { return kind == ChunkKind::Calls || kind == ChunkKind::Step; }

/// Returns the next answer of a callback for a pair. Notes a divergence if there is none, or another pair is
/// next.
template <class Answer>
const Answer* next_answer(PlayerState& player, Answers<Answer>& answers, ShapeId a, ShapeId b,
                          const char* callback) {
    if (answers.next >= answers.all.size()) {
        if (player.is_closed()) {
            player.diverge({}, {},
                           std::string(callback).append(": called for a pair for which it was not called"));
        }
        return nullptr;
    }
    const Answer& answer = answers.all[answers.next++];
    if (answer.shape_a != a || answer.shape_b != b) {
        player.diverge({}, {},
                       std::string(callback).append(": called for another pair than the recorded one"));
    }
    if (answer.threw) {
#if defined(__cpp_exceptions)
        throw RecordedException{};
#else
        return nullptr;  // The pair is treated as if there were no callback.
#endif
    }
    return &answer;
}

}  // namespace

PlayerState::PlayerState(std::vector<std::byte> recording, const PlayerOptions& given)
    : bytes(std::move(recording)), options(given), snapshot_interval(given.snapshot_interval) {
    if (options.snapshot_interval < 1) {
        fail(function, "options.snapshot_interval", ">= 1", static_cast<double>(options.snapshot_interval));
    }
    if (options.max_sub_steps < 1) {
        fail(function, "options.max_sub_steps", ">= 1", static_cast<double>(options.max_sub_steps));
    }
    load_options.threads = options.threads;
    load_options.simd = options.simd;
    load_options.custom_shapes = options.custom_shapes;
    RecordingChunks found = find_chunks(bytes);
    chunks = std::move(found.chunks);
    is_cut_off = found.is_cut_off;
    if (chunks.empty() || chunks.front().kind != ChunkKind::Keyframe) {
        fail(std::string(function).append(": the recording has no world at its start"));
    }
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        steps += chunks[i].kind == ChunkKind::Step ? 1 : 0;
        if (chunks[i].kind == ChunkKind::Keyframe) {
            keyframes[i] = steps;
        }
    }
    find_taken_snapshots();
    go_to_keyframe(0);
}

void PlayerState::load_keyframe() {
    const std::span<const std::byte> content = chunks[place.chunk].content;
    if (content.size() < KeyframeEnd::size) {
        fail_damaged("size");
    }
    place.offset = content.size() - KeyframeEnd::size;
    world = World::load(content.first(place.offset), load_options);
    read(place.callbacks);
    world.state_->execution.motion_sum = &motion_sum;
    restore_callbacks();
}

CollisionFilter PlayerState::make_filter() {
    return !place.callbacks.has_filter ? CollisionFilter() : [this](ShapeId a, ShapeId b) {
        const FilterAnswer* const answer = next_answer(*this, filter_answers, a, b, "collision filter");
        return answer == nullptr || answer->allowed;
    };
}

MaterialMixing PlayerState::make_mixing() {
    return !place.callbacks.has_mixing ? MaterialMixing()
                                       : [this](ShapeId a, ShapeId b, const MixedMaterial& by_rules) {
                                             const MixingAnswer* const answer =
                                                 next_answer(*this, mixing_answers, a, b, "material mixing");
                                             return answer == nullptr ? by_rules : answer->mixed;
                                         };
}

PreSolve PlayerState::make_pre_solve() {
    return !place.callbacks.has_pre_solve ? PreSolve() : [this](PreSolveContact& contact) {
        const PreSolveAnswer* const answer =
            next_answer(*this, pre_solve_answers, contact.shape_a, contact.shape_b, "pre-solve callback");
        if (answer == nullptr) {
            return true;
        }
        contact.normal = answer->normal;
        contact.points[0] = answer->points[0];
        contact.points[1] = answer->points[1];
        contact.friction = answer->friction;
        contact.restitution = answer->restitution;
        contact.tangent_speed = answer->tangent_speed;
        return answer->stays;
    };
}

void PlayerState::restore_callbacks() {
    ContactRules& rules = world.state_->rules;
    rules.filter = make_filter();
    rules.mixing = make_mixing();
    rules.pre_solve = make_pre_solve();
    rules.are_replayed = true;
}

bool PlayerState::find_operation() {
    while (place.chunk < chunks.size()) {
        keep_taken_snapshot();
        const Chunk& chunk = chunks[place.chunk];
        if (holds_operations(chunk.kind) && place.offset < chunk.content.size()) {
            return true;
        }
        if (chunk.kind == ChunkKind::Restored) {
            load_keyframe();
        } else if (chunk.kind == ChunkKind::RestoredTo) {
            restore_taken_snapshot();
        }
        ++place.chunk;
        place.offset = 0;
    }
    return false;
}

std::optional<Operation> PlayerState::peek() const {
    const Chunk* chunk = place.chunk < chunks.size() ? &chunks[place.chunk] : nullptr;
    std::size_t offset = place.offset;
    if (chunk != nullptr && holds_operations(chunk->kind) && offset >= chunk->content.size()) {
        chunk = place.chunk + 1 < chunks.size() ? &chunks[place.chunk + 1] : nullptr;
        offset = 0;
    }
    if (chunk == nullptr || !holds_operations(chunk->kind) || offset >= chunk->content.size()) {
        return {};
    }
    const std::byte code = chunk->content[offset];
    if (code >= static_cast<std::byte>(Operation::Count)) {
        fail(std::string(function).append(": the recording is damaged, or of a later version"));
    }
    return static_cast<Operation>(code);
}

void PlayerState::read_answers() {
    filter_answers = {};
    mixing_answers = {};
    pre_solve_answers = {};
    for (std::optional<Operation> next = peek(); next && is_answer(*next); next = peek()) {
        find_operation();
        ++place.offset;
        switch (*next) {
            case Operation::FilterAnswer: read(filter_answers.all.emplace_back()); break;
            case Operation::MixingAnswer: read(mixing_answers.all.emplace_back()); break;
            default: read(pre_solve_answers.all.emplace_back()); break;
        }
    }
}

void PlayerState::diverge(BodyId body, const std::string& fields, const std::string& text) {
    if (!divergence) {
        divergence = Divergence{step + 1, body, fields, text};
    }
}

void PlayerState::attempt(FunctionRef<void()> call) {
    read_answers();
#if defined(__cpp_exceptions)
    try {
        call();
    } catch (const RecordedException&) {
        // The callback threw when it was recorded, and the step was completed as this one.
    } catch (const Error& error) {
        // A step that refuses what a callback returned is completed, and was when it was recorded. So is a
        // shift of the origin.
        const bool is_step = operation == Operation::Step || operation == Operation::StepAgain ||
                             operation == Operation::ShiftOrigin;
        const bool has_answers = !mixing_answers.all.empty() || !pre_solve_answers.all.empty();
        if (!is_step || !has_answers || world.state_->is_broken()) {
            diverge({}, {}, std::string(operation_name(operation)).append(" throws: ").append(error.what()));
        }
    }
#else
    call();
#endif
}

void PlayerState::compare_step() {
    const std::optional<Operation> next = peek();
    if (!next || *next != Operation::StepEnd) {
        return;  // The program crashed inside the step, or it ran out of memory.
    }
    find_operation();
    ++place.offset;
    MotionSums recorded;
    read(recorded);
    const BodyStore& bodies = world.state_->stores.bodies;
    const MotionSums played = motion_sum.sums();
    if (recorded == played || divergence) {
        return;
    }
    const auto slots = static_cast<std::uint32_t>(bodies.slots.size());
    const std::optional<std::uint32_t> body = find_different_body(recorded, played, slots);
    const std::string fields = different_fields(recorded, played);
    std::string text = "the motion differs";
    text.append(fields.empty() ? "" : " in ").append(fields);
    if (body && bodies.slots.is_live(*body)) {
        text.append(" of the body in slot ").append(std::to_string(*body));
        diverge(bodies.slots.handle<BodyId>(*body, world.state_->number), fields, text);
    } else {
        diverge({}, fields, text.append(" of several bodies"));
    }
}

bool PlayerState::play_step() {
    while (find_operation()) {
        operation = peek().value();
        ++place.offset;
        counts[static_cast<std::size_t>(operation)] += step >= furthest ? 1 : 0;
        if (operation == Operation::Step || operation == Operation::StepAgain) {
            if (operation == Operation::Step) {
                read(place.time_step);
                read(place.sub_steps);
                if (place.sub_steps > options.max_sub_steps) {
                    fail(function, "sub_steps of a recorded step", "<= PlayerOptions::max_sub_steps",
                         static_cast<double>(place.sub_steps));
                }
            }
            place.seconds += static_cast<double>(place.time_step);
            motion_sum.clear();
            attempt([&] { world.step(place.time_step, place.sub_steps); });
            compare_step();
            furthest = std::max(furthest, ++step);
            take_snapshot(snapshot_interval);
            return true;
        }
        if (operation == Operation::StepEnd || is_answer(operation)) {
            fail(std::string(function).append(
                ": the recording is damaged: the end of a step without its beginning"));
        }
        repeat_call(*this, operation);
    }
    return false;
}

RecordingInfo PlayerState::info() const {
    RecordingInfo info;
    info.steps = steps;
    info.seconds = place.seconds;
    info.bytes = bytes.size();
    for (const Chunk& chunk : chunks) {
        info.keyframes += chunk.kind == ChunkKind::Keyframe || chunk.kind == ChunkKind::Restored ? 1 : 0;
    }
    info.is_closed = is_closed();
    info.is_cut_off = is_cut_off;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) {
            continue;
        }
        const std::string name = operation_name(static_cast<Operation>(i));
        if (info.calls.empty() || info.calls.back().name != name) {
            info.calls.push_back({name, 0});
        }
        info.calls.back().count += counts[i];
    }
    return info;
}

RecordingPlayer::RecordingPlayer(std::vector<std::byte> recording, const PlayerOptions& options)
    : state_(in_name_of("RecordingPlayer::RecordingPlayer",
                        [&] { return new PlayerState(std::move(recording), options); })) {}
RecordingPlayer::RecordingPlayer(const std::string& path, const PlayerOptions& options)
    : RecordingPlayer(detail::read_bytes("RecordingPlayer::RecordingPlayer", path, options.max_file_size),
                      options) {}
RecordingPlayer::~RecordingPlayer() = default;
RecordingPlayer::RecordingPlayer(RecordingPlayer&&) noexcept = default;
RecordingPlayer& RecordingPlayer::operator=(RecordingPlayer&&) noexcept = default;

const World& RecordingPlayer::world() const { return state_->world; }
std::int64_t RecordingPlayer::step() const { return state_->step; }
std::int64_t RecordingPlayer::steps() const { return state_->steps; }
bool RecordingPlayer::play_step() {
    bool was_one = false;
    state_->play("RecordingPlayer::play_step", [&] { was_one = state_->play_step(); });
    return was_one;
}
void RecordingPlayer::seek(std::int64_t step) {
    state_->play("RecordingPlayer::seek", [&] { state_->seek(step); });
}
const std::optional<Divergence>& RecordingPlayer::divergence() const { return state_->divergence; }
RecordingInfo RecordingPlayer::info() const { return state_->info(); }

}  // namespace drystone
