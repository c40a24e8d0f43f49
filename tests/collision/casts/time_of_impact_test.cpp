#include "support/motion_reference.h"
#include "support/random_shape.h"

#include <drystone/collision/time_of_impact.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

Sweep random_sweep(Random& random, const Vec2& from, double travel, double max_turn) {
    Sweep sweep;
    sweep.local_center = random_vector(random, random.between(0.0, 1.0));
    sweep.center_start = from;
    sweep.center_end = from + random_vector(random, travel * random.unit());
    sweep.rotation_start = Rot::from_angle(random.angle());
    sweep.angle = static_cast<float>(max_turn * random.between(-1.0, 1.0));
    return sweep;
}

struct ImpactCheck {
    int hits = 0;
    int separated = 0;
    int overlapping = 0;
    int limits = 0;
    int wrong = 0;
    int max_queries = 0;
    double worst_below = 0.0;  ///< Maximum distance below the target before the fraction [m].
    double worst_above = 0.0;  ///< Maximum distance beyond target + tolerance at a hit [m].
    double worst_late = 0.0;   ///< Maximum delay of a hit after the true time.

    void check(const MotionReference& motion, const TimeOfImpactSettings& settings, double min_step) {
        const TimeOfImpact impact =
            time_of_impact(motion.a, motion.sweep_a, motion.b, motion.sweep_b, settings);
        const double target = static_cast<double>(settings.target_separation);
        const double tolerance = static_cast<double>(settings.tolerance);
        const double fraction = static_cast<double>(impact.fraction);
        max_queries = std::max(max_queries, impact.iterations);
        if (impact.status == TimeOfImpactStatus::Overlapping) {
            ++overlapping;
            wrong += motion.separation(0.0) < target - tolerance + 1e-5 ? 0 : 1;
            return;
        }
        hits += impact.status == TimeOfImpactStatus::Hit ? 1 : 0;
        separated += impact.status == TimeOfImpactStatus::Separated ? 1 : 0;
        limits += impact.status == TimeOfImpactStatus::IterationLimit ? 1 : 0;
        wrong += impact.status == TimeOfImpactStatus::NotFinite ? 1 : 0;
        const double late = fraction - motion.first_below(target - 2e-5, fraction, min_step);
        worst_late = std::max(worst_late, late);
        if (impact.status == TimeOfImpactStatus::Hit) {
            const double at_hit = motion.separation(fraction);
            // A pair that starts slightly within the target has a hit at once.
            const double allowed = impact.fraction > 0.0f ? 0.0 : tolerance;
            worst_below = std::max(worst_below, target - allowed - at_hit);
            worst_above = std::max(worst_above, at_hit - target - tolerance);
            check_features(motion, impact);
        }
        if (impact.status == TimeOfImpactStatus::Separated) {
            wrong += impact.fraction == settings.max_fraction ? 0 : 1;
        }
    }

    /// Checks that the separation along the normal is that of the shapes, and that the point lies midway.
    void check_features(const MotionReference& motion, const TimeOfImpact& impact) {
        const double fraction = static_cast<double>(impact.fraction);
        const Vec2d normal = to_double(impact.normal);
        const std::vector<Vec2d> at_a =
            place_exactly(points_of(motion.a), exact_at(motion.sweep_a, fraction));
        const std::vector<Vec2d> at_b =
            place_exactly(points_of(motion.b), exact_at(motion.sweep_b, fraction));
        const double radii = static_cast<double>(motion.a.radius) + static_cast<double>(motion.b.radius);
        const double along = separation_along(at_a, at_b, normal) - radii;
        const Vec2d point = to_double(impact.point);
        const double half = 0.5 * static_cast<double>(impact.separation);
        const double from_a = reference_distance(at_a, {point}).value - static_cast<double>(motion.a.radius);
        const double from_b = reference_distance(at_b, {point}).value - static_cast<double>(motion.b.radius);
        bool is_right = std::abs(length(normal) - 1.0) < 1e-6 &&
                        std::abs(along - static_cast<double>(impact.separation)) < 2e-5;
        // Where the surfaces overlap, the nearest point of a surface may be on another side.
        is_right =
            is_right && (half < 0.0 || (std::abs(from_a - half) < 5e-5 && std::abs(from_b - half) < 5e-5));
        wrong += is_right ? 0 : 1;
    }

