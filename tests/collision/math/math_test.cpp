#include <drystone/collision/math.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>

using namespace drystone;

namespace {

constexpr double exact_pi = 3.14159265358979323846;

std::uint32_t bits_of(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

struct Hash {
    std::uint32_t value = 2166136261u;
    void add(float number) { value = (value ^ bits_of(number)) * 16777619u; }
};

}  // namespace

TEST_CASE("sine and cosine are within 1e-7 for a thousand radians") {
    double worst = 0.0;
    for (int i = -200000; i <= 200000; ++i) {
        const float angle = static_cast<float>(i) * 0.005f;
        float sine = 0.0f;
        float cosine = 0.0f;
        sin_cos(angle, sine, cosine);
        worst = std::max(worst, std::abs(static_cast<double>(sine) - std::sin(static_cast<double>(angle))));
        worst = std::max(worst, std::abs(static_cast<double>(cosine) - std::cos(static_cast<double>(angle))));
    }
    CHECK(worst < 1e-7);
}

TEST_CASE("sine and cosine at the corners") {
    const Rot none = Rot::from_angle(0.0f);
    CHECK(none.c == 1.0f);
    CHECK(none.s == 0.0f);
    for (const float angle : {1e5f, -3e9f, 1e20f, 3e38f}) {
        const Rot rotation = Rot::from_angle(angle);
        CHECK(rotation.c * rotation.c + rotation.s * rotation.s == doctest::Approx(1.0f));
    }
    CHECK_FALSE(is_finite(Rot::from_angle(std::numeric_limits<float>::infinity()).c));
    CHECK_FALSE(is_finite(Rot::from_angle(std::numeric_limits<float>::quiet_NaN()).s));
}

TEST_CASE("the arc tangent is within 3e-7 all around") {
    double worst = 0.0;
    for (int i = 0; i < 100000; ++i) {
        const double angle = -exact_pi + (i + 0.5) * 2.0 * exact_pi / 100000.0;
        const double length = 1e-3 * (1 + i % 1000);
        const float y = static_cast<float>(length * std::sin(angle));
        const float x = static_cast<float>(length * std::cos(angle));
        const double truth = std::atan2(static_cast<double>(y), static_cast<double>(x));
        worst = std::max(worst, std::abs(static_cast<double>(arc_tangent(y, x)) - truth));
    }
    CHECK(worst < 3e-7);
}

TEST_CASE("the arc tangent at the corners") {
    CHECK(arc_tangent(0.0f, 0.0f) == 0.0f);
    CHECK(arc_tangent(0.0f, 1.0f) == 0.0f);
    CHECK(arc_tangent(0.0f, -1.0f) == pi);
    CHECK(arc_tangent(-0.0f, -1.0f) == pi);
    CHECK(arc_tangent(-1e-30f, -1.0f) == pi);
    CHECK(arc_tangent(1.0f, 0.0f) == 0.5f * pi);
    CHECK(arc_tangent(-1.0f, 0.0f) == -0.5f * pi);
    CHECK(arc_tangent(1e-42f, 1e-42f) == doctest::Approx(0.25f * pi));
    CHECK(arc_tangent(3e38f, 3e38f) == doctest::Approx(0.25f * pi));
}

TEST_CASE("an angle survives the round trip through a rotation") {
    for (int i = -314; i <= 314; ++i) {
        const float angle = 0.01f * static_cast<float>(i);
        CHECK(Rot::from_angle(angle).angle() == doctest::Approx(angle).epsilon(1e-6));
    }
}

TEST_CASE("trigonometry gives the same bits everywhere") {
    Hash hash;
    for (int i = -5000; i <= 5000; ++i) {
        const float angle = 0.37f * static_cast<float>(i);
        float sine = 0.0f;
        float cosine = 0.0f;
        sin_cos(angle, sine, cosine);
        hash.add(sine);
        hash.add(cosine);
        hash.add(arc_tangent(sine * 3.0f, cosine * 2.0f));
    }
    CHECK(hash.value == 1483104119u);
}

TEST_CASE("poses compose, and invert") {
    const Pose a{{3.0f, -2.0f}, Rot::from_angle(0.7f)};
    const Pose b{{-1.0f, 5.0f}, Rot::from_angle(-2.1f)};
    const Vec2 p{0.3f, 0.4f};
    const Vec2 there = transform(multiply(a, b), p);
    CHECK(length(there - transform(a, transform(b, p))) < 1e-5f);
    CHECK(length(inverse_transform(a, transform(a, p)) - p) < 1e-6f);
    CHECK(length(transform(inverse_multiply(a, b), p) - inverse_transform(a, transform(b, p))) < 1e-5f);
}

TEST_CASE("a relative pose loses no accuracy far from the world's origin") {
    const Pose a{{1e6f, -1e6f}, {}};
    const Pose b{{1e6f + 0.5f, -1e6f + 0.25f}, {}};
    CHECK(inverse_multiply(a, b).position == Vec2(0.5f, 0.25f));
}

TEST_CASE("boxes overlap, contain, merge and expand") {
    const Aabb box{{0.0f, 0.0f}, {2.0f, 1.0f}};
    const Aabb touching{{2.0f, 1.0f}, {3.0f, 3.0f}};
    const Aabb apart{{2.1f, 0.0f}, {3.0f, 1.0f}};
    CHECK(overlaps(box, touching));
    CHECK_FALSE(overlaps(box, apart));
    CHECK(contains(merge(box, apart), box));
    CHECK(contains(merge(box, apart), apart));
    CHECK_FALSE(contains(box, apart));
    CHECK(contains(expand(box, 0.1f), box));
    CHECK(center(box) == Vec2(1.0f, 0.5f));
    CHECK(is_valid(box));
    CHECK_FALSE(is_valid(Aabb{{1.0f, 0.0f}, {0.0f, 1.0f}}));
    CHECK_FALSE(is_valid(Aabb{{0.0f, 0.0f}, {std::numeric_limits<float>::quiet_NaN(), 1.0f}}));
}
