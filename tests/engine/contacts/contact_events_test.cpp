#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

using Pair = std::pair<ShapeId, ShapeId>;

Pair ordered(ShapeId a, ShapeId b) { return a < b ? Pair(a, b) : Pair(b, a); }

/// Touching pairs, derived from the events alone.
class EventBook {
public:
    void read(const World& world) {
        for (const ContactEnd& end : world.contact_ends()) {
            const auto found = touching_.find(ordered(end.shape_a, end.shape_b));
            REQUIRE(found != touching_.end());
            CHECK(found->second == end.contact);
            CHECK_FALSE((world.is_valid(end.shape_a) && world.is_valid(end.shape_b) &&
                         world.is_valid(end.contact) && world.contact(end.contact).count > 0));
            touching_.erase(found);
            ++ends;
        }
        for (const ContactBegin& begin : world.contact_begins()) {
            CHECK(world.is_valid(begin.contact));
            CHECK(touching_.emplace(ordered(begin.shape_a, begin.shape_b), begin.contact).second);
            ++begins;
        }
    }
    void compare(const World& world) const {
        std::map<Pair, ContactId> actual;
        world.visit_contacts([&](const ContactView& contact) {
            if (contact.count > 0) {
                actual.emplace(ordered(contact.shape_a, contact.shape_b), contact.contact);
            }
        });
        CHECK(actual == touching_);
    }

    int begins = 0;
    int ends = 0;

private:
    std::map<Pair, ContactId> touching_;
};

}  // namespace

TEST_CASE("contact events: a ball that bounces begins and ends exactly once per touch") {
    World world;
    test::add_ground(world);
    const BodyId ball = test::add_disc(world, {0.0f, 2.0f}, 0.5f, {.material = {.restitution = 0.8f}});
    const ShapeId shape = world[ball].shapes()[0];
    EventBook book;
    int touches = 0;
    bool touched = false;
    for (int i = 0; i < 150; ++i) {
        world.step(dt);
        book.read(world);
        book.compare(world);
        const bool touching = world.counters().contacts > 0;
        touches += touching && !touched ? 1 : 0;
        touched = touching;
        for (const ContactBegin& begin : world.contact_begins()) {
            CHECK((begin.shape_a == shape || begin.shape_b == shape));
            const ContactView view = world.contact(begin.contact);
            CHECK(view.count == 1);
            CHECK(std::abs(view.normal.y) == doctest::Approx(1.0f));
        }
    }
    CHECK(touches >= 3);
    CHECK(book.begins == touches);
    CHECK(book.ends == (touched ? touches - 1 : touches));
}

TEST_CASE("contact events: the ends of a destroyed body are reported at the next step by its dead handles") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId below = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId above = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
    test::run(world, 30);
    REQUIRE(world.counters().contacts == 2);
    const ShapeId dead = world[below].shapes()[0];
    const ShapeId alive = world[above].shapes()[0];
    world.destroy_body(below);
    CHECK(world.contact_ends().empty());
    // The slot is reused before the end events are read.
    const BodyId replacement = test::add_box(world, {30.0f, 0.5f}, 0.5f, 0.5f);
    CHECK(world[replacement].shapes()[0] != dead);
    world.step(dt);
    REQUIRE(world.contact_ends().size() == 2);
    int with_alive = 0;
    for (const ContactEnd& end : world.contact_ends()) {
        CHECK((end.shape_a == dead || end.shape_b == dead));
        with_alive += end.shape_a == alive || end.shape_b == alive ? 1 : 0;
        CHECK_FALSE(world.is_valid(end.contact));
    }
    CHECK(with_alive == 1);
    CHECK_FALSE(world.is_valid(dead));
    world.step(dt);
    CHECK(world.contact_ends().empty());
}

TEST_CASE("contact events: destroying one of two shapes ends its contacts alone") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.5f}});
    const ShapeId left = world.create_shape(body, make_box(0.5f, 0.5f, Pose{Vec2{-1.0f, 0.0f}, Rot{}}));
    const ShapeId right = world.create_shape(body, make_box(0.5f, 0.5f, Pose{Vec2{1.0f, 0.0f}, Rot{}}));
    test::run(world, 30);
    REQUIRE(world.counters().contacts == 2);
    world.destroy_shape(left);
    world.step(dt);
    REQUIRE(world.contact_ends().size() == 1);
    CHECK((world.contact_ends()[0].shape_a == left || world.contact_ends()[0].shape_b == left));
    CHECK(world.counters().contacts == 1);
    CHECK(world.is_valid(right));
}

TEST_CASE("contact events: in a random scene the events tell exactly what touches") {
    for (const bool sleeping : {false, true}) {
        test::RandomScene scene(sleeping ? 21 : 22, {.sleeping = sleeping});
        EventBook book;
        for (int i = 0; i < test::scaled(600, 100); ++i) {
            scene.world.step(dt);
            book.read(scene.world);
            book.compare(scene.world);
            if (i % 3 == 0) {
                scene.change();
            }
        }
        CHECK(book.begins > 20);
        CHECK(book.ends > 10);
    }
}

TEST_CASE("contact events: the order is the same in every run") {
    std::vector<ContactId> runs[2];
    for (std::vector<ContactId>& order : runs) {
        test::RandomScene scene(31);
        for (int i = 0; i < test::scaled(200, 60); ++i) {
            scene.world.step(dt);
            for (const ContactBegin& begin : scene.world.contact_begins()) {
                order.push_back({begin.contact.index1, begin.contact.generation, 0});
            }
            for (const ContactEnd& end : scene.world.contact_ends()) {
                order.push_back({end.contact.index1, end.contact.generation, 1});
            }
            scene.change();
        }
    }
    CHECK(runs[0].size() > 10);
    CHECK(runs[0] == runs[1]);
}

TEST_CASE("contact events: a view tells points, normal and impulses of a resting box") {
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    const BodyId ground = test::add_ground(world);
    const BodyId box = test::add_box(world, {3.0f, 0.5f}, 0.5f, 0.5f, {.density = 2.0f});
    test::run(world, 120);
    int seen = 0;
    world.visit_contacts([&](const ContactView& view) {
        ++seen;
        CHECK(world.contact(view.contact).contact == view.contact);
        REQUIRE(view.count == 2);
        CHECK(view.color >= 0);
        const float up = world[view.shape_a].body() == ground ? 1.0f : -1.0f;
        CHECK(view.normal.y == doctest::Approx(up));
        CHECK(view.points[0].feature != view.points[1].feature);
        float sum = 0.0f;
        for (const ContactPointView& point : view.points) {
            CHECK(std::abs(std::abs(point.point.x - 3.0f) - 0.5f) < 1e-3f);
            CHECK(std::abs(point.point.y) < 5e-3f);
            CHECK(std::abs(point.separation) < 5e-3f);
            sum += point.normal_impulse;
        }
        // Weight times the duration of one of four sub-steps.
        CHECK(sum == doctest::Approx(2.0 * 10.0 / 240.0).epsilon(0.01));
    });
    CHECK(seen == 1);
    CHECK(world[box].is_awake());
}
