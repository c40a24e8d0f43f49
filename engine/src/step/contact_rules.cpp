#include "step/contact_rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone {

namespace {

float mix(Mixing rule, float a, float b) {
    switch (rule) {
        case Mixing::Average: return 0.5f * (a + b);
        case Mixing::Minimum: return std::min(a, b);
        case Mixing::Multiply: return a * b;
        case Mixing::Maximum: return std::max(a, b);
        case Mixing::Default:
        case Mixing::GeometricMean: break;
    }
    return std::sqrt(a * b);
}

/// Of two rules the one that stands later in the list.
Mixing winner(Mixing a, Mixing b, Mixing by_default) {
    const Mixing rule = std::max(a, b);
    return rule == Mixing::Default ? by_default : rule;
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
    return {mix(winner(a.friction_mixing, b.friction_mixing, Mixing::GeometricMean), a.friction, b.friction),
            mix(winner(a.restitution_mixing, b.restitution_mixing, Mixing::Maximum), a.restitution,
                b.restitution)};
}

bool should_collide(const Filter& a, const Filter& b) {
    if (a.group == b.group && a.group != 0) {
        return a.group > 0;
    }
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

}  // namespace drystone
