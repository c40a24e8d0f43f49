#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/math.h>
#include <drystone/collision/shapes.h>
#include <drystone/contact_queries.h>
#include <drystone/detail/body_push.h>
#include <drystone/detail/presence.h>
#include <drystone/export.h>
#include <drystone/handles.h>
#include <drystone/queries.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

class World;

/// Definition of a `Character`. Every member has a default.
struct CharacterDefinition {
    /// Convex shape, in a frame whose y axis is the character's up.
    ShapeGeometry geometry = Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f};
    /// Custom shape that replaces `geometry`, if given.
    std::optional<CustomShape> custom{};
    Vec2 position{0.0f, 0.0f};  ///< Position of the shape's frame in the world [m].
    Vec2 up{0.0f, 1.0f};        ///< Direction against gravity; any length except zero.
    /// Distance kept from all surfaces [m]; > 0. Keeps the character off internal edges and rounding errors.
    float gap = 0.01f;
    /// Maximum angle of ground on which the character stands and walks, in [0, pi / 2) [rad]. On steeper
    /// ground it slides down, and it does not walk up there.
    float max_slope = 0.9f;
    /// Maximum height of a step that is climbed in passing [m]; >= 0.
    float max_step = 0.3f;
    /// Maximum depth below a walking character at which it is kept on the ground: down stairs and over crests
    /// [m]; >= 0.
    float snap_distance = 0.2f;
    float mass = 70.0f;  ///< Its weight presses on dynamic bodies below [kg]; >= 0.
    /// Maximum force against dynamic bodies in the way [N]; >= 0. A crate moves if this exceeds its friction.
    float push_force = 300.0f;
    /// Shapes that are obstacles. Sensors never are.
    QueryFilter filter{};
    /// Kinematic body that represents the character in the world; null: none. Its shapes are no obstacles for
    /// the character. After each update it gets the velocity that brings it in the next step to the
    /// character, or to where the ground will have carried the character by then. No static body.
    BodyId body{};

    /// @name Motion of an update
    /// @{
    float gravity = 10.0f;    ///< Acceleration against `up` in the air [m/s^2]; >= 0.
    float jump_speed = 5.0f;  ///< Speed along `up` after a jump, relative to the ground [m/s]; >= 0.
    /// Maximum fall speed [m/s]; >= 0.
    float max_fall_speed = 50.0f;
    /// Acceleration towards the desired speed on the ground [m/s^2]; >= 0.
    float ground_acceleration = std::numeric_limits<float>::max();
    float air_acceleration = 20.0f;   ///< Acceleration in the air [m/s^2]; >= 0.
    float swim_acceleration = 10.0f;  ///< Acceleration in water [m/s^2]; >= 0.
    /// Time after leaving the ground in which a jump is still possible [s]; >= 0.
    float coyote_time = 0.0f;
    /// Time for which a jump that was not possible is remembered [s]; >= 0.
    float jump_buffer = 0.0f;
    /// @}
};

/// Manner in which a character moves in an update. The game decides, from its sensors, where there are
/// ladders and water.
enum class CharacterMode : std::uint8_t {
    Walk,   ///< Walks, falls and jumps.
    Climb,  ///< Holds on to a ladder: moves as desired in both directions, without gravity.
    Swim,   ///< Accelerates to the desired velocity in both directions, without gravity.
};

/// Input of `Character::update`.
struct CharacterInput {
    /// Desired velocity [m/s]: `x` along the ground, positive to the right of `up`; `y` along `up`, except
    /// while walking. Relative to the ground on which the character stands.
    Vec2 velocity{0.0f, 0.0f};
    /// A jump is requested in this update.
    bool jump = false;
    /// The character lets itself fall through the one-way shapes on which it stands.
    bool drop = false;
    CharacterMode mode = CharacterMode::Walk;  ///< Manner of moving.
};

/// Support of a character.
enum class CharacterSupport : std::uint8_t {
    None,    ///< In the air, on a ladder or in water.
    Ground,  ///< Ground that is not too steep, or held between two steep surfaces.
    Steep,   ///< Ground that is too steep: slides down.
};

