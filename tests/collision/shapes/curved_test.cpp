#include "support/curved_reference.h"
#include "support/pair_generator.h"

#include <drystone/collision/trace.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

static_assert(SupportMapping<ReferenceSuperellipse>);

struct CurvedPair {
    ReferenceSuperellipse a;
    ReferenceSuperellipse b;
    Pose b_in_a;
    double truth = 0.0;
    double size = 0.0;  ///< Larger diameter.
};

ReferenceSuperellipse random_superellipse(Random& random, double n) {
    const double wide = random.log_between(0.1, 10.0);
    const double narrow = wide / random.log_between(1.0, 20.0);
    const bool upright = random.below(2) == 0;
    return {static_cast<float>(upright ? narrow : wide), static_cast<float>(upright ? wide : narrow), n};
}

/// Returns two shapes that touch in a random direction, moved apart or together by the shift of a depth
/// class.
CurvedPair random_curved_pair(Random& random, Depth depth, double n_a, double n_b) {
    CurvedPair pair{random_superellipse(random, n_a), random_superellipse(random, n_b), {}, 0.0, 0.0};
    pair.size = std::max(pair.a.diameter(), pair.b.diameter());
    const double width = 2.0 * static_cast<double>(std::min({pair.a.a, pair.a.b, pair.b.a, pair.b.b}));
    pair.b_in_a.rotation = Rot::from_angle(random.angle());
    const double angle = random.between(0.0, 6.2831853);
    const Vec2 direction{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    const Vec2 on_a = pair.a.support(direction);
    const Vec2 on_b =
        rotate(pair.b_in_a.rotation, pair.b.support(inverse_rotate(pair.b_in_a.rotation, -direction)));
    const float shift = static_cast<float>(shift_for(random, depth, pair.size, width));
    pair.b_in_a.position = on_a - on_b + shift * direction;
    pair.truth = densely_sampled_distance(pair.a, pair.b, exact(pair.b_in_a));
    return pair;
}

/// Errors in units of L + |distance|, where L is the larger diameter.
struct CurvedErrors {
    double apart = 0.0;       ///< |distance - truth| of separated pairs.
    double deep = 0.0;        ///< |depth - truth| of overlapping pairs.
    double along = 0.0;       ///< Depth or distance against the separation along the normal found.
    double unreported = 0.0;  ///< Depth beyond the truth by more than `error`.
    double reported = 0.0;    ///< `error`.
    double witness_gap = 0.0;
    double witness_outside = 0.0;
    int wrong = 0;
    int limits = 0;
    int gjk = 0;
    int epa = 0;
};

void judge(const CurvedPair& pair, CurvedErrors& worst) {
    const ExactPose pose = exact(pair.b_in_a);
    const double scale = pair.size + std::abs(pair.truth);
    const Distance near = distance(pair.a, pair.b, pair.b_in_a);
    const Penetration deep = penetration(pair.a, pair.b, pair.b_in_a);
    if (std::abs(pair.truth) > 1e-6 * scale) {
        const bool apart = pair.truth > 0.0;
        worst.wrong += (near.status == DistanceStatus::Separated) == apart ? 0 : 1;
        worst.wrong += (deep.status == PenetrationStatus::Separated) == apart ? 0 : 1;
        worst.wrong += intersect(pair.a, pair.b, pair.b_in_a) == !apart ? 0 : 1;
    }
    worst.gjk = std::max(worst.gjk, near.iterations);
    worst.epa = std::max(worst.epa, deep.iterations);
    worst.limits += deep.status == PenetrationStatus::IterationLimit ? 1 : 0;

    const double depth = static_cast<double>(deep.depth);
    const double error = static_cast<double>(deep.error);
    const Vec2d normal = to_double(deep.normal);
    double& worst_value = pair.truth > 0.0 ? worst.apart : worst.deep;
    worst_value = std::max(worst_value, std::abs(depth + pair.truth) / scale);
    if (pair.truth > 0.0) {
        worst.apart =
            std::max(worst.apart, std::abs(static_cast<double>(near.distance) - pair.truth) / scale);
    }
    worst.along = std::max(worst.along,
                           std::abs(depth + separation_of(pair.a, pair.b, pose, normalized(normal))) / scale);
    worst.unreported = std::max(worst.unreported, (depth + pair.truth - error) / scale);
    worst.reported = std::max(worst.reported, error / scale);

    const Vec2d on_a = to_double(deep.point_a);
    const Vec2d on_b = to_double(deep.point_b);
    worst.witness_gap = std::max(worst.witness_gap, length(on_b - on_a + depth * normal) / scale);
    const Vec2d local = turned_back(pose, on_b - Vec2d{pose.x, pose.y});
    worst.witness_outside =
        std::max({worst.witness_outside, pair.a.outside(on_a) / scale, pair.b.outside(local) / scale});
}

void check_bars(const CurvedErrors& worst) {
    CHECK(worst.wrong == 0);
    CHECK(worst.limits == 0);
    CHECK(worst.apart <= 2e-7);
    CHECK(worst.deep <= 2e-7);
    CHECK(worst.along <= 2e-7);
    CHECK(worst.unreported <= 2e-7);
    CHECK(worst.reported <= 2e-7);
    CHECK(worst.witness_gap <= 2e-7);
    CHECK(worst.witness_outside <= 4e-7);
    CHECK(worst.gjk <= 40);
    CHECK(worst.epa <= 128);
}

}  // namespace

