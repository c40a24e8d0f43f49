#pragma once

#include "constraint_graph/contact_block.h"
#include "store/body_store.h"

namespace drystone {

/// Arms from the centres of mass of both bodies to a contact point [m].
struct PointArms {
    Vec2 a;
    Vec2 b;
};

/// Writes the arms and effective masses of one point of one lane, as lane kernels do for whole blocks. The
/// effective mass is zero if both inverse masses are.
inline void write_point_arms(const PointArms& arms, const Vec2& normal, const BodyMass& mass_a,
                             const BodyMass& mass_b, ContactBlock& block, int lane, int point) {
    const Vec2 tangent = right_perp(normal);
    const Vec2 arm_a = mass_a.arm_scale * arms.a;
    const Vec2 arm_b = mass_b.arm_scale * arms.b;
    block.normal_arm_a[point][lane] = cross(arm_a, normal);
    block.normal_arm_b[point][lane] = cross(arm_b, normal);
    block.tangent_arm_a[point][lane] = cross(arm_a, tangent);
    block.tangent_arm_b[point][lane] = cross(arm_b, tangent);
    const auto effective_mass = [&](float own, float other) {
        const float inverse =
            mass_a.inverse_mass * (1.0f + own * own) + mass_b.inverse_mass * (1.0f + other * other);
        return inverse > 0.0f ? 1.0f / inverse : 0.0f;
    };
    block.normal_mass[point][lane] =
        effective_mass(block.normal_arm_a[point][lane], block.normal_arm_b[point][lane]);
    block.tangent_mass[point][lane] =
        effective_mass(block.tangent_arm_a[point][lane], block.tangent_arm_b[point][lane]);
}

}  // namespace drystone
