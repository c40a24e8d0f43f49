#include <drystone/eigen.h>

#include <drystone/collision/mappings.h>

#include <Eigen/Geometry>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

using namespace drystone;

namespace {

static_assert(sizeof(Vec2) == 8 && std::is_trivially_copyable_v<Vec2> && std::is_standard_layout_v<Vec2>);
static_assert(sizeof(Vec2d) == 16 && sizeof(Vec3) == 12 && sizeof(Vec3d) == 24 && sizeof(Mat3) == 36);
static_assert(Vec2{} == Vec2{0.0f, 0.0f} && 2.0f * Vec2{1.0f, 2.0f} - Vec2{1.0f, 1.0f} == Vec2{1.0f, 3.0f});

// Vectors of another size or scalar do not convert implicitly.
static_assert(std::is_convertible_v<Eigen::Vector2f, Vec2> && std::is_convertible_v<Vec2, Eigen::Vector2f>);
static_assert(!std::is_convertible_v<Eigen::Vector2d, Vec2> && !std::is_convertible_v<Vec2, Eigen::Vector2d>);
static_assert(!std::is_convertible_v<Eigen::Vector3f, Vec2> && !std::is_convertible_v<Vec2, Eigen::Vector3f>);
static_assert(!std::is_convertible_v<Vec2, Vec2d> && !std::is_convertible_v<Vec2d, Vec2>);
static_assert(!std::is_convertible_v<float, Vec2> && !std::is_convertible_v<Vec2, float>);

// A lambda that returns an Eigen expression of its own temporaries is rejected: it would dangle.
template <class F>
concept Callable = requires(F f) {
    CallableShape{f};
};
constexpr auto gives_expression = [](const Vec2& d) { return 2.0f * Eigen::Vector2f(d); };
constexpr auto gives_point = [](const Vec2& d) { return 2.0f * d; };
static_assert(!Callable<decltype(gives_expression)> && Callable<decltype(gives_point)>);

float first_of_ours(const Vec2& v) { return v.x; }
float first_of_ours_by_value(Vec2 v) { return v.x; }
float first_of_eigen(const Eigen::Vector2f& v) { return v.x(); }
float first_of_eigen_by_value(Eigen::Vector2f v) {
    return v.x();
}  // NOLINT(performance-unnecessary-value-param)

template <class V, class E, int count>
bool same_bits(const V& ours, const E& theirs) {
    const Eigen::Matrix<typename V::Scalar, count, 1> v = ours;
    for (int i = 0; i < count; ++i) {
        if (!(v[i] == theirs[i]) || std::signbit(v[i]) != std::signbit(theirs[i])) {
            return false;
        }
    }
    return true;
}

/// Returns numbers of very different sizes, and zeros of both signs.
template <class S>
S random_number(std::mt19937& random) {
    const S unit = static_cast<S>(random()) / static_cast<S>(0x80000000u) - S{1};
    switch (random() % 8) {
        case 0: return S{0};
        case 1: return -S{0};
        case 2: return unit * S(1e-25);
        case 3: return unit * S(1e15);
        default: return unit;
    }
}

}  // namespace

TEST_CASE("eigen: vectors convert to ours where they are assigned, passed or returned") {
    const Eigen::Vector2f a{1.0f, 2.0f};
    const Eigen::Vector2f b{0.5f, -1.0f};
    const Vec2 copied = a;
    const Vec2 sum = a + b;
    const Vec2 listed{a - b};
    Vec2 assigned;
    assigned = 2.0f * a;
    assigned += b;
    const auto returned = [&]() -> Vec2 { return a.cwiseProduct(b); };
    CHECK(copied == Vec2{1.0f, 2.0f});
    CHECK(sum == Vec2{1.5f, 1.0f});
    CHECK(listed == Vec2{0.5f, 3.0f});
    CHECK(assigned == Vec2{2.5f, 3.0f});
    CHECK(returned() == Vec2{0.5f, -2.0f});
    CHECK(first_of_ours(a) == 1.0f);
    CHECK(first_of_ours(a + b) == 1.5f);
    CHECK(first_of_ours_by_value(a) == 1.0f);
    const float numbers[] = {3.0f, 4.0f};
    CHECK(first_of_ours(Eigen::Map<const Eigen::Vector2f>(numbers)) == 3.0f);
    const Pose pose{a, Rot{}};
    CHECK(transform(pose, b) == Vec2{1.5f, 1.0f});
    CHECK(dot(copied, b) == -1.5f);
}

