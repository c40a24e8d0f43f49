// Selection of the joints that are solved directly, and of their mechanisms.
#include "joints/direct/direct_joints.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/union_find.h"

#include <algorithm>

namespace drystone {

namespace {

/// Range of the numbers from 0 to `limit` - 1. The standard library of clang 14 for WebAssembly has no
/// std::views.
struct NumbersBelow {
    struct Iterator {
        std::uint32_t number;

        std::uint32_t operator*() const { return number; }
        Iterator& operator++() {
            ++number;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return number != other.number; }
    };
    std::uint32_t limit;

    [[nodiscard]] Iterator begin() const { return {0}; }
    [[nodiscard]] Iterator end() const { return {limit}; }
};

// Small mechanisms are cheap to solve directly. What hangs on something, long chains and unequal masses would
// be soft in an iterative solver, as would welds and closed loops.
constexpr std::uint32_t small_mechanism = 4;
constexpr std::uint32_t long_chain = 12;
constexpr float unequal_masses = 16.0f;
/// Largest number of closed loops in a component. However they are connected, at most about thirty bodies
/// then form a dense part of the matrix. Larger nets are solved in lanes.
constexpr std::uint32_t few_loops = 64;

bool moves(const BodyStore& bodies, std::uint32_t body) {
    return bodies.is_dynamic(body) && bodies.is_awake(body) && bodies.masses[body].inverse_mass > 0.0f;
}

/// Bits of the result of `can_be_direct`: the bodies that move. 0: not direct.
constexpr std::uint8_t a_moves = 1;
constexpr std::uint8_t b_moves = 2;

/// Returns the bodies that move, as bits, if the joint can be direct: it is solved, locks a coordinate
/// between two bodies, and has no maximum force or torque; else 0.
std::uint8_t can_be_direct(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    const JointRecord& record = joints.records[joint];
    const JointSettings& settings = joints.settings(joint);
    if (!is_solved(joints, bodies, joint) || record.family != JointFamily::Lanes ||
        settings.solver == JointSolver::Iterative || settings.maximum_force != unlimited ||
        settings.maximum_torque != unlimited) {
        return 0;
    }
    const JointRows& rows = record.rows;
    const bool locks = rows.kind == JointKind::Point || rows.kind == JointKind::Hinge || rows.rigid ||
                       (rows.kind == JointKind::Frame &&
                        (rows.degrees[0].locked || rows.degrees[1].locked || rows.degrees[2].locked));
    return !locks ? std::uint8_t{0}
                  : static_cast<std::uint8_t>((moves(bodies, record.body_a) ? a_moves : 0) |
                                              (moves(bodies, record.body_b) ? b_moves : 0));
}

bool is_rigid_weld(const JointRows& rows) {
    return rows.kind == JointKind::Frame && rows.degrees[0].locked && rows.degrees[1].locked &&
           rows.degrees[2].locked;
}

}  // namespace

/// Finds the components of the joints that can be direct.
///
/// \param some_joints  joints, with all joints that are connected with them, as a range
/// \param some_bodies  all bodies that these joints move, and maybe others
template <class Joints>
void DirectJoints::measure_components(const JointStore& joints, const BodyStore& bodies,
                                      const Joints& some_joints, std::span<const std::uint32_t> some_bodies) {
    parents_.resize(bodies.slots.size());
    components_.resize(bodies.slots.size());
    for (const std::uint32_t body : some_bodies) {
        parents_[body] = body;
        components_[body] = {};
    }
    can_be_direct_.resize(joints.slots.size());
    for (const std::uint32_t joint : some_joints) {
        can_be_direct_[joint] = can_be_direct(joints, bodies, joint);
        if (can_be_direct_[joint] == (a_moves | b_moves)) {
            const JointRecord& record = joints.records[joint];
            unite(parents_, record.body_a, record.body_b);
        }
    }
    for (const std::uint32_t body : some_bodies) {
        parents_[body] = find_root(parents_, body);
    }
    for (const std::uint32_t joint : some_joints) {
        if (can_be_direct_[joint] == 0) {
            continue;
        }
        const JointRecord& record = joints.records[joint];
        const std::uint8_t moving = can_be_direct_[joint];
        Component& component = components_[parents_[(moving & a_moves) != 0 ? record.body_a : record.body_b]];
        ++component.joints;
        component.held = component.held || moving != (a_moves | b_moves);
        component.welds += is_rigid_weld(record.rows) ? 1 : 0;
    }
    for (const std::uint32_t body : some_bodies) {
        if (!moves(bodies, body)) {
            continue;
        }
        Component& component = components_[parents_[body]];
        const float mass = bodies.records[body].mass;
        component.lightest = component.bodies == 0 ? mass : std::min(component.lightest, mass);
        component.heaviest = std::max(component.heaviest, mass);
        ++component.bodies;
    }
}

bool DirectJoints::wants_any(const JointStore& joints, const BodyStore& bodies,
                             std::span<const std::uint32_t> some_joints,
                             std::span<const std::uint32_t> their_bodies) {
    measure_components(joints, bodies, some_joints, their_bodies);
    return std::any_of(some_joints.begin(), some_joints.end(),
                       [&](std::uint32_t joint) { return wants_direct(joints, bodies, joint); });
}

bool DirectJoints::wants_direct(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    if (can_be_direct_[joint] == 0) {
        return false;
    }
    if (joints.settings(joint).solver == JointSolver::Direct) {
        return true;
    }
    const JointRecord& record = joints.records[joint];
    const std::uint32_t body = moves(bodies, record.body_a) ? record.body_a : record.body_b;
    const Component& own = components_[parents_[body]];
    // A tree has as many joints as bodies, one less if it floats.
    const std::uint32_t loops = own.joints + (own.held ? 0 : 1) - own.bodies;
    if (loops > few_loops) {
        return false;
    }
    return own.held || own.joints <= small_mechanism || own.joints >= long_chain || loops > 0 ||
           own.welds > 0 || own.heaviest > unequal_masses * own.lightest;
}

/// Adds a joint of a node's body to the mechanism, and a node for its other body if that moves and has none
/// yet.
void DirectJoints::add_joint(JointStore& joints, const BodyStore& bodies, std::uint32_t joint,
                             std::uint32_t node) {
    JointRecord& record = joints.records.edit(joint);
    if (record.direct || record.body_a == record.body_b || !wants_direct(joints, bodies, joint)) {
        return;
    }
    const bool is_b = record.body_b == nodes_[node].body;
    const std::uint32_t other = is_b ? record.body_a : record.body_b;
    Mechanism& mechanism = mechanisms_.back();
    Link link;
    link.joint = joint;
    std::int32_t other_node = Link::massless;
    if (!moves(bodies, other)) {
        link.closes = !mechanism.floats;
        mechanism.floats = false;
    } else {
        link.closes = node_of_[other] >= 0;
        if (!link.closes) {
            node_of_[other] = static_cast<std::int32_t>(nodes_.size());
            Node child;
            child.body = other;
            child.parent = static_cast<std::int32_t>(node);
            nodes_.push_back(child);
        }
        other_node = node_of_[other];
    }
    link.node_a = is_b ? other_node : static_cast<std::int32_t>(node);
    link.node_b = is_b ? static_cast<std::int32_t>(node) : other_node;
    links_.push_back(link);
    record.direct = true;
    mechanism.loops = mechanism.loops || link.closes;
    for (std::size_t degree = 0; degree < 3; ++degree) {
        mechanism.drives = mechanism.drives || is_motor_direct(record, degree);
        mechanism.limits = mechanism.limits || is_limit_direct(record, degree);
    }
}

void DirectJoints::grow_mechanism(JointStore& joints, const BodyStore& bodies, std::uint32_t root) {
    mechanisms_.push_back({nodes_.size(), 0, links_.size(), 0});
    Node first;
    first.body = root;
    node_of_[root] = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back(first);
    Mechanism& mechanism = mechanisms_.back();
    for (std::size_t node = mechanism.first_node; node < nodes_.size(); ++node) {
        visit_joints_of_body(joints, nodes_[node].body, [&](std::uint32_t joint) {
            add_joint(joints, bodies, joint, static_cast<std::uint32_t>(node));
        });
    }
    mechanism.node_count = nodes_.size() - mechanism.first_node;
    mechanism.link_count = links_.size() - mechanism.first_link;
    if (mechanism.link_count == 0) {
        nodes_.pop_back();
        node_of_[root] = -1;
        mechanisms_.pop_back();
        return;
    }
    order_nodes(mechanism);
}

/// Sorts the nodes of a mechanism by the order of elimination.
void DirectJoints::order_nodes(Mechanism& mechanism) {
    const auto first = static_cast<std::int32_t>(mechanism.first_node);
    const auto local = [&](std::int32_t node) { return static_cast<std::uint32_t>(node - first); };
    const auto is_between = [](const Link& link) {
        return link.node_a != Link::massless && link.node_b != Link::massless;
    };
    order_.begin(static_cast<std::uint32_t>(mechanism.node_count));
    for (std::size_t i = mechanism.first_link; i < links_.size(); ++i) {
        if (is_between(links_[i])) {
            order_.couple(local(links_[i].node_a), local(links_[i].node_b));
        }
    }
    order_.find();
    matrix_.append(order_);
    const auto moved = [&](std::int32_t node) {
        return node < 0 ? node : first + static_cast<std::int32_t>(order_.place(local(node)));
    };
    sorted_.assign(nodes_.begin() + first, nodes_.end());
    for (std::uint32_t i = 0; i < order_.count(); ++i) {
        Node& node = nodes_[mechanism.first_node + i];
        node = sorted_[order_.unknown(i)];
        node.parent = moved(node.parent);
        node.mechanism = static_cast<std::uint32_t>(mechanisms_.size() - 1);
        node_of_[node.body] = static_cast<std::int32_t>(mechanism.first_node + i);
    }
    for (std::size_t i = mechanism.first_link; i < links_.size(); ++i) {
        Link& link = links_[i];
        link.node_a = moved(link.node_a);
        link.node_b = moved(link.node_b);
        if (is_between(link)) {
            link.block = matrix_.find_block(static_cast<std::size_t>(std::min(link.node_a, link.node_b)),
                                            static_cast<std::size_t>(std::max(link.node_a, link.node_b)));
        }
    }
}

/// Saves the missing energy of mechanisms before a rebuild. An unchanged mechanism has the same links in the
/// same order afterwards.
void DirectJoints::save_deficits() {
    for (const Mechanism& mechanism : mechanisms_) {
        if (mechanism.missing_energy != 0.0) {
            deficits_.push_back({deficit_joints_.size(), mechanism.link_count, mechanism.missing_energy});
            for (std::size_t i = 0; i < mechanism.link_count; ++i) {
                deficit_joints_.push_back(links_[mechanism.first_link + i].joint);
            }
        }
    }
    sort_deficits();
}

void DirectJoints::sort_deficits() {
    sort_items(deficits_.begin(), deficits_.end(), [&](const EnergyDeficit& a, const EnergyDeficit& b) {
        return first_joint(a) < first_joint(b);
    });
}

std::vector<MechanismDeficit> DirectJoints::deficits() const {
    std::vector<MechanismDeficit> result;
    for (const Mechanism& mechanism : mechanisms_) {
        if (mechanism.missing_energy != 0.0) {
            MechanismDeficit& deficit = result.emplace_back();
            deficit.missing_energy = mechanism.missing_energy;
            for (std::size_t i = 0; i < mechanism.link_count; ++i) {
                deficit.joints.push_back(links_[mechanism.first_link + i].joint);
            }
        }
    }
    // Those that were set and that no rebuild has used yet.
    for (const EnergyDeficit& own : deficits_) {
        const auto first = deficit_joints_.begin() + static_cast<std::ptrdiff_t>(own.first_link);
        result.push_back({{first, first + static_cast<std::ptrdiff_t>(own.link_count)}, own.missing_energy});
    }
    return result;
}

void DirectJoints::set_deficits(const std::vector<MechanismDeficit>& deficits) {
    deficits_.clear();
    deficit_joints_.clear();
    for (const MechanismDeficit& deficit : deficits) {
        deficits_.push_back({deficit_joints_.size(), deficit.joints.size(), deficit.missing_energy});
        deficit_joints_.insert(deficit_joints_.end(), deficit.joints.begin(), deficit.joints.end());
    }
    sort_deficits();
}

void DirectJoints::restore_deficits() {
    for (Mechanism& mechanism : mechanisms_) {
        const std::uint32_t first = links_[mechanism.first_link].joint;
        const auto deficit = std::lower_bound(
            deficits_.begin(), deficits_.end(), first,
            [&](const EnergyDeficit& one, std::uint32_t joint) { return first_joint(one) < joint; });
        if (deficit == deficits_.end() || deficit->link_count != mechanism.link_count) {
            continue;
        }
        const Link* const links = &links_[mechanism.first_link];
        if (std::equal(links, links + mechanism.link_count, &deficit_joints_[deficit->first_link],
                       [](const Link& link, std::uint32_t joint) { return link.joint == joint; })) {
            mechanism.missing_energy = deficit->missing_energy;
        }
    }
    deficits_.clear();
    deficit_joints_.clear();
}

void DirectJoints::rebuild(JointStore& joints, const BodyStore& bodies) {
    save_deficits();
    nodes_.clear();
    links_.clear();
    mechanisms_.clear();
    matrix_.clear();
    for (JointRecord& record : joints.records.edit()) {
        record.direct = false;
    }
    if (joints.empty()) {
        deficits_.clear();
        deficit_joints_.clear();
        return;
    }
    measure_components(joints, bodies, NumbersBelow{static_cast<std::uint32_t>(joints.slots.size())},
                       bodies.awake);
    node_of_.assign(bodies.slots.size(), -1);
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        if (!wants_direct(joints, bodies, joint)) {
            continue;
        }
        const JointRecord& record = joints.records[joint];
        const std::uint32_t root = moves(bodies, record.body_a) ? record.body_a : record.body_b;
        if (node_of_[root] < 0) {
            grow_mechanism(joints, bodies, root);
        }
    }
    restore_deficits();
    make_room();
}

}  // namespace drystone
