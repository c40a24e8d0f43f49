#include "contacts/pre_solve.h"

#include "contacts/contact_creation.h"
#include "contacts/contact_lifecycle.h"
#include "core/unit_vector.h"
#include "narrow_phase/general_contacts.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/error.h>

#include <algorithm>

namespace drystone {

namespace {

/// Returns the speed at which B approaches A at a point [m/s].
float approach_speed(const BodyStore& bodies, const Contact& contact, const Vec2& point, const Vec2& normal) {
    return dot(normal,
               velocity_at(bodies, contact.body_a, point) - velocity_at(bodies, contact.body_b, point));
}

/// Builds the callback's view: the manifold in the world, and the values of the pair before the callback.
PreSolveContact build_pre_solve_view(const PreSolveContext& context, std::uint32_t index) {
    const Contact& contact = context.contacts.contacts[index];
    NarrowPhaseInput input{context.bodies, context.shapes, context.narrow_kernels,
                           context.speculative_distance};
    input.passing = &context.rules.passing;
    CollisionCache cache;
    const Manifold manifold = collide_shapes(input, contact, cache);
    const BodyPose& pose = context.bodies.poses[contact.body_a];
    const BodyMass& mass = context.bodies.masses[contact.body_a];
    const Rot rotation{pose.c, pose.s};
    PreSolveContact found;
    found.contact = contact_id(context, index);
    found.shape_a = shape_id(context, contact.shape_a);
    found.shape_b = shape_id(context, contact.shape_b);
    found.normal = rotate(rotation, manifold.normal);
    found.count = manifold.count;
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& from = manifold.points[i];
        const Vec2 point =
            Vec2{pose.x, pose.y} + rotate(rotation, from.point - Vec2{mass.center_x, mass.center_y});
        found.points[i] = {point, from.separation,
                           approach_speed(context.bodies, contact, point, found.normal), from.feature, false};
    }
    found.friction = contact.friction;
    found.restitution = contact.restitution;
    found.tangent_speed = context.graph.surface_of(index, contact).tangent_speed;
    return found;
}

/// Returns the deepest point, or null.
const PreSolvePoint* deepest(const PreSolveContact& found) {
    if (found.count == 0) {
        return nullptr;
    }
    return found.count == 2 && found.points[1].separation < found.points[0].separation ? &found.points[1]
                                                                                       : &found.points[0];
}

bool is_solid_side(const PreSolveContext& context, const Contact& contact, const Vec2& normal) {
    return is_solid_side(context.bodies, context.shapes, contact.shape_a, normal) &&
           is_solid_side(context.bodies, context.shapes, contact.shape_b, -normal);
}

/// Returns whether one-way shapes stop each other. Once touching, they continue to touch as long as they
/// overlap; once passing, they continue to pass. Initially, two conditions decide: the normal, and whether
/// the shapes were apart before the last step. A fast body from below is found overlapping only when it is
/// nearly through.
bool apply_rules(const PreSolveContext& context, Contact& contact, const PreSolveContact& found) {
    const PreSolvePoint* const point = deepest(found);
    const bool overlapping = point != nullptr && point->separation < 0.0f;
    contact.one_way_passing = contact.one_way_passing && overlapping;
    if (point == nullptr || contact.one_way_passing) {
        return false;
    }
    const bool touching = contact.state == ContactState::Touching;
    if (touching && overlapping) {
        return true;
    }
    const float before = point->separation + point->approach_speed * context.rules.last_time_step;
    const bool came = touching || before >= -context.speculative_distance;
    const bool solid = came && is_solid_side(context, contact, found.normal);
    contact.one_way_passing = overlapping && !solid;
    return solid;
}

MixedMaterial values_of(const PreSolveContact& found) {
    MixedMaterial values;
    values.friction = found.friction;
    values.restitution = found.restitution;
    values.tangent_speed = found.tangent_speed;
    return values;
}

/// Copies the manifold that the callback set, with its normal at unit length. Throws if it is invalid.
void take_manifold(const PreSolveContact& answer, PreSolveContact& found) {
    const char* const function = "World::set_pre_solve_callback";
    if (!is_finite(answer.normal) || answer.normal == Vec2{}) {
        fail(function, "the length of the normal that the callback sets", "finite and not zero",
             static_cast<double>(length(answer.normal)));
    }
    for (int i = 0; i < found.count; ++i) {
        const PreSolvePoint& point = answer.points[i];
        if (!is_finite(point.point) || !is_finite(point.separation)) {
            fail(function, "what the callback sets of a point", "finite",
                 static_cast<double>(length(point.point) + point.separation));
        }
    }
    if (answer.normal != found.normal) {
        found.normal = unit_vector(answer.normal);
    }
    for (int i = 0; i < found.count; ++i) {
        found.points[i].point = answer.points[i].point;
        found.points[i].separation = answer.points[i].separation;
        found.points[i].dropped = answer.points[i].dropped;
    }
}

bool is_edited(const PreSolveContact& found, const PreSolveContact& before) {
    bool edited = found.normal != before.normal;
    for (int i = 0; i < found.count; ++i) {
        edited = edited || found.points[i].point != before.points[i].point ||
                 found.points[i].separation != before.points[i].separation;
    }
    return edited;
}

/// Runs the pre-solve callback and copies the values that it set to `found`. Returns whether the contact
/// stays.
bool ask(const PreSolveContext& context, PreSolveContact& found) {
    PreSolveContact answer = found;
    const bool stays = call_back(context.rules, true, [&] {
        const bool wanted = context.rules.pre_solve(answer);
        check_mixed("World::set_pre_solve_callback", "that the callback sets", values_of(answer));
        take_manifold(answer, found);
        found.friction = answer.friction;
        found.restitution = answer.restitution;
        found.tangent_speed = answer.tangent_speed + 0.0f;
        return wanted;
    });
    bool any = false;
    for (int i = 0; i < found.count; ++i) {
        any = any || !found.points[i].dropped;
    }
    return stays && any;
}

void record_result(const PreSolveContext& context, std::uint32_t index, const PreSolveContact& found,
                   bool edited) {
    PreSolveResult result;
    result.contact = index;
    result.friction = found.friction;
    result.restitution = found.restitution;
    result.tangent_speed = found.tangent_speed;
    result.edited = edited;
    result.normal = found.normal;
    for (int i = 0; i < found.count; ++i) {
        result.ids[i] = pack_feature_id(found.points[i].feature);
        result.dropped[i] = found.points[i].dropped ? result.ids[i] : 0.0f;
        result.points[i] = found.points[i].point;
        result.separations[i] = found.points[i].separation;
    }
    context.rules.results.push_back(result);
}

bool asks_user(const PreSolveContext& context, std::uint32_t shape_a, std::uint32_t shape_b) {
    return context.rules.pre_solve &&
           (context.shapes.records[shape_a].pre_solve || context.shapes.records[shape_b].pre_solve);
}

/// Returns whether the contact may touch in this step by its one-way shapes and the callback.
bool run_pre_solve_for(const PreSolveContext& context, std::uint32_t index) {
    Contact& contact = context.contacts.contacts.edit(index);
    PreSolveContact found = build_pre_solve_view(context, index);
    const bool one_way =
        context.shapes.records[contact.shape_a].one_way || context.shapes.records[contact.shape_b].one_way;
    if (one_way && !apply_rules(context, contact, found)) {
        return false;
    }
    if (found.count == 0 || !asks_user(context, contact.shape_a, contact.shape_b)) {
        return true;
    }
    const PreSolveContact before = found;
    if (!ask(context, found)) {
        return false;
    }
    record_result(context, index, found, is_edited(found, before));
    return true;
}

bool is_dropped(const PreSolveResult& result, float feature_id) {
    return feature_id != 0.0f && (feature_id == result.dropped[0] || feature_id == result.dropped[1]);
}

void clear_point(ContactBlock& block, ContactIds& ids, int lane, int i) {
    for (Row* const row :
         {&block.normal_arm_a[i], &block.normal_arm_b[i], &block.tangent_arm_a[i], &block.tangent_arm_b[i],
          &block.normal_mass[i], &block.tangent_mass[i], &block.separation[i], &block.current_separation[i],
          &block.normal_impulse[i], &block.friction_impulse[i], &block.settled[i], &ids.feature[i]}) {
        (*row)[lane] = 0.0f;
    }
}

}  // namespace

