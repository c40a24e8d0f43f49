#include "support/motion_reference.h"
#include "support/random_shape.h"

#include <drystone/collision/time_of_impact.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Ways in which a box slides over the face of another one.
enum class Slide {
    Straight,    ///< Neither turns.
    Together,    ///< Both turn by the same angle, and the end is that of a rigid motion.
    Chord,       ///< Both turn by the same angle, the centre on a straight line in the world.
    Apart,       ///< Both turn, by different angles.
    TwoCenters,  ///< Both turn by the same angle about centres outside of them.
};
constexpr int slide_count = 5;

/// Two boxes whose faces are parallel at first, with a small gap between them.
struct SlidingPair {
    Polygon lower;
    Polygon upper;
    Sweep sweep_a;
    Sweep sweep_b;
    float gap = 0.0f;

    SlidingPair(Random& random, Slide slide, double longest)
        : lower(make_box(size(random, longest), size(random, 2.7))),
          upper(make_box(size(random, 7.0), size(random, 2.7))),
          gap(static_cast<float>(random.log_between(1e-6, 0.05))) {
        const auto start = static_cast<float>(random.angle());
        sweep_a.rotation_start = sweep_b.rotation_start = Rot::from_angle(start);
        const auto turn = static_cast<float>(slide == Slide::Straight ? 0.0 : random.between(-2.0, 2.0));
        sweep_a.angle = sweep_b.angle = turn;
        const Vec2 from{static_cast<float>(random.between(-1.0, 1.0)),
                        lower.vertices()[2].y + upper.vertices()[2].y + gap};
        const Vec2 to = from + Vec2{static_cast<float>(random.between(-5.0, 5.0)), 0.0f};
        const bool is_rigid = slide == Slide::Together || slide == Slide::TwoCenters;
        sweep_b.center_start = rotate(sweep_b.rotation_start, from);
        sweep_b.center_end = rotate(Rot::from_angle(start + (is_rigid ? turn : 0.0f)), to);
        if (slide == Slide::Apart) {
            sweep_b.angle *= static_cast<float>(random.between(0.5, 1.5));
        }
        if (slide == Slide::TwoCenters) {
            sweep_a.local_center = {0.0f, -2.0f};
            sweep_a.center_start = rotate(sweep_a.rotation_start, sweep_a.local_center);
            sweep_a.center_end = rotate(Rot::from_angle(start + turn), sweep_a.local_center);
        }
    }

private:
    static float size(Random& random, double largest) {
        return static_cast<float>(random.log_between(0.14, largest));
    }
};

TimeOfImpactSettings settings_of(const SlidingPair& pair, int i) {
    TimeOfImpactSettings settings;
    settings.target_separation = i % 3 == 0 ? pair.gap : 0.0f;
    return settings;
}

}  // namespace

TEST_CASE("time of impact: faces that slide on each other while both turn are decided soon") {
    Random random(5);
    int undecided = 0;
    int most = 0;
    for (int i = 0; i < scaled_count(50000); ++i) {
        const SlidingPair pair(random, static_cast<Slide>(i % slide_count), 20.0);
        // Also as capsules of the same extent, whose ends are round.
        const float half = pair.upper.vertices()[2].x;
        const Capsule capsule{{-half, 0.0f}, {half, 0.0f}, pair.upper.vertices()[2].y};
        const SmallCore round = make_core(capsule);
        for (const ConvexCore& upper : {make_core(pair.upper), round.view()}) {
            const TimeOfImpact impact = time_of_impact(make_core(pair.lower), pair.sweep_a, upper,
                                                       pair.sweep_b, settings_of(pair, i));
            undecided += impact.status == TimeOfImpactStatus::IterationLimit ? 1 : 0;
            most = std::max(most, impact.iterations);
        }
    }
    CHECK(undecided == 0);
    CHECK(most <= 30);
}

TEST_CASE("time of impact: faces that slide on each other are never late and never early") {
    Random random(6);
    for (int i = 0; i < scaled_count(300); ++i) {
        const SlidingPair pair(random, static_cast<Slide>(i % slide_count), 3.0);
        const TimeOfImpactSettings settings = settings_of(pair, i);
        const MotionReference motion{make_core(pair.lower), pair.sweep_a, make_core(pair.upper),
                                     pair.sweep_b};
        const TimeOfImpact impact =
            time_of_impact(motion.a, motion.sweep_a, motion.b, motion.sweep_b, settings);
        const auto target = static_cast<double>(settings.target_separation);
        const auto fraction = static_cast<double>(impact.fraction);
        CAPTURE(i);
        CHECK(motion.first_below(target - 2e-5, fraction, 2e-4) == fraction);
        if (impact.status == TimeOfImpactStatus::Hit) {
            CHECK(motion.separation(fraction) < target + static_cast<double>(settings.tolerance) + 2e-5);
        } else {
            CHECK(impact.status == TimeOfImpactStatus::Separated);
            CHECK(fraction == 1.0);
        }
    }
}
