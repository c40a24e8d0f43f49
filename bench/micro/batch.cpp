#include "micro/batch.h"

#include "engines/engine_list.h"
#include "report/progress.h"
#include "report/statistics.h"

#include <scenes/building.h>
#include <scenes/random.h>
#include <scenes/recorder.h>
#include <scenes/small_scenes.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Number of worlds of Box2D v3 in a process, B2_MAX_WORLDS, unless it was built with another.
constexpr int peer_worlds = 128;

struct BatchScene {
    std::string name;
    std::function<void(scenes::Backend&)> build;
};

void add_bin(scenes::Backend& backend, float half_width, float height) {
    const scenes::BodyNumber bin = backend.create_body({});
    backend.create_shape(bin, {.shape = scenes::SegmentShape{{-half_width, 0.0f}, {half_width, 0.0f}}});
    backend.create_shape(bin, {.shape = scenes::SegmentShape{{-half_width, 0.0f}, {-half_width, height}}});
    backend.create_shape(bin, {.shape = scenes::SegmentShape{{half_width, 0.0f}, {half_width, height}}});
}

/// Twelve bodies in three rows, above the ground of a bin.
void build_crates(scenes::Backend& backend, bool mixed) {
    add_bin(backend, 3.0f, 20.0f);
    for (int i = 0; i < 12; ++i) {
        const scenes::Point place{-1.8f + 1.2f * static_cast<float>(i % 4),
                                  0.6f + 1.2f * static_cast<float>(i / 4)};
        scenes::ShapeDescription shape{.shape = scenes::box(0.5f, 0.5f)};
        if (mixed && i % 3 == 1) {
            shape.shape = scenes::CircleShape{{}, 0.5f};
        } else if (mixed && i % 3 == 2) {
            shape.shape = scenes::regular_polygon(5, 0.55f);
        }
        scenes::add_body(backend, {.kind = scenes::BodyKind::Dynamic, .position = place}, shape);
    }
}

void build_puzzle(scenes::Backend& backend) {
    const std::vector<scenes::SceneInfo> small = scenes::small_scenes();
    const auto puzzle = std::find_if(small.begin(), small.end(),
                                     [](const scenes::SceneInfo& scene) { return scene.name == "puzzle"; });
    puzzle->create()->build(backend);
}

std::vector<BatchScene> all_scenes() {
    return {{"crates", [](scenes::Backend& backend) { build_crates(backend, false); }},
            {"shapes", [](scenes::Backend& backend) { build_crates(backend, true); }},
            {"puzzle", build_puzzle}};
}

/// A world with its scene, and the dynamic bodies of it.
struct BuiltWorld {
    std::unique_ptr<Engine> engine;
    std::vector<scenes::BodyNumber> bodies;
};

BuiltWorld build(const BatchScene& scene, const EngineEntry& entry, int threads) {
    BuiltWorld world{entry.make_world({.sleeping = false}, {.threads = threads, .variant = {}}), {}};
    scenes::Recorder recorder(*world.engine);
    scene.build(recorder);
    for (std::size_t i = 0; i < recorder.bodies().size(); ++i) {
        if (recorder.bodies()[i].description.kind == scenes::BodyKind::Dynamic) {
            world.bodies.push_back(static_cast<scenes::BodyNumber>(i));
        }
    }
    return world;
}

/// Velocity with which a body begins; another one in each world.
Motion first_motion(int world, int body) {
    scenes::Random random(static_cast<std::uint64_t>(world) * 64 + static_cast<std::uint64_t>(body));
    return {random.between(-3.0f, 3.0f), random.between(-2.0f, 4.0f), random.between(-3.0f, 3.0f)};
}

/// Worlds that are stepped in one way.
class Worlds {
public:
    Worlds(const BatchScene& scene, const EngineEntry& entry, BatchWay way, int count) : count_(count) {
        const int threads = way == BatchWay::TwoThreads ? 2 : 1;
        const bool together = way == BatchWay::Batch || way == BatchWay::TwoThreads;
        for (int i = 0; i < (together ? 1 : count); ++i) {
            alone_.push_back(build(scene, entry, 1));
        }
        if (together) {
            batch_ = alone_.front().engine->make_batch(alone_.front().bodies, count, threads);
        }
    }
    [[nodiscard]] int size() const { return count_; }
    [[nodiscard]] int bodies() const { return static_cast<int>(alone_.front().bodies.size()); }
    [[nodiscard]] bool has_reset() const { return batch_ != nullptr; }
    void reset() { batch_->reset(); }
    /// Gives all bodies the velocities with which they begin.
    void kick() {
        if (batch_ != nullptr) {
            batch_->set_velocities(first_motion);
            return;
        }
        for (int world = 0; world < count_; ++world) {
            BuiltWorld& own = alone_[static_cast<std::size_t>(world)];
            for (std::size_t i = 0; i < own.bodies.size(); ++i) {
                const Motion motion = first_motion(world, static_cast<int>(i));
                own.engine->set_velocity(own.bodies[i],
                                         {static_cast<float>(motion.x), static_cast<float>(motion.y)},
                                         static_cast<float>(motion.spin));
            }
        }
    }
    void step() {
        constexpr float time_step = 1.0f / 60.0f;
        constexpr int sub_steps = 4;
        if (batch_ != nullptr) {
            batch_->step(time_step, sub_steps);
        }
        for (std::size_t i = 0; batch_ == nullptr && i < alone_.size(); ++i) {
            alone_[i].engine->step(time_step, sub_steps);
        }
    }

private:
    int count_;
    std::vector<BuiltWorld> alone_;
    std::unique_ptr<EngineBatch> batch_;
};

