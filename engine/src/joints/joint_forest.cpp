// Which joints are solved directly, and the trees that they make.
#include "joints/joint_trees.h"

#include "store/union_find.h"

#include <algorithm>

namespace drystone {

namespace {

// Mechanisms of this size are cheap, chains of that length and masses this unequal are soft otherwise.
constexpr std::uint32_t small_mechanism = 4;
constexpr std::uint32_t long_chain = 12;
constexpr float unequal_masses = 16.0f;

bool moves(const BodyStore& bodies, std::uint32_t body) {
    return bodies.is_dynamic(body) && bodies.is_awake(body) && bodies.masses[body].inverse_mass > 0.0f;
}

/// Locks something between bodies that the elimination knows, without a maximum that it could not keep.
bool can_be_direct(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    const JointRecord& record = joints.records[joint];
    const JointSettings& settings = joints.settings[joint];
    if (!is_solved(joints, bodies, joint) || record.family != JointFamily::Lanes ||
        settings.solver == JointSolver::Iterative || settings.maximum_force != unlimited ||
        settings.maximum_torque != unlimited) {
        return false;
    }
    const JointRows& rows = record.rows;
    const bool locks = rows.kind == JointKind::Point || rows.kind == JointKind::Hinge || rows.rigid ||
                       (rows.kind == JointKind::Frame &&
                        (rows.degrees[0].locked || rows.degrees[1].locked || rows.degrees[2].locked));
    return locks && (moves(bodies, record.body_a) || moves(bodies, record.body_b));
}

}  // namespace

void JointTrees::measure_components(const JointStore& joints, const BodyStore& bodies) {
    const std::uint32_t count = bodies.slots.size();
    parents_.resize(count);
    for (std::uint32_t body = 0; body < count; ++body) {
        parents_[body] = body;
    }
    const auto visit = [&](auto&& visitor) {
        for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
            if (can_be_direct(joints, bodies, joint)) {
                visitor(joints.records[joint].body_a, joints.records[joint].body_b);
            }
        }
    };
    visit([&](std::uint32_t a, std::uint32_t b) {
        if (moves(bodies, a) && moves(bodies, b)) {
            unite(parents_, a, b);
        }
    });
    components_.assign(count, {});
    visit([&](std::uint32_t a, std::uint32_t b) {
        ++components_[find_root(parents_, moves(bodies, a) ? a : b)].joints;
    });
    for (const std::uint32_t body : bodies.awake) {
        if (!moves(bodies, body)) {
            continue;
        }
        Component& component = components_[find_root(parents_, body)];
        const float mass = bodies.records[body].mass;
        component.lightest = component.bodies == 0 ? mass : std::min(component.lightest, mass);
        component.heaviest = std::max(component.heaviest, mass);
        ++component.bodies;
    }
}

bool JointTrees::wants_direct(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    if (!can_be_direct(joints, bodies, joint)) {
        return false;
    }
    if (joints.settings[joint].solver == JointSolver::Direct) {
        return true;
    }
    const JointRecord& record = joints.records[joint];
    const std::uint32_t body = moves(bodies, record.body_a) ? record.body_a : record.body_b;
    const Component& own = components_[find_root(parents_, body)];
    // Where many joints close loops, a tree through some of them does not help.
    if (8 * own.joints > 9 * own.bodies + 8) {
        return false;
    }
    return own.joints <= small_mechanism || own.joints >= long_chain ||
           own.heaviest > unequal_masses * own.lightest;
}

void JointTrees::add_joint(JointStore& joints, const BodyStore& bodies, std::uint32_t joint,
                           std::uint32_t node) {
    JointRecord& record = joints.records[joint];
    const std::uint32_t body = nodes_[node].body;
    const bool is_b = record.body_b == body;
    const std::uint32_t other = is_b ? record.body_a : record.body_b;
    if (record.direct || other == body || !wants_direct(joints, bodies, joint)) {
        return;
    }
    if (!moves(bodies, other)) {
        Anchor anchor;
        anchor.node = node;
        anchor.is_b = is_b;
        anchor.rows.joint = joint;
        anchors_.push_back(anchor);
        record.direct = true;
    } else if (node_of_[other] < 0) {
        Node child;
        child.body = other;
        child.parent = static_cast<std::int32_t>(node);
        child.is_b = !is_b;
        child.link.joint = joint;
        node_of_[other] = static_cast<std::int32_t>(nodes_.size());
        nodes_.push_back(child);
        record.direct = true;
    }
}

void JointTrees::grow_tree(JointStore& joints, const BodyStore& bodies, std::uint32_t root) {
    Tree tree{nodes_.size(), 0, anchors_.size(), 0};
    node_of_[root] = static_cast<std::int32_t>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().body = root;
    for (std::size_t node = tree.first_node; node < nodes_.size(); ++node) {
        visit_joints_of_body(joints, nodes_[node].body, [&](std::uint32_t joint) {
            add_joint(joints, bodies, joint, static_cast<std::uint32_t>(node));
        });
    }
    tree.node_count = nodes_.size() - tree.first_node;
    tree.anchor_count = anchors_.size() - tree.first_anchor;
    if (tree.node_count == 1 && tree.anchor_count == 0) {
        nodes_.pop_back();
        return;
    }
    trees_.push_back(tree);
}

void JointTrees::rebuild(JointStore& joints, const BodyStore& bodies) {
    nodes_.clear();
    anchors_.clear();
    trees_.clear();
    for (JointRecord& record : joints.records) {
        record.direct = false;
    }
    if (joints.empty()) {
        return;
    }
    measure_components(joints, bodies);
    node_of_.assign(bodies.slots.size(), -1);
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        if (!wants_direct(joints, bodies, joint)) {
            continue;
        }
        const JointRecord& record = joints.records[joint];
        const std::uint32_t root = moves(bodies, record.body_a) ? record.body_a : record.body_b;
        if (node_of_[root] < 0) {
            grow_tree(joints, bodies, root);
        }
    }
    masses_.resize(nodes_.size());
}

}  // namespace drystone
