#pragma once

#include <scenes/metrics.h>
#include <scenes/scene.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// What the command line says about how engines are to run.
struct EngineOptions {
    int threads = 1;
    /// Which of an engine's ways to run; empty: its usual one. The adapter knows the names.
    std::string variant;
    /// Of Box2D 2.4, whose manual recommends eight and three.
    int velocity_iterations = 8;
    int position_iterations = 3;
};

/// What an engine can do of that which scenes ask for. Whatever is missing is noted under the table.
struct Capabilities {
    bool sleeping = true;
    bool sleeping_start = true;  ///< Bodies can be put to sleep when they are made.
    bool hit_events = true;
    bool capsules = true;          ///< Else they are made of other shapes.
    bool rounded_polygons = true;  ///< Else they have sharp corners.
    bool bullets = true;
    bool linear_damping = true;
    bool sleep_speeds = true;   ///< Bodies have sleep speeds of their own.
    bool hinge_springs = true;  ///< Else hinges have none.
    int max_threads = 1;
};

/// How a body moves: its centre of mass [m/s] and its turning [rad/s].
struct Motion {
    double x = 0.0;
    double y = 0.0;
    double spin = 0.0;
};

struct StageTime {
    std::string name;
    double milliseconds = 0.0;
};

/// An engine with one world of its own, as the harness sees it.
///
/// Both Box2Ds go by the same names: an adapter keeps its engine's headers to its own source file.
class Engine : public scenes::Backend {
public:
    [[nodiscard]] virtual std::string version() const = 0;
    /// How it runs, in words for the table: "4 sub-steps".
    [[nodiscard]] virtual std::string configuration() const = 0;
    [[nodiscard]] virtual Capabilities capabilities() const = 0;

    /// Gives the body a sharp box about its origin, with the density and friction of a default
    /// `ShapeDescription`, by the engine's own function for boxes and with nothing to translate: for
    /// `lifecycle`.
    virtual void add_box(scenes::BodyNumber body, scenes::Point half) = 0;

    /// Gives a static body a smooth chain through the points, at least four, open to the right of its
    /// direction, by the engine's own shape for that. Its first and last segment may be there for their
    /// neighbours alone: nothing should touch them. Returns false, and makes nothing, where the engine has no
    /// such shape.
    virtual bool add_chain(scenes::BodyNumber /*body*/, std::span<const scenes::Point> /*points*/,
                           const scenes::ShapeDescription& /*surface*/) {
        return false;
    }

    virtual void step(float time_step, int sub_steps) = 0;

    /// Of the body's origin, with every digit that the engine has. The body must not have been destroyed.
    [[nodiscard]] virtual scenes::WorldPose pose(scenes::BodyNumber body) const = 0;
    [[nodiscard]] virtual Motion motion(scenes::BodyNumber body) const = 0;
    [[nodiscard]] virtual bool awake(scenes::BodyNumber body) const = 0;
    /// Pairs of shapes with at least one contact point, asleep or awake, as the engine counts them.
    [[nodiscard]] virtual int touching_contacts() const = 0;
    /// Pairs of shapes that the engine keeps since their boxes are close, touching or not.
    [[nodiscard]] virtual std::optional<int> pairs() const { return std::nullopt; }
    /// What the world holds in memory, by the engine's own count; none where it does not count.
    [[nodiscard]] virtual std::optional<std::size_t> bytes() const { return std::nullopt; }
    /// Where the last step spent its time; empty where the engine does not say.
    [[nodiscard]] virtual std::vector<StageTime> stages() const { return {}; }
};

/// The variants of Drystone that this machine can run: an instruction set by its name ("avx2", "scalar"), and
/// "gjk", a narrow phase that takes one pair after another through GJK and EPA.
std::vector<std::string> drystone_variants();

std::unique_ptr<Engine> make_drystone(const scenes::WorldSettings& settings, const EngineOptions& options);
std::unique_ptr<Engine> make_box2d3(const scenes::WorldSettings& settings, const EngineOptions& options);
std::unique_ptr<Engine> make_box2d2(const scenes::WorldSettings& settings, const EngineOptions& options);
std::unique_ptr<Engine> make_chipmunk(const scenes::WorldSettings& settings, const EngineOptions& options);

/// The half extents of a polygon that is a sharp box about the origin, as `scenes::box` makes it.
/// Engines get such a box through their own function for boxes, as their users would make it.
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
