#include "joints/joint_trees.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// How much a row gives way, as a part of its own inverse mass: keeps loops through the ground solvable.
constexpr double compliance = 1e-9;
/// No error is pushed out faster than this [m/s], [rad/s].
constexpr double greatest_push = 10.0;
/// What joints do in a sub-step must not gain energy. They do where bodies turn so far that the rows of its
/// start no longer fit its end; more than this part of the kinetic energy is taken back.
constexpr double unnoticed_gain = 1e-3;
/// The tension in a chain holds each link like a spring against turning. In terms of inertia over h^2 an
/// explicit step is unstable from 4 on; what exceeds this part is treated implicitly. Source: Andrews,
/// Teichmann, Kovecses, Geometric Stiffness for Real-time Constrained Multibody Dynamics, 2017.
constexpr double stable_stiffness = 0.5;
/// Newton steps on the positions at the end of a sub-step, and the error at which they end [m], [rad].
constexpr int most_newton_steps = 6;
constexpr double good_enough = 2e-6;
/// Stands for the inertia of what does not turn, in masses [m^2].
constexpr double endless_inertia = 1e9;

double dot(const Twist& a, const Twist& b) { return a.x * b.x + a.y * b.y + a.w * b.w; }

void add_scaled(Twist& sum, double factor, const Twist& twist) {
    sum.x += factor * twist.x;
    sum.y += factor * twist.y;
    sum.w += factor * twist.w;
}

SymmetricMatrix mass_matrix(const PlacedBody& body) {
    const double mass = 1.0 / body.inverse_mass;
    const double inertia = body.inverse_inertia > 0.0 ? 1.0 / body.inverse_inertia : endless_inertia * mass;
    return {mass, 0.0, mass, 0.0, 0.0, inertia};
}

/// sum += factor * (p q^T + q p^T) / 2
void add_product(SymmetricMatrix& sum, double factor, const Twist& p, const Twist& q) {
    sum.xx += factor * p.x * q.x;
    sum.xy += factor * 0.5 * (p.x * q.y + p.y * q.x);
    sum.yy += factor * p.y * q.y;
    sum.xw += factor * 0.5 * (p.x * q.w + p.w * q.x);
    sum.yw += factor * 0.5 * (p.y * q.w + p.w * q.y);
    sum.ww += factor * p.w * q.w;
}

/// L D L^T in place: the diagonal holds D, the rest L.
void factorise(SymmetricMatrix& m) {
    const double l_yx = m.xy / m.xx;
    const double l_wx = m.xw / m.xx;
    const double d_y = m.yy - l_yx * m.xy;
    const double e = m.yw - l_wx * m.xy;
    const double l_wy = e / d_y;
    m = {m.xx, l_yx, d_y, l_wx, l_wy, m.ww - l_wx * m.xw - l_wy * e};
}

Twist solve_factorised(const SymmetricMatrix& m, const Twist& b) {
    const double y = b.y - m.xy * b.x;
    const double w = (b.w - m.xw * b.x - m.yw * y) / m.ww;
    const double v = y / m.yy - m.yw * w;
    return {b.x / m.xx - m.xy * v - m.xw * w, v, w};
}

/// Inverse of the first `n` rows of a symmetric positive matrix.
void invert(double (&m)[3][3], int n) {
    for (int k = 0; k < n; ++k) {
        const double pivot = 1.0 / m[k][k];
        for (int j = 0; j < n; ++j) {
            m[k][j] = j == k ? pivot : m[k][j] * pivot;
        }
        for (int i = 0; i < n; ++i) {
            if (i == k) {
                continue;
            }
            const double factor = m[i][k];
            for (int j = 0; j < n; ++j) {
                m[i][j] = j == k ? -factor * pivot : m[i][j] - factor * m[k][j];
            }
        }
    }
}

Twist twist_of(const PlacedBody& body) { return {body.velocity.x, body.velocity.y, body.angular_velocity}; }

/// The body after moving on with its velocity for h; sine and cosine by the tangent of half the angle.
PlacedBody advanced(PlacedBody body, double h) {
    const double half = 0.5 * h * body.angular_velocity;
    const double square = half * half;
    const double tangent =
        half * (1.0 + square * (1.0 / 3.0 + square * (2.0 / 15.0 + square * (17.0 / 315.0))));
    const double sine = 2.0 * tangent / (1.0 + tangent * tangent);
    const double cosine = 1.0 - tangent * sine;
    body.center = body.center + h * body.velocity;
    body.rotation = {body.rotation.x * cosine - body.rotation.y * sine,
                     body.rotation.y * cosine + body.rotation.x * sine};
    return body;
}

