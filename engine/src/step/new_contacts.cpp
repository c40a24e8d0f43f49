#include "step/new_contacts.h"

#include "step/contact_prefetch.h"
#include "step/contact_relations.h"

#include <algorithm>

namespace drystone {

namespace {

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

void create_contact(WorldState& world, const ShapePair& pair, ContactKind kind) {
    BodyStore& bodies = world.bodies;
    ShapeStore& shapes = world.shapes;
    const std::uint32_t body_a = shapes.cores[pair.a].body;
    const std::uint32_t body_b = shapes.cores[pair.b].body;
    const ShapeRecord& a = shapes.records[pair.a];
    const ShapeRecord& b = shapes.records[pair.b];
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

/// Can the contact be made without moving anything in memory that is read of candidates?
bool has_room(const WorldState& world, const ShapePair& pair, ContactKind kind) {
    const bool has_frames = kind == ContactKind::Boxes || kind == ContactKind::General ||
                            (world.shapes.has_frame(pair.a) && world.shapes.has_frame(pair.b));
    return (has_frames || world.shapes.has_room_for_frames(2)) && world.contacts.has_room(kind);
}

/// Makes contacts of those pairs that may collide, from number `i` on; returns where it ended.
std::size_t create_allowed(WorldState& world, const std::vector<ShapePair>& pairs, std::size_t i,
                           bool only_with_room) {
    for (; i < pairs.size(); ++i) {
        prefetch_pairs(world, pairs, i);
        const ShapePair pair = in_order(world, pairs[i]);
        if (!may_collide(world, pair)) {
            continue;
        }
        const ContactKind kind = find_kind(world.shapes, world.bodies, pair, world.settings.narrow_phase);
        if (only_with_room && !has_room(world, pair, kind)) {
            return i;
        }
        create_contact(world, pair, kind);
    }
    return i;
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

NewContacts::NewContacts(WorldState& world, const std::vector<ShapePair>& pairs)
    : world_(world), pairs_(pairs) {
    world.contacts.expect(pairs.size());
}

void NewContacts::make_some() {
    if (!world_.rules.filter && !world_.rules.mixing) {
        done_ = create_allowed(world_, pairs_, 0, true);
    }
}

void NewContacts::make_rest() {
    create_allowed(world_, pairs_, done_, false);
    if (world_.rules.allowed_again.empty()) {
        return;
    }
    std::vector<ShapePair> pairs;
    for (const BodyPair& bodies : world_.rules.allowed_again) {
        collect_pairs(world_, bodies, pairs);
    }
    world_.rules.allowed_again.clear();
    const auto in_order = [](const ShapePair& p, const ShapePair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    };
    std::sort(pairs.begin(), pairs.end(), in_order);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    create_allowed(world_, pairs, 0, false);
}

}  // namespace drystone
