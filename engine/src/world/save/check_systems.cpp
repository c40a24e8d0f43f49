#include "world/checks.h"
#include "world/save/check_saved.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace drystone {

namespace {

void check_shape_id(const WorldState& world, const ShapeId& id) {
    require(id.index1 != 0 && id.index1 <= world.stores.shapes.slots.size() && id.world == world.number,
            "the shapes of events existed");
}

void check_pairs(const std::vector<BodyPair>& pairs, const SlotPool& bodies) {
    for (const BodyPair& pair : pairs) {
        require(pair.a < pair.b && bodies.is_live(pair.a) && bodies.is_live(pair.b),
                "pairs of bodies with rules are alive and in order");
    }
}

bool is_before(const ShapePair& a, const ShapePair& b) { return std::tie(a.a, a.b) < std::tie(b.a, b.b); }

void check_filter_answers(const ShapeStore& shapes, const std::vector<ShapePair>& pairs) {
    require(std::is_sorted(pairs.begin(), pairs.end(), is_before), "answers of the filter are sorted");
    for (const ShapePair& pair : pairs) {
        require(pair.a < pair.b && shapes.slots.is_live(pair.a) && shapes.slots.is_live(pair.b) &&
                    shapes.is_present(pair.a) && shapes.is_present(pair.b),
                "pairs with an answer of the filter are in the trees");
    }
}

void check_rules(const WorldState& world) {
    const ContactRules& rules = world.rules;
    check_pairs(rules.excluded, world.stores.bodies.slots);
    check_pairs(rules.allowed_again, world.stores.bodies.slots);
    require(std::is_sorted(rules.excluded.begin(), rules.excluded.end()), "excluded pairs are sorted");
    check_not_negative("World::load", "last_time_step", rules.last_time_step);
    FilterAnswers::visit_state(rules.filter_answers, [&](const auto& refused, const auto& allowed) {
        check_filter_answers(world.stores.shapes, refused);
        check_filter_answers(world.stores.shapes, allowed);
    });
}

void check_internal_edge_changes(const WorldState& world) {
    const InternalEdgeChanges& changes = world.systems.internal_edge_changes;
    for (const Aabb& box : changes.boxes) {
        require(is_valid(box), "boxes of changed shapes are valid");
    }
    for (const std::uint32_t body : changes.bodies) {
        require(body < world.stores.bodies.slots.size(), "bodies whose shapes have changed exist");
    }
}

void check_neighbors(const WorldState& world) {
    const std::size_t shapes = world.stores.shapes.slots.size();
    const auto is_known = [&](std::uint32_t shape) { return shape < shapes; };
    KinematicNeighbors::visit_state(
        world.systems.kinematic_neighbors,
        [&](const std::vector<ShapePair>& near, const std::vector<NeighborLink>& links,
            const std::array<std::uint64_t, 2>& seen_changes, std::uint32_t sole_body) {
            require(std::is_sorted(near.begin(), near.end(), is_before) &&
                        std::is_sorted(links.begin(), links.end(),
                                       [](const NeighborLink& a, const NeighborLink& b) {
                                           return std::tie(a.shape, a.other) < std::tie(b.shape, b.other);
                                       }),
                    "neighbours are sorted");
            const BroadPhase& broad_phase = world.systems.broad_phase;
            const bool current = seen_changes[0] == broad_phase.tree(BodyType::Kinematic).changes() &&
                                 seen_changes[1] == broad_phase.tree(BodyType::Static).changes();
            for (const ShapePair& pair : near) {
                require(is_known(pair.a) && is_known(pair.b), "neighbours exist");
                require(!current || (world.stores.shapes.is_present(pair.a) &&
                                     world.stores.shapes.is_present(pair.b)),
                        "present neighbours are in the trees");
            }
            for (const NeighborLink& link : links) {
                require(is_known(link.shape) && is_known(link.other), "linked neighbours exist");
            }
            require(sole_body == no_index || sole_body < world.stores.bodies.slots.size(),
                    "the only kinematic body exists");
        });
}

void check_support_turns(const WorldState& world) {
    SupportTurns::visit_state(
        world.systems.support_turns,
        [&](bool /*turning*/, std::uint32_t /*steps*/, const auto& turns, const auto& seen,
            const std::vector<std::uint64_t>& supports, const std::vector<std::uint64_t>& next) {
            require(turns.size() <= world.stores.bodies.slots.size() && seen.size() == turns.size() &&
                        supports.size() == turns.size() && next.size() == turns.size(),
                    "turns of the ground are known by body");
        });
}

void check_lists_of_systems(const WorldState& world) {
    InitialOverlaps::visit_state(world.systems.solver.initial_overlaps, [&](const auto& contacts) {
        for (const std::uint32_t contact : contacts) {
            require(contact < world.stores.contacts.contacts.size(), "initial overlaps are contacts");
        }
    });
    LoadedContacts::visit_state(world.systems.loaded_contacts, [&](const auto& contacts) {
        for (const LoadedContact& loaded : contacts) {
            require(loaded.contact < world.stores.contacts.contacts.size() &&
                        loaded.level <= LoadedComponents::max_level && loaded.time_without >= 0.0f,
                    "loaded contacts are contacts");
        }
    });
    ContactForceEvents::visit_state(world.systems.contact_force_events, [&](const auto& shapes) {
        std::size_t wanted = 0;
        visit_live(world.stores.shapes.slots, [&](std::uint32_t shape) {
            wanted += world.stores.shapes.records[shape].force_events ? 1 : 0;
        });
        NumberSet listed(world.stores.shapes.slots.size());
        for (const std::uint32_t shape : shapes) {
            listed.add(shape, "a shape with force events is listed once");
            require(
                world.stores.shapes.slots.is_live(shape) && world.stores.shapes.records[shape].force_events,
                "listed shapes have force events");
        }
        require(listed.count() == wanted && std::is_sorted(shapes.begin(), shapes.end()),
                "shapes with force events are listed");
    });
    require(world.systems.maintenance_color >= 0 &&
                world.systems.maintenance_color < steps_between_sorts * ConstraintGraph::color_count,
            "the colour to be maintained exists");
}

}  // namespace

