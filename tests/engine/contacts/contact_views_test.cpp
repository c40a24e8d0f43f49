#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/drystone.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Two boxes of 1 m, one on the other on a floor whose surface is at height 0.
struct Stack {
    World world;
    BodyId lower;
    BodyId upper;

    Stack() {
        world.create_shape(world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}}),
                           make_box(5.0f, 1.0f));
        lower = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.4995f}});
        upper = world.create_body({.type = BodyType::Dynamic, .position = {0.1f, 1.499f}});
        world.create_shape(lower, make_box(0.5f, 0.5f));
        world.create_shape(upper, make_box(0.5f, 0.5f));
    }
};

/// A call that changes a body but moves nothing.
struct Call {
    const char* name;
    std::function<void(World&, BodyId)> run;
};

const std::vector<Call> calls{
    {"none", [](World&, BodyId) {}},
    {"set_locks", [](World& w, BodyId b) { w[b].set_locks({.rotation = true}); }},
    {"set_locks along one axis", [](World& w, BodyId b) { w[b].set_locks({.linear_x = true}); }},
    {"set_dominance_group", [](World& w, BodyId b) { w[b].set_dominance_group(3); }},
    {"lower dominance group", [](World& w, BodyId b) { w[b].set_dominance_group(-3); }},
    {"set_mass_properties",
     [](World& w, BodyId b) {
         w[b].set_mass_properties({2.0f, {0.1f, 0.2f}, 0.3f});
     }},
    {"set_density", [](World& w, BodyId b) { (*w[b].shapes().begin()).set_density(5.0f); }},
    {"a second shape",
     [](World& w, BodyId b) {
         w.create_shape(b, make_box(0.1f, 0.1f, {{0.3f, 0.0f}, {}}));
     }},
    {"set_material", [](World& w, BodyId b) { (*w[b].shapes().begin()).set_material({.friction = 0.1f}); }},
    {"set_pose where it is", [](World& w, BodyId b) { w[b].set_pose(w[b].position(), w[b].angle()); }},
    {"set_gravity_scale", [](World& w, BodyId b) { w[b].set_gravity_scale(2.0f); }},
    {"set_extra_iterations", [](World& w, BodyId b) { w[b].set_extra_iterations(3); }},
    {"set_pre_solve", [](World& w, BodyId b) { (*w[b].shapes().begin()).set_pre_solve(true); }},
    {"wake", [](World& w, BodyId b) { w[b].wake(); }},
    {"put_to_sleep", [](World& w, BodyId b) { w[b].put_to_sleep(); }},
    {"put_to_sleep and wake",
     [](World& w, BodyId b) {
         w[b].put_to_sleep();
         w[b].wake();
     }},
    {"put_to_sleep, wake and set_locks", [](World& w, BodyId b) {
         w[b].put_to_sleep();
         w[b].wake();
         w[b].set_locks({.rotation = true});
     }}};

/// Sum of the normal impulses of each pair of shapes.
std::map<std::pair<std::uint32_t, std::uint32_t>, float> impulses_of(const World& world) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, float> sums;
    world.visit_contacts([&](const ContactView& view) {
        for (int i = 0; i < view.count; ++i) {
            sums[std::minmax(view.shape_a.index1, view.shape_b.index1)] += view.points[i].normal_impulse;
        }
    });
    return sums;
}

/// Checks the touching contacts of the two boxes, which are level within the bounds, against the heights of
/// the boxes.
void check_views(const Stack& stack) {
    const float floor_gap = stack.world[stack.lower].position().y - 0.5f;
    const float box_gap =
        stack.world[stack.upper].position().y - stack.world[stack.lower].position().y - 1.0f;
    int touching = 0;
    stack.world.visit_contacts([&](const ContactView& view) {
        if (view.count == 0) {
            return;
        }
        ++touching;
        CHECK(view.count == 2);
        CHECK(std::abs(view.normal.x) < 1e-3f);
        CHECK(std::abs(std::abs(view.normal.y) - 1.0f) < 1e-3f);
        const bool on_floor = stack.world[view.shape_a].body() != stack.upper &&
                              stack.world[view.shape_b].body() != stack.upper;
        const float low = on_floor ? 0.5f * floor_gap : 1.0f + floor_gap + 0.5f * box_gap;
        for (int i = 0; i < view.count; ++i) {
            CHECK(std::abs(view.points[i].separation - (on_floor ? floor_gap : box_gap)) < 2e-3f);
            CHECK(std::abs(view.points[i].point.y - low) < 5e-3f);
            CHECK(view.points[i].point.x > -0.51f);
            CHECK(view.points[i].point.x < 0.51f);
        }
    });
    CHECK(touching == 2);
}

}  // namespace

TEST_CASE("contact views: they show the contact after every call that moves nothing") {
    for (const Call& call : calls) {
        for (const int steps : {1, 2, 30}) {
            for (const bool is_upper : {false, true}) {
                CAPTURE(std::string(call.name));
                CAPTURE(steps);
                CAPTURE(is_upper);
                Stack stack;
                test::run(stack.world, steps);
                const auto before = impulses_of(stack.world);
                call.run(stack.world, is_upper ? stack.upper : stack.lower);
                check_views(stack);
                const auto after = impulses_of(stack.world);
                REQUIRE(after.size() == before.size());
                for (const auto& [pair, sum] : before) {
                    CHECK(after.at(pair) == doctest::Approx(sum));
                }
                stack.world.validate();
                stack.world.step(dt);
                check_views(stack);
            }
        }
    }
}

TEST_CASE("contact views: they follow a body that was moved") {
    Stack stack;
    test::run(stack.world, 30);
    stack.world[stack.upper].set_pose(stack.world[stack.upper].position() + Vec2{0.2f, -0.003f}, 0.0f);
    check_views(stack);
    stack.world[stack.upper].set_pose({0.0f, 9.0f}, 0.0f);
    stack.world.visit_contacts([&](const ContactView& view) {
        const bool on_floor = stack.world[view.shape_a].body() != stack.upper &&
                              stack.world[view.shape_b].body() != stack.upper;
        CHECK(view.count == (on_floor ? 2 : 0));
    });
    stack.world.validate();
}
