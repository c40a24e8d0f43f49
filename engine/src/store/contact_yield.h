#pragma once

#include <algorithm>

namespace drystone {

/// Acceleration that loads are measured with [m/s^2].
inline constexpr float standard_gravity = 10.0f;
/// Part of the impulse that a contact yields to under a load that it settles under in the end. The rest keeps
/// it a spring: the forces of a structure at rest would drift without one.
inline constexpr float settled_share = 0.8f;
/// Forces on the bodies of a component that its contacts may bear, beside what stops all of them at once.
inline constexpr float borne_forces = 16.0f;
/// Mark of a contact that wakes: it has settled under what it bears.
inline constexpr float fully_settled = -1.0f;

/// Constants of the yielding of contacts in a step; those with a softness of their own do not harden.
struct ContactYield {
    float hardening = 0.0f;       ///< Fall of the yielding part per change of velocity by the load [s/m].
    float min_load_speed = 0.0f;  ///< Change of velocity by an impulse that any contact may bear [m/s].

    friend bool operator==(const ContactYield&, const ContactYield&) = default;
};

// Impulses and the effective mass of a contact point, in N s and kg, >= 0 and > 0; `bearable` is that of
// `ContactBlock`. Cost: a division.

/// Returns what of an impulse counts as a load. What is more than the weight of all that is there, with some
/// margin for blows, is squeezed.
template <class Number>
[[nodiscard]] Number load_of(Number impulse, Number mass, Number bearable, const ContactYield& yield) {
    return std::min(impulse, std::max(bearable, mass * static_cast<Number>(yield.min_load_speed)));
}

/// Returns the part of a load that a contact yields to.
template <class Number>
[[nodiscard]] Number yielding_part(Number load, Number mass, const ContactYield& yield) {
    return mass / (mass + static_cast<Number>(yield.hardening) * load);
}

/// Returns the impulse that a contact yields to: the overlap at which a soft contact rests is in proportion
/// to it, less what it has settled under. It is the impulse itself under light loads, and `mass / hardening`
/// at most under heavy ones; what is no load counts in full.
template <class Number>
[[nodiscard]] Number yielding_impulse(Number impulse, Number mass, Number bearable,
                                      const ContactYield& yield) {
    const Number load = load_of(impulse, mass, bearable, yield);
    return (impulse - load) + load * yielding_part(load, mass, yield);
}

/// Returns what a contact settles under in the end.
template <class Number>
[[nodiscard]] Number settling_end(Number impulse, Number mass, Number bearable, const ContactYield& yield) {
    const Number load = load_of(impulse, mass, bearable, yield);
    return static_cast<Number>(settled_share) * load * yielding_part(load, mass, yield);
}

}  // namespace drystone