const Twist& own_row(const LockRow& row, bool is_b) { return is_b ? row.b : row.a; }

}  // namespace

void JointTrees::factor(const SerialContext& context, Team& team) {
    team.parallel_for(trees_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            factor_tree(context, 0.0, trees_[i]);
        }
    });
}

void JointTrees::solve(const SerialContext& context, const SolverConstants& constants, bool biased,
                       Team& team) {
    team.parallel_for(trees_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            Tree& tree = trees_[i];
            DoubleVector drift{};
            if (biased && damp_bending(context, static_cast<double>(constants.h), tree)) {
                factor_tree(context, static_cast<double>(constants.h), tree);
            }
            const double before = measure_energy(context, tree, drift);
            solve_tree(context, constants, biased, tree);
            const double gain = measure_energy(context, tree, drift) - before;
            if (biased) {
                tree.gain = gain;
            } else {
                take_back(context, tree, tree.gain + gain);
            }
        }
    });
}

void JointTrees::factor_tree(const SerialContext& context, double h, const Tree& tree) {
    const auto place = [&](std::uint32_t body) { return place_body(context.bodies, context.states, body); };
    const auto collect = [&](Rows& own) {
        const JointRecord& record = context.joints.records[own.joint];
        own.count =
            collect_lock_rows(context, own.joint, place(record.body_a), place(record.body_b), own.rows);
    };
    Node* const nodes = nodes_.data() + tree.first_node;
    for (std::size_t i = 0; i < tree.node_count; ++i) {
        SymmetricMatrix& mass = masses_[tree.first_node + i];
        mass = mass_matrix(place(nodes[i].body));
        mass.ww += std::max(0.0, h * nodes[i].tension - stable_stiffness * mass.ww);
    }
    for (std::size_t i = 1; i < tree.node_count; ++i) {
        collect(nodes[i].link);
    }
    for (std::size_t i = 0; i < tree.anchor_count; ++i) {
        Anchor& anchor = anchors_[tree.first_anchor + i];
        collect(anchor.rows);
        const PlacedBody body = place(nodes_[anchor.node].body);
        for (int k = 0; k < anchor.rows.count; ++k) {
            const Twist& row = own_row(anchor.rows.rows[k], anchor.is_b);
            const double felt =
                body.inverse_mass * (row.x * row.x + row.y * row.y) + body.inverse_inertia * row.w * row.w;
            anchor.rows.inverse[k][k] = felt > 0.0 ? 1.0 / (compliance * felt) : 0.0;
            add_product(masses_[anchor.node], anchor.rows.inverse[k][k], row, row);
        }
    }
    for (std::size_t i = tree.node_count; i-- > 0;) {
        Node& node = nodes[i];
        SymmetricMatrix& mass = masses_[tree.first_node + i];
        factorise(mass);
        node.factors = mass;
        if (node.parent < 0) {
            continue;
        }
        Rows& link = node.link;
        for (int k = 0; k < link.count; ++k) {
            node.carried[k] = solve_factorised(node.factors, own_row(link.rows[k], node.is_b));
        }
        for (int k = 0; k < link.count; ++k) {
            for (int j = 0; j < link.count; ++j) {
                link.inverse[k][j] = dot(own_row(link.rows[k], node.is_b), node.carried[j]);
            }
            link.inverse[k][k] += compliance * link.inverse[k][k];
        }
        invert(link.inverse, link.count);
        SymmetricMatrix& above = masses_[static_cast<std::size_t>(node.parent)];
        for (int k = 0; k < link.count; ++k) {
            for (int j = 0; j < link.count; ++j) {
                add_product(above, link.inverse[k][j], own_row(link.rows[k], !node.is_b),
                            own_row(link.rows[j], !node.is_b));
            }
        }
    }
}

