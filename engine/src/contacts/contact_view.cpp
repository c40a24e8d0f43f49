#include "contacts/contact_view.h"

#include "core/finite.h"
#include "narrow_phase/general_contacts.h"
#include "store/public_handles.h"

namespace drystone {

namespace {

/// Returns the manifold of a contact at the present poses of its bodies.
Manifold current_manifold(const ContactViewContext& context, const Contact& contact) {
    const NarrowPhaseInput input{context.bodies, context.shapes, context.narrow_kernels,
                                 context.speculative_distance};
    CollisionCache cache;
    return collide_shapes(input, contact, cache);
}

/// Returns the vector from the centre of mass of A to a point given in the frame of A's body, in world
/// coordinates.
Vec2 arm_in_world(const ContactViewContext& context, const Contact& contact, const Vec2& point) {
    const BodyPose& pose = context.bodies.poses[contact.body_a];
    const BodyMass& mass = context.bodies.masses[contact.body_a];
    return rotate(Rot{pose.c, pose.s}, point - Vec2{mass.center_x, mass.center_y});
}

/// Returns a point of a lane, recovered from its arms r x n and r x t: with t = right_perp(n) they are r . t
/// and -(r . n), times the body's scale. `scale` must not be zero.
Vec2 point_from_arms(const BodyPose& pose, const Vec2& normal, float normal_arm, float tangent_arm,
                     float scale) {
    const Vec2 arm = (normal_arm / scale) * right_perp(normal) - (tangent_arm / scale) * normal;
    return Vec2{pose.x, pose.y} + arm;
}

void add_lane_points(const ContactViewContext& context, const Contact& contact, ContactView& view) {
    const ContactList& list = context.graph.list_of(contact);
    const ContactBlock& block = list.blocks[ContactList::block(contact.place)];
    const int lane = ContactList::lane(contact.place);
    view.normal = {block.normal_x[lane], block.normal_y[lane]};
    for (int i = 0; i < 2; ++i) {
        const PointImpulses point = point_impulses(context, contact, i);
        if (point.feature != 0.0f) {
            view.points[view.count++] = {
                nearest_finite(lane_point(context, contact, i)), nearest_finite(block.separation[i][lane]),
                nearest_finite(point.normal_impulse), nearest_finite(point.friction_impulse),
                unpack_feature_id(point.feature)};
        }
    }
}

/// Adds the points of a contact that is in no lane, at the present poses of its bodies.
void add_current_points(const ContactViewContext& context, const Contact& contact, ContactView& view) {
    const Manifold manifold = current_manifold(context, contact);
    const BodyPose& pose = context.bodies.poses[contact.body_a];
    view.normal = rotate(Rot{pose.c, pose.s}, manifold.normal);
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& found = manifold.points[i];
        ContactPointView& point = view.points[view.count++];
        point.point = Vec2{pose.x, pose.y} + arm_in_world(context, contact, found.point);
        point.separation = found.separation;
        point.feature = found.feature;
        for (const SavedPoint& saved : contact.points) {
            if (saved.feature == pack_feature_id(found.feature)) {
                const float ratio = context.graph.sub_step_ratio();
                point.normal_impulse = nearest_finite(ratio * saved.normal_impulse);
                point.friction_impulse = nearest_finite(ratio * saved.friction_impulse);
            }
        }
    }
}

}  // namespace

// A body that cannot turn has no arms; if neither can turn, the manifold is recomputed.
Vec2 lane_point(const ContactViewContext& context, const Contact& contact, int i) {
    const ContactList& list = context.graph.list_of(contact);
    const ContactBlock& block = list.blocks[ContactList::block(contact.place)];
    const int lane = ContactList::lane(contact.place);
    const BodyPose& pose_a = context.bodies.poses[contact.body_a];
    const Vec2 normal{block.normal_x[lane], block.normal_y[lane]};
    const float scale_a = context.bodies.masses[contact.body_a].arm_scale;
    const float scale_b = context.bodies.masses[contact.body_b].arm_scale;
    if (scale_a > 0.0f) {
        return point_from_arms(pose_a, normal, block.normal_arm_a[i][lane], block.tangent_arm_a[i][lane],
                               scale_a);
    }
    if (scale_b > 0.0f) {
        return point_from_arms(context.bodies.poses[contact.body_b], normal, block.normal_arm_b[i][lane],
                               block.tangent_arm_b[i][lane], scale_b);
    }
    const Manifold manifold = current_manifold(context, contact);
    const int k = i < manifold.count ? i : 0;
    return Vec2{pose_a.x, pose_a.y} + arm_in_world(context, contact, manifold.points[k].point);
}

PointImpulses point_impulses(const ContactViewContext& context, const Contact& contact, int i) {
    if (contact.state != ContactState::Touching) {
        const SavedPoint& saved = contact.points[i];
        const float ratio = context.graph.sub_step_ratio();
        return {nearest_finite(ratio * saved.normal_impulse), nearest_finite(ratio * saved.friction_impulse),
                saved.feature};
    }
    const ContactList& list = context.graph.list_of(contact);
    const std::size_t block = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    return {list.blocks[block].normal_impulse[i][lane], list.blocks[block].friction_impulse[i][lane],
            list.ids[block].feature[i][lane]};
}

ContactView make_contact_view(const ContactViewContext& context, std::uint32_t index) {
    const Contact& contact = context.contacts.contacts[index];
    ContactView view;
    view.contact = contact_id(context, index);
    view.shape_a = shape_id(context, contact.shape_a);
    view.shape_b = shape_id(context, contact.shape_b);
    view.color = contact.color == ConstraintGraph::no_response ? -1 : contact.color;
    if (contact.state == ContactState::Touching) {
        add_lane_points(context, contact, view);
    } else if (contact.touching) {
        add_current_points(context, contact, view);
    }
    return view;
}

}  // namespace drystone
