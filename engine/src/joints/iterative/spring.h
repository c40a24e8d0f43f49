#pragma once

namespace drystone {

/// A damped spring as factors of a velocity constraint that is solved once per sub-step of h [s] and followed
/// by x += h v: v' = (1 - mass_scale) v - gain x.
struct SpringFactors {
    float gain = 0.0f;        ///< [1/s]
    float mass_scale = 0.0f;  ///< Part of the speed that the damper removes.
};

/// Computes the factors of x'' + 2 ratio w x' + w^2 x = load / mass, w = 2 pi frequency [Hz]:
/// gain = h w^2 / (1 + ratio w h)^2, mass_scale = 1 - 1 / (1 + ratio w h)^2. The discrete oscillator rests
/// exactly where the exact one does under any steady load. It has the same damping ratio to second order in
/// w h, exactly if that is 0 or 1, and a frequency that is smaller by the factor 1 + ratio w h / 2, to first
/// order. (With the exact poles, the deflection under a load would be too small by the part ratio w h.)
///
/// Springs that share bodies are each solved once, and stiff ones push these to and fro, with more energy
/// from sub-step to sub-step. Above w h = 1, (1 + ratio w h)^2 is therefore increased by 32 ((w h)^2 - 1),
/// and w h is limited to 1.5. The factor is computed: the map of a sub-step of chains of springs, springs in
/// parallel and wheels of 1/50 of the mass they carry then has no eigenvalue above 1.01. Above w h = 1 some
/// are above 1: such wheels may hum on springs that are too stiff for the sub-step.
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
