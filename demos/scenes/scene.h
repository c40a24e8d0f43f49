#pragma once

#include <scenes/fields.h>
#include <scenes/joints.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Engine-independent scenes: each is written once and runs in the viewer, in the tests and in every engine
/// of the bench. All units are metres, seconds, kilograms, radians; angles are counter-clockwise.
namespace scenes {

enum class BodyKind : std::uint8_t { Static, Kinematic, Dynamic };

struct BodyDescription {
    BodyKind kind = BodyKind::Static;
    Point position{};
    float angle = 0.0f;
    Point velocity{};
    float angular_velocity = 0.0f;
    bool awake = true;  ///< If false, starts asleep if the engine and the scene allow sleeping.
    bool can_sleep = true;
    bool bullet = false;
    float linear_damping = 0.0f;  ///< [1/s]
    float sleep_speed = 0.05f;    ///< The body counts as still below this speed [m/s].
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
/// Convex polygon, counter-clockwise, with at most eight vertices (the smallest maximum of all engines),
/// rounded by `radius`.
struct PolygonShape {
    std::vector<Point> vertices;
    float radius = 0.0f;
};
using Shape = std::variant<CircleShape, CapsuleShape, SegmentShape, PolygonShape>;

/// Makes a box about `center`, turned by `angle`.
PolygonShape box(float half_width, float half_height, Point center = {}, float angle = 0.0f,
                 float radius = 0.0f);
/// Makes a regular polygon about the origin.
PolygonShape regular_polygon(int count, float circumradius);

/// Returns eight points of the border of a superellipse.
std::vector<Point> octagon(Point half, float exponent);

struct ShapeDescription {
    Shape shape;
    float density = 1.0f;
    float friction = 0.6f;
    float restitution = 0.0f;
    /// Maximum torque against rolling, divided by radius and normal force. Engines ignore this field and
    /// those up to `one_way` if they lack the feature.
    float rolling_resistance = 0.0f;
    /// Speed of the surface along itself, clockwise around the shape [m/s].
    float tangent_speed = 0.0f;
    /// Frequency of the surface's contact springs [Hz]; 0: as hard as the engine's default.
    float softness_frequency = 0.0f;
    float softness_damping = 1.0f;
    /// Direction from which the shape is solid, in the body's frame; empty: all directions.
    std::optional<Point> one_way{};
    bool hit_events = false;
    bool sensor = false;        ///< Detects and does not collide.
    bool force_events = false;  ///< Reports its contact forces.
    /// Shapes of the same negative group never collide.
    int group = 0;
    std::uint64_t category = 1;
    std::uint64_t mask = ~0ull;
    /// Colour in the viewer: an index into the palette; negative: by body kind.
    int color = -1;
};

/// Begin or end of a body's overlap with a sensor in the last step.
struct SensorEvent {
    BodyNumber sensor = -1;
    BodyNumber visitor = -1;
    bool begins = true;
};

/// Contact force between two bodies, as the mean over the last step [N].
struct ForceEvent {
    BodyNumber a = -1;
    BodyNumber b = -1;
    float force = 0.0f;
};

/// Interface between scenes and an engine. The viewer, the tests and the bench implement or wrap it.
class Backend {
public:
    virtual ~Backend() = default;
    virtual BodyNumber create_body(const BodyDescription& body) = 0;
    virtual void create_shape(BodyNumber body, const ShapeDescription& shape) = 0;
    /// Adds a closed line through the points, at least four, clockwise, to a static body: a container for
    /// what is inside. `surface` supplies everything except the shape. An engine with smooth chains uses one;
    /// all others get a segment for each edge.
    virtual void create_loop(BodyNumber body, std::span<const Point> points, ShapeDescription surface);
    /// Adds an open line through at least two points in the same way, solid from the right of its direction.
    virtual void create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface);
    /// Adds the superellipse |x / half.x|^exponent + |y / half.y|^exponent <= 1 about the body's origin,
    /// exponent 2: an ellipse. An engine without curved shapes gets an octagon instead.
    virtual void create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface);
    /// Adds a simple outline, concave or not. An engine that cannot decompose it adds nothing.
    virtual void create_outline(BodyNumber /*body*/, std::span<const Point> /*points*/,
                                const ShapeDescription& /*surface*/) {}
    /// Returns `no_joint` and creates nothing if the engine has no such joint.
    virtual JointNumber create_joint(const JointDescription& /*joint*/) { return no_joint; }
    /// Returns `no_field` and creates nothing if the engine has no such field.
    virtual FieldNumber create_field(const FieldDescription& /*field*/) { return no_field; }
    /// Replaces a field by another of the same kind.
    virtual void set_field(FieldNumber /*field*/, const FieldDescription& /*description*/) {}
    /// Triggers an explosion; no effect if the engine has none.
    virtual void explode(const ExplosionDescription& /*explosion*/) {}
    /// Destroys the body and its joints.
    virtual void destroy_body(BodyNumber body) = 0;
    /// Moves a kinematic body such that it reaches the pose after `time_step`.
    virtual void set_target_pose(BodyNumber body, Point position, float angle, float time_step) = 0;
    virtual void set_velocity(BodyNumber body, Point velocity, float angular_velocity) = 0;
    /// Returns the last step's events between existing bodies; none if the engine has no such events.
    [[nodiscard]] virtual std::vector<SensorEvent> sensor_events() const { return {}; }
    [[nodiscard]] virtual std::vector<ForceEvent> force_events() const { return {}; }
};

