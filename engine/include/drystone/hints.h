#pragma once

#include <drystone/handles.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace drystone {

/// Kind of a hint: something that is legal, and mostly a mistake.
enum class HintKind : std::uint8_t {
    TimeStep,   ///< A step was longer than 0.1 s; value: the longest one so far [s].
    SubSteps,   ///< A step had more than 64 sub-steps; value: the most so far.
    Gravity,    ///< Gravity of the world or of a body above 500 m/s^2; value: its magnitude [m/s^2].
    BodyAngle,  ///< A body was created with an angle beyond two pi that is a whole multiple of 15, as degrees
                ///< are;
                ///< value: the angle [rad].
    JointAngle,  ///< A limit, target or reference angle of a joint is a whole multiple of 5 beyond two pi, as
                 ///< degrees are; value: the angle [rad].
    LargeBody,   ///< A dynamic body is larger than 100 m, sensors not counted; value: its length [m].
    SmallBody,   ///< A dynamic body is smaller than a millimetre; value: its length [m].
    NoMass,  ///< A dynamic body without shapes, or with shapes that have no mass: nothing moves it; value: 0
             ///< [kg].
    NoInertia,  ///< A dynamic body was given the inertia 0, and does not turn; value: 0 [kg m^2].
    Speed,      ///< A body moves faster than 300 m/s, unless the world's maximum speed was raised; value: its
                ///< speed [m/s].
    FarAway,    ///< A dynamic body is more than 10 km from the origin; value: the distance [m].
    Overlap,    ///< A dynamic body is deeper in another than half of its own width; value: the depth [m].
    MassRatio,  ///< Two dynamic bodies that touch or are joined differ in mass by more than 10,000; value:
                ///< the ratio.
    Friction,   ///< A coefficient of friction above 10; value: the coefficient.
    FarAnchors,      ///< A joint was created more than 1 m away from where it holds its bodies, and more than
                     ///< four times their size; value: that distance [m].
    MouseCollision,  ///< A mouse joint keeps two bodies with shapes from colliding; value: 0.
    IdleMotor,       ///< A motor of a joint has a speed and the maximum 0: it does nothing; value: the speed
                     ///< [m/s] or [rad/s].
    Count
};

/// Number of kinds of hints.
inline constexpr std::size_t hint_kind_count = static_cast<std::size_t>(HintKind::Count);

/// Largest number of hints of one kind in a list.
inline constexpr int max_hints_of_kind = 64;

/// Something that is legal, and mostly a mistake: a time step in milliseconds, a box in pixels, an angle in
/// degrees. `World::hints` returns them by kind, then by slot; of each kind at most `max_hints_of_kind`.
///
/// Most are seen in the world as it is. The longest step, the angles of new bodies and the anchors of new
/// joints are remembered outside of the state: snapshots, clones and save files have none of them, and
/// `World::restore` forgets those of objects. Not allowed inside a step (`Error`). Cost: one pass over
/// bodies, shapes, contacts and joints; a step pays two comparisons.
///
/// A hint is about the world if all handles are null.
struct Hint {
    HintKind kind = HintKind::TimeStep;  ///< Kind.
    BodyId body{};                       ///< Body that it is about; null: none.
    ShapeId shape{};                     ///< Shape that it is about; null: none.
    JointId joint{};                     ///< Joint that it is about; null: none.
    float value = 0.0f;                  ///< Value that is unusual; the kind says its unit.
    int count = 1;           ///< Number of hints of this kind in the world; the list has at most 64.
    std::string function{};  ///< Function that gave the value, in C++: "World::step".
    std::string page{};      ///< Page of the manual about it: "docs/manual/time.md".
    std::string text{};      ///< A sentence with the value.
};

}  // namespace drystone
