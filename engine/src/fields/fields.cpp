#include "fields/fields.h"

#include <algorithm>

namespace drystone {

namespace {

/// Bodies per chunk of work.
constexpr std::size_t bodies_per_chunk = 32;
/// Minimum number of bodies per worker: some 5 us.
constexpr std::size_t bodies_per_worker = 64;

/// Returns the fraction of the step before the push, see `Fields`. It follows the solver: bodies that nothing
/// touches gain half of each sub-step's velocity change after the move.
float drift_part(const BodyStore& bodies, std::uint32_t body, int sub_steps) {
    const float count = static_cast<float>(sub_steps);
    return bodies.masses[body].constraint_count == 0.0f ? 0.5f : (count - 1.0f) / (2.0f * count);
}

FieldBody drifted_body(const BodyStore& bodies, std::uint32_t index, float time) {
    const BodyPose& pose = bodies.poses[index];
    const BodyVelocity& velocity = bodies.velocities[index];
    const BodyMass& mass = bodies.masses[index];
    FieldBody body;
    body.body = index;
    body.velocity = {velocity.x, velocity.y};
    body.angular_velocity = velocity.w;
    body.center = Vec2{pose.x, pose.y} + time * body.velocity;
    const Rot rotation = multiply(Rot::from_angle(time * velocity.w), Rot{pose.c, pose.s});
    body.pose = {body.center - rotate(rotation, Vec2{mass.center_x, mass.center_y}), rotation};
    body.mass = bodies.records[index].mass;
    body.inertia = mass.inverse_inertia > 0.0f ? 1.0f / mass.inverse_inertia : 0.0f;
    body.reach = bodies.damping_and_sleep[index].extent;
    return body;
}

/// Calls `visitor(shape)` for the shapes of the body on which the field acts.
template <class Visitor>
void visit_shapes(const FieldContext& context, const PlacedField& field, std::uint32_t body,
                  Visitor&& visitor) {
    for (std::uint32_t shape = context.bodies.records[body].first_shape; shape != no_index;
         shape = context.shapes.records[shape].next) {
        if (field.accepts(context.shapes.records[shape].filter)) {
            visitor(shape);
        }
    }
}

/// Returns whether the field acts on the body: on one of its shapes, or the body has none.
bool acts_on(const FieldContext& context, const PlacedField& field, std::uint32_t body) {
    bool any = context.bodies.records[body].first_shape == no_index;
    visit_shapes(context, field, body, [&](std::uint32_t) { any = true; });
    return any;
}

/// Visitor of field kinds that applies a field to a body: at its centre, or shape by shape.
struct FieldApplier {
    const FieldContext& context;
    const PlacedField& field;
    const FieldBody& body;
    AreaClipper* clipper;
    FieldForce& push;

    template <class Kind>
    void operator()(const Kind& kind) const {
        if (field.holds(body.center) && acts_on(context, field, body.body)) {
            push_body(field, kind, body, push);
        }
    }
    void operator()(const WindField& kind) const {
        visit_shapes(context, field, body.body, [&](std::uint32_t shape) {
            push_shape(field, kind, context.shapes.view(shape), body, push);
        });
    }
    void operator()(const BuoyancyField& kind) const {
        visit_shapes(context, field, body.body, [&](std::uint32_t shape) {
            push_shape(field, kind, context.shapes.view(shape), body, context.gravity, *clipper, push);
        });
    }
};

/// Returns the motion of the body by gravity and the user's forces.
FieldForce::Motion predict_motion(const FieldContext& context, const FieldBody& body) {
    const BodyStore& bodies = context.bodies;
    const BodyForce& force = bodies.forces[body.body];
    const BodyMass& mass = bodies.masses[body.body];
    const BodyRecord& record = bodies.records[body.body];
    const Vec2 gravity =
        record.special ? bodies.motion_limits(body.body).gravity.value_or(context.gravity) : context.gravity;
    const double h = static_cast<double>(context.time_step);
    const auto gained = [&](float pull, float own) {
        return h * (static_cast<double>(force.gravity_scale) * static_cast<double>(pull) +
                    static_cast<double>(mass.inverse_mass) * static_cast<double>(own));
    };
    FieldForce::Motion motion;
    motion.mass = static_cast<double>(body.mass);
    motion.inertia = static_cast<double>(body.inertia);
    motion.free_x = !record.locks.linear_x;
    motion.free_y = !record.locks.linear_y;
    motion.turns = mass.inverse_inertia > 0.0f;
    motion.x = static_cast<double>(body.velocity.x) + gained(gravity.x, force.x);
    motion.y = static_cast<double>(body.velocity.y) + gained(gravity.y, force.y);
    motion.w = static_cast<double>(body.angular_velocity) +
               h * static_cast<double>(mass.inverse_inertia) * static_cast<double>(force.torque);
    return motion;
}

}  // namespace

void Fields::reserve_clippers(const ShapeStore& shapes, int workers) {
    const auto count = static_cast<std::size_t>(workers);
    if (clippers_.size() == count && seen_shapes_ == shapes.version &&
        reserved_planes_ >= placed_.max_planes()) {
        return;
    }
    std::size_t vertices = 0;
    for (const ShapeCore& core : shapes.cores) {
        vertices = std::max(vertices, std::size_t{core.count});
    }
    clippers_.resize(count);
    for (AreaClipper& clipper : clippers_) {
        clipper.reserve(vertices, placed_.max_planes());
    }
    seen_shapes_ = shapes.version;
    reserved_planes_ = placed_.max_planes();
}

void Fields::apply(const FieldContext& context, Team& team) {
    placed_.place(context.fields, context.bodies, 0.5f * context.time_step);
    if (placed_.has_fluid()) {
        reserve_clippers(context.shapes, team.size());
    }
    if (found_.size() < static_cast<std::size_t>(team.size())) {
        found_.resize(static_cast<std::size_t>(team.size()));
    }
    BodyStore& bodies = context.bodies;
    const auto push_one = [&](std::uint32_t index, AreaClipper* clipper, std::vector<std::uint32_t>& found) {
        const FieldBody body =
            drifted_body(bodies, index, context.time_step * drift_part(bodies, index, context.sub_steps));
        FieldForce push;
        bool pushed = false;
        placed_.visit_met(body.center, body.reach, found, [&](const PlacedField& field) {
            if (field.record->body != index) {
                std::visit(FieldApplier{context, field, body, clipper, push}, field.record->definition.kind);
                pushed = true;
            }
        });
        if (pushed) {
            const FieldForce::Wrench wrench =
                push.solve(predict_motion(context, body), static_cast<double>(context.time_step));
            BodyForce& force = bodies.forces[index];
            force.x += static_cast<float>(wrench.x);
            force.y += static_cast<float>(wrench.y);
            force.torque += static_cast<float>(wrench.torque);
        }
    };
    team.parallel_for(
        bodies.awake.size(), bodies_per_chunk, workers_for(bodies.awake.size(), bodies_per_worker),
        [&](std::size_t begin, std::size_t end, int worker) {
            for (std::size_t k = begin; k < end; ++k) {
                const std::uint32_t index = bodies.awake[k];
                if (bodies.is_dynamic(index) && bodies.masses[index].inverse_mass > 0.0f) {
                    push_one(index,
                             placed_.has_fluid() ? &clippers_[static_cast<std::size_t>(worker)] : nullptr,
                             found_[static_cast<std::size_t>(worker)]);
                }
            }
        });
}

}  // namespace drystone
