#pragma once

#include <scenes/fields.h>
#include <scenes/joints.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// Scenes that know no engine: each is written once and runs in the viewer, in the tests and in every engine
/// of the bench. All units are metres, seconds, kilograms, radians; angles are counter-clockwise.
namespace scenes {

enum class BodyKind : std::uint8_t { Static, Kinematic, Dynamic };

struct BodyDescription {
    BodyKind kind = BodyKind::Static;
    Point position{};
    float angle = 0.0f;
    Point velocity{};
    float angular_velocity = 0.0f;
    bool awake = true;  ///< Start asleep where the engine and the scene allow sleeping.
    bool can_sleep = true;
    bool bullet = false;
    float linear_damping = 0.0f;  ///< [1/s]
    float sleep_speed = 0.05f;    ///< Below it the body counts as still [m/s].
};

struct CircleShape {
    Point center{};
    float radius = 0.5f;
};
struct CapsuleShape {
    Point a{};
    Point b{};
    float radius = 0.25f;
};
struct SegmentShape {
    Point a{};
    Point b{};
};
/// A convex polygon, counter-clockwise, at most eight vertices (the least that all engines take), rounded by
/// `radius`.
struct PolygonShape {
    std::vector<Point> vertices;
    float radius = 0.0f;
};
using Shape = std::variant<CircleShape, CapsuleShape, SegmentShape, PolygonShape>;

/// A box about `center`, turned by `angle`.
PolygonShape box(float half_width, float half_height, Point center = {}, float angle = 0.0f,
                 float radius = 0.0f);
/// A regular polygon about the origin.
PolygonShape regular_polygon(int count, float circumradius);

/// Eight points of the border of a superellipse.
std::vector<Point> octagon(Point half, float exponent);

struct ShapeDescription {
    Shape shape;
    float density = 1.0f;
    float friction = 0.6f;
    float restitution = 0.0f;
    /// What follows, up to `one_way`, engines that have no such thing leave out. Greatest torque against
    /// rolling, over radius and normal force.
    float rolling_resistance = 0.0f;
    /// How fast the surface runs along itself, clockwise around the shape [m/s].
    float tangent_speed = 0.0f;
    /// Of the springs that the surface gives way by [Hz]; 0: as hard as the engine makes it.
    float softness_frequency = 0.0f;
    float softness_damping = 1.0f;
    /// The side from which the shape is solid, in the body's frame; empty: from all sides.
    std::optional<Point> one_way{};
    bool hit_events = false;
    bool sensor = false;        ///< Detects and does not collide.
    bool force_events = false;  ///< Reports how hard it is pressed.
    /// Shapes of the same negative group never collide.
    int group = 0;
    std::uint64_t category = 1;
    std::uint64_t mask = ~0ull;
    /// What the viewer paints it with: an index into the palette; negative: by body kind.
    int color = -1;
};

/// A body began (or ceased) to overlap a sensor in the last step.
struct SensorEvent {
    BodyNumber sensor = -1;
    BodyNumber visitor = -1;
    bool begins = true;
};

/// Two bodies pressed on each other in the last step, as hard as that in the mean [N].
struct ForceEvent {
    BodyNumber a = -1;
    BodyNumber b = -1;
    float force = 0.0f;
};

/// What a scene asks of an engine. The viewer, the tests and the bench each hand one to the scene.
class Backend {
public:
    virtual ~Backend() = default;
    virtual BodyNumber create_body(const BodyDescription& body) = 0;
    virtual void create_shape(BodyNumber body, const ShapeDescription& shape) = 0;
    /// Gives a static body a closed line through the points, at least four, clockwise: a container for what
    /// is inside. `surface` carries everything but the shape. An engine that has a shape for smooth chains
    /// takes that; all others get a segment for each edge.
    virtual void create_loop(BodyNumber body, std::span<const Point> points, ShapeDescription surface);
    /// The same for an open line through at least two points, solid from the right of its way.
    virtual void create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface);
    /// The superellipse |x / half.x|^exponent + |y / half.y|^exponent <= 1 about the body's origin, exponent
    /// 2: an ellipse. An engine that has no curved shapes gets an octagon instead.
    virtual void create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface);
    /// A simple outline, concave or not. An engine that cannot take it apart makes nothing.
    virtual void create_outline(BodyNumber /*body*/, std::span<const Point> /*points*/,
                                const ShapeDescription& /*surface*/) {}
    /// Returns `no_joint`, and makes nothing, where the engine has no such joint.
    virtual JointNumber create_joint(const JointDescription& /*joint*/) { return no_joint; }
    /// Returns `no_field`, and makes nothing, where the engine has no such field.
    virtual FieldNumber create_field(const FieldDescription& /*field*/) { return no_field; }
    /// Replaces a field by another of the same kind.
    virtual void set_field(FieldNumber /*field*/, const FieldDescription& /*description*/) {}
    /// Does nothing where the engine has no explosions.
    virtual void explode(const ExplosionDescription& /*explosion*/) {}
    /// Joints of the body go with it.
    virtual void destroy_body(BodyNumber body) = 0;
    /// Drives a kinematic body so that it reaches the pose after `time_step`.
    virtual void set_target_pose(BodyNumber body, Point position, float angle, float time_step) = 0;
    virtual void set_velocity(BodyNumber body, Point velocity, float angular_velocity) = 0;
    /// Events between bodies that live; none where the engine has no such events.
    [[nodiscard]] virtual std::vector<SensorEvent> sensor_events() const { return {}; }
    [[nodiscard]] virtual std::vector<ForceEvent> force_events() const { return {}; }
};

struct WorldSettings {
    Point gravity{0.0f, -10.0f};
    bool sleeping = true;
    float time_step = 1.0f / 60.0f;
    int sub_steps = 4;
};

/// What the camera shows at the start: centre and height of the view [m].
struct View {
    Point center{0.0f, 5.0f};
    float height = 20.0f;
};

/// A scene in the course of being run: it may hold state between steps.
class Scene {
public:
    virtual ~Scene() = default;
    /// Creates everything that is there at the start.
    virtual void build(Backend& backend) = 0;
    /// Called before step number `step` (from 0).
    virtual void before_step(Backend& /*backend*/, int /*step*/) {}
    /// The body whose height tells whether the scene does what it should (the top of a stack); -1: none.
    [[nodiscard]] virtual BodyNumber watched_body() const { return -1; }
};

struct SceneInfo {
    std::string name;   ///< As on the command line: "large_pyramid".
    std::string title;  ///< As in the menu: "Large pyramid".
    std::string group;  ///< "Stacking", "Benchmark", ...
    std::string description;
    WorldSettings world{};
    View view{};
    int steps = 600;  ///< How long the bench runs it.
    std::function<std::unique_ptr<Scene>()> create;
};

/// Every scene, in the order of the menu: groups together.
std::span<const SceneInfo> all_scenes();
/// The scene of that name, or null.
const SceneInfo* find_scene(const std::string& name);

}  // namespace scenes
