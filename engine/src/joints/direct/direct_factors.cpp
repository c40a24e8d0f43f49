// Data that solves of mechanisms gather, and their matrices.
#include "joints/direct/direct_joints.h"
#include "joints/direct/joint_arms.h"

#include <algorithm>

namespace drystone {

namespace {

/// Compliance of a row in one solve, as a fraction of its inverse mass: far below the precision of float.
constexpr double compliance = 1e-8;
/// Largest speed at which errors are pushed out [m/s], [rad/s].
constexpr double max_push = 3.0;
/// Inertia of bodies that do not turn, per mass [m^2].
constexpr double endless_inertia = 1e9;

SymmetricMatrix mass_matrix(const MechanismBody& body) {
    const double inertia = body.half_inertia > 0.0 ? 2.0 * body.half_inertia : endless_inertia * body.mass;
    return {body.mass, 0.0, body.mass, 0.0, 0.0, inertia};
}

/// Returns the change of the row's velocity by a unit impulse along the row, from this body alone.
double response_of(const MechanismBody& body, const Twist& row) {
    return body.inverse_mass * (row.x * row.x + row.y * row.y) + body.inverse_inertia * row.w * row.w;
}

/// Computes the rows of a pin.
template <class Link>
void find_pin_rows(double h, const MechanismBody& a, const MechanismBody& b, Link& link) {
    link.count = 2;
    link.arms = arms_of(link.own, a.place, b.place);
    const double errors[2] = {link.arms.separation.x, link.arms.separation.y};
    for (int k = 0; k < 2; ++k) {
        link.target[k] = errors[k] - std::clamp(errors[k], -max_push * h, max_push * h);
        link.rows[k].error = errors[k];
        link.rows[k].index = k;
        link.rows[k].drives = false;
        link.rows[k].limits = false;
        link.rows[k].speed = 0.0;
        link.saturated[k] = 0;
    }
    if (link.own.limits[2]) {
        write_limited_angle(link.own, a.place, b.place, link.rows[2]);
        link.saturated[2] = 0;
        link.count = 3;
    }
    link.rows[0].a = {-1.0, 0.0, link.arms.a.y};
    link.rows[0].b = {1.0, 0.0, -link.arms.b.y};
    link.rows[1].a = {0.0, -1.0, -link.arms.a.x};
    link.rows[1].b = {0.0, 1.0, link.arms.b.x};
}

/// Finds the stiffness of the rows of a pin.
template <class Link>
void find_pin_stiffness(const MechanismBody& a, const MechanismBody& b, Link& link) {
    const DoubleVector& of_a = link.arms.a;
    const DoubleVector& of_b = link.arms.b;
    const double felt_x = (a.inverse_mass + a.inverse_inertia * of_a.y * of_a.y) +
                          (b.inverse_mass + b.inverse_inertia * of_b.y * of_b.y);
    const double felt_y = (a.inverse_mass + a.inverse_inertia * of_a.x * of_a.x) +
                          (b.inverse_mass + b.inverse_inertia * of_b.x * of_b.x);
    link.stiffness[0] = felt_x > 0.0 ? 1.0 / (compliance * felt_x) : 0.0;
    link.stiffness[1] = felt_y > 0.0 ? 1.0 / (compliance * felt_y) : 0.0;
    link.stiffness[2] = link.residual[2] = link.impulse[2] = 0.0;
}

/// Adds what both rows of a pin give to the diagonal block of a body.
void add_pin_squares(const double (&stiffness)[3], const DoubleVector& arm, SymmetricMatrix& sum) {
    sum.xx += stiffness[0];
    sum.yy += stiffness[1];
    sum.xw -= stiffness[0] * arm.y;
    sum.yw += stiffness[1] * arm.x;
    sum.ww = (sum.ww + stiffness[0] * arm.y * arm.y) + stiffness[1] * arm.x * arm.x;
}

/// Adds what they give to the block that couples the bodies, with the arms of the first and the second one.
void add_pin_products(const double (&stiffness)[3], const DoubleVector& low, const DoubleVector& high,
                      SquareMatrix& sum) {
    sum.rows[0].x -= stiffness[0];
    sum.rows[0].w += stiffness[0] * low.y;
    sum.rows[1].y -= stiffness[1];
    sum.rows[1].w -= stiffness[1] * low.x;
    sum.rows[2].x += stiffness[0] * high.y;
    sum.rows[2].y -= stiffness[1] * high.x;
    sum.rows[2].w = (sum.rows[2].w - stiffness[0] * high.y * low.y) - stiffness[1] * high.x * low.x;
}

}  // namespace

void DirectJoints::begin_step(const SequentialContext& context, const SolverConstants& constants,
                              Team& team) {
    visit_mechanisms(team, [&](Mechanism& mechanism) {
        describe(context, mechanism);
        load_places(context, mechanism);
        factor_mechanism(static_cast<double>(constants.h), Links::Fresh, mechanism);
    });
}

/// Gathers what holds for a step: masses, what rows depend on besides the bodies, and impulses.
void DirectJoints::describe(const SequentialContext& context, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        bodies_[i].load_masses(context.bodies, context.states, nodes_[i].body);
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        const JointRecord& record = context.joints.records[link.joint];
        const auto find_body = [&](std::int32_t node, std::uint32_t body) {
            if (node != Link::massless) {
                return static_cast<std::size_t>(node);
            }
            MechanismBody& fixed = bodies_[nodes_.size() + i];
            fixed.load_masses(context.bodies, context.states, body);
            fixed.load_place(context.bodies, context.states, body);
            return nodes_.size() + i;
        };
        link.body_a = find_body(link.node_a, record.body_a);
        link.body_b = find_body(link.node_b, record.body_b);
        link.own = DirectJoint::describe(context.bodies, record);
        std::copy_n(record.impulses.lock, 3, link.sums.lock);
        std::copy_n(record.impulses.motor, 3, link.sums.motor);
        for (int k = 0; k < 3; ++k) {
            const bool limits = link.own.limits[k];
            link.sums.limit[k] = limits ? record.impulses.lower[k] - record.impulses.upper[k] : 0.0f;
        }
        begin_limits(link);
    }
}

