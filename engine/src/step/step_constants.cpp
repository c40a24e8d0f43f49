#include "step/step_constants.h"

#include "store/contact_yield.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Maximum turn in a sub-step [rad].
constexpr float maximum_turn = 0.25f * pi;
/// Largest bias of contacts that push bodies apart slower than this [m/s]: at 60 steps of 4 sub-steps a
/// contact bears some 1,000 times the weight of its effective mass.
constexpr float strength = 3.0f;
/// Time in which what a contact bears counts as its load [s].
constexpr float load_time = 0.2f;
/// Weights of its effective mass, at 10 m/s^2, under which a contact of compliance 1 yields half as far as it
/// can. Fewer, and tall columns shake; more, and heavy bodies sink into light ones.
constexpr float half_yield_weights = 16.0f;
/// Weights of its effective mass that a contact may bear where no loads were found. What is more is squeezed.
constexpr float min_borne_weights = 30.0f;
/// Rate at which contacts settle under the rest of a light load [1/s]. Faster, and tall columns sway.
constexpr float slow_settling_rate = 12.0f;
/// Sub-steps below this pass no time: the inverse of their square would not be finite [s].
constexpr float shortest_sub_step = 1e-18f;

}  // namespace

StepConstants make_step_constants(const WorldDefinition& settings, float time_step, int sub_steps) {
    StepConstants step;
    const float wanted_h = time_step / static_cast<float>(sub_steps);
    const bool moves = wanted_h >= shortest_sub_step;
    const float h = moves ? wanted_h : 0.0f;
    const float inverse_h = moves ? 1.0f / h : 0.0f;
    time_step = moves ? time_step : 0.0f;
    // A contact stiffer than an eighth of the sub-step rate would not converge.
    const float wanted = settings.contact.frequency;
    const float frequency = std::min(wanted, 0.125f * inverse_h);
    // Contacts settle under a light load in about a period.
    const float periods = frequency * time_step;
    step.sub_steps = sub_steps;
    step.integration = {settings.gravity.x,
                        settings.gravity.y,
                        h,
                        settings.maximum_linear_speed,
                        std::min(settings.maximum_angular_speed, maximum_turn * inverse_h),
                        time_step,
                        settings.maximum_angular_speed};
    step.solver = {h,
                   inverse_h,
                   settings.contact.max_push_out_velocity,
                   std::max(settings.contact.max_push_out_velocity, strength),
                   settings.restitution_threshold,
                   make_softness(frequency, settings.contact.damping_ratio, h),
                   make_softness(2.0f * frequency, settings.contact.damping_ratio, h),
                   time_step,
                   {moves ? settings.contact.compliance / (half_yield_weights * standard_gravity * h) : 0.0f,
                    min_borne_weights * standard_gravity * h},
                   time_step / (load_time + time_step),
                   periods / (1.0f + periods),
                   slow_settling_rate * time_step / (1.0f + slow_settling_rate * time_step),
                   (1.0f - shallow_part) / shallow_part * half_yield_weights * standard_gravity * h};
    // The rate limits how fast contacts yield, not how far they yield under a load.
    const float frequency_part = wanted > 0.0f && moves ? frequency / wanted : 1.0f;
    const float compliance = settings.contact.compliance * frequency_part * frequency_part;
    step.solver.contact.impulse_scale *= compliance;
    step.solver.static_contact.impulse_scale *= compliance;
    step.load_part = std::min(std::sqrt(compliance / ContactTuning{}.compliance), 1.0f);
    return step;
}

}  // namespace drystone