struct WorldSettings {
    Point gravity{0.0f, -10.0f};
    bool sleeping = true;
    float time_step = 1.0f / 60.0f;
    int sub_steps = 4;
};

/// Initial view of the camera: centre and height [m].
struct View {
    Point center{0.0f, 5.0f};
    float height = 20.0f;
};

enum class ParameterKind : std::uint8_t { Number, Count, Switch };

/// A number of a scene that the user can change.
struct Parameter {
    std::string name;    ///< With its unit: "belt speed [m/s]".
    float value = 0.0f;  ///< Default.
    float lower = 0.0f;  ///< Smallest value.
    float upper = 1.0f;  ///< Largest value.
    ParameterKind kind = ParameterKind::Number;
    /// Takes effect while the scene runs, see `Scene::parameters_changed`; if not, the scene is built again.
    bool live = false;
};

/// Instance of a scene that is being run: it may hold state between steps.
class Scene {
public:
    virtual ~Scene() = default;
    /// Sets the values of `SceneInfo::parameters`, in their order.
    void set_parameters(std::vector<float> values) { parameters_ = std::move(values); }
    [[nodiscard]] const std::vector<float>& parameters() const { return parameters_; }
    /// Called after live parameters were set while the scene runs.
    virtual void parameters_changed(Backend& /*backend*/) {}
    /// Creates the initial state.
    virtual void build(Backend& backend) = 0;
    /// Called before step number `step` (from 0).
    virtual void before_step(Backend& /*backend*/, int /*step*/) {}
    /// Returns the body whose height shows whether the scene works (the top of a stack); -1: none.
    [[nodiscard]] virtual BodyNumber watched_body() const { return -1; }

protected:
    /// Returns the value of a parameter; throws `std::out_of_range` if the scene has fewer.
    [[nodiscard]] float parameter(std::size_t index) const { return parameters_.at(index); }
    /// Returns a value that is a count.
    [[nodiscard]] int count(std::size_t index) const { return static_cast<int>(parameter(index)); }

private:
    std::vector<float> parameters_;
};

struct SceneInfo {
    std::string name;   ///< On the command line: "large_pyramid".
    std::string title;  ///< In the menu: "Large pyramid".
    std::string group;  ///< "Stacking", "Benchmark", ...
    std::string description;
    WorldSettings world{};
    View view{};
    int steps = 600;  ///< Length of the bench's run.
    std::vector<Parameter> parameters{};
    std::function<std::unique_ptr<Scene>()> create;
    /// Returns a copy of a scene of this entry, with its state between steps.
    std::function<std::unique_ptr<Scene>(const Scene&)> copy{};
    /// Gives a scene of this entry the state of another one. Callbacks that it gave to a world stay valid.
    std::function<void(Scene& to, const Scene& from)> assign{};
};

/// Returns the default values of an entry's parameters.
std::vector<float> default_values(const SceneInfo& info);

/// Returns all scenes, in the order of the menu: sorted by group.
std::span<const SceneInfo> all_scenes();
/// Finds the scene with that name; null if there is none.
const SceneInfo* find_scene(const std::string& name);

}  // namespace scenes
