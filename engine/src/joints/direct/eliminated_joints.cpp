// Mechanisms whose joints are eliminated together with their contacts, see `ConstraintSystem`.
#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

constexpr double unbounded = std::numeric_limits<double>::max();
/// Largest speed at which coordinates beyond a limit are pushed back [m/s], [rad/s].
constexpr double max_push = 3.0;
/// Error of a joint from which it counts as open [m], [rad].
constexpr double open_gap = 1e-3;
/// Distance from a limit that counts as none [m], [rad]: the error at which solves end.
constexpr double reached = 2e-6;

}  // namespace

void DirectJoints::find_touching(const SequentialContext& context, const ContactLanes& lanes, Team& team) {
    visit_mechanisms(team, [&](Mechanism& mechanism) {
        mechanism.coupled = false;
        mechanism.touches = is_open(mechanism) || touches(context, lanes, mechanism);
    });
}

/// Returns whether a joint is open, or beyond a limit, at the start of the step. Trees without limits and
/// motors close by themselves, and keep their energy.
bool DirectJoints::is_open(const Mechanism& mechanism) const {
    if (!mechanism.loops && !mechanism.limits && !mechanism.drives) {
        return false;
    }
    const auto first = links_.begin() + static_cast<std::ptrdiff_t>(mechanism.first_link);
    return std::any_of(
        first, first + static_cast<std::ptrdiff_t>(mechanism.link_count), [](const Link& link) {
            return std::any_of(link.rows, link.rows + link.count, [&](const DirectRow& row) {
                const DirectMotor& own = link.own.motors[row.index];
                const double beyond = row.limits   ? std::max(own.lower - row.error, row.error - own.upper)
                                      : row.drives ? 0.0
                                                   : std::abs(row.error);
                return beyond > open_gap;
            });
        });
}

/// Returns whether a contact feels the joints of a mechanism.
bool DirectJoints::touches(const SequentialContext& context, const ContactLanes& lanes,
                           const Mechanism& mechanism) {
    bool found = false;
    const std::size_t end = mechanism.first_node + mechanism.node_count;
    for (std::size_t i = mechanism.first_node; i < end && !found; ++i) {
        const std::uint32_t body = nodes_[i].body;
        visit_contacts_of_body(context.bodies, lanes.contacts, body, [&](std::uint32_t index) {
            const Contact& contact = lanes.contacts.contacts[index];
            const bool pushes = contact.body_a == body ? contact.pushes_a() : contact.pushes_b();
            found = found || (contact.state == ContactState::Touching && contact.color >= 0 && pushes &&
                              stiffens(context, lanes, contact, i, mechanism));
        });
    }
    return found;
}

/// Returns whether joints lower the response of a body to a contact by a part of that of both bodies.
/// Solving the joints and the contact in turn would converge by that part.
bool DirectJoints::stiffens(const SequentialContext& context, const ContactLanes& lanes,
                            const Contact& contact, std::size_t node, const Mechanism& mechanism) {
    const ContactBlock& block = lanes.graph.list_of(contact).blocks[ContactList::block(contact.place)];
    const int lane = ContactList::lane(contact.place);
    const MechanismBody& body = bodies_[node];
    const bool is_a = contact.body_a == nodes_[node].body;
    const double side = is_a ? -1.0 : 1.0;
    const auto& arms = is_a ? block.normal_arm_a : block.normal_arm_b;
    const auto& other_arms = is_a ? block.normal_arm_b : block.normal_arm_a;
    const std::uint32_t other = is_a ? contact.body_b : contact.body_a;
    const auto other_mass = static_cast<double>(context.bodies.masses[other].inverse_mass);
    for (int k = 0; k < 2; ++k) {
        const auto arm = static_cast<double>(arms[k][lane]);
        const auto other_arm = static_cast<double>(other_arms[k][lane]);
        const double own = body.inverse_mass * (1.0 + arm * arm);
        const double felt = felt_part * (own + other_mass * (1.0 + other_arm * other_arm));
        if (!(block.normal_mass[k][lane] > 0.0f) || own <= felt) {
            continue;
        }
        const Twist row{side * static_cast<double>(block.normal_x[lane]),
                        side * static_cast<double>(block.normal_y[lane]), side * arm / body.normalisation};
        std::fill_n(changes_.begin() + static_cast<std::ptrdiff_t>(mechanism.first_node),
                    mechanism.node_count, Twist{});
        changes_[node] = row;
        solve_changes(mechanism);
        if (own - dot(row, changes_[node]) > felt) {
            return true;
        }
    }
    return false;
}

void DirectJoints::couple(std::uint32_t number) {
    Mechanism& mechanism = mechanisms_[number];
    mechanism.coupled = true;
    mechanism.conserves = false;
    mechanism.missing_energy = 0.0;
}

void DirectJoints::turn_rows(double h, Place64 MechanismBody::*where, std::uint32_t number) {
    const Mechanism& mechanism = mechanisms_[number];
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        turn_rows(h, where, links_[i]);
    }
}

void DirectJoints::visit_damping(std::uint32_t number, FunctionRef<void(std::size_t, double)> visitor) const {
    const Mechanism& mechanism = mechanisms_[number];
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const MechanismBody& body = bodies_[i];
        const double damping = mechanism.stiff ? nodes_[i].damping : 0.0;
        visitor(body.slot, damping * body.normalisation * body.normalisation);
    }
}

bool DirectJoints::begin_elimination(double h, bool biased, std::uint32_t number) {
    Mechanism& mechanism = mechanisms_[number];
    if (!biased) {
        return false;
    }
    mechanism.stiff = false;
    const bool is_stiff = find_stiff_links(h, mechanism);
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        links_[i].sums = {};
    }
    return is_stiff;
}

