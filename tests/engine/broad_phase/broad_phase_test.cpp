#include <doctest/doctest.h>

#include "contacts/contact_lifecycle.h"
#include "support/world_random.h"

#include <set>
#include <utility>
#include <vector>

using namespace drystone;

namespace {

using Pairs = std::set<std::pair<ShapeId, ShapeId>>;

std::pair<ShapeId, ShapeId> ordered(ShapeId a, ShapeId b) {
    return a < b ? std::pair(a, b) : std::pair(b, a);
}

Pairs found_pairs(const World& world) {
    Pairs pairs;
    world.visit_contacts([&](const ContactView& contact) {
        CHECK(pairs.insert(ordered(contact.shape_a, contact.shape_b)).second);
    });
    return pairs;
}

bool may_meet(const World& world, ShapeId a, ShapeId b) {
    const BodyId body_a = world[a].body();
    const BodyId body_b = world[b].body();
    const bool any_dynamic =
        world[body_a].type() == BodyType::Dynamic || world[body_b].type() == BodyType::Dynamic;
    return body_a != body_b && any_dynamic && should_collide(world[a].filter(), world[b].filter());
}

Pairs expected_pairs(const World& world) {
    Pairs pairs;
    const std::vector<ShapeId> shapes = test::ids(world.shapes());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        for (std::size_t j = i + 1; j < shapes.size(); ++j) {
            if (overlaps(world[shapes[i]].fat_aabb(), world[shapes[j]].fat_aabb()) &&
                may_meet(world, shapes[i], shapes[j])) {
                pairs.insert(ordered(shapes[i], shapes[j]));
            }
        }
    }
    return pairs;
}

}  // namespace

TEST_CASE("broad phase: the pairs of a changing scene are those of a brute force over the fat boxes") {
    for (const bool sleeping : {false, true}) {
        test::RandomScene scene(sleeping ? 3 : 4, {.sleeping = sleeping});
        for (int i = 0; i < test::scaled(300, 60); ++i) {
            scene.world.step(test::dt);
            scene.change();
            // A step of zero length finds pairs and updates contacts, and moves nothing.
            scene.world.step(0.0f);
            const Pairs found = found_pairs(scene.world);
            CHECK(found == expected_pairs(scene.world));
            CHECK(scene.world.counters().pairs == static_cast<int>(found.size()));
        }
    }
}

TEST_CASE("broad phase: a fat box holds its shape wherever the body goes") {
    test::RandomScene scene(8, {.sleeping = false});
    for (int i = 0; i < test::scaled(200, 40); ++i) {
        scene.world.step(test::dt);
        for (const ShapeId shape : scene.world.shapes()) {
            const ShapeGeometry geometry = scene.world[shape].geometry();
            const Pose pose = scene.world[scene.world[shape].body()].pose();
            Aabb tight;
            std::visit(
                [&](const auto& each) {
                    const auto core = make_core(each);
                    if constexpr (std::is_same_v<std::decay_t<decltype(core)>, SmallCore>) {
                        tight = compute_aabb(core.view(), pose);
                    } else {
                        tight = compute_aabb(core, pose);
                    }
                },
                geometry);
            CHECK(contains(scene.world[shape].fat_aabb(), tight));
        }
    }
}
