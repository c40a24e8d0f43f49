#include "step/contacts.h"

#include "memory/arrays.h"
#include "parallel/radix_sort.h"
#include "step/contact_prefetch.h"
#include "step/contact_relations.h"

#include <algorithm>
#include <cstddef>
#include <span>

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
void shuffle(const std::vector<std::uint32_t>& items, std::vector<ShuffledItem>& shuffled,
             std::vector<ShuffledItem>& spare) {
    clear_after_step(shuffled);
    for (const std::uint32_t item : items) {
        shuffled.push_back({scrambled(item), item});
    }
    radix_sort(shuffled, spare, [](const ShuffledItem& item) { return item.key; });
}

/// Whether one of the shapes asks to hear of beginnings and ends.
bool wants_events(const WorldState& world, const Contact& contact) {
    return world.shapes.records[contact.shape_a].contact_events ||
           world.shapes.records[contact.shape_b].contact_events;
}

MixedMaterial checked(const MixedMaterial& mixed) {
    check_mixed("World::set_material_mixing", "that the callback returns", mixed);
    return mixed;
}

/// What resists rolling acts on this lever: the radius of what rolls, the smaller shape; 0 for segments.
float rolling_radius(const ShapeStore& shapes, const Contact& contact) {
    const float a = half_thickness(shapes.view(contact.shape_a));
    const float b = half_thickness(shapes.view(contact.shape_b));
    return a > 0.0f && b > 0.0f ? std::min(a, b) : std::max(a, b);
}

void create_contact(WorldState& world, const ShapePair& pair) {
    BodyStore& bodies = world.bodies;
    ShapeStore& shapes = world.shapes;
    const std::uint32_t body_a = shapes.cores[pair.a].body;
    const std::uint32_t body_b = shapes.cores[pair.b].body;
    const ShapeRecord& a = shapes.records[pair.a];
    const ShapeRecord& b = shapes.records[pair.b];
    const ContactKind kind = find_kind(shapes, bodies, pair, world.settings.narrow_phase);
    const std::uint32_t index = world.contacts.create(kind, pair.a, body_a, pair.b, body_b, bodies);
    Contact& contact = world.contacts.contacts[index];
    set_pair_material(world, index);
    world.contacts.set_effect(index, find_effect(world, pair.a, pair.b));
    world.contacts.set_watched(index, a.is_watched() || b.is_watched());
    contact.hit_events = a.hit_events || b.hit_events;
    contact.one_by_one = bodies.is_locked_along_one(body_a) || bodies.is_locked_along_one(body_b);
    contact.frame_a = find_frame(shapes, bodies, pair.a, kind);
    contact.frame_b = find_frame(shapes, bodies, pair.b, kind);
    // Two sleeping bodies need no look, but a static body that was moved onto a sleeping one does.
    if (bodies.is_awake(body_a) || bodies.is_awake(body_b) || !bodies.is_dynamic(body_a) ||
        !bodies.is_dynamic(body_b)) {
        world.contacts.add_candidate(index);
    }
}

/// Makes contacts of those pairs that may collide.
void create_allowed(WorldState& world, const std::vector<ShapePair>& pairs) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        prefetch_pairs(world, pairs, i);
        const ShapePair pair = in_order(world, pairs[i]);
        if (may_collide(world, pair)) {
            create_contact(world, pair);
        }
    }
}

/// The pairs of shapes of two bodies whose fat boxes overlap and that have no contact.
void collect_pairs(const WorldState& world, const BodyPair& bodies, std::vector<ShapePair>& pairs) {
    const bool one_moves = world.bodies.is_dynamic(bodies.a) || world.bodies.is_dynamic(bodies.b);
    if (!one_moves || !world.bodies.records[bodies.a].enabled || !world.bodies.records[bodies.b].enabled) {
        return;
    }
    const std::vector<ShapeRecord>& records = world.shapes.records;
    for (std::uint32_t a = world.bodies.records[bodies.a].first_shape; a != no_index; a = records[a].next) {
        for (std::uint32_t b = world.bodies.records[bodies.b].first_shape; b != no_index;
             b = records[b].next) {
            if (overlaps(world.shapes.fat_boxes[a], world.shapes.fat_boxes[b]) &&
                find_contact(world, a, b) == no_index) {
                pairs.push_back(a < b ? ShapePair{a, b} : ShapePair{b, a});
            }
        }
    }
}

}  // namespace