void DirectJoints::save_impulses(JointStore& joints) const {
    for (const Link& link : links_) {
        JointImpulses& impulses = joints.records.edit(link.joint).impulses;
        std::copy_n(link.sums.lock, 3, impulses.lock);
        for (int k = 0; k < link.count; ++k) {
            const int index = link.rows[k].index;
            if (link.rows[k].drives) {
                impulses.motor[index] = link.sums.motor[index];
            }
            if (link.rows[k].limits) {
                impulses.lower[index] = std::max(link.sums.limit[index], 0.0f);
                impulses.upper[index] = std::max(-link.sums.limit[index], 0.0f);
            }
        }
    }
}

/// Gathers places and velocities; after the bodies have moved.
void DirectJoints::load_places(const SequentialContext& context, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        bodies_[i].load_place(context.bodies, context.states, nodes_[i].body);
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        // A static body stays where `describe` found it.
        if ((link.node_a == Link::massless || link.node_b == Link::massless) &&
            bodies_[nodes_.size() + i].slot != 0) {
            const JointRecord& record = context.joints.records[link.joint];
            bodies_[nodes_.size() + i].load_place(
                context.bodies, context.states,
                link.node_a == Link::massless ? record.body_a : record.body_b);
        }
    }
}

/// Gathers the velocities after other passes.
void DirectJoints::load_velocities(const SequentialContext& context, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        bodies_[i].load_velocity(context.states[bodies_[i].slot]);
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        MechanismBody& fixed = bodies_[nodes_.size() + i];
        if (fixed.slot != 0) {  // It may move: not a static body.
            fixed.load_velocity(context.states[fixed.slot]);
            fixed.later = fixed.place;
        }
    }
}

/// Gives the other passes the velocities of the nodes.
void DirectJoints::store_velocities(const SequentialContext& context, const Mechanism& mechanism) const {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        bodies_[i].store_velocity(context.states[bodies_[i].slot]);
    }
}

/// Computes the rows of a link at the current places.
void DirectJoints::find_rows(double h, Link& link) const {
    const MechanismBody& a = bodies_[link.body_a];
    const MechanismBody& b = bodies_[link.body_b];
    if (is_pin(link.own)) {
        find_pin_rows(h, a, b, link);
    } else {
        link.count = collect_direct_rows(link.own, h, a.place, b.place, link.arms, link.rows);
        for (int k = 0; k < link.count; ++k) {
            const double error = link.rows[k].error;
            link.target[k] = error - std::clamp(error, -max_push * h, max_push * h);
        }
    }
    drop_far_limits(link);
    aim_at_limits(h, link);
}

