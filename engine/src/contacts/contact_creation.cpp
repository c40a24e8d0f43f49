#include "contacts/contact_creation.h"

#include <drystone/collision/detail/sort_items.h>

#include "contacts/contact_classification.h"
#include "contacts/contact_prefetch.h"

#include <algorithm>
#include <optional>

namespace drystone {

namespace {

MixedMaterial checked(const MixedMaterial& mixed) {
    check_mixed("World::set_material_mixing", "that the callback returns", mixed);
    return mixed;
}

/// Returns the lever arm of rolling resistance: half the thickness of the thinner shape, or of the other
/// shape if one is a segment; 0 for two segments.
float rolling_radius(const ShapeStore& shapes, const Contact& contact) {
    const float a = half_thickness(shapes.view(contact.shape_a));
    const float b = half_thickness(shapes.view(contact.shape_b));
    return a > 0.0f && b > 0.0f ? std::min(a, b) : std::max(a, b);
}

MixedMaterial mix_by_rules(const ShapeStore& shapes, const Contact& contact) {
    return mix_materials(shapes.records[contact.shape_a].material, shapes.records[contact.shape_b].material);
}

void create_contact(const ContactContext& context, const ShapePair& pair, ContactKind kind) {
    BodyStore& bodies = context.bodies;
    ShapeStore& shapes = context.shapes;
    const std::uint32_t body_a = shapes.cores[pair.a].body;
    const std::uint32_t body_b = shapes.cores[pair.b].body;
    const ShapeRecord& a = shapes.records[pair.a];
    const ShapeRecord& b = shapes.records[pair.b];
    const std::uint32_t index = context.contacts.create(kind, pair.a, body_a, pair.b, body_b, bodies);
    Contact& contact = context.contacts.contacts.edit(index);
    contact.unmixed = !context.rules.mixing;
    if (!contact.unmixed) {
        set_pair_material(context, index, find_pair_material(context, index));
    }
    context.contacts.set_response(index, find_response(context, pair.a, pair.b));
    context.contacts.set_needs_pre_solve(index, a.needs_pre_solve() || b.needs_pre_solve());
    contact.hit_events = a.hit_events || b.hit_events;
    contact.one_by_one = bodies.is_locked_along_one(body_a) || bodies.is_locked_along_one(body_b);
    contact.frame_a = find_frame(shapes, bodies, pair.a, kind);
    contact.frame_b = find_frame(shapes, bodies, pair.b, kind);
    // Two sleeping bodies need no test, but a static body that was moved onto a sleeping one does.
    if (bodies.is_awake(body_a) || bodies.is_awake(body_b) || !bodies.is_dynamic(body_a) ||
        !bodies.is_dynamic(body_b)) {
        context.contacts.add_candidate(index);
    }
}

/// Returns whether the pair may collide by all rules but the filter callback.
bool passes_rules(const ContactContext& context, const ShapePair& pair) {
    const std::uint32_t body_a = context.shapes.cores[pair.a].body;
    const std::uint32_t body_b = context.shapes.cores[pair.b].body;
    const ContactRules& rules = context.rules;
    const ShapeRecord& a = context.shapes.records[pair.a];
    const ShapeRecord& b = context.shapes.records[pair.b];
    return body_a != body_b && !a.sensor && !b.sensor && should_collide(a.filter, b.filter) &&
           (rules.excluded.empty() || !rules.excludes(make_body_pair(body_a, body_b))) &&
           !joint_forbids_collision(context.joints, body_a, body_b);
}

bool ask_filter(const ContactContext& context, const ShapePair& pair) {
    ContactRules& rules = context.rules;
    return call_back(rules, true,
                     [&] { return rules.filter(shape_id(context, pair.a), shape_id(context, pair.b)); });
}

/// Returns whether a pair without a contact gets one. An answer of the filter callback is found after
/// `FilterAnswers::end_refusals`.
bool may_begin(const ContactContext& context, const ShapePair& pair) {
    if (!passes_rules(context, pair)) {
        return false;
    }
    ContactRules& rules = context.rules;
    if (!rules.filter && rules.filter_answers.empty()) {
        return true;
    }
    const std::optional<bool> answer = rules.filter_answers.find(pair);
    const bool allows = answer ? *answer : !rules.filter || ask_filter(context, pair);
    if (!allows && !answer) {
        rules.filter_answers.refuse(pair);
    }
    return allows;
}

/// Returns whether the contact can be created without reallocating anything that the candidate search reads.
bool has_room(const ContactContext& context, const ShapePair& pair, ContactKind kind) {
    const bool has_frames = kind == ContactKind::Boxes || kind == ContactKind::General ||
                            (context.shapes.has_frame(pair.a) && context.shapes.has_frame(pair.b));
    return (has_frames || context.shapes.has_room_for_frames(2)) && context.contacts.has_room(kind);
}

/// Creates contacts for the pairs that may collide, from index `i` on; returns the index where it stopped.
std::size_t create_allowed(const ContactContext& context, const std::vector<ShapePair>& pairs, std::size_t i,
                           bool only_with_room) {
    for (; i < pairs.size(); ++i) {
        prefetch_pairs(context, pairs, i);
        const ShapePair pair = ordered_pair(context, pairs[i]);
        if (!may_begin(context, pair)) {
            continue;
        }
        const ContactKind kind = find_kind(context.shapes, context.bodies, pair, context.narrow_phase);
        if (only_with_room && !has_room(context, pair, kind)) {
            return i;
        }
        create_contact(context, pair, kind);
    }
    return i;
}

/// Appends the shape pairs of two bodies whose fat boxes overlap and that have no contact yet.
void collect_pairs(const ContactContext& context, const BodyPair& bodies, std::vector<ShapePair>& pairs) {
    const bool one_moves = context.bodies.is_dynamic(bodies.a) || context.bodies.is_dynamic(bodies.b);
    if (!one_moves || !context.bodies.records[bodies.a].enabled ||
        !context.bodies.records[bodies.b].enabled) {
        return;
    }
    const DefinitionArray<ShapeRecord>& records = context.shapes.records;
    for (std::uint32_t a = context.bodies.records[bodies.a].first_shape; a != no_index; a = records[a].next) {
        for (std::uint32_t b = context.bodies.records[bodies.b].first_shape; b != no_index;
             b = records[b].next) {
            if (overlaps(context.shapes.fat_boxes[a], context.shapes.fat_boxes[b]) &&
                find_contact(context, a, b) == no_index) {
                pairs.push_back(a < b ? ShapePair{a, b} : ShapePair{b, a});
            }
        }
    }
}

}  // namespace

std::uint32_t find_contact(const ContactContext& context, std::uint32_t shape, std::uint32_t other) {
    std::uint32_t found = no_index;
    visit_contacts_of_body(context.bodies, context.contacts, context.shapes.cores[shape].body,
                           [&](std::uint32_t index) {
                               const Contact& contact = context.contacts.contacts[index];
                               const bool is_it = (contact.shape_a == shape && contact.shape_b == other) ||
                                                  (contact.shape_a == other && contact.shape_b == shape);
                               found = is_it ? index : found;
                           });
    return found;
}

bool may_collide(const ContactContext& context, const ShapePair& pair) {
    if (!passes_rules(context, pair)) {
        return false;
    }
    ContactRules& rules = context.rules;
    if (!rules.filter && rules.filter_answers.empty()) {
        return true;
    }
    if (const std::optional<bool> answer = rules.filter_answers.find(pair)) {
        return *answer;
    }
    if (!rules.filter || find_contact(context, pair.a, pair.b) != no_index) {
        return true;
    }
    const bool allows = ask_filter(context, pair);
    rules.filter_answers.add(pair, allows);
    return allows;
}

MixedMaterial find_pair_material(const ContactContext& context, std::uint32_t index) {
    const Contact& contact = context.contacts.contacts[index];
    const MixedMaterial by_rules = mix_by_rules(context.shapes, contact);
    ContactRules& rules = context.rules;
    return !rules.mixing ? by_rules : call_back(rules, by_rules, [&] {
        return checked(
            rules.mixing(shape_id(context, contact.shape_a), shape_id(context, contact.shape_b), by_rules));
    });
}

void set_pair_material(const ContactContext& context, std::uint32_t index, const MixedMaterial& mixed) {
    Contact& contact = context.contacts.contacts.edit(index);
    contact.unmixed = false;
    contact.friction = mixed.friction;
    contact.restitution = mixed.restitution;
    PairSurface surface{0.0f,
                        mixed.tangent_speed + 0.0f,
                        mixed.frequency,
                        mixed.damping_ratio,
                        context.graph.surface_of(index, contact).rolling_impulse,
                        mixed.extra_static_friction,
                        std::max(mixed.extra_reverse_friction, -mixed.friction)};
    if (mixed.rolling_resistance > 0.0f) {
        surface.rolling_length = mixed.rolling_resistance * rolling_radius(context.shapes, contact);
    }
    context.graph.set_surface(index, contact, surface);
}

void mix_begun(const ContactContext& context) {
    for (const std::uint32_t index : context.changes.begun) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.unmixed) {
            set_pair_material(context, index, mix_by_rules(context.shapes, contact));
        }
    }
}

NewContacts::NewContacts(const ContactContext& context, const std::vector<ShapePair>& pairs)
    : context_(context), pairs_(pairs) {
    context.contacts.reserve_additional(pairs.size());
}

void NewContacts::make_some() {
    if (!context_.rules.filter && !context_.rules.mixing) {
        done_ = create_allowed(context_, pairs_, 0, true);
    }
}

void NewContacts::make_rest() {
    FilterAnswers& answers = context_.rules.filter_answers;
    create_allowed(context_, pairs_, done_, false);
    answers.end_refusals();
    answers.forget_allowed();
    if (context_.rules.allowed_again.empty()) {
        return;
    }
    std::vector<ShapePair> pairs;
    for (const BodyPair& bodies : context_.rules.allowed_again) {
        collect_pairs(context_, bodies, pairs);
    }
    context_.rules.allowed_again.clear();
    const auto in_order = [](const ShapePair& p, const ShapePair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    };
    sort_items(pairs.begin(), pairs.end(), in_order);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    create_allowed(context_, pairs, 0, false);
    answers.end_refusals();
}

}  // namespace drystone
