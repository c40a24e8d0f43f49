#include "values/exact_angle.h"
#include "values/is_same.h"
#include "world/create.h"

#include <drystone/error.h>
#include <drystone/scene/world.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

namespace drystone::scene {
namespace {

/// Index of objects by handle.
template <class Id>
using Indices = std::map<Id, EntryIndex>;

template <class Id>
EntryIndex index_of(const Indices<Id>& indices, const Id& id) {
    const auto at = indices.find(id);
    return at == indices.end() ? no_entry : at->second;
}

template <class Id>
Label label_of(const std::map<Id, Label>& labels, const Id& id) {
    const auto at = labels.find(id);
    return at == labels.end() ? Label{} : at->second;
}

class Describer {
public:
    Describer(const World& world, const Annotations& notes) : world_(world), notes_(notes) {}

    Description describe() {
        scene_.settings = world_.definition();
        scene_.materials = notes_.materials;
        scene_.properties = notes_.properties;
        for (const ConstTileGridRef& grid : world_.tile_grids()) {
            describe_tile_grid(grid);
        }
        for (const ConstBodyRef& body : world_.bodies()) {
            if (!tile_bodies_.contains(body.id())) {
                bodies_[body.id()] = scene_.bodies.size();
                describe_body(body);
            }
        }
        describe_parts();
        correct_positions();
        name_materials();
        describe_joints();
        for (const ConstFieldRef& field : world_.fields()) {
            describe_field(field);
        }
        for (const auto& [a, b] : world_.disabled_collisions()) {
            scene_.disabled_collisions.emplace_back(index_of(bodies_, a), index_of(bodies_, b));
        }
        return std::move(scene_);
    }

private:
    void describe_tile_grid(const ConstTileGridRef& grid) {
        for (const BodyId body : grid.body_ids()) {
            tile_bodies_.insert(body);
        }
        Label label = label_of(notes_.tile_grids, grid.id());
        scene_.tile_grids.push_back({std::move(label.name), grid.definition(), std::move(label.properties)});
        scene_.tile_grids.back().definition.angle = exact_angle(grid.pose().rotation);
    }
    void describe_body(const ConstBodyRef& body) {
        BodyEntry& entry = scene_.bodies.emplace_back();
        entry.name = body.name();
        entry.definition = body.definition();
        entry.definition.name = {};
        entry.definition.angle = exact_angle(body.pose().rotation);
        entry.mass = body.mass_override();
        entry.constant_force = body.constant_force();
        entry.constant_torque = body.constant_torque();
        if (const auto at = notes_.bodies.find(body.id()); at != notes_.bodies.end()) {
            entry.properties = at->second;
        }
    }
    /// Describes shapes and chains, and their order where it is not that of the file.
    void describe_parts();
    [[nodiscard]] bool is_piece_of(const BodyEntry& body, const ConstShapeRef& shape) const;
    ShapeEntry describe_shape(const ConstShapeRef& shape) const;
    ChainEntry describe_chain(const ConstChainRef& chain) const;
    /// Gives names to materials that several shapes share.
    void name_materials();
    /// Corrects positions such that the centres of mass have the same bits, where rounding allows it.
    void correct_positions();
    /// Describes all joints, gears after their joints.
    void describe_joints();
    void describe_joint(const ConstJointRef& joint);
    void describe_field(const ConstFieldRef& field);

