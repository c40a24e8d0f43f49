#include "world/save/check_saved.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

bool is_restitution(float value) { return value >= 0.0f && value <= 1.0f; }

bool fits_frames(const ShapeStore& shapes, const Contact& contact, int min_a, int min_b) {
    const auto fits = [&](std::uint32_t shape, std::uint32_t frame, int least) {
        const int count = shapes.cores[shape].count;
        return shapes.first_rows[shape] == frame && count >= least && count <= (least == 5 ? 8 : 4);
    };
    return fits(contact.shape_a, contact.frame_a, min_a) && fits(contact.shape_b, contact.frame_b, min_b);
}

/// Returns whether the narrow phase of the contact's kind can read its shapes.
bool fits_kind(const ShapeStore& shapes, const Contact& contact) {
    const bool named_by_shape = contact.frame_a == contact.shape_a && contact.frame_b == contact.shape_b;
    switch (contact.kind) {
        case ContactKind::Boxes:
            return named_by_shape && shapes.is_box(contact.shape_a) && shapes.is_box(contact.shape_b);
        case ContactKind::Small: return fits_frames(shapes, contact, 1, 1);
        case ContactKind::SmallMedium: return fits_frames(shapes, contact, 1, 5);
        case ContactKind::MediumSmall: return fits_frames(shapes, contact, 5, 1);
        case ContactKind::Medium: return fits_frames(shapes, contact, 5, 5);
        case ContactKind::General: break;
    }
    return named_by_shape;
}

void check_pair(const WorldState& world, std::uint32_t index) {
    const Stores& stores = world.stores;
    const Contact& contact = stores.contacts.contacts[index];
    const auto is_present = [&](std::uint32_t shape) {
        return stores.shapes.slots.is_live(shape) && stores.shapes.is_present(shape);
    };
    require(is_present(contact.shape_a) && is_present(contact.shape_b),
            "a contact is between shapes that are in trees");
    require(contact.body_a == stores.shapes.cores[contact.shape_a].body &&
                contact.body_b == stores.shapes.cores[contact.shape_b].body &&
                contact.body_a != contact.body_b && stores.bodies.is_dynamic(contact.body_b),
            "a contact knows its bodies");
    require(contact.response <= ContactResponse::None, "the response of a contact is known");
    require(fits_kind(stores.shapes, contact), "the kind of a contact fits its shapes");
    if (contact.kind == ContactKind::General) {
        require(index < stores.contacts.caches.size(), "a contact has a cache");
        const CollisionCache& cache = stores.contacts.caches[index];
        require(cache.face_a <= stores.shapes.cores[contact.shape_a].count &&
                    cache.face_b <= stores.shapes.cores[contact.shape_b].count,
                "the faces in a cache exist");
    }
    require(!contact.surface || stores.graph.has_surface(index), "a contact with a surface has one");
    require(is_finite(contact.friction) && contact.friction >= 0.0f && is_restitution(contact.restitution),
            "friction and restitution of a contact are valid");
}

/// Checks the contacts of a list: they are in the state, and know their places.
void check_places(const ContactStore& store, const std::vector<std::uint32_t>& list, ContactState state,
                  int kind) {
    for (std::size_t place = 0; place < list.size(); ++place) {
        require(store.slots.is_live(list[place]), "listed contacts are alive");
        const Contact& contact = store.contacts[list[place]];
        require(contact.state == state && contact.place == place &&
                    (kind < 0 || contact.kind == static_cast<ContactKind>(kind)),
                "a contact knows its place in a list");
    }
}

void check_state(const WorldState& world, std::uint32_t index) {
    const ContactStore& store = world.stores.contacts;
    const Contact& contact = store.contacts[index];
    const auto is_at_its_place = [&](const std::vector<std::uint32_t>& list) {
        return contact.place < list.size() && list[contact.place] == index;
    };
    switch (contact.state) {
        case ContactState::Apart:
            require(is_at_its_place(store.candidates[static_cast<std::size_t>(contact.kind)]),
                    "a candidate is listed");
            break;
        case ContactState::Waiting:
            require(is_at_its_place(store.waiting), "a waiting contact is listed");
            break;
        case ContactState::Touching:
            require(contact.touching && contact.color >= 0 && contact.color <= ConstraintGraph::no_response,
                    "a touching contact has a colour");
            break;
        case ContactState::Asleep: break;
    }
    require(contact.state == ContactState::Touching || contact.color == -1,
            "only contacts with a lane have a colour");
}

