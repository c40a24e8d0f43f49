#include <viewer/model/framing.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

namespace viewer {
namespace {

using drystone::Aabb;
using drystone::Vec2;
using drystone::World;

constexpr float wide = 16.0f / 9.0f;
/// Height of the strip of earth, as a part of the picture's.
constexpr float earth_part = 0.08f;
/// Margins at both sides together, as a part of the width of what stands in the view.
constexpr float side_part = 0.16f;

void extend(std::optional<Aabb>& box, const Aabb& other) { box = box ? merge(*box, other) : other; }

Aabb box_of(const ViewBox& view) {
    const Vec2 half{0.5f * view.width, 0.5f * view.height};
    return {view.center - half, view.center + half};
}

/// Parts of a picture by what they hold.
struct Content {
    std::optional<float> earth{};  ///< Height of the upper face of the earth.
    std::optional<Aabb> bodies{};  ///< Box of all else in the view, with room to swing.
};

/// Earth is a static shape that goes through most of the view and out of it below, or as good as.
bool is_earth(const World& world, drystone::ShapeId shape, const Aabb& visible) {
    const Aabb box = world[shape].aabb();
    const float covered = std::min(box.upper.x, visible.upper.x) - std::max(box.lower.x, visible.lower.x);
    const float lowest = visible.lower.y + 0.05f * (visible.upper.y - visible.lower.y);
    // The strip that is shown of it must not be thicker than it is.
    const float strip = earth_part / (1.0f - earth_part) * (visible.upper.y - box.upper.y);
    return world[world[shape].body()].type() == drystone::BodyType::Static && box.lower.y < lowest &&
           (box.lower.y < visible.lower.y || box.upper.y - box.lower.y >= strip) &&
           covered > 0.7f * (visible.upper.x - visible.lower.x);
}

/// Groups of moving bodies that joints hold together.
class Groups {
public:
    explicit Groups(const World& world) {
        for (const drystone::ConstJointRef& joint : world.joints()) {
            if (is_moving(world, joint.body_a()) && is_moving(world, joint.body_b())) {
                leader_[of(joint.body_a())] = of(joint.body_b());
            }
        }
        for (const drystone::ShapeId shape : world.shapes()) {
            if (is_moving(world, world[shape].body())) {
                const Aabb box = world[shape].aabb();
                const auto [place, is_new] = boxes_.try_emplace(of(world[shape].body()), box);
                place->second = merge(place->second, box);
            }
        }
    }
    /// Returns how far the group of a body reaches from a point, to the left or to the right [m].
    [[nodiscard]] float reach(drystone::BodyId body, float x) {
        const auto place = boxes_.find(of(body));
        return place == boxes_.end() ? 0.0f : std::max(place->second.upper.x - x, x - place->second.lower.x);
    }
    /// Returns whether there is such a body (joints may have none), and it is not static.
    static bool is_moving(const World& world, drystone::BodyId body) {
        return world.is_valid(body) && world[body].type() != drystone::BodyType::Static;
    }

private:
    [[nodiscard]] drystone::BodyId of(drystone::BodyId body) {
        drystone::BodyId last = body;
        for (auto next = leader_.find(last); next != leader_.end() && next->second != last;
             next = leader_.find(last)) {
            last = next->second;
        }
        while (body != last) {
            body = std::exchange(leader_[body], last);  // Shortens the way for the next search.
        }
        return last;
    }

    std::map<drystone::BodyId, drystone::BodyId> leader_;
    std::map<drystone::BodyId, Aabb> boxes_;
};

/// Makes room for bodies that hang from something static: they swing to its other side, too.
void extend_by_swings(const World& world, const Aabb& visible, std::optional<Aabb>& bodies) {
    Groups groups(world);
    for (const drystone::ConstJointRef& joint : world.joints()) {
        const drystone::JointDefinition definition = joint.definition();
        const bool turns = std::holds_alternative<drystone::RevoluteJoint>(definition) ||
                           std::holds_alternative<drystone::DistanceJoint>(definition);
        const bool moving_a = Groups::is_moving(world, joint.body_a());
        const bool moving_b = Groups::is_moving(world, joint.body_b());
        const Vec2 anchor = moving_a ? joint.state().anchor_b : joint.state().anchor_a;
        if (!turns || moving_a == moving_b || !overlaps({anchor, anchor}, visible)) {
            continue;
        }
        const float reach = groups.reach(moving_a ? joint.body_a() : joint.body_b(), anchor.x);
        extend(bodies, {{std::max(anchor.x - reach, visible.lower.x), anchor.y},
                        {std::min(anchor.x + reach, visible.upper.x), anchor.y}});
    }
}

Content find_content(const World& world, const Aabb& visible) {
    Content content;
    for (const drystone::ShapeId shape : world.shapes()) {
        const Aabb box = world[shape].aabb();
        if (!overlaps(box, visible)) {
            continue;
        }
        if (is_earth(world, shape, visible)) {
            content.earth = std::max(content.earth.value_or(box.upper.y), box.upper.y);
        } else {
            extend(content.bodies, {{std::max(box.lower.x, visible.lower.x), box.lower.y},
                                    {std::min(box.upper.x, visible.upper.x), box.upper.y}});
        }
    }
    extend_by_swings(world, visible, content.bodies);
    return content;
}

}  // namespace

ViewBox whole_view(const scenes::View& view) {
    return {.center = {view.center.x, view.center.y}, .width = wide * view.height, .height = view.height};
}

ViewBox framed_view(const scenes::View& view, const World& world) {
    const ViewBox whole = whole_view(view);
    const Aabb visible = box_of(whole);
    const Content content = find_content(world, visible);
    ViewBox framed = whole;
    if (content.earth && *content.earth < whole.center.y) {
        const float above = visible.upper.y - *content.earth;
        framed.height = std::min(above / (1.0f - earth_part), whole.height);
        framed.center.y = visible.upper.y - 0.5f * framed.height;
        framed.on_earth = true;
    }
    if (content.bodies) {
        const float width = content.bodies->upper.x - content.bodies->lower.x;
        // Not narrower than high: what moves needs room, too.
        framed.width = std::clamp((1.0f + side_part) * width, framed.height, whole.width);
        const float middle = 0.5f * (content.bodies->lower.x + content.bodies->upper.x);
        const float room = 0.5f * (whole.width - framed.width);
        framed.center.x = std::clamp(middle, whole.center.x - room, whole.center.x + room);
    }
    return framed;
}

scenes::View view_of(const World& world) {
    std::optional<Aabb> moving;
    std::optional<Aabb> all;
    for (const drystone::ShapeId shape : world.shapes()) {
        const Aabb box = world[shape].fat_aabb();
        extend(all, box);
        if (world[world[shape].body()].type() != drystone::BodyType::Static) {
            extend(moving, box);
        }
    }
    if (!all) {
        return {};
    }
    const Aabb box = moving.value_or(*all);
    const Vec2 size = box.upper - box.lower;
    const Vec2 middle = center(box);
    return {.center = {middle.x, middle.y}, .height = std::max({1.3f * size.y, 1.3f * size.x / wide, 0.1f})};
}

}  // namespace viewer
