#include "support/random_shape.h"

#include <drystone/collision/chain.h>
#include <drystone/collision/manifold.h>
#include <drystone/collision/ray_cast.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

struct Contact {
    int segment = 0;
    Manifold manifold;
};

std::vector<Contact> contacts_of(const Chain& chain, const ConvexCore& core, const Pose& pose, float margin) {
    std::vector<Contact> contacts;
    for (int i = 0; i < chain.segment_count(); ++i) {
        const Manifold manifold = collide(chain.segment(i), core, pose, margin);
        if (manifold.count > 0) {
            contacts.push_back({i, manifold});
        }
    }
    return contacts;
}

/// A frictionless body over a chain, by sequential impulses: the minimum of an engine that shows ghost
/// collisions.
struct Slider {
    ConvexCore core;
    double mass = 1.0;
    double inertia = 0.2;
    Vec2d position{0.0, 0.0};
    double angle = 0.0;
    Vec2d velocity{0.0, 0.0};
    double spin = 0.0;

    void step(const Chain& chain, double dt) {
        velocity.y -= 10.0 * dt;
        const Pose pose{to_float(position), Rot::from_angle(static_cast<float>(angle))};
        const std::vector<Contact> contacts = contacts_of(chain, core, pose, 0.02f);
        std::vector<double> impulses(2 * contacts.size(), 0.0);
        for (int iteration = 0; iteration < 50; ++iteration) {
            for (std::size_t i = 0; i < contacts.size(); ++i) {
                for (int k = 0; k < contacts[i].manifold.count; ++k) {
                    push(contacts[i].manifold, k, impulses[2 * i + static_cast<std::size_t>(k)], dt);
                }
            }
        }
        position += dt * velocity;
        angle += dt * spin;
    }

    void push(const Manifold& manifold, int k, double& total, double dt) {
        const Vec2d normal = to_double(manifold.normal);
        const Vec2d arm = to_double(manifold.points[k].point) - position;
        const double lever = arm.x * normal.y - arm.y * normal.x;
        const double separation = static_cast<double>(manifold.points[k].separation);
        const double speed = dot(velocity, normal) + spin * lever;
        const double wanted = separation > 0.0 ? -separation / dt : 0.0;
        const double impulse = (wanted - speed) / (1.0 / mass + lever * lever / inertia);
        const double sum = std::max(0.0, total + impulse);
        velocity += (sum - total) / mass * normal;
        spin += (sum - total) * lever / inertia;
        total = sum;
    }
};

Chain flat_ground(Random& random, double from, double to) {
    std::vector<Vec2> points;
    for (double x = to; x > from; x -= random.between(0.05, 1.5)) {
        points.emplace_back(static_cast<float>(x), 0.0f);
    }
    return make_chain(points);
}

}  // namespace

TEST_CASE(
    "chain: boxes, circles, capsules and polygons slide at 2 to 20 m/s over 100 joints, level and "
    "undisturbed") {
    Random random(81);
    const Polygon box = make_box(0.5f, 0.5f);
    const Polygon hexagon = make_polygon(
        {{0.5f, -0.4f}, {0.8f, 0.0f}, {0.5f, 0.4f}, {-0.5f, 0.4f}, {-0.8f, 0.0f}, {-0.5f, -0.4f}});
    const SmallCore disc = make_core(Circle{{0.0f, 0.0f}, 0.5f});
    const SmallCore capsule = make_core(Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f});
    const std::pair<ConvexCore, double> bodies[] = {
        {make_core(box), 0.5}, {make_core(hexagon), 0.4}, {disc.view(), 0.5}, {capsule.view(), 0.25}};
    const Chain chain = flat_ground(random, -10.0, 90.0);
    REQUIRE(chain.segment_count() > 100);
    for (const auto& [core, height] : bodies) {
        for (const double speed : {2.0, 5.0, 20.0}) {
            Slider slider{core};
            slider.position = {0.0, height};
            slider.velocity = {speed, 0.0};
            double hop = 0.0;
            for (int i = 0; i < 3000 && slider.position.x < 80.0; ++i) {
                slider.step(chain, 1.0 / 60.0);
                hop = std::max(hop, std::abs(slider.position.y - height));
            }
            CHECK(slider.position.x >= 80.0);
            CHECK(hop < 1e-5);
            CHECK(std::abs(slider.velocity.x / speed - 1.0) < 1e-9);
            CHECK(std::abs(slider.spin) < 1e-4);
        }
    }
}

