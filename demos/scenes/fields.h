#pragma once

#include <scenes/joints.h>

#include <variant>

/// What acts on bodies from afar, as scenes describe it. An engine that has no such thing leaves it out.
namespace scenes {

/// Moving air that drags and lifts what faces it.
struct WindField {
    Point velocity{};      ///< [m/s]
    float density = 1.2f;  ///< [kg/m^2]
    float drag = 1.0f;
    float lift = 0.0f;
};
/// A fluid below the top of its region.
struct FluidField {
    float density = 2.0f;  ///< [kg/m^2]
    Point flow{};          ///< [m/s]
    float drag = 1.0f;     ///< Linear and angular [1/s].
};
/// Gravity that decays with the square of the distance from a point.
struct PlanetField {
    Point center{};
    float strength = 0.0f;  ///< At a distance of 1 m [m/s^2].
};

/// Fields are numbered by their creation.
using FieldNumber = int;
/// The number of a field that the engine did not make.
inline constexpr FieldNumber no_field = -1;

struct FieldDescription {
    std::variant<WindField, FluidField, PlanetField> field;
    /// The box in which wind and fluids are [m]; a box without width: everywhere.
    Point lower{};
    Point upper{};
};

struct ExplosionDescription {
    Point center{};
    float radius = 1.0f;              ///< Within it acts in full [m],
    float falloff = 0.0f;             ///< over this distance more less and less [m].
    float impulse_per_length = 1.0f;  ///< [N s/m]
};

}  // namespace scenes