void DirectJoints::damp(const SequentialContext& context, std::uint32_t number) {
    const Mechanism& mechanism = mechanisms_[number];
    if (mechanism.stiff) {
        load_velocities(context, mechanism);
        damp_bending(mechanism);
        store_velocities(context, mechanism);
    }
}

void DirectJoints::load_velocities(const SequentialContext& context, double h, bool biased,
                                   std::uint32_t number) {
    const Mechanism& mechanism = mechanisms_[number];
    load_velocities(context, mechanism);
    const auto move = [&](MechanismBody& body) {
        if (biased) {
            body.move_later(h);
        }
    };
    for (std::size_t i = 0; i < mechanism.node_count; ++i) {
        move(bodies_[mechanism.first_node + i]);
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        if (bodies_[nodes_.size() + i].moves()) {
            move(bodies_[nodes_.size() + i]);
        }
    }
}

/// Finds what a limited coordinate lacks, and the bounds of its impulse.
void DirectJoints::find_limit(double h, Look look, const Link& link, int row, double later,
                              EliminatedRow& found) {
    const DirectRow& own = link.rows[row];
    const DirectMotor& motor = link.own.motors[own.index];
    const bool biased = look != Look::Here;
    const double least = own.error - max_push * h;
    const double most = own.error + max_push * h;
    if (motor.is_fixed()) {
        found.locks = true;
        found.low = -unbounded;
        found.high = unbounded;
        found.lack = biased ? (std::clamp(motor.lower, least, most) - later) / h : -found.velocity;
        return;
    }
    const double impulse = static_cast<double>(link.sums.limit[own.index]);
    if (biased) {
        const bool lower = later - motor.lower <= motor.upper - later;
        found.lack = ((lower ? std::min(motor.lower, most) : std::max(motor.upper, least)) - later) / h;
        found.low = lower ? 0.0 : -unbounded;
        found.high = lower ? unbounded : 0.0;
        return;
    }
    const bool at_lower = impulse > 0.0 || own.error - motor.lower <= reached;
    const bool at_upper = impulse < 0.0 || motor.upper - own.error <= reached;
    found.lack = -found.velocity;
    found.low = at_upper && !at_lower ? -unbounded : 0.0;
    found.high = at_lower ? unbounded : 0.0;
}

void DirectJoints::visit_eliminated(std::uint32_t number, double h, Look look,
                                    FunctionRef<void(const EliminatedRow&)> visitor) {
    const Mechanism& mechanism = mechanisms_[number];
    const auto side_of = [&](std::int32_t node, const Twist& row, std::int64_t& slot, Twist& side) {
        if (node == Link::massless) {
            return 0.0;
        }
        const MechanismBody& body = bodies_[static_cast<std::size_t>(node)];
        slot = static_cast<std::int64_t>(body.slot);
        side = {row.x, row.y, body.inverse_inertia > 0.0 ? row.w * body.normalisation : 0.0};
        return body.inverse_mass * dot(side, side);
    };
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        const MechanismBody& a = bodies_[link.body_a];
        const MechanismBody& b = bodies_[link.body_b];
        double later[3] = {};
        double velocities[3] = {};
        link.find_velocities(a.velocity, b.velocity, velocities);
        if (look == Look::Positions) {
            find_later(h, link, velocities, later);
        } else {
            for (int k = 0; k < link.count; ++k) {
                later[k] = link.rows[k].error + h * velocities[k];
            }
        }
        for (int k = 0; k < link.count; ++k) {
            const DirectRow& row = link.rows[k];
            EliminatedRow found;
            const double felt = side_of(link.node_a, row.a, found.slot_a, found.a) +
                                side_of(link.node_b, row.b, found.slot_b, found.b);
            found.mass = felt > 0.0 ? 1.0 / felt : 0.0;
            found.velocity = velocities[k];
            if (row.drives) {
                // The axis turns with A: in a sub-step, the translation changes by more than velocity times
                // h.
                const double speed =
                    look == Look::Positions && row.index < 2 ? (later[k] - row.error) / h : velocities[k];
                found.lack = row.speed - speed;
                found.high = h * link.own.motors[row.index].maximum;
                found.low = -found.high;
                found.impulse = &link.sums.motor[row.index];
                visitor(found);
            }
            if (row.limits) {
                find_limit(h, look, link, k, later[k], found);
                found.impulse = &link.sums.limit[row.index];
                visitor(found);
            }
            if (!row.drives && !row.limits) {
                found.locks = true;
                found.low = -unbounded;
                found.high = unbounded;
                found.lack = look == Look::Positions ? (link.target[k] - later[k]) / h : -velocities[k];
                found.impulse = &link.sums.lock[row.index];
                visitor(found);
            }
        }
    }
}

/// Computes the coordinates of the rows at the end of the sub-step.
void DirectJoints::find_later(double h, const Link& link, const double (&velocities)[3],
                              double (&later)[3]) const {
    const MechanismBody& a = bodies_[link.body_a];
    const MechanismBody& b = bodies_[link.body_b];
    if (is_pin(link.own)) {
        const DoubleVector apart = arms_of(link.own, a.later, b.later).separation;
        later[0] = apart.x;
        later[1] = apart.y;
    } else {
        find_direct_errors(link.own, a.later, b.later, later);
    }
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        if (row.index == 2 && (row.drives || row.limits)) {
            later[k] = row.error + h * velocities[k];
        }
    }
}

}  // namespace drystone
