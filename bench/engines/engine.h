#pragma once

#include <scenes/metrics.h>
#include <scenes/scene.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// Engine settings of the command line.
struct EngineOptions {
    int threads = 1;
    /// Configuration of the engine, by a name that its adapter knows; empty: the default.
    std::string variant;
    /// Iterations of Box2D 2.4, whose manual recommends eight and three.
    int velocity_iterations = 8;
    int position_iterations = 3;
};

/// Features of an engine that scenes use. Missing features are noted under the table.
struct Capabilities {
    bool sleeping = true;
    bool sleeping_start = true;  ///< Bodies can be created asleep.
    bool hit_events = true;
    bool capsules = true;          ///< If false, they are made of other shapes.
    bool rounded_polygons = true;  ///< If false, they have sharp corners.
    bool bullets = true;
    bool linear_damping = true;
    bool sleep_speeds = true;   ///< Bodies have sleep speeds of their own.
    bool hinge_springs = true;  ///< If false, hinges have no springs.
    bool outlines = false;      ///< Concave outlines can be created.
    int max_threads = 1;
};

/// Velocity of a body: of its centre of mass [m/s], and its spin [rad/s].
struct Motion {
    double x = 0.0;
    double y = 0.0;
    double spin = 0.0;
};

struct StageTime {
    std::string name;
    double milliseconds = 0.0;
};

/// Way in which an engine saves its state in memory.
class StateKeeper {
public:
    StateKeeper() = default;
    StateKeeper(const StateKeeper&) = delete;
    StateKeeper& operator=(const StateKeeper&) = delete;
    virtual ~StateKeeper() = default;

    /// Saves the state as frame `number`, 0 to 7, into the memory of an earlier one of that number. Shares
    /// what equals frame `base`, if the engine can.
    virtual void save(int number, std::optional<int> base) = 0;
    /// Returns to a frame that was saved.
    virtual void restore(int number) = 0;
    /// Returns the size of a frame [bytes], and the part that no other frame shares.
    [[nodiscard]] virtual std::size_t bytes(int number) const = 0;
    [[nodiscard]] virtual std::size_t own_bytes(int number) const = 0;
    /// Returns a hash of the state, if the engine has one.
    [[nodiscard]] virtual std::optional<std::uint64_t> hash() const { return std::nullopt; }
    /// Returns the bytes of a save file, if the engine has such files, and loads them into another world.
    virtual std::size_t save_file() { return 0; }
    virtual void load_file() {}
    /// Records the world to a file from now on, with the whole world in it every `interval` steps; 0: only at
    /// first. Returns the size of the file so far [bytes], or nothing if the engine has no recordings.
    virtual std::optional<std::uint64_t> record(const std::string& /*path*/, int /*interval*/) {
        return std::nullopt;
    }
    /// Ends the recording, and returns the size of its file.
    virtual std::uint64_t end_recording() { return 0; }
};
inline constexpr int state_frames = 8;

/// Worlds that an engine steps together.
class EngineBatch {
public:
    EngineBatch() = default;
    EngineBatch(const EngineBatch&) = delete;
    EngineBatch& operator=(const EngineBatch&) = delete;
    virtual ~EngineBatch() = default;

    virtual void step(float time_step, int sub_steps) = 0;
    /// Returns all worlds to their start.
    virtual void reset() = 0;
    /// Sets the velocities of the chosen bodies of all worlds.
    virtual void set_velocities(Motion (*motion)(int world, int body)) = 0;
};

/// Engine with one world, as seen by the harness.
///
/// Both versions of Box2D use the same names: an adapter includes its engine's headers in its own source file
/// only.
class Engine : public scenes::Backend {
public:
    [[nodiscard]] virtual std::string version() const = 0;
    /// Describes how the engine runs, for the table: "4 sub-steps".
    [[nodiscard]] virtual std::string configuration() const = 0;
    [[nodiscard]] virtual Capabilities capabilities() const = 0;

