#include <doctest/doctest.h>

#include "continuous/toi_lower_bound.h"
#include "support/motion_reference.h"
#include "support/world_build.h"

#include <algorithm>

using namespace drystone;

namespace {

/// Rule of continuous collision for shapes that may overlap by 1 cm.
constexpr ImpactFilter rule{-0.008f, 0.007f};

Polygon random_polygon(::test::Random& random) {
    const Vec2 shift{random.between(-0.3f, 0.3f), random.between(-0.3f, 0.3f)};
    return make_box(random.between(0.1f, 0.5f), random.between(0.1f, 0.5f), Pose{shift, {}});
}

SmallCore random_round(::test::Random& random) {
    const Vec2 shift{random.between(-0.3f, 0.3f), random.between(-0.3f, 0.3f)};
    if (random.below(2) == 0) {
        return make_core(Circle{shift, random.between(0.1f, 0.5f)});
    }
    return make_core(Capsule{shift, shift + Vec2{0.5f, 0.2f}, random.between(0.1f, 0.4f)});
}

struct Found {
    int never = 0;       ///< Motions that are certainly not stopped.
    int stopped = 0;     ///< Motions that are stopped, with a positive bound,
    int exactly = 0;     ///< and of these, bounds that are within a millimetre of the stop.
    double worst = 0.0;  ///< Maximum overlap before the bound, beyond the permitted one [m].
};

void look(const drystone::test::MotionReference& motion, Found& found) {
    const Pose end = interpolate(motion.sweep_a, 1.0f);
    const Pose pose = interpolate(motion.sweep_b, 0.0f);
    const float until = toi_lower_bound(motion.a, motion.sweep_a, end.rotation, motion.b, pose, rule);
    if (!(until > 0.0f)) {
        return;
    }
    const double deepest = std::min(static_cast<double>(rule.separation),
                                    motion.separation(0.0) - static_cast<double>(rule.approach));
    const double last = std::min(1.0, static_cast<double>(until));
    const double rounding = 2e-6 * (1.0 + length(to_double(motion.sweep_a.center_start)));
    const double rate = motion.max_rate();
    const double min_step = 1e-4 / rate;
    for (double fraction = 0.0; fraction < last;) {
        const double excess = motion.separation(fraction) - deepest;
        found.worst = std::max(found.worst, -rounding - excess);
        fraction += std::max(min_step, excess / rate);
    }
    found.never += until > 1.0f ? 1 : 0;
    const double stop = until > 1.0f ? 1.0 : motion.first_below(deepest, 1.0, min_step);
    found.stopped += stop < 1.0 ? 1 : 0;
    found.exactly += stop < 1.0 && (stop - last) * rate < 1e-3 ? 1 : 0;
}

/// Returns a motion near a fixed shape whose face y = 0 points up.
Sweep random_sweep(::test::Random& random) {
    Sweep sweep;
    sweep.local_center = {0.1f, -0.05f};
    const float way = random.below(2) == 0 ? 0.02f : 1.5f;
    sweep.center_start = {random.between(-2.0f, 2.0f), random.between(-0.02f, 0.4f)};
    sweep.center_end =
        sweep.center_start + way * Vec2{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
    sweep.rotation_start = Rot::from_angle(random.between(-3.0f, 3.0f));
    switch (random.below(3)) {
        case 0: sweep.angle = 0.0f; break;
        case 1: sweep.angle = random.between(-0.02f, 0.02f); break;
        default: sweep.angle = random.between(-1.5f, 1.5f); break;
    }
    return sweep;
}

/// Returns a motion along that face, at depths at which shapes rest and are stopped.
Sweep random_slide(::test::Random& random, const ConvexCore& core) {
    Sweep sweep = random_sweep(random);
    sweep.rotation_start = Rot::from_angle(random.below(2) == 0 ? 0.0f : random.between(-3.0f, 3.0f));
    sweep.angle = random.below(2) == 0 ? 0.0f : random.between(-0.05f, 0.05f);
    float lowest = 0.0f;
    for (int i = 0; i < core.count; ++i) {
        lowest = std::min(lowest, rotate(sweep.rotation_start, core.points[i] - sweep.local_center).y);
    }
    sweep.center_start.y = core.radius - lowest + random.between(-0.03f, 0.01f);
    sweep.center_end = sweep.center_start + Vec2{random.between(-1.0f, 1.0f), random.between(-0.02f, 0.01f)};
    return sweep;
}

/// Rotates and shifts both, so that nothing is axis-aligned.
void place(::test::Random& random, Sweep& sweep, Sweep& fixed) {
    const float far = random.below(4) == 0 ? 300.0f : 3.0f;
    const Pose pose{{random.between(-far, far), random.between(-far, far)},
                    Rot::from_angle(random.between(-3.0f, 3.0f))};
    sweep.center_start = transform(pose, sweep.center_start);
    sweep.center_end = transform(pose, sweep.center_end);
    sweep.rotation_start = multiply(pose.rotation, sweep.rotation_start);
    fixed.center_start = fixed.center_end = pose.position;
    fixed.rotation_start = pose.rotation;
}

}  // namespace

TEST_CASE("what is said to keep clear of a fixed shape does not come nearer than it may") {
    ::test::Random random(7);
    Found moving;
    Found sliding;
    for (int i = 0; i < 20000; ++i) {
        const Polygon polygon = random_polygon(random);
        const SmallCore round = random_round(random);
        const ConvexCore core = random.below(2) == 0 ? make_core(polygon) : round.view();
        const float half = random.between(0.2f, 3.0f);
        const float height = random.between(0.05f, 0.5f);
        const SmallCore line = make_core(Segment{{-half, 0.0f}, {half, 0.0f}});
        const Polygon block = make_box(half, height, Pose{{0.0f, -height}, {}});
        const ConvexCore fixed = random.below(2) == 0 ? line.view() : make_core(block);
        const bool slides = random.below(2) == 0;
        Sweep sweep = slides ? random_slide(random, core) : random_sweep(random);
        Sweep still;
        place(random, sweep, still);
        look({core, sweep, fixed, still}, slides ? sliding : moving);
    }
    INFO("never " << moving.never << " and " << sliding.never << ", stopped " << moving.stopped << " and "
                  << sliding.stopped << ", exactly " << moving.exactly << " and " << sliding.exactly);
    CHECK(moving.worst == 0.0);
    CHECK(sliding.worst == 0.0);
    // The bound is useful: it applies often.
    CHECK(moving.never > 4000);
    CHECK(sliding.never > 6000);
    CHECK(2 * moving.exactly > moving.stopped);
    CHECK(2 * sliding.exactly > sliding.stopped);
}
