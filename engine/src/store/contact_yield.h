#pragma once

#include <algorithm>

namespace drystone {

/// Acceleration that loads are measured with [m/s^2].
inline constexpr float standard_gravity = 10.0f;
/// Part of the impulse that a contact yields to under a load that it settles under in the end. The rest keeps
/// it a spring: the forces of a structure at rest would drift without one.
inline constexpr float settled_share = 0.998f;
/// Part of it that each point settles under soon. Towards the rest both points settle alike, and slower: to
/// settle is to follow the load, and what follows a load that sways drives it.
inline constexpr float soon_settled_share = 0.9f;
/// Time for which a contact settles under a load, if that is light [s]: what is left to settle falls to less
/// than a hundredth of it.
inline constexpr float settling_time = 0.5f;
/// Part of its load by which what a contact yields to may exceed what it has settled under: with more it
/// settles again.
inline constexpr float settling_slack = 0.01f;
/// Part of the rate at which a contact pushes out what is no deeper than loads make it: a faster push drives
/// the sway of tall columns, a slower one takes long to come to rest.
inline constexpr float shallow_part = 0.55f;
/// Forces on the bodies of a component that its contacts may bear, beside what stops all of them at once.
inline constexpr float borne_forces = 16.0f;
/// Mark of a contact that wakes: it has settled so far that it rests at the overlap that it has.
inline constexpr float settled_at_rest = -1.0f;

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

/// Returns the bias of a soft contact with a separation <= 0 [m/s], before its limits. Overlap that loads can
/// cause is pushed out at `shallow_part` of the rate [1/s], and what is deeper at the whole rate.
///
/// \param shallow_bias  how much slower deep overlap is pushed out for that [m/s]
template <class Number>
[[nodiscard]] Number bias_of_overlap(Number separation, Number rate, Number shallow_bias) {
    const auto part = static_cast<Number>(shallow_part);
    return std::min(part * rate * separation, rate * separation + shallow_bias);
}

}  // namespace drystone