std::uint32_t find_contact(const WorldState& world, std::uint32_t shape, std::uint32_t other) {
    std::uint32_t found = no_index;
    visit_contacts_of_body(world.bodies, world.contacts, world.shapes.cores[shape].body,
                           [&](std::uint32_t index) {
                               const Contact& contact = world.contacts.contacts[index];
                               const bool is_it = (contact.shape_a == shape && contact.shape_b == other) ||
                                                  (contact.shape_a == other && contact.shape_b == shape);
                               found = is_it ? index : found;
                           });
    return found;
}

bool may_collide(WorldState& world, const ShapePair& pair) {
    const std::uint32_t body_a = world.shapes.cores[pair.a].body;
    const std::uint32_t body_b = world.shapes.cores[pair.b].body;
    ContactRules& rules = world.rules;
    const ShapeRecord& a = world.shapes.records[pair.a];
    const ShapeRecord& b = world.shapes.records[pair.b];
    if (body_a == body_b || a.sensor || b.sensor || !should_collide(a.filter, b.filter) ||
        (!rules.excluded.empty() && rules.excludes(make_body_pair(body_a, body_b))) ||
        joint_forbids_collision(world.joints, body_a, body_b)) {
        return false;
    }
    return !rules.filter || call_back(rules, true, [&] {
        return rules.filter(shape_id(world, pair.a), shape_id(world, pair.b));
    });
}

void set_pair_material(WorldState& world, std::uint32_t index) {
    Contact& contact = world.contacts.contacts[index];
    const MixedMaterial by_rules = mix_materials(world.shapes.records[contact.shape_a].material,
                                                 world.shapes.records[contact.shape_b].material);
    ContactRules& rules = world.rules;
    const MixedMaterial mixed = !rules.mixing ? by_rules : call_back(rules, by_rules, [&] {
        return checked(
            rules.mixing(shape_id(world, contact.shape_a), shape_id(world, contact.shape_b), by_rules));
    });
    contact.friction = mixed.friction;
    contact.restitution = mixed.restitution;
    PairSurface surface{0.0f, mixed.tangent_speed + 0.0f, mixed.frequency, mixed.damping_ratio,
                        world.graph.surface_of(index, contact).rolling_impulse};
    if (mixed.rolling_resistance > 0.0f) {
        surface.rolling_length = mixed.rolling_resistance * rolling_radius(world.shapes, contact);
    }
    world.graph.set_surface(index, contact, surface);
}

void create_contacts(WorldState& world, const std::vector<ShapePair>& new_pairs) {
    create_allowed(world, new_pairs);
    if (world.rules.allowed_again.empty()) {
        return;
    }
    std::vector<ShapePair> pairs;
    for (const BodyPair& bodies : world.rules.allowed_again) {
        collect_pairs(world, bodies, pairs);
    }
    world.rules.allowed_again.clear();
    const auto in_order = [](const ShapePair& p, const ShapePair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    };
    std::sort(pairs.begin(), pairs.end(), in_order);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    create_allowed(world, pairs);
}

void destroy_contact(WorldState& world, std::uint32_t index, std::vector<ContactEnd>& ends) {
    const Contact& contact = world.contacts.contacts[index];
    if (contact.touching && wants_events(world, contact)) {
        ends.push_back({shape_id(world, contact.shape_a), shape_id(world, contact.shape_b),
                        world.contacts.slots.handle<ContactId>(index, world.number)});
    }
    if (contact.state == ContactState::Touching) {
        world.graph.remove(world.contacts.contacts, index);
    } else if (contact.state == ContactState::Apart) {
        world.contacts.remove_candidate(index);
    }
    world.contacts.destroy(index, world.bodies);
}

namespace {

/// Where a worker of the solver looks for the contact; changes no result.
bool is_in_second_half(const BodyStore& bodies, const Contact& contact) {
    // Where there is little to share, two lists would be filled worse than one.
    constexpr std::size_t least_bodies = 256;
    if (bodies.awake.size() < least_bodies || contact.color == ConstraintGraph::overflow) {
        return false;
    }
    // By their numbers: bodies that were made together mostly stay together, and enter the solver in any
    // order.
    const std::size_t a = bodies.is_dynamic(contact.body_a) ? contact.body_a : contact.body_b;
    const std::size_t b = bodies.is_dynamic(contact.body_b) ? contact.body_b : contact.body_a;
    return a + b > bodies.slots.size();
}

/// What has touched and is in no lane any more.
void become_candidate(WorldState& world, std::uint32_t index) {
    Contact& contact = world.contacts.contacts[index];
    contact.touching = false;
    contact.points[0] = {};
    contact.points[1] = {};
    remove_holder(world.bodies, contact);
    world.graph.forget_impulse(index);
    world.contacts.add_candidate(index);
    if (wants_events(world, contact)) {
        world.contact_ends.push_back({shape_id(world, contact.shape_a), shape_id(world, contact.shape_b),
                                      world.contacts.slots.handle<ContactId>(index, world.number)});
    }
}

}  // namespace