void check_sorted_list(const ContactStore& store, const std::vector<std::uint32_t>& list,
                       bool (*belongs)(const Contact&), const char* fact) {
    require(std::is_sorted(list.begin(), list.end()), fact);
    NumberSet listed(store.contacts.size());
    for (const std::uint32_t index : list) {
        listed.add(index, fact);
    }
    for (std::uint32_t index = 0; index < store.contacts.size(); ++index) {
        require(listed.contains(index) == (store.slots.is_live(index) && belongs(store.contacts[index])),
                fact);
    }
}

/// Checks the list of a body's contacts, and counts those that push it.
void check_list(WorldState& world, std::uint32_t body, NumberSet& listed) {
    const ContactStore& store = world.stores.contacts;
    std::uint32_t touching = 0;
    std::uint32_t previous = no_index;
    for (std::uint32_t key = world.stores.bodies.records[body].first_contact; key != no_index;
         key = store.links[key / 2].next[key % 2]) {
        listed.add(key, "a contact is once in the list of each of its bodies");
        require(store.slots.is_live(key / 2), "the contacts of a body are alive");
        const Contact& contact = store.contacts[key / 2];
        require((key % 2 == 0 ? contact.body_a : contact.body_b) == body &&
                    store.links[key / 2].previous[key % 2] == previous,
                "the contacts of a body know it and each other");
        const bool is_pushed = key % 2 == 0 ? contact.pushes_a() : contact.pushes_b();
        touching += contact.touching && is_pushed ? 1 : 0;
        previous = key;
    }
    const float count = world.stores.bodies.masses[body].constraint_count - static_cast<float>(touching);
    require(count == 0.0f || count == 0.5f, "a body counts the contacts that push it");
}

}  // namespace

void check_contacts(WorldState& world) {
    ContactStore& store = world.stores.contacts;
    check_slots(store.slots, store.contacts.size(), "the slots of contacts are consistent");
    require(store.links.size() == store.contacts.size() && store.caches.size() <= store.contacts.size(),
            "all arrays of contacts have the same size");
    for (std::uint32_t index = 0; index < store.contacts.size(); ++index) {
        require(store.slots.is_live(index) == (store.contacts[index].shape_a != no_index),
                "contacts of living slots have shapes");
    }
    visit_live(store.slots, [&](std::uint32_t index) { check_pair(world, index); });
    for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
        check_places(store, store.candidates[kind], ContactState::Apart, static_cast<int>(kind));
    }
    check_places(store, store.waiting, ContactState::Waiting, -1);
    visit_live(store.slots, [&](std::uint32_t index) { check_state(world, index); });
    check_sorted_list(
        store, store.needs_pre_solve, [](const Contact& contact) { return contact.needs_pre_solve; },
        "the contacts with pre-solve are listed");
    check_sorted_list(
        store, store.dominated,
        [](const Contact& contact) { return contact.response == ContactResponse::OneWay; },
        "the contacts in which A dominates are listed");
    NumberSet listed(2 * store.contacts.size());
    visit_live(world.stores.bodies.slots, [&](std::uint32_t body) { check_list(world, body, listed); });
    require(listed.count() == 2 * std::size_t{store.slots.live_count()}, "each contact is in two lists");
}

