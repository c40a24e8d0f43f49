#include "narrow_phase/kernels/surface_rows.h"

#include <algorithm>
#include <limits>

namespace drystone {

namespace {

void write_softness(const BlockSoftness& usual, const SolverConstants& constants, int lane,
                    SurfaceBlock& block) {
    const bool spring = block.frequency[lane] > 0.0f;
    // As stiff as the solver can follow, see the world's own contacts.
    const float stiffest = (usual.is_static ? 0.25f : 0.125f) * constants.inverse_h;
    const Softness softness = spring ? make_softness(std::min(block.frequency[lane], stiffest),
                                                     block.damping_ratio[lane], constants.h)
                                     : usual.softness;
    block.bias_rate[lane] = softness.mass_scale * softness.bias_rate;
    block.mass_scale[lane] = softness.mass_scale;
    block.impulse_scale[lane] = softness.impulse_scale;
    // A spring pushes back as fast as it wants.
    block.lowest_bias[lane] = spring ? -std::numeric_limits<float>::max() : -constants.push_speed;
    block.is_spring[lane] = spring ? 1.0f : 0.0f;
}

void write_rolling(const BodyStore& bodies, const ContactNames& names, int lane, SurfaceBlock& block) {
    const BodyMass& a = bodies.masses[static_cast<std::size_t>(names.body_a[lane])];
    const BodyMass& b = bodies.masses[static_cast<std::size_t>(names.body_b[lane])];
    const float sum = a.inverse_inertia + b.inverse_inertia;
    const bool resists = block.rolling_length[lane] > 0.0f && sum > 0.0f;
    block.turn_a[lane] = resists ? a.arm_scale : 0.0f;
    block.turn_b[lane] = resists ? b.arm_scale : 0.0f;
    block.rolling_mass[lane] = resists ? 1.0f / sum : 0.0f;
}

}  // namespace

void write_surface_lane(const BodyStore& bodies, const ContactNames& names, int lane,
                        const BlockSoftness& usual, const SolverConstants& constants, SurfaceBlock& block) {
    write_softness(usual, constants, lane, block);
    write_rolling(bodies, names, lane, block);
}

void write_surface_rows(const BodyStore& bodies, const ContactNames& names, int lanes,
                        const BlockSoftness& usual, const SolverConstants& constants, SurfaceBlock& block) {
    for (int lane = 0; lane < lanes; ++lane) {
        write_surface_lane(bodies, names, lane, usual, constants, block);
    }
    for (int lane = lanes; lane < block_lanes; ++lane) {
        write_softness(usual, constants, lane, block);
        block.turn_a[lane] = block.turn_b[lane] = block.rolling_mass[lane] = 0.0f;
    }
}

}  // namespace drystone