void DirectJoints::find_all_rows(double h, const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        find_rows(h, links_[i]);
    }
}

void DirectJoints::add_link(double h, Links links, Link& link) {
    const MechanismBody& a = bodies_[link.body_a];
    const MechanismBody& b = bodies_[link.body_b];
    if (links == Links::Fresh) {
        find_rows(h, link);
    }
    if (link.is_pin()) {
        find_pin_stiffness(a, b, link);
        if (link.node_a != Link::massless) {
            add_pin_squares(link.stiffness, link.arms.a,
                            matrix_.diagonal(static_cast<std::size_t>(link.node_a)));
        }
        if (link.node_b != Link::massless) {
            add_pin_squares(link.stiffness, link.arms.b,
                            matrix_.diagonal(static_cast<std::size_t>(link.node_b)));
        }
        if (link.node_a != Link::massless && link.node_b != Link::massless) {
            const bool a_first = link.node_a < link.node_b;
            add_pin_products(link.stiffness, a_first ? link.arms.a : link.arms.b,
                             a_first ? link.arms.b : link.arms.a, matrix_.block(link.block));
        }
        return;
    }
    if (links != Links::Known) {
        choose_motors(h, link);
    }
    // Sums of all rows are kept in registers.
    const auto add_squares = [&](std::int32_t node, Twist DirectRow::*side) {
        if (node != Link::massless) {
            SymmetricMatrix sum = matrix_.diagonal(static_cast<std::size_t>(node));
            for (int k = 0; k < link.count; ++k) {
                add_square(sum, link.stiffness[k], link.rows[k].*side);
            }
            matrix_.diagonal(static_cast<std::size_t>(node)) = sum;
        }
    };
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        const double felt = response_of(a, row.a) + response_of(b, row.b);
        const bool acts = link.binds(k) || (row.drives && link.saturated[k] == 0);
        link.stiffness[k] = felt > 0.0 && acts ? 1.0 / (compliance * felt) : 0.0;
    }
    add_squares(link.node_a, &DirectRow::a);
    add_squares(link.node_b, &DirectRow::b);
    if (link.node_a != Link::massless && link.node_b != Link::massless) {
        const bool a_first = link.node_a < link.node_b;
        SquareMatrix sum = matrix_.block(link.block);
        for (int k = 0; k < link.count; ++k) {
            const DirectRow& row = link.rows[k];
            add_outer(sum, link.stiffness[k], a_first ? row.b : row.a, a_first ? row.a : row.b);
        }
        matrix_.block(link.block) = sum;
    }
}

/// Computes the directions of the rows of a link at other places of the bodies.
void DirectJoints::turn_rows(double h, Place64 MechanismBody::*where, Link& link) const {
    DirectRow rows[3];
    const int count = collect_direct_rows(link.own, h, bodies_[link.body_a].*where,
                                          bodies_[link.body_b].*where, link.arms, rows);
    for (int k = 0; k < count; ++k) {
        link.rows[k].a = rows[k].a;
        link.rows[k].b = rows[k].b;
    }
}

/// Computes the directions of the rows at other places of the bodies, and the factors. Where bodies turn far
/// in a sub-step, steps with the rows of its start converge slowly or not at all. Those of its end are the
/// derivatives of the errors: with them it is the method of Gauss and Newton, the error falls as its square.
void DirectJoints::turn_rows(double h, Place64 MechanismBody::*where, Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        turn_rows(h, where, links_[i]);
    }
    factor_mechanism(h, Links::Known, mechanism);
    mechanism.turned = where != &MechanismBody::place;
}

void DirectJoints::factor_mechanism(double h, Links links, Mechanism& mechanism) {
    mechanism.turned = mechanism.turned && links != Links::Fresh;
    matrix_.set_zero(mechanism.first_node, mechanism.node_count);
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        matrix_.diagonal(i) = mass_matrix(bodies_[i]);
        matrix_.diagonal(i).ww += mechanism.stiff && links != Links::Fresh ? nodes_[i].damping : 0.0;
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        add_link(h, links, links_[i]);
    }
    matrix_.factorise(mechanism.first_node, mechanism.node_count);
}

}  // namespace drystone