double JointTrees::find_wanted(const SerialContext& context, double h, bool biased, Rows& own) const {
    const JointRecord& record = context.joints.records[own.joint];
    const PlacedBody a = place_body(context.bodies, context.states, record.body_a);
    const PlacedBody b = place_body(context.bodies, context.states, record.body_b);
    if (!biased) {
        for (int k = 0; k < own.count; ++k) {
            own.wanted[k] = -(dot(own.rows[k].a, twist_of(a)) + dot(own.rows[k].b, twist_of(b)));
        }
        return 0.0;
    }
    LockRow later[3];
    collect_lock_rows(context, own.joint, advanced(a, h), advanced(b, h), later);
    double greatest = 0.0;
    for (int k = 0; k < own.count; ++k) {
        const double now = own.rows[k].error;
        const double target = now - std::clamp(now, -greatest_push * h, greatest_push * h);
        own.wanted[k] = (target - later[k].error) / h;
        greatest = std::max(greatest, std::abs(target - later[k].error));
    }
    return greatest;
}

double JointTrees::eliminate(const SerialContext& context, double h, bool biased, const Tree& tree) {
    double greatest = 0.0;
    for (std::size_t i = 0; i < tree.node_count; ++i) {
        nodes_[tree.first_node + i].push = {};
    }
    for (std::size_t i = 0; i < tree.anchor_count; ++i) {
        Anchor& anchor = anchors_[tree.first_anchor + i];
        greatest = std::max(greatest, find_wanted(context, h, biased, anchor.rows));
        for (int k = 0; k < anchor.rows.count; ++k) {
            add_scaled(nodes_[anchor.node].push, anchor.rows.inverse[k][k] * anchor.rows.wanted[k],
                       own_row(anchor.rows.rows[k], anchor.is_b));
        }
    }
    for (std::size_t i = tree.node_count; i-- > 0;) {
        Node& node = nodes_[tree.first_node + i];
        node.response = solve_factorised(node.factors, node.push);
        if (node.parent < 0) {
            continue;
        }
        Rows& link = node.link;
        greatest = std::max(greatest, find_wanted(context, h, biased, link));
        for (int k = 0; k < link.count; ++k) {
            link.wanted[k] -= dot(own_row(link.rows[k], node.is_b), node.response);
        }
        Twist& above = nodes_[static_cast<std::size_t>(node.parent)].push;
        for (int k = 0; k < link.count; ++k) {
            for (int j = 0; j < link.count; ++j) {
                add_scaled(above, link.inverse[k][j] * link.wanted[j], own_row(link.rows[k], !node.is_b));
            }
        }
    }
    return greatest;
}

void JointTrees::substitute(const SerialContext& context, bool first, const Tree& tree) {
    for (std::size_t i = 0; i < tree.node_count; ++i) {
        Node& node = nodes_[tree.first_node + i];
        node.change = node.response;
        if (node.parent >= 0) {
            const Rows& link = node.link;
            const Twist& above = nodes_[static_cast<std::size_t>(node.parent)].change;
            for (int k = 0; k < link.count; ++k) {
                double impulse = 0.0;
                for (int j = 0; j < link.count; ++j) {
                    const double missing = link.wanted[j] - dot(own_row(link.rows[j], !node.is_b), above);
                    impulse += link.inverse[k][j] * missing;
                }
                note_impulse(context, link, k, impulse, first);
                add_scaled(node.change, impulse, node.carried[k]);
            }
        }
        push_body(context.bodies, context.states, node.body, {node.change.x, node.change.y}, node.change.w);
    }
    for (std::size_t i = 0; i < tree.anchor_count; ++i) {
        const Anchor& anchor = anchors_[tree.first_anchor + i];
        for (int k = 0; k < anchor.rows.count; ++k) {
            const double missing = anchor.rows.wanted[k] -
                                   dot(own_row(anchor.rows.rows[k], anchor.is_b), nodes_[anchor.node].change);
            note_impulse(context, anchor.rows, k, anchor.rows.inverse[k][k] * missing, first);
        }
    }
}

void JointTrees::solve_tree(const SerialContext& context, const SolverConstants& constants, bool biased,
                            const Tree& tree) {
    const double h = static_cast<double>(constants.h);
    double before = std::numeric_limits<double>::max();
    for (int i = 0; i < (biased ? most_newton_steps : 1); ++i) {
        const double error = eliminate(context, h, biased, tree);
        // Where bodies turn far within the sub-step, further Newton steps may lead away.
        if (i > 0 && (error < good_enough || error > 0.5 * before)) {
            break;
        }
        substitute(context, biased && i == 0, tree);
        before = error;
    }
}