    void report() const {
        INFO("hits " << hits << ", separated " << separated << ", overlapping " << overlapping << ", limits "
                     << limits << ", most queries " << max_queries);
        INFO("below " << worst_below << " m, above " << worst_above << " m, late " << worst_late);
        CHECK(wrong == 0);
        // Long grazing rotations may take too many queries; their results are still right.
        CHECK(limits <= (hits + separated) / 10000);
        CHECK(worst_late == 0.0);
        CHECK(worst_below < 2e-5);
        CHECK(worst_above < 2e-5);
    }
};

}  // namespace

TEST_CASE("time of impact: random sweeps are never late and never early") {
    Random random(41);
    ImpactCheck checks;
    for (int i = 0; i < pair_count(20000); ++i) {
        const RandomShape a = random_shape(random, 50.0);
        const RandomShape b = random_shape(random, 50.0);
        const Vec2 away = random_vector(random, random.between(0.0, 20.0));
        const double turn = random.log_between(0.01, 20.0);
        MotionReference motion{a.core(), random_sweep(random, Vec2{0.0f, 0.0f}, 10.0, turn), b.core(),
                               random_sweep(random, away, 0.0, turn)};
        // Three of four meet head-on or nearly so.
        const double miss = random.below(4) == 0 ? 30.0 : random.log_between(0.01, 5.0);
        motion.sweep_b.center_end = motion.sweep_a.center_end + random_vector(random, miss);
        TimeOfImpactSettings settings;
        settings.target_separation =
            static_cast<float>(random.below(2) == 0 ? 0.0 : random.between(-0.05, 0.05));
        settings.tolerance = static_cast<float>(random.log_between(1e-4, 1e-2));
        settings.max_fraction = random.below(2) == 0 ? 1.0f : static_cast<float>(random.unit());
        checks.check(motion, settings, 2e-4);
    }
    checks.report();
}

TEST_CASE("time of impact: a thousand radians a second, slivers of 1000 to 1") {
    Random random(42);
    ImpactCheck checks;
    for (int i = 0; i < scaled_count(3000); ++i) {
        const float length = static_cast<float>(random.between(0.1, 1.0));
        const Polygon sliver = make_box(length, 1e-3f * length);
        const Polygon other = random.below(2) == 0 ? make_box(length, 1e-3f * length) : make_box(0.5f, 0.5f);
        const double step = 1.0 / 60.0;
        Sweep sweep_a = random_sweep(random, Vec2{0.0f, 0.0f}, 0.0, 1000.0 * step);
        sweep_a.angle = std::copysign(1000.0f / 60.0f, sweep_a.angle);
        Sweep sweep_b =
            random_sweep(random, random_vector(random, random.between(0.5, 3.0)), 0.0, 1000.0 * step);
        sweep_b.center_end = random_vector(random, random.between(0.0, 2.0));
        const MotionReference motion{make_core(sliver), sweep_a, make_core(other), sweep_b};
        checks.check(motion, {.target_separation = 0.001f, .tolerance = 1e-3f}, 1e-4);
    }
    CHECK(checks.hits > 100);
    checks.report();
}

