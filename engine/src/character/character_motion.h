#pragma once

#include <drystone/character.h>
#include <drystone/world.h>

#include "character/planes.h"
#include "world/queries/near_shapes.h"

#include <optional>

namespace drystone {

/// Throws `Error` if a motion leads farther than places may be.
void check_motion(const char* function, const Vec2& position, const Vec2& way, float time_step);

/// Motion of a character in one update.
class CharacterMotion {
public:
    /// `function` is the one that the user called.
    CharacterMotion(World& world, Character& character, const char* function, float time_step);
    /// Takes back what was done to the character, unless `act` has completed the motion.
    ~CharacterMotion();
    CharacterMotion(const CharacterMotion&) = delete;
    CharacterMotion& operator=(const CharacterMotion&) = delete;

    /// Moves the character as what has moved in the world carries and pushes it.
    void follow_world() {
        carry();
        update_dropped();
        resolve_overlaps();
    }

    /// Moves the character with the body that it stands on, and leaves that body where it falls away faster
    /// than gravity.
    void carry();
    /// Moves the character out of everything that is nearer than the gap.
    void resolve_overlaps();
    /// Forgets dropped one-way shapes that are no longer touched; adds those entered at the same height.
    void update_dropped();
    /// Lets the character fall through the one-way shapes that it touches.
    void drop();
    /// Moves by the way of an update, see `slide`. A corner beside a character bears it only while it walks.
    void walk(const Vec2& way, bool walking);
    /// Moves by `way` and slides along what is met. While walking, ground that is not too steep turns the
    /// motion without shortening it, steps are climbed, and steep ground is a wall.
    void slide(Vec2 way, bool walking);
    /// Takes from the velocity what goes against the surfaces that were met. Surfaces that are walked on do
    /// not count.
    void clip_velocity(bool walking);
    /// Lets a character without ground stand on what it touches, as after it was put to another place.
    void find_first_ground();
    /// Finds what the character stands on. After walking, it is kept on ground within the snap distance.
    void find_ground(bool walked, bool may_stand);
    /// Pushes the dynamic bodies in the way of the velocity that the character wants, presses with its weight
    /// on the ground, and moves the character's own body to it; all of it, or nothing if it throws.
    void act(const Vec2& wanted);

private:
    void push_bodies(const Vec2& wanted);
    /// Returns the motion that the ground gives to the character in a step [m].
    [[nodiscard]] Vec2 carried() const;
    /// Returns whether a surface stops a walking character, whatever its slope: that of another character,
    /// unless it stands on it.
    [[nodiscard]] bool is_wall(const ShapeContact& contact) const;
    /// Returns the direction along the ground in which a normal points, zero for the normal of the ground.
    [[nodiscard]] Vec2 along_ground(const Vec2& normal) const;
    /// Returns the direction of a normal across the character's up, zero for one along it.
    [[nodiscard]] Vec2 flat(const Vec2& normal) const;
    [[nodiscard]] std::optional<SweptContact> cast(const Vec2& way);
    [[nodiscard]] std::optional<SweptContact> cast(const Vec2& way,
                                                   FunctionRef<bool(const ShapeContact&)> accepts);
    [[nodiscard]] NearShapes::Own own_shape() const;
    /// Writes the contacts within `distance` to the buffer.
    void collect(float distance);
    [[nodiscard]] bool is_obstacle(const ShapeContact& contact) const;
    [[nodiscard]] bool is_dropped(ShapeId shape) const;
    [[nodiscard]] bool is_walkable(const Vec2& normal) const;
    /// Returns whether the character would meet the shape of a contact if it went down: only its gap reaches
    /// over a corner that is beside it.
    [[nodiscard]] bool is_above(const ShapeContact& contact) const;
    /// Returns how far a point is beside the character, across its up; negative below it [m].
    [[nodiscard]] float distance_beside(const Vec2& point) const;
    void add_dropped(ShapeId shape);
    /// Returns the speed along the normal that the character has at least after an impact: that of the
    /// surface, or of an inelastic impact with a dynamic body that comes towards it.
    [[nodiscard]] float speed_after(const ShapeContact& contact) const;
    void meet(const ShapeContact& contact);
    void yield_to_fast_bodies();
    /// Adds the planes of the near obstacles, of static bodies alone or of all; returns whether one is too
    /// near.
    bool add_near_planes(bool only_static);
    bool climb_step(const ShapeContact& wall, Vec2& way);
    [[nodiscard]] bool leads_to_ground(const Vec2& direction, float height);
    [[nodiscard]] Vec2 turned(const Vec2& way, const ShapeContact& contact, bool walking);
    /// Moves down to ground within the snap distance, if there is any.
    bool snap();
    [[nodiscard]] const ShapeContact* find_support(bool walked, CharacterSupport& support);
    void stand_on(const ShapeContact& contact, CharacterSupport support, bool walked);

    World& world_;
    const char* function_;
    Character& character_;
    const CharacterDefinition& definition_;
    CharacterState& state_;
    CharacterState before_;  ///< State before the motion.
    bool is_done_ = false;
    float time_step_;
    BodyId carrier_{};  ///< Body that moves the character, and is no obstacle meanwhile.
    ShapeId former_ground_{};
    NearShapes near_;
    float spare_;  ///< Distance around the character within which later queries are expected [m].
    /// Place at which the contacts in the buffer were found, and their distance [m].
    std::optional<Vec2> contacts_at_;
    float contacts_distance_ = 0.0f;
    bool resolving_ = false;            ///< The world has moved, and the character has not yet.
    std::optional<ShapeContact> step_;  ///< Top of the step that was climbed last.
    bool moves_ = false;                ///< The character walked to another place in this update.
    MotionPlanes planes_;
    MotionPlanes met_;  ///< Surfaces that were met, as limits of the velocity.
};

}  // namespace drystone
