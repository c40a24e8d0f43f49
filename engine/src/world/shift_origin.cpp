#include <drystone/world.h>

#include <drystone/collision/detail/sort_items.h>

#include "contacts/contact_creation.h"
#include "core/called_function.h"
#include "core/undo.h"
#include "world/checks.h"
#include "world/joints/make_joint.h"
#include "world/recording/recorded_call.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace drystone {

namespace {

Aabb moved_box(const Aabb& box, const Vec2& origin) { return {box.lower - origin, box.upper - origin}; }

/// Throws if a body or a box would be too far from the new origin.
void check_new_places(const WorldState& world, const char* function, const Vec2& origin) {
    const auto is_near = [](const Vec2& place) {
        return std::abs(place.x) <= largest_coordinate && std::abs(place.y) <= largest_coordinate;
    };
    const BodyStore& bodies = world.stores.bodies;
    bool all_near = true;
    for (std::uint32_t body = 0; body < bodies.slots.size(); ++body) {
        const BodyPose& pose = bodies.poses[body];
        all_near = all_near && (!bodies.slots.is_live(body) || is_near(Vec2{pose.x, pose.y} - origin));
    }
    for (const AabbTree& tree : world.systems.broad_phase.trees()) {
        tree.visit_boxes([&](AabbTree::Proxy, const Aabb& box) {
            const Aabb moved = moved_box(box, origin);
            all_near = all_near && is_finite(moved.lower) && is_finite(moved.upper);
        });
    }
    if (!all_near) {
        fail(function, "origin", "at most 1e30 m from all bodies", describe(origin));
    }
}

/// Returns the pairs of shapes whose fat boxes overlap and may be in contact, sorted.
std::vector<ShapePair> overlapping_shapes(BroadPhase& broad_phase) {
    std::vector<ShapePair> pairs;
    std::vector<ProxyPair> found;
    AabbTree& dynamic = broad_phase.tree(BodyType::Dynamic);
    for (const BodyType type : {BodyType::Dynamic, BodyType::Static, BodyType::Kinematic}) {
        const AabbTree& other = broad_phase.tree(type);
        found.clear();
        dynamic.append_overlapping_pairs(other, found);
        for (const ProxyPair& pair : found) {
            const std::uint32_t a = dynamic.user_data(pair.a);
            const std::uint32_t b = other.user_data(pair.b);
            pairs.push_back({std::min(a, b), std::max(a, b)});
        }
    }
    sort_items(pairs.begin(), pairs.end(),
               [](const ShapePair& p, const ShapePair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

void create_contacts(WorldState& world, const std::vector<ShapePair>& pairs) {
    const ContactContext context = contact_context(world);
    NewContacts(context, pairs).make_rest();
}

/// Moves all boxes. Pairs that the search of the last step has not seen get their contacts before, and pairs
/// whose boxes touch only because the new places are rounded get theirs after it: the trees then know of no
/// new pair.
void move_boxes_of_all(WorldState& world, const Vec2& origin) {
    BroadPhase& broad_phase = world.systems.broad_phase;
    broad_phase.refit();
    broad_phase.find_new_pairs(*world.execution.team);
    create_contacts(world, broad_phase.new_pairs());
    const std::vector<ShapePair> before = overlapping_shapes(broad_phase);
    std::vector<AabbTree::Proxy> proxies;
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
        AabbTree& tree = broad_phase.tree(type);
        proxies.clear();
        tree.visit_boxes([&](AabbTree::Proxy proxy, const Aabb&) { proxies.push_back(proxy); });
        for (const AabbTree::Proxy proxy : proxies) {
            // The place of a shape is rounded in another way than that of its box.
            const std::uint32_t shape = tree.user_data(proxy);
            set_fat_box(world.stores.shapes, tree, shape,
                        merge(moved_box(tree.box(proxy), origin), tight_box(world, shape)));
        }
        tree.refit();
        tree.commit();
    }
    const std::vector<ShapePair> after = overlapping_shapes(broad_phase);
    std::vector<ShapePair> rounded;
    std::set_difference(
        after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(rounded),
        [](const ShapePair& p, const ShapePair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    create_contacts(world, rounded);
}

/// Moves the wheels of pulleys.
void move_wheels(JointStore& joints, const Vec2& origin) {
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        const PulleyJoint* const pulley =
            joints.slots.is_live(joint) ? joints.definitions.find<PulleyJoint>(joint) : nullptr;
        if (pulley == nullptr) {
            continue;
        }
        PulleyJoint moved = *pulley;
        moved.ground_a -= origin;
        moved.ground_b -= origin;
        joints.definitions.set(joint, moved);
        joints.set_cable(joint, make_cable(joints, joints.records[joint], moved));
    }
}

void shift_all(WorldState& world, const Vec2& origin) {
    const StepScope step(world);  // The collision filter may be asked, as in a step.
    for (BodyPose& pose : world.stores.bodies.poses) {
        pose.x -= origin.x;
        pose.y -= origin.y;
    }
    for (TileGridRecord& grid : world.stores.tile_grids.records) {
        grid.definition.position -= origin;
    }
    for (FieldRecord& field : world.stores.fields.records) {
        field.definition.pose.position -= field.body == no_index ? origin : Vec2{0.0f, 0.0f};
    }
    move_wheels(world.stores.joints, origin);
    for (Aabb& box : world.systems.internal_edge_changes.boxes) {
        box = moved_box(box, origin);
    }
    move_boxes_of_all(world, origin);
    world.systems.continuous.forget_free_space();
}

/// Gives a world the state of a copy, which was made before the call that failed.
void take_back(WorldState& world, WorldState& before) noexcept {
    world.stores = std::move(before.stores);
    world.systems = std::move(before.systems);
    world.events.contacts.pending_ends = std::move(before.events.contacts.pending_ends);
    world.rules.excluded = std::move(before.rules.excluded);
    world.rules.allowed_again = std::move(before.rules.allowed_again);
    world.rules.filter_answers = std::move(before.rules.filter_answers);
    world.rules.error = nullptr;
}

}  // namespace

void World::shift_origin(const Vec2& origin) {
    RecordedCall call(*state_, Operation::ShiftOrigin, origin);
    const char* const function = "World::shift_origin";
    WorldState& world = *state_;
    check_place(function, "origin", origin);
    check_not_reading(world, function);
    check_new_places(world, function, origin);
    {
        // Boxes and contacts need memory halfway.
        World before = in_name_of(function, [&] { return clone(); });
        Undo undo([&] { take_back(world, *before.state_); });
        shift_all(world, origin);
        undo.keep();
    }
    call.keep();
    world.rules.rethrow();
}

}  // namespace drystone