TEST_CASE(
    "time of impact: a falling circle, a turning rod and a polygon that spins on the spot, by formula") {
    const SmallCore disc = make_core(Circle{{0.0f, 0.0f}, 0.25f});
    const SmallCore ground = make_core(Segment{{-10.0f, 0.0f}, {10.0f, 0.0f}});
    const Sweep still;
    Sweep fall;
    fall.center_start = {1.0f, 3.25f};
    fall.center_end = {1.0f, -0.75f};
    const TimeOfImpactSettings exact{.target_separation = 0.0f, .tolerance = 1e-5f};
    const TimeOfImpact landing = time_of_impact(ground.view(), still, disc.view(), fall, exact);
    CHECK(landing.status == TimeOfImpactStatus::Hit);
    CHECK(landing.fraction == doctest::Approx(0.75).epsilon(1e-5));
    CHECK(landing.normal.y == doctest::Approx(1.0));
    CHECK(landing.point.x == doctest::Approx(1.0));

    // The tip of a rod of 1 m that turns about its lower end meets a ceiling at height 0.5 m at 30 degrees.
    const SmallCore rod = make_core(Segment{{0.0f, 0.0f}, {1.0f, 0.0f}});
    const SmallCore ceiling = make_core(Segment{{-2.0f, 0.5f}, {2.0f, 0.5f}});
    Sweep turn;
    turn.angle = pi;
    const TimeOfImpact tip = time_of_impact(rod.view(), turn, ceiling.view(), still, exact);
    CHECK(tip.status == TimeOfImpactStatus::Hit);
    CHECK(tip.fraction == doctest::Approx(1.0 / 6.0).epsilon(1e-4));
    CHECK(tip.fraction <= 1.0f / 6.0f);

    // Ten turns above the ground, whose corners pass 1 mm above it: never nearer; 1 mm below it: a hit.
    const Polygon square = make_box(1.0f, 1.0f);
    Sweep spin;
    spin.angle = 20.0f * pi;
    spin.center_start = spin.center_end = Vec2{0.0f, 1.41521f};
    const TimeOfImpact clear = time_of_impact(ground.view(), still, make_core(square), spin, exact);
    CHECK(clear.status == TimeOfImpactStatus::Separated);
    CHECK(clear.iterations <= 4);
    spin.center_start = spin.center_end = Vec2{0.0f, 1.41321f};
    const TimeOfImpact scrape = time_of_impact(ground.view(), still, make_core(square), spin, exact);
    CHECK(scrape.status == TimeOfImpactStatus::Hit);
    CHECK(scrape.fraction * 20.0f * pi ==
          doctest::Approx(0.25 * 3.14159265 - std::acos(1.41321 / std::sqrt(2.0))).epsilon(1e-3));
}

TEST_CASE("time of impact: touching, overlapping and exactly at the target at the start") {
    const Polygon box = make_box(0.5f, 0.5f);
    const Sweep still;
    Sweep slide;
    slide.center_start = {0.0f, 1.0f};
    slide.center_end = {5.0f, 1.0f};
    const auto impact = [&](float height, const TimeOfImpactSettings& settings) {
        slide.center_start.y = slide.center_end.y = height;
        return time_of_impact(make_core(box), still, make_core(box), slide, settings);
    };
    const TimeOfImpact touching = impact(1.0f, {});
    CHECK(touching.status == TimeOfImpactStatus::Hit);
    CHECK(touching.fraction == 0.0f);
    CHECK(touching.normal == Vec2(0.0f, 1.0f));
    const TimeOfImpact at_target = impact(1.125f, {.target_separation = 0.125f});
    CHECK(at_target.status == TimeOfImpactStatus::Hit);
    CHECK(at_target.fraction == 0.0f);
    const TimeOfImpact overlapping = impact(0.75f, {});
    CHECK(overlapping.status == TimeOfImpactStatus::Overlapping);
    CHECK(overlapping.fraction == 0.0f);
    CHECK(overlapping.separation == doctest::Approx(-0.25));
    CHECK(overlapping.normal == Vec2(0.0f, 1.0f));
    // Beyond the tolerance sliding along the surface is free, and detected at once.
    const TimeOfImpact beside = impact(1.001f, {});
    CHECK(beside.status == TimeOfImpactStatus::Separated);
    CHECK(beside.fraction == 1.0f);
    CHECK(beside.iterations <= 2);
}

