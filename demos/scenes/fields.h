#pragma once

#include <scenes/joints.h>

#include <variant>

/// Force fields and explosions, as scenes describe them. An engine without the feature leaves them out.
namespace scenes {

/// Moving air that exerts drag and lift on surfaces that face it.
struct WindField {
    Point velocity{};      ///< [m/s]
    float density = 1.2f;  ///< [kg/m^2]
    float drag = 1.0f;
    float lift = 0.0f;
};
/// Fluid below the top of its region.
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

/// Number of a field, in order of creation.
using FieldNumber = int;
/// Number of a field that the engine did not create.
inline constexpr FieldNumber no_field = -1;

struct FieldDescription {
    std::variant<WindField, FluidField, PlanetField> field;
    /// Box that wind and fluids fill [m]; a box without area means everywhere.
    Point lower{};
    Point upper{};
};

struct ExplosionDescription {
    Point center{};
    float radius = 1.0f;              ///< Full effect within this distance [m],
    float falloff = 0.0f;             ///< which decreases to zero over this one [m].
    float impulse_per_length = 1.0f;  ///< [N s/m]
};

}  // namespace scenes
