#pragma once

namespace drystone {

/// A damped spring as factors of a velocity constraint that is solved once per sub-step of h [s] and followed
/// by x += h v: v' = (1 - mass_scale) v - gain x.
struct SpringFactors {
    float gain = 0.0f;        ///< [1/s]
    float mass_scale = 0.0f;  ///< Part of the speed that the damper removes.
};

/// Computes the factors with which the discrete oscillator has exactly the frequency [Hz] and the decay of
/// x'' + 2 ratio w x' + w^2 x = 0, w = 2 pi frequency: its map over one sub-step has the determinant and the
/// trace of the exact one, so it is stable for any h [s]. Returns zero factors if `frequency` or `h` is not
/// positive. With a damping ratio below 1, the phase per sub-step is limited to 1.5 rad.
SpringFactors make_spring(float frequency, float damping_ratio, float h);

/// Factors of springs for one h. Caches the last ones, since consecutive joints mostly have equal springs.
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