TEST_CASE("time of impact: kept contacts slide, separate and turn, until another contact") {
    const Polygon box = make_box(0.5f, 0.5f);
    const SmallCore ground = make_core(Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    const Sweep still;
    Sweep slide;
    const TimeOfImpactSettings keep{
        .target_separation = 0.005f, .tolerance = 1e-4f, .initial_contact = InitialContact::Keep};
    for (const float height : {0.52f, 0.505f, 0.5f, 0.49f}) {
        slide.center_start = {-10.0f, height};
        slide.center_end = {10.0f, height};
        const TimeOfImpact along = time_of_impact(ground.view(), still, make_core(box), slide, keep);
        CHECK(along.status == TimeOfImpactStatus::Separated);
        CHECK(along.iterations <= 2);
    }
    // Into the ground by 0.2 m: no further than at the start.
    slide.center_start = {-10.0f, 0.5f};
    slide.center_end = {10.0f, 0.3f};
    const TimeOfImpact sinking = time_of_impact(ground.view(), still, make_core(box), slide, keep);
    CHECK(sinking.status == TimeOfImpactStatus::Hit);
    CHECK(sinking.fraction <= 2e-4f / 0.2f);
    CHECK(sinking.fraction >= 1e-4f / 0.2f - 1e-5f);
    // Turning up on its corner lifts the box too little: the corner moves down.
    slide.center_end = {-10.0f, 0.55f};
    slide.angle = 0.25f * pi;
    const MotionReference tilt{ground.view(), still, make_core(box), slide};
    const TimeOfImpact tilting = time_of_impact(ground.view(), still, make_core(box), slide, keep);
    CHECK(tilting.status == TimeOfImpactStatus::Hit);
    CHECK(tilt.separation(static_cast<double>(tilting.fraction)) == doctest::Approx(-1.5e-4).epsilon(0.4));
}

TEST_CASE("time of impact: swapping the shapes and moving the world change only the rounding") {
    Random random(43);
    int hits = 0;
    for (int i = 0; i < scaled_count(2000); ++i) {
        const RandomShape a = random_shape(random, 20.0);
        const RandomShape b = random_shape(random, 20.0);
        Sweep sweep_a = random_sweep(random, Vec2{0.0f, 0.0f}, 5.0, 3.0);
        Sweep sweep_b = random_sweep(random, Vec2{24.0f, 0.0f}, 5.0, 3.0);
        sweep_b.center_end = sweep_a.center_end;
        const TimeOfImpactSettings settings{.target_separation = 0.01f, .tolerance = 1e-3f};
        const TimeOfImpact impact = time_of_impact(a.core(), sweep_a, b.core(), sweep_b, settings);
        const TimeOfImpact swapped = time_of_impact(b.core(), sweep_b, a.core(), sweep_a, settings);
        if (impact.status != TimeOfImpactStatus::Hit) {
            continue;
        }
        ++hits;
        REQUIRE(swapped.status == TimeOfImpactStatus::Hit);
        // Both lie between the times of target and target + tolerance.
        const MotionReference motion{a.core(), sweep_a, b.core(), sweep_b};
        const double earliest = motion.first_below(0.011 + 2e-5, 1.0, 1e-5);
        const double latest = motion.first_below(0.01 - 2e-5, 1.0, 1e-5);
        REQUIRE(static_cast<double>(swapped.fraction) >= earliest - 1e-5);
        REQUIRE(static_cast<double>(swapped.fraction) <= latest);
        // Far away the positions themselves are rounded to a millimetre; here they are multiples of 2^-10 m.
        for (Sweep* sweep : {&sweep_a, &sweep_b}) {
            for (Vec2* center : {&sweep->center_start, &sweep->center_end}) {
                *center = Vec2{std::round(1024.0f * center->x), std::round(1024.0f * center->y)} / 1024.0f;
            }
        }
        const TimeOfImpact near = time_of_impact(a.core(), sweep_a, b.core(), sweep_b, settings);
        for (Sweep* sweep : {&sweep_a, &sweep_b}) {
            sweep->center_start += Vec2{8192.0f, -4096.0f};
            sweep->center_end += Vec2{8192.0f, -4096.0f};
        }
        const TimeOfImpact far = time_of_impact(a.core(), sweep_a, b.core(), sweep_b, settings);
        REQUIRE(far.fraction == near.fraction);
        REQUIRE(far.normal == near.normal);
    }
    CHECK(hits > scaled_count(1000));
}

TEST_CASE("time of impact: a disc and a plank 164 m away, which made others loop endlessly") {
    const SmallCore disc = make_core(Circle{{0.0f, 0.0f}, 1.0f});
    const Polygon plank = make_box(25.0f, 5.0f);
    Sweep still;
    still.center_start = still.center_end = Vec2{164.1754f, -13.967552f};
    Sweep moving;
    moving.center_end = {328.0f, -27.0f};
    const TimeOfImpact impact = time_of_impact(disc.view(), moving, make_core(plank), still);
    CHECK(impact.status == TimeOfImpactStatus::Hit);
    CHECK(impact.fraction == doctest::Approx((164.1754 - 25.0 - 1.0) / 328.0).epsilon(1e-4));
    CHECK(impact.iterations <= 8);
}

TEST_CASE("time of impact: non-finite input has a status, and settings out of range are handled") {
    const Polygon box = make_box(0.5f, 0.5f);
    const ConvexCore core = make_core(box);
    const Sweep still;
    Sweep fall;
    fall.center_start = {0.0f, 3.0f};
    fall.center_end = {0.0f, 0.0f};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, infinity, -infinity}) {
        Sweep sweeps[5] = {fall, fall, fall, fall, fall};
        sweeps[0].center_start.x = bad;
        sweeps[1].center_end.y = bad;
        sweeps[2].angle = bad;
        sweeps[3].rotation_start.s = bad;
        sweeps[4].local_center.x = bad;
        for (const Sweep& sweep : sweeps) {
            const TimeOfImpact impact = time_of_impact(core, still, core, sweep);
            CHECK(impact.status == TimeOfImpactStatus::NotFinite);
            CHECK(impact.fraction == 0.0f);
            CHECK(time_of_impact(core, sweep, core, still).status == TimeOfImpactStatus::NotFinite);
        }
        for (const TimeOfImpactSettings& settings :
             {TimeOfImpactSettings{.target_separation = bad}, TimeOfImpactSettings{.tolerance = bad},
              TimeOfImpactSettings{.max_fraction = bad}}) {
            CHECK(time_of_impact(core, still, core, fall, settings).status == TimeOfImpactStatus::NotFinite);
        }
        const SmallCore broken = make_core(Capsule{{0.0f, 0.0f}, {1.0f, bad}, 0.5f});
        CHECK(time_of_impact(core, still, broken.view(), fall).status == TimeOfImpactStatus::NotFinite);
    }
    CHECK(time_of_impact(core, still, core, fall, {.max_fraction = -1.0f}).fraction == 0.0f);
    CHECK(time_of_impact(core, still, core, fall, {.max_fraction = 9.0f}).status == TimeOfImpactStatus::Hit);
    const TimeOfImpact strict = time_of_impact(core, still, core, fall, {.tolerance = -1.0f});
    CHECK(strict.status == TimeOfImpactStatus::Hit);
    CHECK(strict.fraction == doctest::Approx(2.0 / 3.0));
    Sweep wild = fall;
    wild.angle = 1e30f;
    const TimeOfImpact spinning = time_of_impact(core, still, core, wild);
    CHECK(spinning.fraction >= (3.0f - 0.7072f - 0.7072f) / 3.0f - 1e-3f);
    CHECK(spinning.fraction <= 2.0f / 3.0f);
}

