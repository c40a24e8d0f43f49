#pragma once

#include "store/joint_store.h"
#include "store/softness.h"

namespace drystone {

/// Returns the softness of what a joint locks and limits. `h`: sub-step [s]. With the default settings, it is
/// as stiff as converges: single passes over locks stiffer than a quarter of the sub-step rate push bodies to
/// and fro, so that heaps of figures do not come to rest. The rate limits how fast locks yield, not how far
/// they yield under a load: a step of another length does not move what is at rest.
inline Softness softness_of(const JointSettings& settings, float h) {
    constexpr float stiffest = 0.25f;
    if (!has_default_softness(settings) || !(settings.frequency * h > stiffest)) {
        return make_softness(settings.frequency, settings.damping_ratio, h);
    }
    const float frequency = stiffest / h;
    const float slower = frequency / settings.frequency;
    Softness softness = make_softness(frequency, settings.damping_ratio, h);
    softness.impulse_scale *= slower * slower;
    return softness;
}

}  // namespace drystone