TEST_CASE("chain: a loop around a convex polygon has the contacts of the polygon") {
    Random random(82);
    double worst = 0.0;
    int overlapping = 0;
    for (int i = 0; i < scaled_count(6000); ++i) {
        const std::optional<Polygon> polygon = random_polygon(random, 4.0, Vec2{0.0f, 0.0f});
        const RandomShape shape = random_shape(random, 6.0);
        const ConvexCore core = shape.core();
        if (!polygon) {
            continue;
        }
        const double width = min_width(place_exactly(polygon->vertices(), ExactPose{}));
        const double size = diameter(place_exactly(points_of(core), ExactPose{}));
        if (width < 0.25 * diameter(place_exactly(polygon->vertices(), ExactPose{})) || size > 8.0 * width) {
            continue;
        }
        // For a long shape and a line that is solid from both sides, the side on which it lies is ambiguous.
        const bool round = core.count == 1 && random.below(2) == 0;
        const ChainSides sides = round ? ChainSides::Both : ChainSides::Right;
        const Chain chain = make_chain(polygon->vertices(), {.is_loop = true, .sides = sides});
        const std::vector<Vec2d> outline = place_exactly(polygon->vertices(), ExactPose{});
        // From far away until the separation has the wanted value.
        const Vec2 way = random_vector(random, 1.0);
        const double wanted = random.between(-0.05, 0.01) * min_width(outline);
        Pose pose{30.0f * way, Rot::from_angle(random.angle())};
        const auto separation = [&] {
            const std::vector<Vec2d> placed = place_exactly(points_of(core), exact(pose));
            return reference_distance(outline, placed).value - static_cast<double>(core.radius);
        };
        double low = 0.0;
        double high = 40.0;
        for (int k = 0; k < 50; ++k) {
            const double middle = 0.5 * (low + high);
            pose.position = static_cast<float>(middle) * way;
            (separation() > wanted ? high : low) = middle;
        }
        const double truth = separation();
        const std::vector<Vec2d> placed = place_exactly(points_of(core), exact(pose));
        Vec2d middle{0.0, 0.0};
        for (const Vec2d& point : placed) {
            middle += point / static_cast<double>(placed.size());
        }
        // A corner more than half way through a thin shape is lost.
        const double thickness = core.count > 2 ? min_width(placed) : 0.0;
        const bool is_thin = thickness + 2.0 * static_cast<double>(core.radius) < -6.0 * truth;
        if (is_thin || std::abs(truth - wanted) > 1e-4 ||
            reference_distance(outline, {middle}).value < 0.05 * min_width(outline)) {
            continue;
        }
        overlapping += truth < 0.0 ? 1 : 0;
        double minimum = 1e9;
        int best = 0;
        for (const Contact& contact : contacts_of(chain, core, pose, static_cast<float>(truth) + 1e-3f)) {
            for (int k = 0; k < contact.manifold.count; ++k) {
                minimum = std::min(minimum, static_cast<double>(contact.manifold.points[k].separation));
            }
            ++best;
        }
        REQUIRE(best > 0);
        worst = std::max(worst, std::abs(minimum - truth));
    }
    INFO("worst " << worst << " m");
    CHECK(overlapping > scaled_count(1000));
    CHECK(worst < 2e-5);
}