TEST_CASE("superellipses agree with the densely sampled reference, at all exponents and depths") {
    const double exponents[] = {1.2, 1.5, 2.0, 2.5, 4.0, 8.0, 16.0};
    Random random(91);
    for (int d = 0; d < 7; ++d) {
        CurvedErrors worst;
        for (int done = 0; done < scaled_count(500); ++done) {
            judge(random_curved_pair(random, static_cast<Depth>(d), exponents[random.below(7)],
                                     exponents[random.below(7)]),
                  worst);
        }
        CAPTURE(d);
        check_bars(worst);
    }
}

TEST_CASE("ellipses agree with the reference, near, deep and up to 10,000 diameters apart") {
    Random random(92);
    CurvedErrors worst;
    CurvedErrors far;
    for (int done = 0; done < scaled_count(2000); ++done) {
        judge(random_curved_pair(random, static_cast<Depth>(random.below(7)), 2.0, 2.0), worst);
        CurvedPair pair = random_curved_pair(random, Depth::Far, 2.0, 2.0);
        pair.b_in_a.position *= static_cast<float>(random.log_between(1.0, 1e4));
        pair.truth = densely_sampled_distance(pair.a, pair.b, exact(pair.b_in_a));
        judge(pair, far);
    }
    check_bars(worst);
    check_bars(far);
}

TEST_CASE("a small shape anywhere inside a large one") {
    Random random(93);
    CurvedErrors worst;
    for (int done = 0; done < scaled_count(1000); ++done) {
        CurvedPair pair{random_superellipse(random, 2.5), random_superellipse(random, 4.0), {}, 0.0, 0.0};
        pair.b.a *= 0.01f;
        pair.b.b *= 0.01f;
        pair.b_in_a = {
            static_cast<float>(random.unit()) * pair.a.support(Vec2{std::cos(random.angle()), 0.3f}),
            Rot::from_angle(random.angle())};
        pair.size = std::max(pair.a.diameter(), pair.b.diameter());
        pair.truth = densely_sampled_distance(pair.a, pair.b, exact(pair.b_in_a));
        judge(pair, worst);
    }
    check_bars(worst);
}