template <class Work>
double seconds_of(Work&& work) {
    const Clock::time_point start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs one episode and keeps the least time of each step so far. Returns the bodies of a world.
int run_episode(const BatchScene& scene, const EngineEntry& entry, BatchWay way, const BatchOptions& options,
                BatchResult& result, std::vector<double>& least) {
    Worlds worlds(scene, entry, way, result.worlds);
    worlds.kick();
    least.resize(static_cast<std::size_t>(options.steps), 1e9);
    for (double& time : least) {
        time = std::min(time, seconds_of([&] { worlds.step(); }));
    }
    const double per_step = static_cast<double>(worlds.size()) * worlds.bodies();
    result.step = 1e9 * mean_of(least) / per_step;
    if (worlds.has_reset()) {
        // A reset does part of its work in the step after it, so the sum of both is compared with a step that
        // follows the same state.
        double first = 1e9;
        double with_reset = 1e9;
        for (int i = 0; i < 5; ++i) {
            worlds.reset();
            worlds.step();
            first = std::min(first, seconds_of([&] { worlds.step(); }));
            with_reset = std::min(with_reset, seconds_of([&] {
                                      worlds.reset();
                                      worlds.step();
                                  }));
        }
        const double reset = (with_reset - first) / mean_of(least);
        result.reset = result.reset == 0.0 ? reset : std::min(result.reset, reset);
    }
    return worlds.bodies();
}

std::optional<EngineEntry> find_engine(const std::string& name) {
    for (const EngineEntry& entry : known_engines()) {
        if (entry.name == name && entry.make != nullptr) {
            return entry;
        }
    }
    return std::nullopt;
}

bool is_peer(BatchWay way) { return way == BatchWay::Peer || way == BatchWay::PeerAlone; }

BatchRow measure(const BatchScene& scene, const BatchOptions& options, Progress& progress) {
    BatchRow row{scene.name, 0, {}};
    std::vector<std::vector<double>> least;
    for (int i = 0; i < batch_way_count; ++i) {
        const auto way = static_cast<BatchWay>(i);
        const int most = way == BatchWay::PeerAlone ? 1
                         : way == BatchWay::Peer    ? peer_worlds
                                                    : options.worlds;
        if (find_engine(is_peer(way) ? "box2d3" : reference_engine)) {
            row.results.push_back({way, std::min(options.worlds, most)});
        }
    }
    least.resize(row.results.size());
    for (int round = 0; round < options.repeat; ++round) {
        for (std::size_t i = 0; i < row.results.size(); ++i) {
            progress.show(scene.name, round, options.repeat);
            BatchResult& result = row.results[i];
            const EngineEntry entry = *find_engine(is_peer(result.way) ? "box2d3" : reference_engine);
            row.bodies = run_episode(scene, entry, result.way, options, result, least[i]);
        }
    }
    return row;
}

const char* name_of(BatchWay way) {
    switch (way) {
        case BatchWay::Batch: return "batch";
        case BatchWay::TwoThreads: return "batch, two threads";
        case BatchWay::OneByOne: return "worlds one by one";
        case BatchWay::Peer: return "box2d3, worlds one by one";
        default: return "box2d3, one world";
    }
}

}  // namespace

std::vector<std::string> batch_scenes() {
    std::vector<std::string> names;
    for (const BatchScene& scene : all_scenes()) {
        names.push_back(scene.name);
    }
    return names;
}

std::function<void()> make_batch_step(const std::string& scene, const EngineEntry& engine, BatchWay way,
                                      int count) {
    for (const BatchScene& known : all_scenes()) {
        if (known.name == scene) {
            const auto worlds = std::make_shared<Worlds>(known, engine, way, count);
            worlds->kick();
            return [worlds] { worlds->step(); };
        }
    }
    throw UsageError("batch has no scene " + scene);
}

Table batch_table(const std::vector<BatchRow>& rows) {
    Table table({"scene", "way", "worlds", "bodies", "ns per body", "ratio", "reset / step"});
    for (const BatchRow& row : rows) {
        for (const BatchResult& result : row.results) {
            table.add({row.scene, name_of(result.way), std::to_string(result.worlds),
                       std::to_string(row.bodies), fixed(result.step, 1),
                       fixed(result.step / row.results.front().step, 2),
                       result.reset == 0.0 ? "" : fixed(result.reset, 3)});
        }
    }
    return table;
}

std::vector<BatchRow> batch(const BatchOptions& options, std::ostream& out) {
    std::vector<BatchScene> chosen;
    for (BatchScene& scene : all_scenes()) {
        const auto& names = options.scenes;
        if (names.empty() || std::find(names.begin(), names.end(), scene.name) != names.end()) {
            chosen.push_back(std::move(scene));
        }
    }
    if (chosen.empty() || (!options.scenes.empty() && chosen.size() != options.scenes.size())) {
        throw UsageError("batch has the scenes crates, shapes and puzzle");
    }
    out << summary_line(describe_machine()) << '\n'
        << "4 sub-steps; the bodies of each world begin with velocities of their own; mean over "
        << options.steps << " steps of the\nleast time of each in " << options.repeat
        << " runs; ratio: to the batch. Box2D v3 allows " << peer_worlds << " worlds in a process.\n\n";
    Progress progress;
    std::vector<BatchRow> rows;
    for (const BatchScene& scene : chosen) {
        rows.push_back(measure(scene, options, progress));
    }
    progress.clear();
    batch_table(rows).print(out);
    return rows;
}

}  // namespace bench