    /// Adds a sharp box about the body's origin, with the density and friction of a default
    /// `ShapeDescription`. Calls the engine's own function for boxes, without a translation in between: for
    /// `lifecycle`.
    virtual void add_box(scenes::BodyNumber body, scenes::Point half) = 0;

    /// Adds a smooth chain through the points, at least four, to a static body, by the engine's own shape for
    /// chains. The chain is open, and collides with what is on the right of its direction. The first and last
    /// segment may exist only as ghosts: nothing should touch them. Returns false and adds nothing if the
    /// engine has no such shape.
    virtual bool add_chain(scenes::BodyNumber /*body*/, std::span<const scenes::Point> /*points*/,
                           const scenes::ShapeDescription& /*surface*/) {
        return false;
    }

    virtual void step(float time_step, int sub_steps) = 0;

    /// Returns the pose of the body's origin, with all digits that the engine has. The body must not have
    /// been destroyed.
    [[nodiscard]] virtual scenes::WorldPose pose(scenes::BodyNumber body) const = 0;
    [[nodiscard]] virtual Motion motion(scenes::BodyNumber body) const = 0;
    [[nodiscard]] virtual bool awake(scenes::BodyNumber body) const = 0;
    /// Returns the number of shape pairs with at least one contact point, asleep or awake, as the engine
    /// counts them.
    [[nodiscard]] virtual int touching_contacts() const = 0;
    /// Returns the number of shape pairs that the engine keeps because their boxes are close, touching or
    /// not.
    [[nodiscard]] virtual std::optional<int> pairs() const { return std::nullopt; }
    /// Returns the memory of the world [bytes], as the engine counts it; none if it does not count.
    [[nodiscard]] virtual std::optional<std::size_t> bytes() const { return std::nullopt; }
    /// Returns the times of the last step's stages; empty if the engine does not measure them.
    [[nodiscard]] virtual std::vector<StageTime> stages() const { return {}; }
    /// Returns the engine's way to save its state, valid as long as the engine; null if it has none.
    [[nodiscard]] virtual StateKeeper* state_keeper() { return nullptr; }
    /// Returns copies of the world that are stepped together, and show some of its bodies; null if the engine
    /// has nothing of the kind.
    [[nodiscard]] virtual std::unique_ptr<EngineBatch> make_batch(
        std::span<const scenes::BodyNumber> /*bodies*/, int /*worlds*/, int /*threads*/) {
        return nullptr;
    }
};

/// Returns the variants of Drystone that this machine can run: an instruction set by its name ("avx2",
/// "scalar"), and "gjk", a narrow phase that processes one pair at a time with GJK and EPA.
std::vector<std::string> drystone_variants();

std::unique_ptr<Engine> make_drystone(const scenes::WorldSettings& settings, const EngineOptions& options);
std::unique_ptr<Engine> make_box2d3(const scenes::WorldSettings& settings, const EngineOptions& options);
std::unique_ptr<Engine> make_box2d2(const scenes::WorldSettings& settings, const EngineOptions& options);
std::unique_ptr<Engine> make_chipmunk(const scenes::WorldSettings& settings, const EngineOptions& options);

/// Returns the half extents of a polygon that is a sharp box about the origin, as `scenes::box` makes it.
/// Engines create such a box by their own function for boxes, as their users would.
inline std::optional<scenes::Point> as_centered_box(const scenes::PolygonShape& polygon) {
    if (polygon.vertices.size() != 4 || polygon.radius > 0.0f) {
        return std::nullopt;
    }
    const scenes::Point corner = polygon.vertices[2];
    const scenes::PolygonShape expected = scenes::box(corner.x, corner.y);
    const auto equal = [](scenes::Point a, scenes::Point b) { return a.x == b.x && a.y == b.y; };
    const bool same =
        std::equal(expected.vertices.begin(), expected.vertices.end(), polygon.vertices.begin(), equal);
    return same ? std::optional(corner) : std::nullopt;
}

}  // namespace bench
