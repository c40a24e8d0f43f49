#include <doctest/doctest.h>

#include "store/softness.h"

#include <cmath>
#include <utility>

using namespace drystone;

TEST_CASE("softness: the factors are those of the implicit spring in double precision") {
    for (const float frequency : {1.0f, 5.0f, 30.0f, 60.0f}) {
        for (const float damping_ratio : {0.0f, 0.7f, 1.0f, 10.0f}) {
            for (const float h : {1.0f / 60.0f, 1.0f / 240.0f, 1.0f / 480.0f}) {
                CAPTURE(frequency);
                CAPTURE(damping_ratio);
                CAPTURE(h);
                const Softness soft = make_softness(frequency, damping_ratio, h);
                // Mass m on a spring k = m w^2 with a damper c = 2 m z w, integrated implicitly: gamma = 1 /
                // (h (c + h k)), beta = h k / (c + h k), for m = 1.
                const double w = 2.0 * 3.141592653589793 * double{frequency};
                const double k = w * w;
                const double c = 2.0 * double{damping_ratio} * w;
                const double gamma = 1.0 / (double{h} * (c + double{h} * k));
                const double bias_rate = k / (c + double{h} * k);
                CHECK(soft.bias_rate == doctest::Approx(bias_rate).epsilon(1e-6));
                CHECK(soft.mass_scale == doctest::Approx(1.0 / (1.0 + gamma)).epsilon(1e-6));
                CHECK(soft.impulse_scale == doctest::Approx(gamma / (1.0 + gamma)).epsilon(1e-6));
            }
        }
    }
}

TEST_CASE("softness: a body on the constraint alone follows the implicit spring") {
    const float h = 1.0f / 240.0f;
    const Softness soft = make_softness(4.0f, 0.5f, h);
    const double w = 2.0 * 3.141592653589793 * 4.0;
    double x = 0.1;
    double v = 0.0;
    double expected_x = 0.1;
    double expected_v = 0.0;
    double impulse = 0.0;
    for (int i = 0; i < 240; ++i) {
        // Without warm starting, the accumulated impulse starts at zero in every step.
        impulse = -double{soft.mass_scale} * (v + double{soft.bias_rate} * x);
        v += impulse;
        x += double{h} * v;
        // (1 + 2 z w h + w^2 h^2) v' = v - w^2 h x
        expected_v = (expected_v - w * w * double{h} * expected_x) /
                     (1.0 + 2.0 * 0.5 * w * double{h} + w * w * double{h} * double{h});
        expected_x += double{h} * expected_v;
        CHECK(std::abs(x - expected_x) < 1e-6);
    }
}

TEST_CASE("softness: no frequency is a rigid constraint without bias") {
    const Softness rigid = make_softness(0.0f, 10.0f, 1.0f / 240.0f);
    CHECK(rigid.bias_rate == 0.0f);
    CHECK(rigid.mass_scale == 1.0f);
    CHECK(rigid.impulse_scale == 0.0f);
}

TEST_CASE("softness: a spring that is too weak for the numbers gives no impulse") {
    for (const float h : {1e-18f, 1.0f / 240.0f}) {
        const Softness soft = make_softness(1e-38f, 0.0f, h);
        CHECK(soft.bias_rate == 0.0f);
        CHECK(soft.mass_scale == 0.0f);
        CHECK(soft.impulse_scale == 1.0f);
    }
}