TEST_CASE("eigen: ours convert to vectors where they are assigned, passed or returned") {
    const Vec2 a{1.0f, 2.0f};
    const Eigen::Vector2f copied = a;
    const Eigen::Vector2f made(a);
    const Eigen::Vector2f listed{a};
    Eigen::Vector2f assigned;
    assigned = 2.0f * a;
    const auto returned = [&]() -> Eigen::Vector2f { return a - Vec2{1.0f, 0.0f}; };
    CHECK(copied == Eigen::Vector2f(1.0f, 2.0f));
    CHECK(made == copied);
    CHECK(listed == copied);
    CHECK(assigned == Eigen::Vector2f(2.0f, 4.0f));
    CHECK(returned() == Eigen::Vector2f(0.0f, 2.0f));
    CHECK(first_of_eigen(a) == 1.0f);
    CHECK(first_of_eigen_by_value(a) == 1.0f);
}

TEST_CASE("eigen: sums of both kinds are ours") {
    const Vec2 ours{1.0f, 2.0f};
    const Eigen::Vector2f theirs{3.0f, 4.0f};
    CHECK(ours + theirs == Vec2{4.0f, 6.0f});
    CHECK(theirs - ours == Vec2{2.0f, 2.0f});
    CHECK(ours != theirs);
    CHECK(Vec2d{1.0, 2.0} + Eigen::Vector2d{1.0, 1.0} == Vec2d{2.0, 3.0});
    CHECK(Vec3{1.0f, 2.0f, 3.0f} - Eigen::Vector3f{1.0f, 1.0f, 1.0f} == Vec3{0.0f, 1.0f, 2.0f});
}

TEST_CASE_TEMPLATE("vectors of the plane: the functions have the bits of Eigen's", V, Vec2, Vec2d) {
    using S = typename V::Scalar;
    using E = Eigen::Matrix<S, 2, 1>;
    std::mt19937 random(7);
    for (int i = 0; i < 20000; ++i) {
        const E p{random_number<S>(random), random_number<S>(random)};
        const E q{random_number<S>(random), random_number<S>(random)};
        const S s = random_number<S>(random);
        const V a = p;
        const V b = q;
        REQUIRE(same_bits<V, E, 2>(a + b, p + q));
        REQUIRE(same_bits<V, E, 2>(a - b, p - q));
        REQUIRE(same_bits<V, E, 2>(-a, -p));
        REQUIRE(same_bits<V, E, 2>(s * a, s * p));
        REQUIRE((s == S{0} || same_bits<V, E, 2>(a / s, p / s)));
        REQUIRE(same_bits<V, E, 2>(min(a, b), p.cwiseMin(q)));
        REQUIRE(same_bits<V, E, 2>(max(a, b), p.cwiseMax(q)));
        REQUIRE(same_bits<V, E, 2>(abs(a), p.cwiseAbs()));
        REQUIRE(same_bits<V, E, 2>(normalized(a), p.normalized()));
        REQUIRE(dot(a, b) == p.dot(q));
        REQUIRE(length(a) == p.norm());
        REQUIRE(length_squared(a) == p.squaredNorm());
        REQUIRE(max_coordinate(a) == p.maxCoeff());
        REQUIRE(min_coordinate(a) == p.minCoeff());
    }
}

TEST_CASE_TEMPLATE("vectors of space: the functions agree with Eigen's", V, Vec3, Vec3d) {
    using S = typename V::Scalar;
    using E = Eigen::Matrix<S, 3, 1>;
    std::mt19937 random(11);
    for (int i = 0; i < 20000; ++i) {
        const E p{random_number<S>(random), random_number<S>(random), random_number<S>(random)};
        const E q{random_number<S>(random), random_number<S>(random), random_number<S>(random)};
        const V a = p;
        const V b = q;
        REQUIRE(same_bits<V, E, 3>(a + b, p + q));
        REQUIRE(same_bits<V, E, 3>(cross(a, b), p.cross(q)));
        REQUIRE(same_bits<V, E, 3>(max(a, b), p.cwiseMax(q)));
        // The order of the three summands is Drystone's own.
        const auto nearly = [](S own, S of_eigen, S size) {
            return std::abs(own - of_eigen) <= 4 * std::numeric_limits<S>::epsilon() * size;
        };
        REQUIRE(nearly(dot(a, b), p.dot(q), p.cwiseAbs().dot(q.cwiseAbs())));
        REQUIRE(nearly(length(a), p.norm(), p.norm()));
        REQUIRE(max_coordinate(a) == p.maxCoeff());
        REQUIRE(min_coordinate(a) == p.minCoeff());
    }
}

TEST_CASE("vectors: those too short to have a direction remain unchanged") {
    CHECK(normalized(Vec2{}) == Vec2{});
    CHECK(normalized(Vec2{1e-30f, 0.0f}) == Vec2{1e-30f, 0.0f});
    CHECK(normalized(Vec3d{}) == Vec3d{});
}
