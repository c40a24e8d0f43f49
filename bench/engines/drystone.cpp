#include "engine.h"

#include <drystone/drystone.h>
#include <scenes/drystone_backend.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bench {
namespace {

/// Configuration other than the default that is worth measuring. All instruction sets give the same bits.
struct Variant {
    const char* name;
    drystone::SimdTarget simd = drystone::SimdTarget::Widest;
    drystone::NarrowPhase narrow_phase = drystone::NarrowPhase::Lanes;
};

constexpr Variant variants[] = {
    {.name = "avx512", .simd = drystone::SimdTarget::Avx512},
    {.name = "avx2", .simd = drystone::SimdTarget::Avx2},
    {.name = "neon", .simd = drystone::SimdTarget::Neon},
    {.name = "sse4", .simd = drystone::SimdTarget::Sse4},
    {.name = "ssse3", .simd = drystone::SimdTarget::Ssse3},
    {.name = "scalar", .simd = drystone::SimdTarget::Scalar},
    {.name = "gjk", .narrow_phase = drystone::NarrowPhase::Scalar},
};

bool runs_here(const Variant& variant) {
    const std::vector<drystone::SimdTarget> targets = drystone::simd_targets();
    return variant.simd == drystone::SimdTarget::Widest ||
           std::find(targets.begin(), targets.end(), variant.simd) != targets.end();
}

drystone::WorldDefinition to_definition(const EngineOptions& options) {
    drystone::WorldDefinition definition{.threads = options.threads};
    for (const Variant& variant : variants) {
        if (options.variant == variant.name) {
            definition.simd = variant.simd;
            definition.narrow_phase = variant.narrow_phase;
        }
    }
    return definition;
}

class DrystoneKeeper final : public StateKeeper {
public:
    explicit DrystoneKeeper(drystone::World& world) : world_(world) {}

    void save(int number, std::optional<int> base) override {
        if (base) {
            world_.snapshot(frame(number), frame(*base));
        } else {
            world_.snapshot(frame(number));
        }
    }
    void restore(int number) override { world_.restore(frame(number)); }
    [[nodiscard]] std::size_t bytes(int number) const override {
        return frames_[static_cast<std::size_t>(number)].bytes();
    }
    [[nodiscard]] std::size_t own_bytes(int number) const override {
        return frames_[static_cast<std::size_t>(number)].own_bytes();
    }
    [[nodiscard]] std::optional<std::uint64_t> hash() const override { return world_.state_hash(); }
    std::size_t save_file() override {
        world_.save(file_, {.without_callbacks = true});
        return file_.size();
    }
    void load_file() override { static_cast<void>(drystone::World::load(file_)); }
    std::optional<std::uint64_t> record(const std::string& path, int interval) override {
        recorder_.emplace(world_, path, drystone::RecorderOptions{.keyframe_interval = interval});
        return recorder_->bytes();
    }
    std::uint64_t end_recording() override {
        recorder_->close();
        const std::uint64_t bytes = recorder_->bytes();
        recorder_.reset();
        return bytes;
    }

private:
    drystone::Snapshot& frame(int number) { return frames_[static_cast<std::size_t>(number)]; }

    drystone::World& world_;
    std::array<drystone::Snapshot, state_frames> frames_;
    std::vector<std::byte> file_;
    std::optional<drystone::Recorder> recorder_;
};

class DrystoneBatch final : public EngineBatch {
public:
    DrystoneBatch(const drystone::World& world, std::span<const drystone::BodyId> bodies, int worlds,
                  int threads)
        : batch_({.threads = threads}), numbers_(static_cast<std::size_t>(worlds)) {
        batch_.create_worlds(batch_.add_prototype(world, bodies), worlds);
        std::iota(numbers_.begin(), numbers_.end(), 0);
    }
    void step(float time_step, int sub_steps) override { batch_.step(time_step, sub_steps); }
    void reset() override { batch_.reset_all(); }
    void set_velocities(Motion (*motion)(int world, int body)) override {
        std::vector<drystone::BodyMotion> velocities;
        for (const int world : numbers_) {
            for (int body = 0; body < batch_.bodies_per_world(); ++body) {
                const Motion own = motion(world, body);
                velocities.push_back(
                    {{static_cast<float>(own.x), static_cast<float>(own.y)}, static_cast<float>(own.spin)});
            }
        }
        batch_.write_velocities(numbers_, velocities);
    }

private:
    drystone::WorldBatch batch_;
    std::vector<int> numbers_;
};

class DrystoneEngine final : public Engine {
public:
    DrystoneEngine(const scenes::WorldSettings& settings, const EngineOptions& options)
        : backend_(settings, to_definition(options)), sub_steps_(settings.sub_steps) {}