TEST_CASE("coincident and concentric shapes have a depth, a normal and a valid error bound") {
    Random random(94);
    double beyond = 0.0;
    double reported = 0.0;
    double deepest = 0.0;
    for (int done = 0; done < scaled_count(300); ++done) {
        const ReferenceSuperellipse a = random_superellipse(random, random.between(1.3, 6.0));
        const bool coincident = done % 2 == 0;
        const ReferenceSuperellipse b = coincident ? a : random_superellipse(random, 2.0);
        const Pose pose{{0.0f, 0.0f}, Rot::from_angle(coincident ? 0.0f : random.angle())};
        const double truth = densely_sampled_distance(a, b, exact(pose));
        const double size = std::max(a.diameter(), b.diameter());
        const Penetration deep = penetration(a, b, pose);
        CHECK(deep.status != PenetrationStatus::Separated);
        CHECK(deep.status != PenetrationStatus::NotFinite);
        CHECK(std::abs(length(to_double(deep.normal)) - 1.0) <= 2e-7);
        const double excess = static_cast<double>(deep.depth) + truth;
        beyond = std::max(beyond, (std::abs(excess) - static_cast<double>(deep.error)) / size);
        deepest = std::max(deepest, excess / size);
        reported = std::max(reported, static_cast<double>(deep.error) / size);
        CHECK(separation_of(a, b, exact(pose), normalized(to_double(deep.normal))) ==
              doctest::Approx(-static_cast<double>(deep.depth)).epsilon(3e-7));
    }
    CHECK(beyond <= 2e-7);
    CHECK(deepest <= 2e-7);
    CHECK(reported <= 1e-3);
    // All directions are equal: the polytope fills up, but the depth and the bound of its error are right.
    const ReferenceSuperellipse round{1.0f, 1.0f, 2.0};
    const Penetration rounds = penetration(round, round, Pose{});
    CHECK(rounds.status == PenetrationStatus::IterationLimit);
    CHECK(rounds.depth == doctest::Approx(2.0).epsilon(2e-7));
    CHECK(rounds.error > 0.0f);
    CHECK(rounds.error <= 6.1e-4f);
    CHECK(length(rounds.point_b - rounds.point_a + rounds.depth * rounds.normal) <= 1e-6f);
    CHECK(std::abs(length(rounds.point_a) - 1.0f) <= 2e-3f);
}

TEST_CASE("touching shapes have a depth of zero and the normal at the contact") {
    for (const double n : {1.5, 2.0, 4.0}) {
        const ReferenceSuperellipse a{2.0f, 1.0f, n};
        const ReferenceSuperellipse b{0.5f, 1.5f, n};
        const Penetration side = penetration(a, b, {{2.5f, 0.0f}, {}});
        CHECK(std::abs(side.depth) <= 5e-7f);
        CHECK(side.normal.x == doctest::Approx(1.0).epsilon(1e-3));
        const Penetration above = penetration(a, b, {{0.0f, 2.5f}, {}});
        CHECK(std::abs(above.depth) <= 5e-7f);
        CHECK(above.normal.y == doctest::Approx(1.0).epsilon(1e-3));
    }
}

TEST_CASE("a tolerance is respected, saves iterations and is reported") {
    Random random(95);
    int exact_iterations = 0;
    int coarse_iterations = 0;
    int broken = 0;
    for (int done = 0; done < scaled_count(1000); ++done) {
        const CurvedPair pair = random_curved_pair(random, Depth::Deep, random.between(1.3, 6.0), 2.0);
        const float tolerance = static_cast<float>(pair.size * random.log_between(1e-5, 1e-2));
        const Penetration coarse =
            penetration(pair.a, pair.b, pair.b_in_a, PenetrationOptions{.tolerance = tolerance});
        const Penetration fine = penetration(pair.a, pair.b, pair.b_in_a);
        broken += coarse.status == PenetrationStatus::Overlapping && coarse.error > tolerance ? 1 : 0;
        const double excess = static_cast<double>(coarse.depth) + pair.truth;
        broken += excess > static_cast<double>(coarse.error) + 2e-7 * pair.size ? 1 : 0;
        broken += excess < -2e-7 * pair.size ? 1 : 0;
        broken += coarse.iterations > fine.iterations ? 1 : 0;
        coarse_iterations += coarse.iterations;
        exact_iterations += fine.iterations;
    }
    CHECK(broken == 0);
    CHECK(coarse_iterations * 3 < exact_iterations * 2);
}

