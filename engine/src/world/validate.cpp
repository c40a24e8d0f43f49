#include "world/validate.h"

#include <drystone/error.h>

#include <cmath>
#include <string>

namespace drystone {

namespace {

void check(bool holds, const char* invariant) {
    if (!holds) {
        fail(std::string("World::validate: not so: ").append(invariant));
    }
}

void validate_bodies(const WorldState& world) {
    const BodyStore& bodies = world.stores.bodies;
    for (std::size_t k = 0; k < bodies.awake.size(); ++k) {
        const std::uint32_t body = bodies.awake[k];
        check(bodies.slots.is_live(body), "a body that the solver moves must be alive");
        check(bodies.solver_slots[body] == first_slot + k, "a body must know its place in the solver");
        check(bodies.types[body] != BodyType::Static, "the solver moves no static body");
        check(bodies.records[body].enabled, "the solver moves no disabled body");
        check(bodies.records[body].island == no_index,
              "a body that the solver moves is in no sleeping island");
    }
    std::uint32_t kinematic = 0;
    for (std::uint32_t body = 0; body < bodies.slots.size(); ++body) {
        kinematic += bodies.slots.is_live(body) && bodies.types[body] == BodyType::Kinematic ? 1 : 0;
    }
    check(bodies.kinematic_count == kinematic, "the kinematic bodies are counted");
    std::uint32_t end = 0;
    for (const std::uint32_t body : bodies.with_extra_iterations) {
        check(body >= end, "bodies that ask for extra iterations are in order, each once");
        check(bodies.slots.is_live(body) && bodies.records[body].extra_iterations > 0,
              "a body among those that ask for extra iterations must be alive and ask");
        end = body + 1;
    }
    for (std::size_t island = 0; island < world.stores.islands.sleeping.size(); ++island) {
        for (const std::uint32_t body : world.stores.islands.sleeping[island]) {
            check(bodies.records[body].island == island, "a sleeping body must know its island");
            check(!bodies.is_awake(body), "a sleeping body has no place in the solver");
        }
    }
}

void validate_shapes(const WorldState& world) {
    for (std::uint32_t body = 0; body < world.stores.bodies.slots.size(); ++body) {
        if (!world.stores.bodies.slots.is_live(body)) {
            continue;
        }
        std::uint32_t previous = no_index;
        for (std::uint32_t shape = world.stores.bodies.records[body].first_shape; shape != no_index;
             shape = world.stores.shapes.records[shape].next) {
            check(world.stores.shapes.slots.is_live(shape), "a shape on a body must be alive");
            check(world.stores.shapes.cores[shape].body == body, "a shape must know its body");
            check(world.stores.shapes.records[shape].previous == previous, "shape lists must link both ways");
            previous = shape;
            check(
                (world.stores.shapes.proxies[shape] != no_index) == world.stores.bodies.records[body].enabled,
                "the shapes of enabled bodies are in the trees, and no others");
            if (!world.stores.bodies.records[body].enabled) {
                continue;
            }
            const AabbTree& tree = world.systems.broad_phase.tree(world.stores.bodies.types[body]);
            check(tree.contains(world.stores.shapes.proxies[shape]), "a shape must have a proxy");
            check(tree.user_data(world.stores.shapes.proxies[shape]) == shape, "a proxy must know its shape");
            const FatBox& own = world.stores.shapes.fat_boxes[shape];
            check(tree.box(world.stores.shapes.proxies[shape]).lower == Vec2(own.lower_x, own.lower_y) &&
                      tree.box(world.stores.shapes.proxies[shape]).upper == Vec2(own.upper_x, own.upper_y),
                  "a fat box must be the same in the store and in the tree");
            check(contains(tree.box(world.stores.shapes.proxies[shape]), tight_box(world, shape)),
                  "a fat box must contain its shape");
        }
    }
}

void validate_disabled_shapes(const WorldState& world) {
    std::uint32_t previous = no_index;
    for (const std::uint32_t shape : world.stores.shapes.disabled) {
        check(previous == no_index || previous < shape, "disabled shapes are in order, each once");
        check(world.stores.shapes.slots.is_live(shape), "a disabled shape must be alive");
        check(!world.stores.shapes.is_present(shape), "a disabled shape is in no tree");
        check(world.stores.bodies.slots.is_live(world.stores.shapes.cores[shape].body),
              "a disabled shape has a body");
        previous = shape;
    }
}

void validate_sensors(const WorldState& world) {
    std::size_t count = 0;
    for (std::uint32_t shape = 0; shape < world.stores.shapes.slots.size(); ++shape) {
        if (world.stores.shapes.slots.is_live(shape) && world.stores.shapes.records[shape].sensor) {
            ++count;
            const std::vector<std::uint32_t>& places = world.stores.sensors.places;
            check(shape < places.size() && places[shape] < world.stores.sensors.sensors.size() &&
                      world.stores.sensors.find(shape).shape == shape_id(world, shape),
                  "a shape that is a sensor must be among the sensors");
        }
    }
    check(count == world.stores.sensors.sensors.size(), "every sensor is a living shape");
    for (std::uint32_t number = 0; number < world.stores.sensors.sensors.size(); ++number) {
        check(world.stores.sensors.tree.user_data(world.stores.sensors.sensors[number].proxy) == number,
              "a sensor's proxy must know its number");
    }
}

void validate_state(const WorldState& world, std::uint32_t index, const Contact& contact) {
    const bool awake =
        world.stores.bodies.is_awake(contact.body_a) || world.stores.bodies.is_awake(contact.body_b);
    switch (contact.state) {
        case ContactState::Touching: {
            check(contact.touching && awake, "contacts of the graph touch and are awake");
            const ContactList& list = world.stores.graph.list_of(contact);
            check(contact.place < list.count, "a contact's place must be in its list");
            const ContactIds& ids = list.ids[ContactList::block(contact.place)];
            check(ids.contact[ContactList::lane(contact.place)] == static_cast<std::int32_t>(index),
                  "a contact must know its lane");
            break;
        }
        case ContactState::Apart: {
            const auto& list = world.stores.contacts.candidates[static_cast<std::size_t>(contact.kind)];
            check(!contact.touching, "candidates do not touch");
            check(contact.place < list.size() && list[contact.place] == index,
                  "a contact must know its place among the candidates");
            const CandidatePair& pair =
                world.stores.contacts.candidate_pairs[static_cast<std::size_t>(contact.kind)][contact.place];
            check(pair.shape_a == contact.shape_a && pair.shape_b == contact.shape_b &&
                      pair.body_a == contact.body_a && pair.body_b == contact.body_b,
                  "a candidate's pair must be that of its contact");
            break;
        }
        case ContactState::Waiting: {
            const auto& list = world.stores.contacts.waiting;
            check(awake || !contact.touching, "a contact that waits for a lane must be awake");
            check(contact.place < list.size() && list[contact.place] == index,
                  "a contact must know its place among those that wait");
            break;
        }
        case ContactState::Asleep:
            check(!awake || contact.touching, "a contact that is apart sleeps with both bodies");
            break;
    }
}

void validate_contacts(const WorldState& world) {
    std::uint32_t live = 0;
    for (std::uint32_t i = 0; i < world.stores.contacts.contacts.size(); ++i) {
        const Contact& contact = world.stores.contacts.contacts[i];
        if (contact.shape_a == no_index) {
            continue;
        }
        ++live;
        check(world.stores.contacts.slots.is_live(i), "a contact in use must have a live slot");
        check(world.stores.bodies.is_dynamic(contact.body_b),
              "what nothing pushes is the first body of a contact");
        check(!world.stores.bodies.dominates(contact.body_b, contact.body_a),
              "what dominates is the first body of a contact");
        check(contact.response == ContactResponse::None ||
                  (contact.response == ContactResponse::OneWay) ==
                      world.stores.bodies.dominates(contact.body_a, contact.body_b),
              "a contact must know which bodies it pushes");
        check(contact.shape_a < contact.shape_b || !world.stores.bodies.is_dynamic(contact.body_a) ||
                  world.stores.bodies.dominates(contact.body_a, contact.body_b),
              "the shapes of a contact must be in order");
        check(world.stores.shapes.slots.is_live(contact.shape_a) &&
                  world.stores.shapes.slots.is_live(contact.shape_b),
              "a contact must be between living shapes");
        validate_state(world, i, contact);
    }
    check(live == world.stores.contacts.slots.live_count(), "contacts must be counted right");
}

void validate_links(const WorldState& world) {
    std::uint32_t links = 0;
    for (std::uint32_t body = 0; body < world.stores.bodies.slots.size(); ++body) {
        if (!world.stores.bodies.slots.is_live(body)) {
            continue;
        }
        std::uint32_t touching = 0;
        for (std::uint32_t key = world.stores.bodies.records[body].first_contact; key != no_index;
             key = world.stores.contacts.links[key / 2].next[key % 2]) {
            const Contact& contact = world.stores.contacts.contacts[key / 2];
            check((key % 2 == 0 ? contact.body_a : contact.body_b) == body,
                  "a contact on a body's list must name the body");
            ++links;
            const bool is_pushed = key % 2 == 0 ? contact.pushes_a() : contact.pushes_b();
            touching += contact.touching && is_pushed ? 1 : 0;
        }
        check(std::floor(world.stores.bodies.masses[body].constraint_count) == static_cast<float>(touching),
              "a body must count the touching contacts that push it");
    }
    check(links == 2 * world.stores.contacts.slots.live_count(),
          "every contact is in the lists of two bodies");
}

/// \param seen  by body: colour of the last contact that pushes it; updated for this contact
void validate_color_of(const WorldState& world, const ContactIds& ids, int lane, int color,
                       std::vector<int>& seen) {
    for (const std::int32_t body : {ids.body_a[lane], ids.body_b[lane]}) {
        const auto index = static_cast<std::uint32_t>(body);
        const auto contact = static_cast<std::size_t>(ids.contact[lane]);
        const bool is_dominant =
            body == ids.body_a[lane] && !world.stores.contacts.contacts[contact].pushes_a();
        const bool dynamic = world.stores.bodies.is_dynamic(index) && !is_dominant;
        check(!dynamic || seen[index] != color, "contacts of a colour share no body that they push");
        seen[index] = dynamic ? color : seen[index];
    }
}

/// Checks that the contact in every lane has this lane as its place.
void validate_lanes(const WorldState& world) {
    for (const GraphColor& color : world.stores.graph.colors()) {
        for (const ContactList& list : color.lists) {
            for (std::uint32_t place = 0; place < list.count; ++place) {
                const ContactIds& ids = list.ids[ContactList::block(place)];
                const auto index = static_cast<std::size_t>(ids.contact[ContactList::lane(place)]);
                check(index < world.stores.contacts.contacts.size(), "a lane must have a contact");
                const Contact& contact = world.stores.contacts.contacts[index];
                check(contact.state == ContactState::Touching && contact.place == place &&
                          &world.stores.graph.list_of(contact) == &list,
                      "the contact of a lane must have that lane");
            }
        }
    }
}

/// Checks that no two contacts of a colour push the same body.
void validate_colors(const WorldState& world) {
    std::vector<int> seen(world.stores.bodies.slots.size(), -1);
    for (int color = 0; color < ConstraintGraph::color_count; ++color) {
        for (const ContactList& list : world.stores.graph.colors()[static_cast<std::size_t>(color)].lists) {
            for (std::uint32_t place = 0; place < list.count; ++place) {
                validate_color_of(world, list.ids[ContactList::block(place)], ContactList::lane(place), color,
                                  seen);
            }
        }
    }
}

}  // namespace

void validate_world(const WorldState& world) {
    validate_bodies(world);
    validate_shapes(world);
    validate_disabled_shapes(world);
    validate_sensors(world);
    validate_contacts(world);
    validate_links(world);
    validate_lanes(world);
    validate_colors(world);
    for (const AabbTree& tree : world.systems.broad_phase.trees()) {
        tree.validate();
    }
}

}  // namespace drystone
