#include "contacts/contact_rules.h"

#include <drystone/error.h>

#include <drystone/collision/math.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace drystone {

namespace {

float mix(Mixing rule, float a, float b) {
    switch (rule) {
        case Mixing::Average: return 0.5f * (a + b);
        case Mixing::Minimum: return std::min(a, b);
        case Mixing::Multiply: return a * b;
        case Mixing::Maximum: return std::max(a, b);
        case Mixing::ClampedSum: return std::min(a + b, 1.0f);
        case Mixing::Default:
        case Mixing::GeometricMean: break;
    }
    return std::sqrt(a * b);
}

/// Returns the rule that comes later in the enumeration.
Mixing winner(Mixing a, Mixing b, Mixing by_default) {
    const Mixing rule = std::max(a, b);
    return rule == Mixing::Default ? by_default : rule;
}

/// Returns the softer material: the one with the lower frequency (0: rigid), and of equal ones, the one with
/// less damping.
const Material& softer_of(const Material& a, const Material& b) {
    if (a.frequency == b.frequency) {
        return b.damping_ratio < a.damping_ratio ? b : a;
    }
    if (a.frequency == 0.0f || b.frequency == 0.0f) {
        return a.frequency == 0.0f ? b : a;
    }
    return b.frequency < a.frequency ? b : a;
}

}  // namespace

bool ContactRules::excludes(const BodyPair& pair) const {
    return std::binary_search(excluded.begin(), excluded.end(), pair);
}

void ContactRules::exclude(const BodyPair& pair) {
    excluded.insert(std::lower_bound(excluded.begin(), excluded.end(), pair), pair);
}

void ContactRules::allow(const BodyPair& pair) {
    excluded.erase(std::lower_bound(excluded.begin(), excluded.end(), pair));
    allowed_again.push_back(pair);
}

void ContactRules::forget(std::uint32_t body) {
    const auto names_it = [&](const BodyPair& pair) { return pair.a == body || pair.b == body; };
    std::erase_if(excluded, names_it);
    std::erase_if(allowed_again, names_it);
}

void ContactRules::rethrow() {
    if (error) {
        std::rethrow_exception(std::exchange(error, nullptr));
    }
}

MixedMaterial mix_materials(const Material& a, const Material& b) {
    MixedMaterial mixed;
    const Mixing rule = winner(a.friction_mixing, b.friction_mixing, Mixing::GeometricMean);
    mixed.friction = mix(rule, a.friction, b.friction);
    if (a.extra_static_friction != 0.0f || b.extra_static_friction != 0.0f) {
        mixed.extra_static_friction = std::max(
            0.0f, mix(rule, a.friction + a.extra_static_friction, b.friction + b.extra_static_friction) -
                      mixed.friction);
    }
    if (a.extra_reverse_friction != 0.0f || b.extra_reverse_friction != 0.0f) {
        mixed.extra_reverse_friction = mix(rule, std::max(0.0f, a.friction + a.extra_reverse_friction),
                                           std::max(0.0f, b.friction + b.extra_reverse_friction)) -
                                       mixed.friction;
    }
    mixed.restitution = mix(winner(a.restitution_mixing, b.restitution_mixing, Mixing::Maximum),
                            a.restitution, b.restitution);
    mixed.rolling_resistance = std::max(a.rolling_resistance, b.rolling_resistance);
    // Avoids minus zero.
    mixed.tangent_speed = (a.tangent_speed + b.tangent_speed) + 0.0f;
    const Material& softer = softer_of(a, b);
    mixed.frequency = softer.frequency;
    mixed.damping_ratio = softer.damping_ratio;
    return mixed;
}

void check_mixed(const char* function, const char* what, const MixedMaterial& mixed) {
    const auto refuse = [&](const char* name, const char* wanted, float value) {
        std::string argument("the ");
        argument.append(name).append(" ").append(what);
        fail(function, argument.c_str(), wanted, static_cast<double>(value));
    };
    const auto check_not_negative = [&](const char* name, float value) {
        if (!(is_finite(value) && value >= 0.0f)) {
            refuse(name, "finite and >= 0", value);
        }
    };
    check_not_negative("friction", mixed.friction);
    if (!(mixed.restitution >= 0.0f && mixed.restitution <= 1.0f)) {
        refuse("restitution", "in [0, 1]", mixed.restitution);
    }
    check_not_negative("rolling_resistance", mixed.rolling_resistance);
    if (!is_finite(mixed.tangent_speed)) {
        refuse("tangent_speed", "finite", mixed.tangent_speed);
    }
    check_not_negative("frequency", mixed.frequency);
    check_not_negative("damping_ratio", mixed.damping_ratio);
    check_not_negative("extra_static_friction", mixed.extra_static_friction);
    if (!is_finite(mixed.extra_reverse_friction)) {
        refuse("extra_reverse_friction", "finite", mixed.extra_reverse_friction);
    }
}

}  // namespace drystone