bool is_solid_side(const BodyStore& bodies, const ShapeStore& shapes, std::uint32_t shape,
                   const Vec2& outward) {
    const std::optional<Vec2>& direction = shapes.records[shape].one_way;
    if (!direction) {
        return true;
    }
    const BodyPose& pose = bodies.poses[shapes.cores[shape].body];
    return dot(rotate(Rot{pose.c, pose.s}, *direction), outward) > min_one_way_alignment;
}

void find_passing(const PreSolveContext& context) {
    std::vector<PassingPair>& passing = context.rules.passing;
    passing.clear();
    for (const std::uint32_t index : context.contacts.needs_pre_solve) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.one_way_passing && context.shapes.records[contact.shape_a].one_way) {
            passing.push_back({contact.shape_b, contact.shape_a});
        }
        if (contact.one_way_passing && context.shapes.records[contact.shape_b].one_way) {
            passing.push_back({contact.shape_a, contact.shape_b});
        }
    }
    sort_items(passing.begin(), passing.end());
}

void run_pre_solve(const PreSolveContext& context) {
    ContactRules& rules = context.rules;
    rules.results.clear();
    rules.allowed.clear();
    if (context.contacts.needs_pre_solve.empty()) {
        return;
    }
    for (const std::uint32_t index : context.contacts.needs_pre_solve) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.state == ContactState::Asleep || !fat_boxes_overlap(contact, context.shapes)) {
            continue;
        }
        if (run_pre_solve_for(context, index)) {
            rules.allowed.push_back(index);
        } else if (contact.state == ContactState::Touching) {
            stop_touching(context.lifecycle, index);
        }
    }
    std::erase_if(context.changes.begun, [&](std::uint32_t index) {
        return context.contacts.contacts[index].needs_pre_solve &&
               !std::binary_search(rules.allowed.begin(), rules.allowed.end(), index);
    });
    find_passing(context);
}