    scenes::BodyNumber create_body(const scenes::BodyDescription& body) override {
        return backend_.create_body(body);
    }
    void create_shape(scenes::BodyNumber body, const scenes::ShapeDescription& shape) override {
        backend_.create_shape(body, shape);
    }
    scenes::JointNumber create_joint(const scenes::JointDescription& joint) override {
        return backend_.create_joint(joint);
    }
    void destroy_body(scenes::BodyNumber body) override { backend_.destroy_body(body); }
    void set_target_pose(scenes::BodyNumber body, scenes::Point position, float angle,
                         float time_step) override {
        backend_.set_target_pose(body, position, angle, time_step);
    }
    void set_velocity(scenes::BodyNumber body, scenes::Point velocity, float angular_velocity) override {
        backend_.set_velocity(body, velocity, angular_velocity);
    }

    void create_loop(scenes::BodyNumber body, std::span<const scenes::Point> points,
                     scenes::ShapeDescription surface) override {
        backend_.create_loop(body, points, surface);
    }
    void create_chain(scenes::BodyNumber body, std::span<const scenes::Point> points,
                      scenes::ShapeDescription surface) override {
        backend_.create_chain(body, points, surface);
    }
    void create_ellipse(scenes::BodyNumber body, scenes::Point half, float exponent,
                        scenes::ShapeDescription surface) override {
        backend_.create_ellipse(body, half, exponent, surface);
    }
    void create_outline(scenes::BodyNumber body, std::span<const scenes::Point> points,
                        const scenes::ShapeDescription& surface) override {
        backend_.create_outline(body, points, surface);
    }
    bool add_chain(scenes::BodyNumber body, std::span<const scenes::Point> points,
                   const scenes::ShapeDescription& surface) override {
        backend_.create_chain(body, points, surface);
        return true;
    }
    void add_box(scenes::BodyNumber body, scenes::Point half) override {
        const scenes::ShapeDescription surface{};
        backend_.world().create_shape(
            backend_.body_id(body), drystone::make_box(half.x, half.y),
            {.density = surface.density, .material = {.friction = surface.friction}});
    }

    [[nodiscard]] std::string version() const override { return "this build"; }
    [[nodiscard]] std::string configuration() const override {
        return std::to_string(sub_steps_) + " sub-steps, " +
               std::string(simd_target_name(backend_.world().simd_target()));
    }
    [[nodiscard]] Capabilities capabilities() const override {
        return {.outlines = true, .max_threads = 256};
    }

    void step(float time_step, int sub_steps) override { backend_.world().step(time_step, sub_steps); }

    [[nodiscard]] scenes::WorldPose pose(scenes::BodyNumber body) const override {
        const drystone::Pose pose = backend_.world()[backend_.body_id(body)].pose();
        return {pose.position.x, pose.position.y, pose.rotation.c, pose.rotation.s};
    }
    [[nodiscard]] Motion motion(scenes::BodyNumber body) const override {
        const drystone::BodyId id = backend_.body_id(body);
        const drystone::Vec2 velocity = backend_.world()[id].linear_velocity();
        return {velocity.x, velocity.y, backend_.world()[id].angular_velocity()};
    }
    [[nodiscard]] bool awake(scenes::BodyNumber body) const override {
        return backend_.world()[backend_.body_id(body)].is_awake();
    }
    [[nodiscard]] int touching_contacts() const override { return backend_.world().counters().contacts; }
    [[nodiscard]] std::optional<int> pairs() const override { return backend_.world().counters().pairs; }
    [[nodiscard]] std::optional<std::size_t> bytes() const override {
        return backend_.world().counters().bytes;
    }
    [[nodiscard]] std::vector<StageTime> stages() const override {
        const drystone::Profile& profile = backend_.world().profile();
        std::vector<StageTime> stages;
        stages.reserve(drystone::stage_count);
        for (std::size_t i = 0; i < drystone::stage_count; ++i) {
            stages.push_back({std::string(stage_name(static_cast<drystone::Stage>(i))), profile.stages[i]});
        }
        return stages;
    }

    [[nodiscard]] StateKeeper* state_keeper() override { return &keeper_; }
    [[nodiscard]] std::unique_ptr<EngineBatch> make_batch(std::span<const scenes::BodyNumber> bodies,
                                                          int worlds, int threads) override {
        std::vector<drystone::BodyId> ids;
        for (const scenes::BodyNumber body : bodies) {
            ids.push_back(backend_.body_id(body));
        }
        return std::make_unique<DrystoneBatch>(backend_.world(), ids, worlds, threads);
    }

private:
    scenes::DrystoneBackend backend_;
    int sub_steps_;
    DrystoneKeeper keeper_{backend_.world()};
};

}  // namespace

std::vector<std::string> drystone_variants() {
    std::vector<std::string> names;
    for (const Variant& variant : variants) {
        if (runs_here(variant)) {
            names.emplace_back(variant.name);
        }
    }
    return names;
}

std::unique_ptr<Engine> make_drystone(const scenes::WorldSettings& settings, const EngineOptions& options) {
    return std::make_unique<DrystoneEngine>(settings, options);
}

}  // namespace bench