void begin_contacts(WorldState& world) {
    const std::vector<std::uint32_t>& separated = world.changes.separated;
    for (std::size_t i = 0; i < separated.size(); ++i) {
        prefetch_contacts(world, separated, i);
        destroy_contact(world, separated[i], world.contact_ends);
    }
    const std::vector<std::uint32_t>& begun = world.changes.begun;
    for (std::size_t i = 0; i < begun.size(); ++i) {
        prefetch_contacts(world, begun, i);
        const std::uint32_t index = begun[i];
        const Contact& contact = world.contacts.contacts[index];
        if (contact.pushes_b()) {
            wake(sleep_context(world), contact.body_a);
            wake(sleep_context(world), contact.body_b);
        }
        world.contacts.remove_candidate(index);
        add_holder(world.bodies, contact);
        if (wants_events(world, contact)) {
            world.contact_begins.push_back({shape_id(world, contact.shape_a),
                                            shape_id(world, contact.shape_b),
                                            world.contacts.slots.handle<ContactId>(index, world.number)});
        }
    }
    // Colours are given without a pattern. In the order of creation, a pyramid's boxes all would have their
    // left supports solved before the right ones, and it would lean; in any regular order waves take longer
    // to die away. Lanes are given in the order of creation, in which neighbours follow each other: gathers
    // then hit the same lines.
    shuffle(world.changes.begun, world.changes.shuffled, world.changes.shuffled_spare);
    const std::vector<ShuffledItem>& shuffled = world.changes.shuffled;
    for (std::size_t i = 0; i < shuffled.size(); ++i) {
        prefetch_shuffled(world, shuffled, i);
        Contact& contact = world.contacts.contacts[shuffled[i].contact];
        world.graph.assign_color(contact, world.bodies.is_dynamic(contact.body_a),
                                 world.bodies.is_dynamic(contact.body_b));
    }
    if (world.team->size() > 1) {
        for (const std::uint32_t index : world.changes.begun) {
            Contact& contact = world.contacts.contacts[index];
            contact.second_half = is_in_second_half(world.bodies, contact);
        }
    }
    world.changes.by_color.visit(world.changes.begun, world.contacts.contacts, *world.team,
                                 [&](std::span<const std::uint32_t> contacts, std::size_t i) {
                                     world.graph.open_lane(contacts[i], world.contacts.contacts[contacts[i]]);
                                 });
}

void end_contacts(WorldState& world) {
    const std::vector<std::uint32_t>& ended = world.changes.ended;
    world.changes.by_color.visit(ended, world.contacts.contacts, *world.team,
                                 [&](std::span<const std::uint32_t> contacts, std::size_t i) {
                                     prefetch_contacts(world, contacts, i);
                                     world.graph.remove(world.contacts.contacts, contacts[i]);
                                 });
    for (std::size_t i = 0; i < ended.size(); ++i) {
        prefetch_parted(world, ended, i);
        const std::uint32_t index = ended[i];
        const Contact& contact = world.contacts.contacts[index];
        // A contact must go in the very step in which its fat boxes part: when they meet again, the pair is
        // new.
        if (!fat_boxes_overlap(contact, world.shapes)) {
            destroy_contact(world, index, world.contact_ends);
            continue;
        }
        become_candidate(world, index);
    }
}

void stop_touching(WorldState& world, std::uint32_t index) {
    world.graph.remove(world.contacts.contacts, index);
    become_candidate(world, index);
}

void put_begun_to_sleep(WorldState& world) {
    bool any = false;
    for (const std::uint32_t index : world.changes.begun) {
        const Contact& contact = world.contacts.contacts[index];
        if (contact.state == ContactState::Touching && !contact.pushes_b() &&
            !world.bodies.is_awake(contact.body_a) && !world.bodies.is_awake(contact.body_b)) {
            world.graph.take_out(world.contacts.contacts, index);
            any = true;
        }
    }
    if (any) {
        world.graph.close_gaps(world.contacts.contacts);
    }
}

void begin_events(WorldState& world) {
    clear_after_step(world.contact_begins);
    clear_after_step(world.contact_ends);
    world.contact_ends.insert(world.contact_ends.end(), world.pending_ends.begin(), world.pending_ends.end());
    clear_after_step(world.pending_ends);
    clear_after_step(world.contact_hits);
    clear_after_step(world.moved_bodies);
    world.joint_breaks.clear();
    clear_after_step(world.contact_forces);
    clear_after_step(world.fallen_asleep);
    clear_after_step(world.woken);
    world.quarantine.events.clear();
}

}  // namespace drystone
