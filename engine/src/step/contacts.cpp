#include "step/contacts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace drystone {

namespace {

/// A number without any visible relation to its argument. Source: Steele, Lea, Flood, Fast Splittable
/// Pseudorandom Number Generators, 2014 (the finalizer).
std::uint64_t scrambled(std::uint64_t x) {
    x = (x + 1) * 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/// Writes the items in an order without pattern, the same in every run.
void shuffle(const std::vector<std::uint32_t>& items, std::vector<ShuffledItem>& shuffled) {
    shuffled.clear();
    for (const std::uint32_t item : items) {
        shuffled.push_back({scrambled(item), item});
    }
    std::sort(shuffled.begin(), shuffled.end(),
              [](const ShuffledItem& a, const ShuffledItem& b) { return a.key < b.key; });
}

ContactKind find_kind(const ShapeStore& shapes, const ShapePair& pair, NarrowPhase narrow_phase) {
    const int count_a = shapes.cores[pair.a].count;
    const int count_b = shapes.cores[pair.b].count;
    if (narrow_phase == NarrowPhase::Scalar || count_a > most_frame_points || count_b > most_frame_points) {
        return ContactKind::General;
    }
    if (shapes.is_box(pair.a) && shapes.is_box(pair.b)) {
        return ContactKind::Boxes;
    }
    if (count_a <= 4) {
        return count_b <= 4 ? ContactKind::Small : ContactKind::SmallMedium;
    }
    return count_b <= 4 ? ContactKind::MediumSmall : ContactKind::Medium;
}

/// Where the narrow phase of the kind finds the shape.
std::uint32_t find_frame(ShapeStore& shapes, const BodyStore& bodies, std::uint32_t shape, ContactKind kind) {
    if (kind == ContactKind::Boxes || kind == ContactKind::General) {
        return shape;
    }
    const BodyMass& mass = bodies.masses[shapes.cores[shape].body];
    return shapes.frame_of(shape, Vec2{mass.center_x, mass.center_y});
}

}  // namespace

bool should_collide(const Filter& a, const Filter& b) {
    if (a.group == b.group && a.group != 0) {
        return a.group > 0;
    }
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

void mix_materials(const Material& a, const Material& b, Contact& contact) {
    contact.friction = std::sqrt(a.friction * b.friction);
    contact.restitution = std::max(a.restitution, b.restitution);
}

void create_contacts(const std::vector<ShapePair>& pairs, NarrowPhase narrow_phase, const JointStore& joints,
                     ContactStore& contacts, BodyStore& bodies, ShapeStore& shapes) {
    for (const ShapePair& found : pairs) {
        // What nothing pushes is A, so that the solver need not write it back.
        const bool swap =
            bodies.is_dynamic(shapes.cores[found.a].body) && !bodies.is_dynamic(shapes.cores[found.b].body);
        const ShapePair pair = swap ? ShapePair{found.b, found.a} : found;
        const std::uint32_t body_a = shapes.cores[pair.a].body;
        const std::uint32_t body_b = shapes.cores[pair.b].body;
        const ShapeRecord& a = shapes.records[pair.a];
        const ShapeRecord& b = shapes.records[pair.b];
        if (body_a == body_b || !should_collide(a.filter, b.filter) ||
            joint_forbids_collision(joints, body_a, body_b)) {
            continue;
        }
        const ContactKind kind = find_kind(shapes, pair, narrow_phase);
        const std::uint32_t index = contacts.create(kind, pair.a, body_a, pair.b, body_b, bodies.records);
        Contact& contact = contacts.contacts[index];
        mix_materials(a.material, b.material, contact);
        contact.hit_events = a.hit_events || b.hit_events;
        contact.frame_a = find_frame(shapes, bodies, pair.a, kind);
        contact.frame_b = find_frame(shapes, bodies, pair.b, kind);
        // Two sleeping bodies need no look, but a static body that was moved onto a sleeping one does.
        if (bodies.is_awake(body_a) || bodies.is_awake(body_b) || !bodies.is_dynamic(body_a) ||
            !bodies.is_dynamic(body_b)) {
            contacts.add_candidate(index);
        }
    }
}

void destroy_contact(WorldState& world, std::uint32_t index, std::vector<ContactEnd>& ends) {
    const Contact& contact = world.contacts.contacts[index];
    if (contact.touching) {
        ends.push_back({world.shapes.slots.handle<ShapeId>(contact.shape_a, world.number),
                        world.shapes.slots.handle<ShapeId>(contact.shape_b, world.number),
                        world.contacts.slots.handle<ContactId>(index, world.number)});
    }
    if (contact.state == ContactState::Touching) {
        world.graph.remove(world.contacts.contacts, index);
    } else if (contact.state == ContactState::Apart) {
        world.contacts.remove_candidate(index);
    }
    world.contacts.destroy(index, world.bodies.records);
}

void begin_contacts(WorldState& world) {
    const auto shape = [&](std::uint32_t index) {
        return world.shapes.slots.handle<ShapeId>(index, world.number);
    };
    for (const std::uint32_t index : world.changes.separated) {
        destroy_contact(world, index, world.contact_ends);
    }
    for (const std::uint32_t index : world.changes.begun) {
        const Contact& contact = world.contacts.contacts[index];
        wake(sleep_context(world), contact.body_a);
        wake(sleep_context(world), contact.body_b);
        world.contacts.remove_candidate(index);
        world.contact_begins.push_back({shape(contact.shape_a), shape(contact.shape_b),
                                        world.contacts.slots.handle<ContactId>(index, world.number)});
    }
    // Colours are given without a pattern. In the order of creation, a pyramid's boxes all would have their
    // left supports solved before the right ones, and it would lean; in any regular order waves take longer
    // to die away. Lanes are given in the order of creation, in which neighbours follow each other: gathers
    // then hit the same lines.
    shuffle(world.changes.begun, world.changes.shuffled);
    for (const ShuffledItem& item : world.changes.shuffled) {
        Contact& contact = world.contacts.contacts[item.contact];
        world.graph.assign_color(contact, world.bodies.is_dynamic(contact.body_a),
                                 world.bodies.is_dynamic(contact.body_b));
    }
    for (const std::uint32_t index : world.changes.begun) {
        world.graph.open_lane(index, world.contacts.contacts[index]);
    }
}

void end_contacts(WorldState& world) {
    const auto shape = [&](std::uint32_t index) {
        return world.shapes.slots.handle<ShapeId>(index, world.number);
    };
    for (const std::uint32_t index : world.changes.ended) {
        Contact& contact = world.contacts.contacts[index];
        // A contact must go in the very step in which its fat boxes part: when they meet again, the pair is
        // new.
        if (!fat_boxes_overlap(contact, world.shapes)) {
            destroy_contact(world, index, world.contact_ends);
            continue;
        }
        world.graph.remove(world.contacts.contacts, index);
        contact.touching = false;
        contact.points[0] = {};
        contact.points[1] = {};
        world.contacts.add_candidate(index);
        world.contact_ends.push_back({shape(contact.shape_a), shape(contact.shape_b),
                                      world.contacts.slots.handle<ContactId>(index, world.number)});
    }
}

void begin_events(WorldState& world) {
    world.profile = {};
    world.contact_begins.clear();
    world.contact_ends.clear();
    world.contact_ends.insert(world.contact_ends.end(), world.pending_ends.begin(), world.pending_ends.end());
    world.pending_ends.clear();
    world.contact_hits.clear();
    world.moved_bodies.clear();
    world.joint_breaks.clear();
}

}  // namespace drystone