void write_pre_solve_results(const PreSolveContext& context) {
    for (const PreSolveResult& result : context.rules.results) {
        const Contact& contact = context.contacts.contacts[result.contact];
        if (contact.state == ContactState::Touching) {
            context.graph.write_material(contact, result.friction, result.restitution, result.tangent_speed);
        }
    }
}

void drop_points(const PreSolveContext& context) {
    for (const PreSolveResult& result : context.rules.results) {
        const Contact& contact = context.contacts.contacts[result.contact];
        if (contact.state != ContactState::Touching) {
            continue;
        }
        ContactList& list = context.graph.list_of(contact);
        const std::size_t block = ContactList::block(contact.place);
        const int lane = ContactList::lane(contact.place);
        ContactIds& ids = list.ids[block];
        const bool drops_any = result.dropped[0] != 0.0f || result.dropped[1] != 0.0f;
        for (int i = 0; i < 2; ++i) {
            // A callback that drops points has not seen the one beyond the margin.
            const bool is_seen = list.blocks[block].separation[i][lane] <= context.speculative_distance;
            if (!is_dropped(result, ids.feature[i][lane]) && (is_seen || !drops_any)) {
                continue;
            }
            clear_point(list.blocks[block], ids, lane, i);
            // The rest of the manifold must not be reused.
            ids.forget(lane);
            if (ids.feature[1 - i][lane] == 0.0f) {
                context.changes.ended.push_back(result.contact);
            }
        }
    }
}

void refresh_needs_pre_solve(const ContactContext& context, std::uint32_t shape) {
    visit_contacts_of_body(
        context.bodies, context.contacts, context.shapes.cores[shape].body, [&](std::uint32_t index) {
            Contact& contact = context.contacts.contacts.edit(index);
            if (contact.shape_a != shape && contact.shape_b != shape) {
                return;
            }
            context.contacts.set_needs_pre_solve(
                index, context.shapes.records[contact.shape_a].needs_pre_solve() ||
                           context.shapes.records[contact.shape_b].needs_pre_solve());
            contact.one_way_passing =
                contact.one_way_passing && (context.shapes.records[contact.shape_a].one_way ||
                                            context.shapes.records[contact.shape_b].one_way);
            if (contact.state == ContactState::Touching) {
                context.graph.write_material(index, contact);
            }
        });
}

bool allows_hit(const PreSolveContext& context, const SweptHit& hit) {
    const std::uint32_t index = find_contact(context.lifecycle, hit.shape, hit.other);
    const bool known = index != no_index;
    const bool one_way_passing = known && context.contacts.contacts[index].one_way_passing;
    const bool touching = known && context.contacts.contacts[index].touching;
    if (one_way_passing ||
        (!touching && !(is_solid_side(context.bodies, context.shapes, hit.shape, hit.normal) &&
                        is_solid_side(context.bodies, context.shapes, hit.other, -hit.normal)))) {
        return false;
    }
    if (!asks_user(context, hit.shape, hit.other)) {
        return true;
    }
    PreSolveContact found;
    if (known) {
        found.contact = contact_id(context, index);
    }
    found.shape_a = shape_id(context, hit.shape);
    found.shape_b = shape_id(context, hit.other);
    found.normal = hit.normal;
    found.count = 1;
    const Vec2 velocity = velocity_at(context.bodies, context.shapes.cores[hit.shape].body, hit.point) -
                          velocity_at(context.bodies, context.shapes.cores[hit.other].body, hit.point);
    found.points[0] = {hit.point, hit.separation, dot(hit.normal, velocity), 0, false};
    return ask(context, found);
}

}  // namespace drystone
