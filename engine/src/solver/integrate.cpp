#include "solver/integrate.h"

#include <cmath>

namespace drystone {

namespace {

BodyIntegration make_integration(const BodyMass& mass, const BodyForce& force, const BodyDamping& damping,
                                 const IntegrationConstants& constants) {
    BodyIntegration result;
    const float h = constants.h;
    result.normalisation = mass_normalisation(mass);
    result.inverse_mass = mass.inverse_mass;
    result.arm_scale = arm_scale(mass);
    if (mass.inverse_mass > 0.0f) {
        result.gain_x = h * (mass.inverse_mass * force.x + force.gravity_scale * constants.gravity.x());
        result.gain_y = h * (mass.inverse_mass * force.y + force.gravity_scale * constants.gravity.y());
        result.gain_w = h * (mass.inverse_inertia * force.torque) / result.normalisation;
        result.linear_keep = 1.0f / (1.0f + h * damping.linear);
        result.angular_keep = 1.0f / (1.0f + h * damping.angular);
    }
    return result;
}

}  // namespace

void load_bodies(const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<BodyIntegration>& integration) {
    const std::size_t count = bodies.awake.size();
    const std::size_t padded = (count + block_lanes) / block_lanes * block_lanes;
    states.resize(padded);
    integration.resize(padded);
    states[0] = {};
    integration[0] = {};
    for (std::size_t k = count + 1; k < padded; ++k) {
        states[k] = {};
        integration[k] = {};
    }
    for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t body = bodies.awake[k];
        const BodyVelocity& velocity = bodies.velocities[body];
        BodyIntegration& own = integration[k + 1];
        own = make_integration(bodies.masses[body], bodies.forces[body], bodies.dampings[body], constants);
        states[k + 1] = {velocity.x,
                         velocity.y,
                         velocity.w / own.normalisation,
                         bodies.masses[body].inverse_mass,
                         0.0f,
                         0.0f,
                         0.0f,
                         0.0f};
    }
}

namespace {

/// Pose and velocity of a body after the step; what it had before where a number is not finite.
void store_body(const BodySolverState& state, float g, BodyPose& pose, BodyVelocity& velocity) {
    const float sine = state.delta_sin * g;
    const float cosine = state.delta_cos * g;
    const float c = pose.c + (pose.c * cosine - pose.s * sine);
    const float s = pose.s + (pose.s * cosine + pose.c * sine);
    const float scale = 1.0f / std::sqrt(c * c + s * s);
    const BodyPose moved{pose.x + state.delta_x, pose.y + state.delta_y, c * scale, s * scale};
    const BodyVelocity next{state.velocity_x, state.velocity_y, state.angular_velocity * g, 0.0f};
    const bool finite = is_finite(moved.x) && is_finite(moved.y) && is_finite(moved.c) &&
                        is_finite(moved.s) && is_finite(next.x) && is_finite(next.y) && is_finite(next.w);
    pose = finite ? moved : pose;
    velocity = finite ? next : BodyVelocity{};
}

}  // namespace

void store_bodies(BodyStore& bodies, const std::vector<BodySolverState>& states,
                  const std::vector<BodyIntegration>& integration) {
    for (std::size_t k = 0; k < bodies.awake.size(); ++k) {
        const std::uint32_t body = bodies.awake[k];
        store_body(states[k + 1], integration[k + 1].normalisation, bodies.poses[body],
                   bodies.velocities[body]);
        BodyForce& force = bodies.forces[body];
        force = {0.0f, 0.0f, 0.0f, force.gravity_scale};
    }
}

}  // namespace drystone
