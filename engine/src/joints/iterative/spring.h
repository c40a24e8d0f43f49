#pragma once

namespace drystone {

/// A damped spring as factors on a velocity constraint that is solved once per sub-step of h [s] and followed
/// by x += h v: v' = (1 - mass_scale) v - gain x.
struct SpringFactors {
    float gain = 0.0f;        ///< [1/s]
    float mass_scale = 0.0f;  ///< Part of the speed that the damper takes.
};

/// The factors with which the discrete oscillator has exactly the frequency and the decay of
/// x'' + 2 ratio w x' + w^2 x = 0, w = 2 pi frequency: its map over one sub-step has the determinant and the
/// trace of the exact one, so that it is stable for any h. Without a frequency it does nothing.
SpringFactors make_spring(float frequency, float damping_ratio, float h);

/// The factors of springs for one h. Joints that follow each other mostly have equal springs: the last
/// factors are kept.
class SpringTable {
public:
    explicit SpringTable(float h) : h_(h) {}
    [[nodiscard]] float h() const { return h_; }
    const SpringFactors& factors(float frequency, float damping_ratio) {
        if (frequency != frequency_ || damping_ratio != damping_ratio_) {
            frequency_ = frequency;
            damping_ratio_ = damping_ratio;
            factors_ = make_spring(frequency, damping_ratio, h_);
        }
        return factors_;
    }

private:
    float h_;
    float frequency_ = 0.0f;
    float damping_ratio_ = 0.0f;
    SpringFactors factors_{};
};

}  // namespace drystone