/// How much turning the body would be pulled back by the impulses in a joint: the radial part times the arm.
double JointTrees::tension(const SerialContext& context, const Rows& own, bool is_b) const {
    const JointRecord& record = context.joints.records[own.joint];
    const std::uint32_t body = is_b ? record.body_b : record.body_a;
    const PlacedBody placed = place_body(context.bodies, context.states, body);
    const DoubleVector arm =
        placed.arm(context.bodies.masses[body], is_b ? record.rows.anchor_b : record.rows.anchor_a);
    double sum = 0.0;
    for (int k = 0; k < own.count; ++k) {
        const Twist& row = own_row(own.rows[k], is_b);
        const double impulse = static_cast<double>(record.impulses.lock[own.rows[k].index]);
        sum += impulse * (row.x * arm.x + row.y * arm.y);
    }
    return sum;
}

/// The damping that an implicit step gives to links that tension holds stiffly, against their parents; finds
/// the tensions and returns whether there are such links. Their inertia is raised for the sub-step by
/// `factor_tree`.
bool JointTrees::damp_bending(const SerialContext& context, double h, const Tree& tree) {
    bool stiff = false;
    for (std::size_t i = 0; i < tree.node_count; ++i) {
        nodes_[tree.first_node + i].tension = 0.0;
    }
    for (std::size_t i = 0; i < tree.anchor_count; ++i) {
        const Anchor& anchor = anchors_[tree.first_anchor + i];
        nodes_[anchor.node].tension += tension(context, anchor.rows, anchor.is_b);
    }
    for (std::size_t i = 1; i < tree.node_count; ++i) {
        Node& node = nodes_[tree.first_node + i];
        node.tension += tension(context, node.link, node.is_b);
        nodes_[static_cast<std::size_t>(node.parent)].tension += tension(context, node.link, !node.is_b);
    }
    for (std::size_t i = 1; i < tree.node_count; ++i) {
        const Node& node = nodes_[tree.first_node + i];
        const PlacedBody body = place_body(context.bodies, context.states, node.body);
        const PlacedBody above =
            place_body(context.bodies, context.states, nodes_[static_cast<std::size_t>(node.parent)].body);
        const double stiffness = h * node.tension * body.inverse_inertia - stable_stiffness;
        if (stiffness > 0.0) {
            stiff = true;
            push_body(context.bodies, context.states, node.body, {},
                      (above.angular_velocity - body.angular_velocity) * stiffness / (1.0 + stiffness));
        }
    }
    return stiff;
}

/// Kinetic energy of a tree; of one that hangs nowhere, about its centre of mass, which it does not change.
double JointTrees::measure_energy(const SerialContext& context, const Tree& tree, DoubleVector& drift) const {
    double mass = 0.0;
    DoubleVector momentum{};
    double sum = 0.0;
    for (std::size_t i = 0; i < tree.node_count; ++i) {
        const PlacedBody body = place_body(context.bodies, context.states, nodes_[tree.first_node + i].body);
        const double own = 1.0 / body.inverse_mass;
        mass += own;
        momentum = momentum + own * body.velocity;
        sum += 0.5 * own * dot(body.velocity, body.velocity);
        if (body.inverse_inertia > 0.0) {
            sum += 0.5 / body.inverse_inertia * body.angular_velocity * body.angular_velocity;
        }
    }
    drift = {};
    if (tree.anchor_count == 0) {
        drift = (1.0 / mass) * momentum;
        sum -= 0.5 * mass * dot(drift, drift);
    }
    return sum;
}

void JointTrees::take_back(const SerialContext& context, const Tree& tree, double gain) {
    DoubleVector drift{};
    const double energy = measure_energy(context, tree, drift);
    if (!(gain > unnoticed_gain * energy)) {
        return;
    }
    const double keep = std::sqrt(std::max(0.0, 1.0 - gain / energy));
    for (std::size_t i = 0; i < tree.node_count; ++i) {
        const std::uint32_t body = nodes_[tree.first_node + i].body;
        const PlacedBody placed = place_body(context.bodies, context.states, body);
        push_body(context.bodies, context.states, body, (keep - 1.0) * (placed.velocity - drift),
                  (keep - 1.0) * placed.angular_velocity);
    }
}

void JointTrees::note_impulse(const SerialContext& context, const Rows& own, int row, double impulse,
                              bool first) {
    float& sum = context.joints.records[own.joint].impulses.lock[own.rows[row].index];
    sum = first ? static_cast<float>(impulse) : sum + static_cast<float>(impulse);
}

}  // namespace drystone
