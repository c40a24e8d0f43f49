#include "narrow_phase/kernels/surface_rows.h"

#include <algorithm>
#include <limits>

namespace drystone {

namespace {

void write_softness(const BlockSoftness& defaults, const SolverConstants& constants, int lane,
                    SurfaceBlock& block) {
    const bool spring = block.frequency[lane] > 0.0f;
    // The solver can follow no stiffer spring, as for the world's own contacts.
    const float stiffest = (defaults.is_static ? 0.25f : 0.125f) * constants.inverse_h;
    const Softness softness = spring ? make_softness(std::min(block.frequency[lane], stiffest),
                                                     block.damping_ratio[lane], constants.h)
                                     : defaults.softness;
    block.bias_rate[lane] = softness.mass_scale * softness.bias_rate;
    block.mass_scale[lane] = softness.mass_scale;
    block.impulse_scale[lane] = softness.impulse_scale;
    // Springs push back at any speed.
    block.lowest_bias[lane] = spring ? -std::numeric_limits<float>::max() : -constants.max_bias;
    block.is_spring[lane] = spring ? 1.0f : 0.0f;
}

void write_rolling(const BodyStore& bodies, const ContactIds& ids, int lane, SurfaceBlock& block) {
    const BodyMass& a = bodies.masses[static_cast<std::size_t>(ids.body_a[lane])];
    const BodyMass& b = bodies.masses[static_cast<std::size_t>(ids.body_b[lane])];
    const float sum = a.inverse_inertia + b.inverse_inertia;
    const bool resists = block.rolling_length[lane] > 0.0f && sum > 0.0f;
    block.turn_a[lane] = resists ? a.arm_scale : 0.0f;
    block.turn_b[lane] = resists ? b.arm_scale : 0.0f;
    block.rolling_mass[lane] = resists ? 1.0f / sum : 0.0f;
}

}  // namespace

void write_surface_lane(const BodyStore& bodies, const ContactIds& ids, int lane,
                        const BlockSoftness& defaults, const SolverConstants& constants,
                        SurfaceBlock& block) {
    write_softness(defaults, constants, lane, block);
    write_rolling(bodies, ids, lane, block);
}

void write_surface_rows(const BodyStore& bodies, const ContactIds& ids, int lanes,
                        const BlockSoftness& defaults, const SolverConstants& constants,
                        SurfaceBlock& block) {
    for (int lane = 0; lane < lanes; ++lane) {
        write_surface_lane(bodies, ids, lane, defaults, constants, block);
    }
    for (int lane = lanes; lane < block_lanes; ++lane) {
        write_softness(defaults, constants, lane, block);
        block.turn_a[lane] = block.turn_b[lane] = block.rolling_mass[lane] = 0.0f;
    }
}

}  // namespace drystone