TEST_CASE("chain: a box in a corner touches floor and wall, each along its own normal") {
    // Counter-clockwise about the outside: from the top of the wall down, and along the floor.
    const Chain corner = make_chain({{5.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 5.0f}});
    const Polygon box = make_box(0.5f, 0.5f);
    const std::vector<Contact> contacts =
        contacts_of(corner, make_core(box), Pose{{0.49f, 0.48f}, Rot{}}, 0.02f);
    REQUIRE(contacts.size() == 2);
    CHECK(contacts[0].manifold.normal == Vec2(0.0f, 1.0f));
    CHECK(contacts[0].manifold.count == 2);
    CHECK(contacts[0].manifold.points[0].separation == doctest::Approx(-0.02));
    CHECK(contacts[1].manifold.normal == Vec2(1.0f, 0.0f));
    CHECK(contacts[1].manifold.count == 2);
    CHECK(contacts[1].manifold.points[0].separation == doctest::Approx(-0.01));
    const SmallCore disc = make_core(Circle{{0.0f, 0.0f}, 0.5f});
    const std::vector<Contact> round = contacts_of(corner, disc.view(), Pose{{0.49f, 0.48f}, Rot{}}, 0.02f);
    REQUIRE(round.size() == 2);
    CHECK(round[0].manifold.normal == Vec2(0.0f, 1.0f));
    CHECK(round[1].manifold.normal == Vec2(1.0f, 0.0f));
}

TEST_CASE("chain: a ridge carries a box on its corner, reported by one segment, and a slope on its face") {
    const Chain ridge = make_chain({{4.0f, -4.0f}, {0.0f, 0.0f}, {-4.0f, -4.0f}});
    const Polygon box = make_box(1.0f, 0.5f);
    for (const float lean : {-0.5f, -0.1f, 0.0f, 0.1f, 0.5f}) {
        const Rot turn = Rot::from_angle(lean);
        const Pose pose{rotate(turn, Vec2{0.2f, 0.49f}), turn};
        const std::vector<Contact> contacts = contacts_of(ridge, make_core(box), pose, 0.02f);
        REQUIRE(contacts.size() == 1);
        const Manifold& manifold = contacts[0].manifold;
        REQUIRE(manifold.count == 1);
        CHECK(length(manifold.normal - rotate(turn, Vec2{0.0f, 1.0f})) < 1e-6f);
        CHECK(manifold.points[0].separation == doctest::Approx(-0.01).epsilon(1e-3));
        CHECK(length(manifold.points[0].point) < 0.01f);
        CHECK(contacts[0].segment == (lean < 0.0f ? 0 : 1));
    }
    const Rot down = Rot::from_angle(-0.25f * pi);
    const Vec2 on_slope = Vec2{2.0f, -2.0f} + rotate(down, Vec2{0.0f, 0.49f});
    const std::vector<Contact> slope = contacts_of(ridge, make_core(box), Pose{on_slope, down}, 0.02f);
    REQUIRE(slope.size() == 1);
    CHECK(slope[0].segment == 0);
    CHECK(slope[0].manifold.count == 2);
}

TEST_CASE("chain: a box over a corner of one degree rests on both of its sides") {
    for (const float degrees : {0.1f, 0.5f, 1.0f, -0.5f, -1.0f}) {
        const float drop = -2.0f * degrees * pi / 180.0f;
        const Chain chain = make_chain({{2.0f, drop}, {0.0f, 0.0f}, {-2.0f, 0.0f}});
        const Polygon box = make_box(1.0f, 0.5f);
        const Pose pose{{0.1f, 0.499f}, Rot::from_angle(-0.5f * degrees * pi / 180.0f)};
        const std::vector<Contact> contacts = contacts_of(chain, make_core(box), pose, 0.04f);
        REQUIRE(contacts.size() == 2);
        for (const Contact& contact : contacts) {
            CHECK(contact.manifold.normal.y > 0.999f);
            CHECK(contact.manifold.count == 2);
        }
    }
}