/// Ground of a character after an update.
struct CharacterGround {
    CharacterSupport support = CharacterSupport::None;  ///< Kind of support.
    ShapeId shape{};                                    ///< Shape below; null without a ground.
    BodyId body{};                                      ///< Body of that shape.
    Vec2 normal{0.0f, 1.0f};                            ///< Unit normal, from the ground to the character.
    Vec2 point{0.0f, 0.0f};                             ///< Contact point in the world [m].
    Vec2 velocity{0.0f, 0.0f};  ///< Velocity of the surface there, see `ShapeContactPoint` [m/s].
    float belt_speed = 0.0f;    ///< Part of it that is the material's tangent speed, clockwise [m/s].
};

/// State of a character: all that later updates depend on, besides its definition and the world. Plain data,
/// to be saved and restored with a snapshot of the world.
struct CharacterState {
    Vec2 position{0.0f, 0.0f};  ///< Position of the shape's frame in the world [m].
    Vec2 up{0.0f, 1.0f};        ///< Unit vector.
    Vec2 velocity{0.0f, 0.0f};  ///< Velocity in the world [m/s].
    CharacterGround ground{};   ///< Ground after the last update.
    /// Position in the frame of the ground's body, by which a moving body carries the character [m].
    Vec2 place_on_ground{0.0f, 0.0f};
    float air_time = std::numeric_limits<float>::max();  ///< Time since the ground was left [s].
    float jump_age = std::numeric_limits<float>::max();  ///< Time since the request of a jump [s].
    bool may_coyote = false;                             ///< The ground was left without a jump.
    bool crushed = false;  ///< The character is between surfaces that leave it no room.
    /// One-way shapes through which the character falls.
    std::array<ShapeId, 8> dropped{};
    std::uint8_t dropped_count = 0;  ///< Number of those.
};

/// Surface that stopped or turned a character in an update, or that pushed it.
struct CharacterTouch {
    ShapeId shape;                      ///< Shape that was touched.
    BodyId body;                        ///< Body of that shape.
    Vec2 normal{0.0f, 1.0f};            ///< Unit normal, from the shape to the character.
    Vec2 point{0.0f, 0.0f};             ///< On the shape [m].
    Vec2 surface_velocity{0.0f, 0.0f};  ///< Velocity of the surface there [m/s].
    /// Speed at which the character went against the surface [m/s].
    float speed = 0.0f;
    float impulse = 0.0f;  ///< Impulse on the body, if it is dynamic [N s].
};

/// A character that moves through a world by rules of a game instead of by forces: it walks, slides along
/// walls, climbs steps, stays on ground, rides on what moves and pushes what is in its way.
///
///     Character player({.position = {0.0f, 1.0f}});
///     ...                                            // after each step of the world:
///     player.update(world, {.velocity = {4.0f, 0.0f}, .jump = pressed}, time_step);
///
/// No body of the world: the world does not know it, unless `CharacterDefinition::body` represents it. It
/// keeps `gap` between itself and all surfaces, moves along straight lines up to the first contact of each
/// (see `World::cast_contact`), and turns to the nearest direction that all touched surfaces allow. Normals
/// are those of contacts of bodies, so that tiles and chains have no internal edges. Within an update no
/// motion passes a shape, however fast. The same state, world and input give the same result, bit for bit.
///
/// Copying a character copies all of it; `state` and `set_state` copy what changes, without allocation.
/// Updates allocate nothing once the buffers have grown.
///
/// Source of the scheme: Fauerby, Improved Collision Detection and Response, 2003 (move and slide).
class DRYSTONE_API Character {
public:
    /// Throws `Error` for values out of range.
    explicit Character(const CharacterDefinition& definition = {});
    Character(const Character& other) = default;             ///< Copies all of it.
    Character& operator=(const Character& other) = default;  ///< Likewise.
    /// Takes over a character; the other can only be destroyed or assigned to, all else throws `Error`.
    Character(Character&& other) noexcept = default;
    Character& operator=(Character&& other) noexcept = default;  ///< Likewise.
    ~Character() = default;