namespace {

/// Fills what follows from the contact in its lane.
void fill_lane(const WorldState& world, const Contact& contact, ContactList& list) {
    const std::size_t i = ContactList::block(contact.place);
    const auto lane = static_cast<std::size_t>(ContactList::lane(contact.place));
    const BodyStore& bodies = world.stores.bodies;
    ContactIds& ids = list.ids[i];
    ids.body_a[lane] = static_cast<std::int32_t>(contact.body_a);
    ids.body_b[lane] = static_cast<std::int32_t>(contact.body_b);
    ids.frame_a[lane] = static_cast<std::int32_t>(contact.frame_a);
    ids.frame_b[lane] = static_cast<std::int32_t>(contact.frame_b);
    list.blocks[i].state_a[lane] = state_offset(bodies.solver_slots[contact.body_a]);
    list.blocks[i].state_b[lane] = state_offset(bodies.solver_slots[contact.body_b]);
}

void check_features(const ContactIds& ids) {
    for (const Row& row : ids.feature) {
        require(std::all_of(std::begin(row), std::end(row),
                            [](float feature) {
                                return feature >= 0.0f && feature <= feature_stride * feature_stride;
                            }),
                "the features of contact points are known");
    }
}

void check_blocks(const ContactList& list) {
    const std::size_t blocks = (std::size_t{list.count} + block_lanes - 1) / block_lanes;
    require(list.blocks.size() == blocks && list.ids.size() == blocks &&
                (list.impacts.empty() || list.impacts.size() == blocks) &&
                (list.surfaces.empty() || list.surfaces.size() == blocks),
            "a list has a block for every sixteen contacts");
    for (std::size_t i = 0; i < blocks; ++i) {
        const ContactBlock& block = list.blocks[i];
        require(!(block.tracks_impacts || block.bounces) || !list.impacts.empty(),
                "a block that bounces has data of impacts");
        require(!block.has_surfaces || !list.surfaces.empty(), "a block with surfaces has their data");
        check_features(list.ids[i]);
    }
}

void check_impacts(const ContactList& list) {
    for (const ImpactBlock& block : list.impacts) {
        require(std::all_of(std::begin(block.restitution), std::end(block.restitution), is_restitution),
                "the restitution of a lane is in [0, 1]");
    }
}

void check_contact_list(WorldState& world, int color, std::size_t kind, ContactList& list) {
    check_blocks(list);
    check_impacts(list);
    for (ContactBlock& block : list.blocks) {
        block.fixed_a = list.fixed_a;
        block.stale_states = true;
        std::fill_n(block.state_a, block_lanes, state_offset(list.dummy_slot));
        std::fill_n(block.state_b, block_lanes, state_offset(list.dummy_slot));
    }
    const ContactStore& store = world.stores.contacts;
    for (std::uint32_t place = 0; place < list.blocks.size() * block_lanes; ++place) {
        const std::int32_t number = list.ids[ContactList::block(place)].contact[ContactList::lane(place)];
        if (place >= list.count) {
            require(number == -1, "lanes beyond the last are empty");
            continue;
        }
        require(number >= 0 && store.slots.is_live(static_cast<std::uint32_t>(number)),
                "the contact of a lane exists");
        const Contact& contact = store.contacts[static_cast<std::size_t>(number)];
        require(contact.state == ContactState::Touching && contact.color == color &&
                    static_cast<std::size_t>(contact.kind) == kind && contact.place == place,
                "a contact knows its lane");
        require(!contact.surface || !list.surfaces.empty(), "a contact with a surface has its data");
        require(!(contact.restitution > 0.0f || contact.hit_events) || !list.impacts.empty(),
                "a contact that bounces has data of impacts");
        fill_lane(world, contact, list);
    }
}

}  // namespace

void check_graph(WorldState& world) {
    ConstraintGraph& graph = world.stores.graph;
    const BodyStore& bodies = world.stores.bodies;
    std::size_t lanes = 0;
    for (int color = 0; color <= ConstraintGraph::no_response; ++color) {
        for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
            ContactList& list = graph.colors()[static_cast<std::size_t>(color)].lists[kind];
            check_contact_list(world, color, kind, list);
            lanes += list.count;
        }
    }
    visit_live(world.stores.contacts.slots, [&](std::uint32_t index) {
        const Contact& contact = world.stores.contacts.contacts[index];
        if (contact.state == ContactState::Touching) {
            --lanes;
            const bool pushed_a = bodies.is_dynamic(contact.body_a) && contact.pushes_a();
            require(!ConstraintGraph::is_static_color(contact.color) || !pushed_a,
                    "contacts of the last colours push one body");
            require((contact.color == ConstraintGraph::no_response) == !contact.pushes_b(),
                    "contacts without response have a colour of their own");
            graph.restore_color(contact, pushed_a);
        }
    });
    require(lanes == 0, "each touching contact has a lane");
    graph.restore_use();
    graph.seen_order = no_index;
    ConstraintGraph::visit_state(
        graph, [](const auto& /*seen_order*/, const auto& /*colors*/, const auto& /*body_colors*/,
                  const auto& /*used_lists*/, const auto& /*surfaces*/, float sub_step,
                  float reference_sub_step, bool /*is_sub_step_set*/) {
            require(sub_step > 0.0f && is_finite(sub_step) && reference_sub_step > 0.0f &&
                        is_finite(reference_sub_step),
                    "the sub-step of the impulses is positive");
        });
}

}  // namespace drystone
