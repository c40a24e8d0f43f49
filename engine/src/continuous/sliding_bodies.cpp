#include "continuous/sliding_bodies.h"

#include <drystone/collision/detail/sort_items.h>

#include "continuous/motion.h"
#include "core/arrays.h"
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
    return sliding.bends || motion > longest_unswept(thinnest, context.speculative_distance);
}

/// Returns whether a body moves without bullets' rules, locks and joints.
bool is_free(const SlidingContext& context, std::uint32_t body) {
    const BodyRecord& record = context.bodies.records[body];
    return context.bodies.masses[body].inverse_mass != 0.0f && !record.bullet && !record.discrete &&
           !record.special && !record.locks.linear_x && !record.locks.linear_y &&
           !has_joints(context.joints, body);
}

}  // namespace

/// Collects the bodies that touch a static or kinematic one and move farther than the margin, by solver slot.
void SlidingBodies::collect_touching(const SlidingContext& context) {
    touching_.clear();
    const BodyStore& bodies = context.bodies;
    const float slow = context.speculative_distance / context.time_step;
    const auto add = [&](std::int32_t number) {
        const auto body = static_cast<std::uint32_t>(number);
        const BodyVelocity& velocity = bodies.velocities[body];
        if (velocity.x * velocity.x + velocity.y * velocity.y > slow * slow && bodies.is_dynamic(body)) {
            grow_push_back(touching_, std::uint64_t{bodies.solver_slots[body]} << 32 | body);
        }
    };
    // A body that slides over many small shapes may have contacts in the overflow alone.
    context.graph.visit_lists(ConstraintGraph::dynamic_color_count, ConstraintGraph::overflow + 1,
                              [&](const ContactList& list) {
                                  for (std::uint32_t place = 0; place < list.count; ++place) {
                                      const ContactIds& ids = list.ids[ContactList::block(place)];
                                      add(ids.body_a[ContactList::lane(place)]);
                                      add(ids.body_b[ContactList::lane(place)]);
                                  }
                              });
    sort_items(touching_.begin(), touching_.end());
    touching_.erase(std::unique(touching_.begin(), touching_.end()), touching_.end());
}

void SlidingBodies::find(const SlidingContext& context) {
    found_.clear();
    collect_touching(context);
    for (const std::uint64_t key : touching_) {
        const auto body = static_cast<std::uint32_t>(key);
        const BodyVelocity& velocity = context.bodies.velocities[body];
        const float motion = context.time_step * length(Vec2{velocity.x, velocity.y});
        SlidingBody sliding{body, velocity.w, {velocity.x, velocity.y}, 0.0f, false};
        if (is_free(context, body) && read_contacts(context, motion, sliding)) {
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