TEST_CASE("sweeps: the pose at a fraction, the shorter way round, and more than a turn") {
    const Pose start{{1.0f, 2.0f}, Rot::from_angle(3.0f)};
    const Pose end{{4.0f, -2.0f}, Rot::from_angle(-3.0f)};
    Sweep sweep = make_sweep(start, end, Vec2{0.5f, 0.25f});
    CHECK(sweep.angle == doctest::Approx(2.0 * 3.14159265 - 6.0));
    const Pose first = interpolate(sweep, 0.0f);
    const Pose last = interpolate(sweep, 1.0f);
    CHECK(length(first.position - start.position) < 1e-6f);
    CHECK(length(last.position - end.position) < 1e-6f);
    CHECK(std::abs(last.rotation.angle() - end.rotation.angle()) < 1e-6f);
    const Pose half = interpolate(sweep, 0.5f);
    const Vec2 center = 0.5f * (transform(start, sweep.local_center) + transform(end, sweep.local_center));
    CHECK(length(transform(half, sweep.local_center) - center) < 1e-6f);
    CHECK(std::abs(std::abs(half.rotation.angle()) - pi) < 1e-6f);
    sweep.angle = 100.0f * pi;
    CHECK(std::abs(interpolate(sweep, 0.01f).rotation.angle() - (3.0f + pi - 2.0f * pi)) < 2e-6f);
}
