#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace drystone {

/// What a primitive stands for. A drawing gives each a colour of its own, or takes `debug_color`.
enum class DebugRole : std::uint8_t {
    StaticShape,
    KinematicShape,
    DynamicShape,
    BulletShape,    ///< Dynamic, with continuous collision against dynamic bodies too.
    SleepingShape,  ///< Dynamic, asleep.
    DisabledShape,  ///< Of a body that is disabled, whatever its type.
    SensorShape,
    Chain,         ///< A line of segments that bodies slide along.
    Joint,         ///< Lines from body to anchor to body, ropes and rods.
    JointAnchor,   ///< Points.
    JointAxis,     ///< Along which a joint slides, or B's direction where it turns.
    JointLimit,    ///< How far it slides or turns.
    JointForce,    ///< Arrow: the force on body B.
    Bounds,        ///< The smallest box around a shape.
    FatBounds,     ///< The box that the broad phase keeps.
    Tree,          ///< Box of a node of the AABB trees; variety: its level, 0 is the leaves'.
    ContactPoint,  ///< Midway between the surfaces. Filled: something presses there.
    ContactNormal,
    ContactImpulse,
    FrictionImpulse,
    ContactFeature,  ///< Text.
    GraphColor,      ///< Edge between bodies that touch; variety: its colour in the constraint graph.
    Island,          ///< Box, and the shapes in it; variety: tells islands apart.
    CenterOfMass,
    FrameX,  ///< Axes of the body's frame, from its origin.
    FrameY,
    Velocity,   ///< Of the centre of mass.
    Name,       ///< Text.
    Field,      ///< The region where a field acts.
    FieldFlow,  ///< Arrow: where to a field pushes or flows; lines: the surface of a fluid.
    Count
};

/// How a primitive looks, and whose it is: handles are null where they have no meaning.
struct DebugStyle {
    DebugRole role = DebugRole::DynamicShape;
    bool filled = false;        ///< An area, else its border alone.
    std::uint32_t variety = 0;  ///< Primitives of one role that are told apart by colour.
    BodyId body{};
    ShapeId shape{};
    JointId joint{};
};

/// A colour, each part in 0 ... 255.
struct DebugColor {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    std::uint8_t alpha = 255;

    friend bool operator==(const DebugColor&, const DebugColor&) = default;
};

/// The colour of a style in the default palette: shapes in muted tones by the state of their body, what lies
/// over them in strong ones, and a wheel of twelve hues, each in three brightnesses, for varieties.
DebugColor debug_color(const DebugStyle& style);

/// What a world is drawn with: a handful of primitives, all in the world's coordinates [m]. Derive from it to
/// draw into a window, a file, or a list; the world must not be changed from inside. Five functions have to
/// be written.
class DebugDraw {
public:
    virtual ~DebugDraw() = default;

    /// A convex polygon, counter-clockwise, at least three points, with a border of `radius` >= 0 around it.
    virtual void polygon(std::span<const Vec2> points, float radius, const DebugStyle& style) = 0;
    /// The rotation shows where the disc has turned to.
    virtual void circle(const Vec2& center, float radius, const Rot& rotation, const DebugStyle& style) = 0;
    /// All within `radius` > 0 of the segment; a and b may coincide.
    virtual void capsule(const Vec2& a, const Vec2& b, float radius, const DebugStyle& style) = 0;
    virtual void segment(const Vec2& a, const Vec2& b, const DebugStyle& style) = 0;
    /// A mark of the same size whatever the scale.
    virtual void point(const Vec2& position, const DebugStyle& style) = 0;
    /// Unless overridden: a segment with a head of two more.
    virtual void arrow(const Vec2& from, const Vec2& to, const DebugStyle& style);
    /// `position` is the text's lower left. Unless overridden, nothing is written.
    virtual void text(const Vec2& position, std::string_view text, const DebugStyle& style);
};

/// What is drawn, from back to front, and how large.
struct DebugDrawOptions {
    bool fields = true;
    bool shapes = true;
    bool tree = false;
    bool fat_bounds = false;
    bool bounds = false;
    bool islands = false;     ///< Boxes, and the shapes of each island in its colour.
    bool joints = true;       ///< Lines and anchors.
    bool joint_axes = false;  ///< Axes and limits.
    bool joint_forces = false;
    bool graph_colors = false;
    bool contact_points = false;
    bool contact_normals = false;
    bool contact_impulses = false;
    bool friction_impulses = false;
    bool contact_features = false;
    bool centers_of_mass = false;
    bool frames = false;
    bool velocities = false;
    bool names = false;

    /// What lies outside of this box may be left out.
    std::optional<Aabb> visible{};
    /// Of axes of frames, normals, and marks of limits [m]; >= 0.
    float mark_length = 0.25f;
    /// Of an arrow for the impulse that only one contact point in twenty exceeds, likewise for the forces of
    /// joints; none is longer than twice this [m]; >= 0.
    float arrow_length = 0.5f;
    /// If greater than 0, impulses are drawn to this scale instead [m/(N s)].
    float impulse_scale = 0.0f;
    /// If greater than 0, forces of joints are drawn to this scale instead [m/N].
    float force_scale = 0.0f;
    /// How far arrows of velocities look ahead [s]; >= 0.
    float velocity_time = 0.1f;
};

}  // namespace drystone
