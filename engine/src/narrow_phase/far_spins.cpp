#include "narrow_phase/far_spins.h"

#include "core/arrays.h"

#include <cmath>

namespace drystone {

void FarSpins::find(const BodyStore& bodies, float time_step, float min_thickness) {
    for (const std::uint32_t body : found_) {
        flags_[body] = 0;
    }
    found_.clear();
    any_dynamic_ = false;
    grow_resize(flags_, bodies.slots.size());
    grow_resize(velocities_, bodies.awake.size());
    BodyVelocity* next = velocities_.data();
    for (const std::uint32_t body : bodies.awake) {
        const BodyVelocity& velocity = bodies.velocities[body];
        *next++ = velocity;
        const float spin = std::abs(velocity.w) * bodies.damping_and_sleep[body].extent;
        if (time_step * spin > min_thickness) {
            flags_[body] = 1;
            grow_push_back(found_, body);
            any_dynamic_ = any_dynamic_ || bodies.is_dynamic(body);
        }
    }
}

}  // namespace drystone
