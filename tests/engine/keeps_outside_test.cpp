#include <doctest/doctest.h>

#include "continuous/motion.h"
#include "support/world_build.h"

#include <functional>
#include <vector>

using namespace drystone;

namespace {

constexpr float depth = 0.01f;

ShapeGeometry random_shape(test::Random& random) {
    const Vec2 shift{random.between(-0.3f, 0.3f), random.between(-0.3f, 0.3f)};
    switch (random.below(3)) {
        case 0: return Circle{shift, random.between(0.1f, 0.5f)};
        case 1: return Capsule{shift, Vec2{shift + Vec2{0.5f, 0.2f}}, random.between(0.1f, 0.4f)};
        default: return make_box(random.between(0.1f, 0.5f), random.between(0.1f, 0.5f), Pose{shift, {}});
    }
}

ShapeGeometry random_ground(test::Random& random) {
    const float half = random.between(0.2f, 3.0f);
    if (random.below(2) == 0) {
        return Segment{{-half, 0.0f}, {half, 0.0f}};
    }
    return make_box(half, random.between(0.1f, 1.0f));
}

std::uint32_t add_body(BodyStore& bodies, BodyType type, const Vec2& at, float angle) {
    const std::uint32_t body = bodies.create(type);
    const Rot turn = Rot::from_angle(angle);
    bodies.poses[body] = {at.x(), at.y(), turn.c, turn.s};
    return body;
}

/// As continuous collision asks.
bool is_stopped(const ShapeStore& shapes, std::uint32_t shape, const Sweep& sweep, std::uint32_t other,
                const Sweep& still) {
    TimeOfImpactSettings settings;
    settings.target_separation = -0.9f * depth;
    settings.tolerance = 0.4f * depth;
    settings.initial_contact = InitialContact::Keep;
    const TimeOfImpact impact =
        time_of_impact(shapes.view(shape), sweep, shapes.view(other), still, settings);
    return impact.status != TimeOfImpactStatus::Separated;
}

}  // namespace

TEST_CASE("what keeps outside of a fixed shape has no time of impact") {
    test::Random random(7);
    int kept = 0;
    int stopped = 0;
    for (int i = 0; i < 20000; ++i) {
        BodyStore bodies;
        ShapeStore shapes;
        const Vec2 origin = i % 4 == 0 ? Vec2{300.0f, -200.0f} : Vec2{0.0f, 0.0f};
        const std::uint32_t ground = add_body(bodies, BodyType::Static, origin, random.between(-3.0f, 3.0f));
        const std::uint32_t other = shapes.create(random_ground(random), ground);
        const Vec2 end = origin + Vec2{random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
        const std::uint32_t body = add_body(bodies, BodyType::Dynamic, end, random.between(-3.0f, 3.0f));
        bodies.masses[body] = make_body_mass(0.1f, -0.05f, 1.0f, 1.0f);
        const std::uint32_t shape = shapes.create(random_shape(random), body);

        Sweep sweep;
        sweep.local_center = {0.1f, -0.05f};
        sweep.center_end = end;
        const float far = random.below(2) == 0 ? 0.01f : 1.0f;
        sweep.center_start = end - far * Vec2{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
        sweep.angle = random.below(2) == 0 ? random.between(-0.02f, 0.02f) : random.between(-1.5f, 1.5f);
        const Rot turn = Rot::from_angle(sweep.angle);
        sweep.rotation_start = inverse_multiply(turn, Rot{bodies.poses[body].c, bodies.poses[body].s});

        BroadPhase broad_phase;
        const JointStore joints;
        const std::vector<BodySolverState> states;
        const std::function<bool(std::uint32_t, std::uint32_t)> collide;
        const std::function<bool(const SweptHit&)> admits;
        const ContinuousContext context{bodies, shapes,  broad_phase, joints, states, 1.0f / 60.0f,
                                        0.02f,  collide, admits,      false,  false};
        const bool stops = is_stopped(shapes, shape, sweep, other, sweep_of(context, ground));
        const bool outside = keeps_outside(context, shape, sweep, other, depth);
        CHECK(!(outside && stops));
        kept += outside ? 1 : 0;
        stopped += stops ? 1 : 0;
    }
    // It is of use, and there was something to stop.
    CHECK(kept > 5000);
    CHECK(stopped > 1000);
}
