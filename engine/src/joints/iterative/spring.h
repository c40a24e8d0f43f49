#pragma once

namespace drystone {

/// A damped spring as factors of its impulse in a sub-step of h [s] that is followed by x += h v. With the
/// effective mass m, the speed u at the start of the sub-step, the speed v without the spring, after forces
/// and other impulses, and the stretch x, the impulse is
///
///   (1 - mass_scale) push - mass_scale m v,   push = -m (last_scale u + gain x)
///
/// Its first part is there before any other impulse: it is what springs and dampers push with if nothing
/// changes the speed. The second part needs what bodies that share springs get from all of these.
struct SpringFactors {
    float gain = 0.0f;        ///< [1/s]
    float last_scale = 0.0f;  ///< Part of the damper that acts on the speed before the sub-step.
    float mass_scale = 0.0f;  ///< Part of the new speed that the damper removes.
    float kept = 0.0f;  ///< Part of the last impulse in the first guess of the new one; the rest is push.
};

/// Computes the factors of x'' + 2 ratio w x' + w^2 x = load / mass, w = 2 pi frequency [Hz]. Up to w h = 1,
/// the discrete oscillator moves as the exact one, sampled: it has its frequency and its decay, and rests
/// where it does under any steady load. These are three conditions, for gain, last_scale and mass_scale.
///
/// Above w h = 1, an oscillation cannot be resolved, and springs that share bodies, each solved once, would
/// push these to and fro with more energy from sub-step to sub-step. The damping of w h = 1 is then increased
/// in proportion to (w h)^2, and by min(26 w h, 80) ((w h)^2 - 1). The factor is computed: a chain of eight
/// bodies that falls into its springs gains no energy at any stiffness, and the map of a sub-step of wheels
/// of 1/50 of the mass they carry has no eigenvalue above 1.01. The deflection under a load is exact.
///
/// The map of up to 16 springs in parallel, of stars and rings of eight bodies and of chains has no
/// eigenvalue above 1.001 up to w h = 0.6. Chains between much lighter bodies, whose springs have a w h above
/// 1 for these, have eigenvalues up to 1.02: each spring then needs many sub-steps to feel what the next one
/// carries.
///
/// Returns zero factors if `frequency` or `h` is not positive.
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