namespace {

/// A box that returns the middle of a side if the whole side is farthest: a valid support point, but not a
/// corner.
struct LazyBox {
    float half_width = 1.0f;
    float half_height = 1.0f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const auto sign = [](float x) { return x > 0.0f ? 1.0f : (x < 0.0f ? -1.0f : 0.0f); };
        return {half_width * sign(direction.x), half_height * sign(direction.y)};
    }
};

/// A shape whose support points are off by up to a given part, inward, differently for each direction.
struct SloppyShape {
    ReferenceSuperellipse shape;
    float part = 1e-5f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        std::uint32_t bits[2];
        std::memcpy(bits, &direction, sizeof bits);
        std::uint32_t mixed = (bits[0] * 2654435761u) ^ (bits[1] * 2246822519u);
        mixed = (mixed ^ (mixed >> 15)) * 3266489917u;
        const float share = static_cast<float>(mixed >> 8) * 0x1.0p-24f;
        return (1.0f - part * share) * shape.support(direction);
    }
};

}  // namespace

TEST_CASE("support points that are not corners are dropped once their neighbours make them reflex") {
    Random random(96);
    double worst = 0.0;
    int dropped = 0;
    for (int done = 0; done < scaled_count(3000); ++done) {
        const auto extent = [&random] { return static_cast<float>(random.log_between(0.1, 3.0)); };
        const LazyBox a{extent(), extent()};
        const LazyBox b{extent(), extent()};
        const Pose pose{{(a.half_width + b.half_width) * static_cast<float>(random.between(-1.0, 1.0)),
                         (a.half_height + b.half_height) * static_cast<float>(random.between(-1.0, 1.0))},
                        done % 2 == 0 ? Rot{} : Rot::from_angle(random.angle())};
        const std::vector<Vec2d> at_a =
            place_exactly(make_box(a.half_width, a.half_height).vertices(), ExactPose{});
        const std::vector<Vec2d> at_b =
            place_exactly(make_box(b.half_width, b.half_height).vertices(), exact(pose));
        const double truth = reference_distance(at_a, at_b).value;
        TraceRecord record;
        const Penetration deep = trace_penetration(a, b, pose, record);
        const double size = std::max(diameter(at_a), diameter(at_b)) + std::abs(truth);
        worst = std::max(worst, std::abs(static_cast<double>(deep.depth) + truth) / size);
        for (const EpaStep& step : record.epa) {
            dropped += static_cast<int>(step.dropped.size());
        }
    }
    CHECK(worst <= 2e-7);
    CHECK(dropped > 0);
}

TEST_CASE("slightly wrong support points cost the same amount of accuracy, and no more") {
    Random random(97);
    for (const float part : {1e-7f, 1e-6f, 1e-5f, 1e-4f, 1e-3f}) {
        double worst = 0.0;
        int maximum = 0;
        int not_finite = 0;
        for (int done = 0; done < scaled_count(500); ++done) {
            const Depth depth = static_cast<Depth>(random.below(7));
            const CurvedPair pair = random_curved_pair(random, depth, random.between(1.3, 6.0), 2.0);
            const SloppyShape a{pair.a, part};
            const SloppyShape b{pair.b, part};
            const Distance near = distance(a, b, pair.b_in_a);
            const Penetration deep = penetration(a, b, pair.b_in_a);
            not_finite += is_finite(deep.depth) && is_finite(deep.normal) && is_finite(near.distance) ? 0 : 1;
            maximum = std::max({maximum, near.iterations, deep.iterations});
            const double excess = std::abs(static_cast<double>(deep.depth) + pair.truth);
            worst = std::max(worst, excess / (pair.size + std::abs(pair.truth)));
        }
        CAPTURE(part);
        CAPTURE(worst);
        CHECK(not_finite == 0);
        CHECK(maximum <= 128);
        // Each of the two shapes is up to `part` of its radius too small.
        CHECK(worst <= static_cast<double>(part) + 2e-7);
    }
}
