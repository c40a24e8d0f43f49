#include "continuous/sliding_bodies.h"

#include "store/thickness.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Returns the length of the face of a shape whose normal is nearest to `outward` [m]; infinity for a disc.
float length_of_face(const SlidingContext& context, std::uint32_t shape, const Vec2& outward) {
    const ConvexCore core = context.shapes.view(shape);
    if (core.count < 2) {
        return std::numeric_limits<float>::max();
    }
    const BodyPose& pose = context.bodies.poses[context.shapes.cores[shape].body];
    const Vec2 local = inverse_rotate(Rot{pose.c, pose.s}, outward);
    int face = 0;
    for (int i = 1; i < core.count; ++i) {
        face = dot(core.normals[i], local) > dot(core.normals[face], local) ? i : face;
    }
    return length(core.points[(face + 1) % core.count] - core.points[face]);
}

/// Returns whether plastic impacts with friction are all that the contact does to a dynamic body.
bool is_plain(const ContactStore& contacts, const BodyStore& bodies, std::uint32_t number, bool is_a) {
    const Contact& contact = contacts.contacts[number];
    const std::uint32_t other = is_a ? contact.body_b : contact.body_a;
    return bodies.types[other] == BodyType::Static && contact.response == ContactResponse::TwoWay &&
           contact.restitution == 0.0f && !contact.surface && !contact.needs_pre_solve &&
           !contact.one_by_one && !contact.coupled && !contact.initial_overlap && contact.color >= 0;
}

Vec2 normal_of(const ConstraintGraph& graph, const Contact& contact) {
    const ContactBlock& block = graph.list_of(contact).blocks[ContactList::block(contact.place)];
    const int lane = ContactList::lane(contact.place);
    return {block.normal_x[lane], block.normal_y[lane]};
}

/// Returns whether all touching contacts of a body are plain, and writes what they have in common.
bool read_contacts(const SlidingContext& context, float motion, SlidingBody& sliding) {
    constexpr float parallel = 1e-5f;
    float edge = std::numeric_limits<float>::max();
    float thinnest = std::numeric_limits<float>::max();
    Vec2 first_normal{0.0f, 0.0f};
    const BodyStore& bodies = context.bodies;
    std::uint32_t key = bodies.records[sliding.body].first_contact;
    for (; key != no_index; key = context.contacts.links[key / 2].next[key % 2]) {
        const Contact& contact = context.contacts.contacts[key / 2];
        if (contact.state != ContactState::Touching || contact.response == ContactResponse::None) {
            continue;
        }
        const bool is_a = key % 2 == 0;
        if (!is_plain(context.contacts, bodies, key / 2, is_a)) {
            return false;
        }
        const Vec2 normal = (is_a ? 1.0f : -1.0f) * normal_of(context.graph, contact);
        sliding.bends = sliding.bends || (first_normal != Vec2{0.0f, 0.0f} &&
                                          std::abs(cross(normal, first_normal)) > parallel);
        first_normal = normal;
        sliding.friction = std::max(sliding.friction, contact.friction);
        const float thickness = context.shapes.thickness(is_a ? contact.shape_a : contact.shape_b);
        edge = std::min(edge, length_of_face(context, is_a ? contact.shape_b : contact.shape_a, -normal));
        thinnest = std::min(thinnest, thickness);
    }
    sliding.bends = sliding.bends || motion > edge;
    return sliding.bends || is_long(motion, thinnest);
}

}  // namespace

void SlidingBodies::find(const SlidingContext& context) {
    found_.clear();
    const BodyStore& bodies = context.bodies;
    const float slow = context.speculative_distance * context.speculative_distance;
    const float squared_time = context.time_step * context.time_step;
    for (const std::uint32_t body : bodies.awake) {
        const BodyVelocity& velocity = bodies.velocities[body];
        const float squared_motion = squared_time * (velocity.x * velocity.x + velocity.y * velocity.y);
        if (!(squared_motion > slow) || bodies.masses[body].constraint_count == 0.0f ||
            bodies.masses[body].inverse_mass == 0.0f) {
            continue;
        }
        const BodyRecord& record = bodies.records[body];
        const bool is_limited = record.bullet || record.special || record.locks.linear_x ||
                                record.locks.linear_y || has_joints(context.joints, body);
        SlidingBody sliding{body, velocity.w, {velocity.x, velocity.y}, 0.0f, false};
        if (!is_limited && read_contacts(context, std::sqrt(squared_motion), sliding)) {
            found_.push_back(sliding);
        }
    }
}

const SlidingBody* SlidingBodies::find(const BodyStore& bodies, std::uint32_t body) const {
    const auto found = std::lower_bound(found_.begin(), found_.end(), bodies.solver_slots[body],
                                        [&](const SlidingBody& sliding, std::uint32_t slot) {
                                            return bodies.solver_slots[sliding.body] < slot;
                                        });
    return found != found_.end() && found->body == body ? &*found : nullptr;
}

}  // namespace drystone
