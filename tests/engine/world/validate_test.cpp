// `World::validate` detects, in every build, when the arrays of a world contradict each other.
#include <doctest/doctest.h>

#include "support/world_random.h"
#include "support/world_state_access.h"

#include <string>

using namespace drystone;

namespace {

/// Corrupts one value, validates, and restores it.
template <class Value>
void check_noticed(World& world, Value& value, const Value& wrong, const char* words) {
    world.validate();
    const Value right = value;
    value = wrong;
    const std::string error = test::error_of([&] { world.validate(); });
    CHECK_MESSAGE(test::contains_text(error, words), error);
    CHECK(test::contains_text(error, "validate"));
    value = right;
    world.validate();
}

}  // namespace

TEST_CASE("validate: whatever is broken is told, in every build") {
    test::RandomScene scene(5);
    World& world = scene.world;
    test::run(world, 120);
    WorldState& state = test::state_of(world);
    REQUIRE(state.stores.bodies.awake.size() > 4);
    const std::uint32_t body = state.stores.bodies.awake[1];
    const std::uint32_t shape = state.stores.bodies.records[body].first_shape;
    REQUIRE(shape != no_index);
    check_noticed(world, state.stores.bodies.solver_slots[body], 1000u, "its place in the solver");
    check_noticed(world, state.stores.bodies.records.edit(body).island, 0u, "no sleeping island");
    check_noticed(world, state.stores.shapes.cores.edit(shape).body, state.stores.bodies.awake[2],
                  "its body");
    check_noticed(world, state.stores.shapes.records.edit(shape).previous, 7u, "both ways");
    check_noticed(world, state.stores.shapes.fat_boxes[shape].upper_x, 1e3f, "in the store and in the tree");
    check_noticed(world, state.stores.shapes.records.edit(shape).sensor, true, "sensor");
    check_noticed(world, state.stores.bodies.masses.edit(body).constraint_count,
                  state.stores.bodies.masses[body].constraint_count + 1.0f, "touching contacts");
    for (Contact& contact : state.stores.contacts.contacts.edit()) {
        if (contact.shape_a != no_index && contact.state == ContactState::Touching) {
            Contact apart = contact;
            apart.state = ContactState::Apart;
            check_noticed(world, contact, apart, "");
            check_noticed(world, contact.body_b, contact.body_b == 0 ? 1u : 0u, "");
            return;
        }
    }
    FAIL("nothing touches");
}
