#pragma once

#include <drystone/collision/math.h>
#include <drystone/export.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace drystone {

/// Role of a primitive. A drawing gives each role its own colour, or uses `debug_color`.
enum class DebugRole : std::uint8_t {
    StaticShape,
    KinematicShape,
    DynamicShape,
    BulletShape,    ///< Dynamic, with continuous collision against kinematic and dynamic bodies too.
    SleepingShape,  ///< Dynamic and asleep.
    DisabledShape,  ///< Shape that is disabled, or whose body is, whatever its type.
    SensorShape,
    Chain,         ///< Line of segments that bodies slide along.
    Joint,         ///< Lines from body to anchor to body, ropes and rods.
    JointAnchor,   ///< Points.
    JointAxis,     ///< Axis along which a joint slides, or B's direction where it turns.
    JointLimit,    ///< Limits of the slide or the turn.
    JointForce,    ///< Arrow: the force on body B.
    Bounds,        ///< Tight box around a shape.
    FatBounds,     ///< Fat box of a shape in the broad phase.
    Tree,          ///< Box of a node of the AABB trees; variety: its level, 0 for leaf blocks.
    ContactPoint,  ///< Midpoint between the surfaces. Filled: with a normal impulse.
    ContactNormal,
    ContactImpulse,
    FrictionImpulse,
    ContactFeature,  ///< Text.
    GraphColor,      ///< Edge between touching bodies; variety: its colour in the constraint graph.
    Island,          ///< Box around an island, and its shapes; variety: distinguishes islands.
    CenterOfMass,
    FrameX,  ///< Axes of the body's frame, drawn from its origin.
    FrameY,
    Velocity,   ///< Velocity of the centre of mass.
    Name,       ///< Text.
    Field,      ///< Region where a field acts.
    FieldFlow,  ///< Arrow: direction in which a field pushes or flows; lines: the surface of a fluid.
    Count
};

/// Style of a primitive, and the objects that it belongs to: handles are null where they have no meaning.
struct DebugStyle {
    DebugRole role = DebugRole::DynamicShape;  ///< Role, which decides the colour.
    bool filled = false;                       ///< Filled area; else only its border.
    std::uint32_t variety = 0;                 ///< Distinguishes primitives of one role by colour.
    BodyId body{};                             ///< Body that it belongs to.
    ShapeId shape{};                           ///< Shape that it belongs to.
    JointId joint{};                           ///< Joint that it belongs to.
};

/// Colour; each component is in [0, 255].
struct DebugColor {
    std::uint8_t red = 0;      ///< Red.
    std::uint8_t green = 0;    ///< Green.
    std::uint8_t blue = 0;     ///< Blue.
    std::uint8_t alpha = 255;  ///< Opacity.

    friend bool operator==(const DebugColor&, const DebugColor&) = default;
};

/// Returns the colour of a style in the default palette: muted tones for shapes by the state of their body,
/// strong tones for overlays, and a wheel of twelve hues, each in three brightnesses, for varieties.
DRYSTONE_API DebugColor debug_color(const DebugStyle& style);

/// Interface of a renderer for `World::draw`: a few primitives, all in world coordinates [m]. Derive from it
/// to draw into a window, a file, or a list. The callbacks must not change the world. Five functions are pure
/// virtual.
class DRYSTONE_API DebugDraw {
public:
    /// Destroys the renderer.
    virtual ~DebugDraw() = default;

    /// Draws a convex polygon, counter-clockwise, of at least three points, with a border of `radius` >= 0
    /// around it.
    virtual void polygon(std::span<const Vec2> points, float radius, const DebugStyle& style) = 0;
    /// Draws a disc; `rotation` is the orientation of its body.
    virtual void circle(const Vec2& center, float radius, const Rot& rotation, const DebugStyle& style) = 0;
    /// Draws all points within `radius` > 0 of the segment; a and b may coincide.
    virtual void capsule(const Vec2& a, const Vec2& b, float radius, const DebugStyle& style) = 0;
    /// Draws a line without thickness.
    virtual void segment(const Vec2& a, const Vec2& b, const DebugStyle& style) = 0;
    /// Draws a mark of constant size, whatever the scale.
    virtual void point(const Vec2& position, const DebugStyle& style) = 0;
    /// Draws an arrow. Unless overridden: a segment with two more as its head.
    virtual void arrow(const Vec2& from, const Vec2& to, const DebugStyle& style);
    /// Writes a text; `position` is its lower left. Unless overridden, draws nothing.
    virtual void text(const Vec2& position, std::string_view text, const DebugStyle& style);
};

/// Options of `World::draw`, in drawing order from back to front.
struct DebugDrawOptions {
    bool fields = true;              ///< Regions and arrows of fields.
    bool shapes = true;              ///< Shapes, coloured by the state of their bodies.
    bool tree = false;               ///< Boxes of the AABB trees' nodes.
    bool fat_bounds = false;         ///< Fat boxes of shapes.
    bool bounds = false;             ///< Tight boxes of shapes.
    bool islands = false;            ///< Boxes around islands, and their shapes in the island's colour.
    bool joints = true;              ///< Lines and anchors.
    bool joint_axes = false;         ///< Axes and limits.
    bool joint_forces = false;       ///< Forces on the joints' bodies B.
    bool graph_colors = false;       ///< Colours of contacts in the constraint graph.
    bool contact_points = false;     ///< Contact points.
    bool contact_normals = false;    ///< Contact normals, from A to B.
    bool contact_impulses = false;   ///< Normal impulses of the last sub-step.
    bool friction_impulses = false;  ///< Friction impulses of the last sub-step.
    bool contact_features = false;   ///< Feature ids of contact points.
    bool centers_of_mass = false;    ///< Centres of mass.
    bool frames = false;             ///< Axes of the bodies' frames.
    bool velocities = false;         ///< Velocities of the centres of mass.
    bool names = false;              ///< Names of bodies.

    /// View rectangle [m]: primitives outside of it may be skipped.
    std::optional<Aabb> visible{};
    /// Length of frame axes, normals, and marks of limits [m]; >= 0.
    float mark_length = 0.25f;
    /// Length of the arrow for the impulse that only one contact point in twenty exceeds, likewise for joint
    /// forces; no arrow is longer than twice this [m]; >= 0.
    float arrow_length = 0.5f;
    /// Fixed scale of impulses [m/(N s)]; 0: from `arrow_length`.
    float impulse_scale = 0.0f;
    /// Fixed scale of joint forces [m/N]; 0: from `arrow_length`.
    float force_scale = 0.0f;
    /// Length of velocity arrows as a time of travel [s]; >= 0.
    float velocity_time = 0.1f;
};

}  // namespace drystone