void check_sensors(const WorldState& world) {
    const SensorStore& store = world.stores.sensors;
    const ShapeStore& shapes = world.stores.shapes;
    require(store.places.size() <= shapes.slots.size() || store.sensors.empty(),
            "the places of sensors exist");
    require(store.tree.size() == store.sensors.size(), "the tree of sensors has one box for each");
    NumberSet known(shapes.slots.size());
    for (std::uint32_t number = 0; number < store.sensors.size(); ++number) {
        const Sensor& sensor = store.sensors[number];
        require(shapes.slots.holds(sensor.shape, world.number), "a sensor is a shape");
        const std::uint32_t shape = sensor.shape.index1 - 1;
        known.add(shape, "a shape is one sensor");
        require(shapes.records[shape].sensor && shape < store.places.size() && store.places[shape] == number,
                "a sensor knows its number");
        require(store.tree.contains(sensor.proxy) && store.tree.user_data(sensor.proxy) == number,
                "a sensor knows its box");
        for (const ShapeId& inside : sensor.inside) {
            check_shape_id(world, inside);
        }
        require(std::is_sorted(sensor.inside.begin(), sensor.inside.end()), "shapes in a sensor are sorted");
    }
    visit_live(shapes.slots, [&](std::uint32_t shape) {
        require(shapes.records[shape].sensor == known.contains(shape), "each sensor is listed");
    });
    for (const SensorEnd& end : store.pending_ends) {
        check_shape_id(world, end.sensor);
        check_shape_id(world, end.visitor);
    }
}

void check_systems(const WorldState& world) {
    check_rules(world);
    check_internal_edge_changes(world);
    check_neighbors(world);
    check_support_turns(world);
    check_lists_of_systems(world);
    for (const ContactEnd& end : world.events.contacts.pending_ends) {
        check_shape_id(world, end.shape_a);
        check_shape_id(world, end.shape_b);
    }
}

}  // namespace drystone
