#pragma once

#include "store/joint_store.h"
#include "store/softness.h"

namespace drystone {

/// Returns the softness of what a joint locks and limits. `h`: sub-step [s]. With the default settings, it is
/// as stiff as converges: single passes over locks stiffer than a quarter of the sub-step rate push bodies to
/// and fro, so that heaps of figures do not come to rest. Nor may such locks keep more of their impulses than
/// a spring of that rate: nets and welded beams would gain energy from pass to pass, although they would
/// yield less under a load.
inline Softness softness_of(const JointSettings& settings, float h) {
    constexpr float stiffest = 0.25f;
    const bool limited = has_default_softness(settings) && settings.frequency * h > stiffest;
    return make_softness(limited ? stiffest / h : settings.frequency, settings.damping_ratio, h);
}

}  // namespace drystone