    const World& world_;
    const Annotations& notes_;
    Description scene_;
    std::set<BodyId> tile_bodies_;
    Indices<BodyId> bodies_;
    Indices<JointId> joints_;
};

/// Returns whether the shape is as the body's last one, except for its geometry.
bool Describer::is_piece_of(const BodyEntry& body, const ConstShapeRef& shape) const {
    if (body.shapes.empty() || !std::holds_alternative<Pieces>(body.shapes.back().geometry)) {
        return false;
    }
    const ShapeEntry& last = body.shapes.back();
    return is_same(last.definition, shape.definition()) && last.definition.material == shape.material() &&
           last.enabled == shape.is_enabled();
}

void Describer::describe_parts() {
    // Place in the file of what was created last, and whether the file has the order of the slots.
    std::pair<EntryIndex, int> last{0, 0};
    bool is_in_order = true;
    CreationOrder order = 0;
    std::map<ChainId, bool> seen;
    std::optional<std::uint32_t> outline;
    for (const ConstShapeRef& shape : world_.shapes()) {
        if (shape.tiles()) {
            continue;
        }
        const EntryIndex index = index_of(bodies_, shape.body().id());
        BodyEntry& body = scene_.bodies[index];
        const ConstChainRef chain = shape.chain();
        if (chain.is_valid()) {
            if (!seen.emplace(chain.id(), true).second) {
                continue;
            }
            body.chains.push_back(describe_chain(chain));
            body.chains.back().order = ++order;
        } else if (shape.outline() && shape.outline() == outline && is_piece_of(body, shape)) {
            std::get<Pieces>(body.shapes.back().geometry)
                .pieces.push_back(std::get<Polygon>(shape.geometry()));
            continue;
        } else {
            outline = shape.outline();
            body.shapes.push_back(describe_shape(shape));
            body.shapes.back().order = ++order;
        }
        const std::pair<EntryIndex, int> place{index, chain.is_valid() ? 1 : 0};
        is_in_order = is_in_order && last <= place;
        last = place;
    }
    if (is_in_order) {
        for (BodyEntry& body : scene_.bodies) {
            std::for_each(body.shapes.begin(), body.shapes.end(), [](ShapeEntry& shape) { shape.order = 0; });
            std::for_each(body.chains.begin(), body.chains.end(), [](ChainEntry& chain) { chain.order = 0; });
        }
    }
}

ShapeEntry Describer::describe_shape(const ConstShapeRef& shape) const {
    ShapeEntry entry;
    Label label = label_of(notes_.shapes, shape.id());
    entry.name = std::move(label.name);
    entry.properties = std::move(label.properties);
    entry.definition = shape.definition();
    entry.enabled = shape.is_enabled();
    if (shape.outline()) {
        entry.geometry = Pieces{{std::get<Polygon>(shape.geometry())}};
        return entry;
    }
    if (!shape.custom_shape()) {
        std::visit([&](auto&& geometry) { entry.geometry = std::move(geometry); }, shape.geometry());
        return entry;
    }
    const auto name = notes_.custom_shapes.find(shape.id());
    if (name == notes_.custom_shapes.end()) {
        fail(std::string("describe: a custom shape without a name in Annotations::custom_shapes, on bodies[")
                 .append(std::to_string(index_of(bodies_, shape.body().id())))
                 .append("]"));
    }
    entry.geometry = NamedCustomShape{name->second};
    return entry;
}

ChainEntry Describer::describe_chain(const ConstChainRef& chain) const {
    ChainEntry entry;
    Label label = label_of(notes_.chains, chain.id());
    entry.name = std::move(label.name);
    entry.properties = std::move(label.properties);
    entry.definition = chain.definition();
    std::vector<Material>& materials = entry.definition.materials;
    if (std::all_of(materials.begin(), materials.end(),
                    [&](const Material& material) { return material == materials.front(); })) {
        materials.resize(1);
    }
    return entry;
}

/// Returns the distance from the number to the next one.
float spacing(float value) {
    const float size = std::abs(value);
    return std::nextafter(size, std::numeric_limits<float>::infinity()) - size;
}

/// Finds the position whose centre of mass is exactly that of `wanted`, near the position of the only body.
std::optional<Vec2> find_position(Description scene, const LoadOptions& options, const ConstBodyRef& wanted) {
    BodyDefinition& definition = scene.bodies.front().definition;
    const Vec2 guess = definition.position;
    const Vec2 center = wanted.center_of_mass();
    const Vec2 step{std::max(spacing(guess.x), 0.25f * spacing(center.x)),
                    std::max(spacing(guess.y), 0.25f * spacing(center.y))};
    World world;
    for (const float x : {0.0f, 1.0f, -1.0f, 2.0f, -2.0f, 3.0f, -3.0f}) {
        for (const float y : {0.0f, 1.0f, -1.0f, 2.0f, -2.0f, 3.0f, -3.0f}) {
            definition.position = guess + Vec2{x * step.x, y * step.y};
            Loaded loaded;
            Creation at;
            create_all(world, scene, options, loaded, at);
            const ConstBodyRef body = std::as_const(world)[loaded.bodies.front().body];
            const bool has_mass = is_same(body.mass(), wanted.mass());
            const bool is_found = body.center_of_mass() == center;
            world.destroy_body(body);
            if (is_found || !has_mass) {
                return has_mass ? std::optional(definition.position) : std::nullopt;
            }
        }
    }
    return std::nullopt;
}

void Describer::correct_positions() {
    LoadOptions options;
    for (const auto& [shape, name] : notes_.custom_shapes) {
        if (world_.is_valid(shape) && world_[shape].custom_shape()) {
            options.custom_shapes.emplace(name, *world_[shape].custom_shape());
        }
    }
    for (const auto& [id, index] : bodies_) {
        const ConstBodyRef body = world_[id];
        if (body.type() != BodyType::Dynamic || body.mass().center == Vec2{0.0f, 0.0f}) {
            continue;
        }
        Description alone;
        BodyEntry& entry = alone.bodies.emplace_back(scene_.bodies[index]);
        entry.definition.awake = true;
        std::optional<Vec2> position = find_position(alone, options, body);
        if (!position) {
            // The mass may have been summed up in another order.
            for (ShapeEntry& shape : entry.shapes) {
                shape.definition.update_mass = false;
            }
            position = find_position(alone, options, body);
            if (position) {
                scene_.bodies[index].shapes = std::move(entry.shapes);
            }
        }
        if (position) {
            scene_.bodies[index].definition.position = *position;
        }
    }
}

void Describer::name_materials() {
    std::vector<std::pair<Material, int>> uses;
    const auto visit = [&](const auto& visitor) {
        for (BodyEntry& body : scene_.bodies) {
            for (ShapeEntry& shape : body.shapes) {
                visitor(shape.definition.material, shape.material);
            }
            for (ChainEntry& chain : body.chains) {
                if (chain.definition.materials.size() == 1) {
                    visitor(chain.definition.materials.front(), chain.material);
                }
            }
        }
    };
    const auto find = [&](const Material& material) {
        return std::find_if(uses.begin(), uses.end(), [&](const auto& use) { return use.first == material; });
    };
    constexpr std::size_t most = 64;  // More names would be no help.
    visit([&](const Material& material, std::string& /*name*/) {
        const auto use = find(material);
        if (use != uses.end()) {
            ++use->second;
        } else if (uses.size() < most && !(material == Material{})) {
            uses.emplace_back(material, 1);
        }
    });
    int number = 0;
    for (const auto& [material, count] : uses) {
        const auto is_known = [&, &wanted = material](const auto& named) { return named.second == wanted; };
        if (count > 1 && std::none_of(scene_.materials.begin(), scene_.materials.end(), is_known)) {
            std::string name;
            do {
                name = std::string("material_").append(std::to_string(++number));
            } while (scene_.materials.contains(name));
            scene_.materials.emplace(std::move(name), material);
        }
    }
    visit([&](const Material& material, std::string& name) {
        for (const auto& [key, value] : scene_.materials) {
            if (value == material) {
                name = key;
                return;
            }
        }
    });
}

void Describer::describe_joints() {
    std::vector<ConstJointRef> early;
    for (const ConstJointRef& joint : world_.joints()) {
        const JointDefinition definition = joint.definition();
        const auto* const gear = std::get_if<GearJoint>(&definition);
        if (gear != nullptr && !(joints_.contains(gear->first) && joints_.contains(gear->second))) {
            early.push_back(joint);
        } else {
            describe_joint(joint);
        }
    }
    for (const ConstJointRef& joint : early) {
        describe_joint(joint);
    }
}

void Describer::describe_joint(const ConstJointRef& joint) {
    JointEntry& entry = scene_.joints.emplace_back();
    Label label = label_of(notes_.joints, joint.id());
    entry.name = std::move(label.name);
    entry.properties = std::move(label.properties);
    entry.definition = joint.definition();
    entry.settings = joint.settings();
    if (entry.settings.collide_connected == collides_by_default(entry.definition)) {
        entry.settings.collide_connected.reset();
    }
    joints_[joint.id()] = scene_.joints.size() - 1;
    if (const auto* const gear = std::get_if<GearJoint>(&entry.definition)) {
        entry.first = index_of(joints_, gear->first);
        entry.second = index_of(joints_, gear->second);
    } else if (const auto* const rope = std::get_if<RopeJoint>(&entry.definition)) {
        for (const RopePoint& point : rope->points) {
            entry.rope_bodies.push_back(index_of(bodies_, point.body));
        }
    } else {
        entry.body_a = index_of(bodies_, joint.body_a().id());
        entry.body_b = index_of(bodies_, joint.body_b().id());
    }
}

void Describer::describe_field(const ConstFieldRef& field) {
    FieldEntry& entry = scene_.fields.emplace_back();
    Label label = label_of(notes_.fields, field.id());
    entry.name = std::move(label.name);
    entry.properties = std::move(label.properties);
    entry.definition = field.definition();
    entry.body = index_of(bodies_, entry.definition.body);
}

}  // namespace

Description describe(const World& world, const Annotations& annotations) {
    return Describer(world, annotations).describe();
}

}  // namespace drystone::scene