    /// Moves the character by `time_step` > 0 [s]; to be called after each step of the world, with its
    /// length.
    ///
    /// First, what moved in that step carries and pushes the character. Then its velocity follows the input,
    /// gravity and jumps: on the ground the desired speed is that along the surface, uphill and downhill.
    /// Then the character moves, pushes dynamic bodies, and finds its ground. Where the ground is accelerated
    /// downwards faster than gravity, the character leaves it with the velocity that it had.
    ///
    /// The bodies of other characters are where those characters are: neither walks into the other, on it or
    /// through it, in whatever order they are updated.
    ///
    /// Throws `Error` for values that are not finite or out of range, and inside a step; what throws leaves
    /// the character and the world as they were. Cost: one search of the trees, seldom some more, and
    /// contacts with what is near; about 1 us on a floor of tiles.
    void update(World& world, const CharacterInput& input, float time_step);
    /// Moves the character with a velocity of the caller's own making [m/s], gravity included; what carries,
    /// pushes, steps and ground do is as in `update`. `velocity` of the state is what surfaces leave of it.
    void move(World& world, const Vec2& velocity, float time_step);

    /// Replaces the shape, as for crouching, if there is room for it where the character is; returns whether
    /// it did. The frame stays where it is: for feet to stay on the ground, both shapes have them at the same
    /// place.
    bool set_shape(const World& world, const ShapeGeometry& geometry);
    /// Replaces the shape by a custom one, likewise.
    bool set_shape(const World& world, const CustomShape& shape);
    /// Puts the character to a place, without velocity and ground [m].
    void teleport(const Vec2& position);
    /// Turns the character to another up, as on a planet; any length except zero.
    void set_up(const Vec2& up);
    /// Sets the velocity in the world [m/s]; the character leaves the ground, as by a spring or an explosion.
    void launch(const Vec2& velocity);

    /// Returns the definition, with the present shape.
    [[nodiscard]] const CharacterDefinition& definition() const {
        presence_.check("Character::definition");
        return definition_;
    }
    /// Returns the state after the last update.
    [[nodiscard]] const CharacterState& state() const {
        presence_.check("Character::state");
        return state_;
    }
    /// Restores a state; the shape is that of the definition, see `set_shape`. Throws `Error` for values that
    /// no state has.
    void set_state(const CharacterState& state);
    /// Returns the position of the shape's frame in the world [m].
    [[nodiscard]] Vec2 position() const {
        presence_.check("Character::position");
        return state_.position;
    }
    /// Returns the velocity in the world [m/s].
    [[nodiscard]] Vec2 velocity() const {
        presence_.check("Character::velocity");
        return state_.velocity;
    }
    /// Returns the pose of the shape's frame.
    [[nodiscard]] Pose pose() const;
    /// Returns the ground after the last update.
    [[nodiscard]] const CharacterGround& ground() const {
        presence_.check("Character::ground");
        return state_.ground;
    }
    /// Returns whether it stands on ground that is not too steep.
    [[nodiscard]] bool is_on_ground() const {
        presence_.check("Character::is_on_ground");
        return state_.ground.support == CharacterSupport::Ground;
    }
    /// Returns what was touched in the last update, in order of time; valid until the next one.
    [[nodiscard]] std::span<const CharacterTouch> touches() const {
        presence_.check("Character::touches");
        return touches_;
    }

private:
    friend class CharacterMotion;

    void check_update(const World& world, const char* function, float time_step) const;
    bool try_to_jump(const CharacterInput& input);
    /// Changes the velocity by input and gravity; returns the motion of this update [m].
    Vec2 accelerate(const CharacterInput& input, bool jumps, bool walks, float time_step);
    [[nodiscard]] bool has_room() const;

    CharacterDefinition definition_;
    CharacterState state_;
    float min_ground_cosine_ = 0.0f;   ///< Cosine of `max_slope`.
    Vec2 sides_{0.0f, 0.0f};           ///< Least and largest x of the shape in its frame [m].
    ContactCast cast_;                 ///< Filter of all queries, and their buffers.
    std::vector<std::uint32_t> near_;  ///< Buffer for the shapes around the character.
    std::vector<ShapeContact> contacts_;
    std::vector<CharacterTouch> touches_;
    std::vector<detail::BodyPush> pushes_;
    std::vector<CharacterTouch> former_touches_;  ///< Touches of the update before, until this one is done.
    detail::Presence presence_;
};

}  // namespace drystone