TEST_CASE("chain: one side lets shapes pass from behind, two sides stop them from both") {
    const std::vector<Vec2> points{{3.0f, 0.0f}, {1.0f, 0.0f}, {-1.0f, 0.0f}, {-3.0f, 0.0f}};
    const Chain one = make_chain(points);
    const Chain two = make_chain(points, {.sides = ChainSides::Both});
    const Polygon box = make_box(0.5f, 0.5f);
    const SmallCore disc = make_core(Circle{{0.0f, 0.0f}, 0.5f});
    for (const ConvexCore& core : {make_core(box), disc.view()}) {
        for (const float x : {-0.9f, 0.0f, 1.0f}) {
            const Pose above{{x, 0.49f}, Rot{}};
            const Pose below{{x, -0.49f}, Rot{}};
            CHECK(contacts_of(one, core, above, 0.02f).size() >= 1);
            CHECK(contacts_of(one, core, below, 0.02f).empty());
            CHECK(contacts_of(one, core, Pose{{x, -0.1f}, Rot{}}, 0.02f).empty());
            for (const Contact& contact : contacts_of(two, core, above, 0.02f)) {
                CHECK(contact.manifold.normal == Vec2(0.0f, 1.0f));
            }
            const std::vector<Contact> from_below = contacts_of(two, core, below, 0.02f);
            CHECK(from_below.size() >= 1);
            for (const Contact& contact : from_below) {
                CHECK(contact.manifold.normal == Vec2(0.0f, -1.0f));
                CHECK(contact.manifold.points[0].separation == doctest::Approx(-0.01));
            }
        }
    }
    CHECK(cast_ray(one.segment(1), {0.0f, 1.0f}, {0.0f, -2.0f}).hit);
    CHECK_FALSE(cast_ray(one.segment(1), {0.0f, -1.0f}, {0.0f, 2.0f}).hit);
    CHECK(cast_ray(two.segment(1), {0.0f, -1.0f}, {0.0f, 2.0f}).hit);
    CHECK(cast_ray(two.segment(1), {0.0f, -1.0f}, {0.0f, 2.0f}).normal == Vec2(0.0f, -1.0f));
}

TEST_CASE("chain: a free end is round, a ghost makes it a joint") {
    const SmallCore disc = make_core(Circle{{0.0f, 0.0f}, 0.5f});
    const Pose beside{{1.3f, 0.38f}, Rot{}};
    const Manifold end =
        collide(make_chain({{1.0f, 0.0f}, {-1.0f, 0.0f}}).segment(0), disc.view(), beside, 0.02f);
    REQUIRE(end.count == 1);
    CHECK(end.normal.x == doctest::Approx(0.3 / std::hypot(0.3, 0.38)));
    CHECK(end.points[0].separation == doctest::Approx(std::hypot(0.3, 0.38) - 0.5));
    const Chain continued = make_chain({{1.0f, 0.0f}, {-1.0f, 0.0f}}, {.ghost_before = Vec2{3.0f, 0.0f}});
    CHECK(collide(continued.segment(0), disc.view(), beside, 0.02f).count == 0);
    // A box pushed against the end of a wall that is solid from both sides is pushed back where it came from.
    const Chain wall = make_chain({{0.0f, 0.0f}, {-4.0f, 0.0f}}, {.sides = ChainSides::Both});
    const Polygon box = make_box(0.5f, 0.5f);
    const Manifold head_on = collide(wall.segment(0), make_core(box), Pose{{0.49f, 0.1f}, Rot{}}, 0.02f);
    REQUIRE(head_on.count == 1);
    CHECK(head_on.normal == Vec2(1.0f, 0.0f));
    CHECK(head_on.points[0].separation == doctest::Approx(-0.01));
}

TEST_CASE("chain: non-finite input and segments of zero length touch nothing") {
    const Polygon box = make_box(0.5f, 0.5f);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    ChainSegment segment;
    CHECK(collide(segment, make_core(box), Pose{{0.0f, 0.5f}, Rot{}}, 0.02f).count == 0);
    segment.sides = ChainSides::Both;
    CHECK(collide(segment, make_core(box), Pose{{0.0f, 0.5f}, Rot{}}, 0.02f).count == 2);
    CHECK(collide(segment, make_core(box), Pose{{nan, 0.5f}, Rot{}}, 0.02f).count == 0);
    CHECK(collide(segment, make_core(box), Pose{{0.0f, 0.5f}, {nan, 0.0f}}, 0.02f).count == 0);
    CHECK(collide(segment, make_core(box), Pose{{0.0f, 0.5f}, Rot{}}, nan).count == 0);
    segment.b = segment.a;
    CHECK(collide(segment, make_core(box), Pose{segment.a, Rot{}}, 0.02f).count == 0);
    segment.b.x = nan;
    CHECK(collide(segment, make_core(box), Pose{segment.a, Rot{}}, 0.02f).count == 0);
}
