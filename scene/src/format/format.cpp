#include "format/write_values.h"
#include "values/exact_angle.h"
#include "values/tile_rows.h"

#include <drystone/error.h>
#include <drystone/scene/text.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace drystone::scene {
namespace {

/// Returns the half extents of the box that the polygon is, if it is one without rotation.
std::optional<Out> write_box(const Polygon& polygon) {
    const std::span<const Vec2> vertices = polygon.vertices();
    if (vertices.size() != 4) {
        return std::nullopt;
    }
    const Vec2 half = 0.5f * (vertices[2] - vertices[0]);
    const Vec2 center = polygon.centroid();
    if (!(half.x > 0.0f && half.y > 0.0f)) {
        return std::nullopt;
    }
    const Vec2 corners[] = {center - half, center + Vec2{half.x, -half.y}, center + half,
                            center + Vec2{-half.x, half.y}};
    if (!std::equal(vertices.begin(), vertices.end(), corners)) {
        return std::nullopt;
    }
    Out object = Out::object();
    object.add("type", Out("\"box\""));
    object.add("half_width", write(half.x));
    object.add("half_height", write(half.y));
    if (center != Vec2{0.0f, 0.0f}) {
        object.add("center", write(center));
    }
    if (polygon.radius() != 0.0f) {
        object.add("radius", write(polygon.radius()));
    }
    return object;
}

Out write_geometry(const Polygon& polygon) {
    if (std::optional<Out> box = write_box(polygon)) {
        return std::move(*box);
    }
    Out object = Out::object();
    object.add("type", Out("\"polygon\""));
    const std::span<const Vec2> vertices = polygon.vertices();
    object.add("points", write(std::vector<Vec2>(vertices.begin(), vertices.end())));
    if (polygon.radius() != 0.0f) {
        object.add("radius", write(polygon.radius()));
    }
    return object;
}
template <class Shape>
Out write_typed(const char* type, const Shape& shape) {
    Out object = Out::object();
    object.add("type", Out(quote(type)));
    write_members(object, shape);
    return object;
}
Out write_geometry(const Circle& circle) { return write_typed("circle", circle); }
Out write_geometry(const Capsule& capsule) { return write_typed("capsule", capsule); }
Out write_geometry(const Segment& segment) { return write_typed("segment", segment); }
Out write_geometry(const Outline& outline) { return write_typed("outline", outline); }
Out write_geometry(const Pieces& pieces) {
    Out list = Out::array();
    for (const Polygon& piece : pieces.pieces) {
        list.add(write_geometry(piece));
    }
    Out object = Out::object();
    object.add("type", Out("\"pieces\""));
    object.add("pieces", std::move(list));
    return object;
}
Out write_geometry(const NamedCustomShape& custom) { return write_typed("custom", custom); }

class Writer {
public:
    explicit Writer(const Description& scene) : scene_(scene) {
        for (const BodyEntry& body : scene.bodies) {
            ++body_names_[body.name];
        }
        for (const JointEntry& joint : scene.joints) {
            ++joint_names_[joint.name];
        }
    }
    [[nodiscard]] Out write_scene() const;

private:
    using Counts = std::map<std::string, int>;

    /// Returns the name where it is that of one entry alone, else the index.
    template <class Entry>
    static Out write_reference(EntryIndex index, const std::vector<Entry>& entries, const Counts& names) {
        if (index >= entries.size()) {
            fail("format", "index", "that of an entry", static_cast<double>(index));
        }
        const std::string& name = entries[index].name;
        return name.empty() || names.at(name) > 1 ? write(static_cast<std::uint64_t>(index)) : write(name);
    }
    [[nodiscard]] Out body(EntryIndex index) const {
        return write_reference(index, scene_.bodies, body_names_);
    }
    [[nodiscard]] Out joint(EntryIndex index) const {
        return write_reference(index, scene_.joints, joint_names_);
    }
    template <class Entry, class Write>
    static void add_list(Out& object, std::string_view key, const std::vector<Entry>& entries,
                         const Write& write_entry) {
        if (entries.empty()) {
            return;
        }
        Out list = Out::array();
        for (const Entry& entry : entries) {
            list.add(write_entry(entry));
        }
        object.add(key, std::move(list));
    }
    static void add_name(Out& object, const std::string& name) {
        if (!name.empty()) {
            object.add("name", write(name));
        }
    }
    static void add_properties(Out& object, const Properties& properties) {
        if (!properties.empty()) {
            object.add("properties", write(properties));
        }
    }
    void add_material(Out& object, const Material& material, const std::string& name) const {
        const auto at = scene_.materials.find(name);
        if (at != scene_.materials.end() && at->second == material) {
            object.add("material", write(name));
        } else if (!(material == Material{})) {
            object.add("material", write(material));
        }
    }
    [[nodiscard]] static Out write_tile_grid(const TileGridEntry& entry);
    [[nodiscard]] Out write_body(const BodyEntry& entry) const;
    [[nodiscard]] Out write_shape(const ShapeEntry& entry) const;
    [[nodiscard]] Out write_chain(const ChainEntry& entry) const;
    [[nodiscard]] Out write_joint(const JointEntry& entry) const;
    [[nodiscard]] Out write_field(const FieldEntry& entry) const;

    const Description& scene_;
    Counts body_names_;
    Counts joint_names_;
};

Out Writer::write_tile_grid(const TileGridEntry& entry) {
    Out object = Out::object();
    write_members(object, entry);
    write_members(object, entry.definition);
    object.add("rows", write(write_tile_rows(entry.definition)));
    return object;
}

Out Writer::write_body(const BodyEntry& entry) const {
    Out object = Out::object();
    add_name(object, entry.name);
    write_members(object, entry.definition);
    if (entry.mass) {
        object.add("mass", write(*entry.mass));
    }
    write_members(object, entry);
    add_properties(object, entry.properties);
    add_list(object, "shapes", entry.shapes, [&](const ShapeEntry& shape) { return write_shape(shape); });
    add_list(object, "chains", entry.chains, [&](const ChainEntry& chain) { return write_chain(chain); });
    return object;
}

Out Writer::write_shape(const ShapeEntry& entry) const {
    Out object = std::visit([](const auto& geometry) { return write_geometry(geometry); }, entry.geometry);
    write_members(object, entry.definition);
    add_material(object, entry.definition.material, entry.material);
    write_members(object, entry);
    return object;
}

Out Writer::write_chain(const ChainEntry& entry) const {
    Out object = Out::object();
    write_members(object, entry.definition);
    const std::vector<Material>& materials = entry.definition.materials;
    if (materials.size() == 1) {
        add_material(object, materials.front(), entry.material);
    } else if (!materials.empty()) {
        object.add("materials", write(materials));
    }
    write_members(object, entry);
    return object;
}

Out Writer::write_joint(const JointEntry& entry) const {
    Out object = Out::object();
    object.add("type", Out(quote(names_of(Type<JointDefinition>{})[entry.definition.index()])));
    add_name(object, entry.name);
    if (std::holds_alternative<GearJoint>(entry.definition)) {
        object.add("first", joint(entry.first));
        object.add("second", joint(entry.second));
    } else if (const auto* const rope = std::get_if<RopeJoint>(&entry.definition)) {
        Out points = Out::array();
        for (std::size_t i = 0; i < std::min(rope->points.size(), entry.rope_bodies.size()); ++i) {
            Out point = Out::object();
            point.add("body", body(entry.rope_bodies[i]));
            point.add("anchor", write(rope->points[i].anchor));
            points.add(std::move(point));
        }
        object.add("points", std::move(points));
    } else {
        object.add("body_a", body(entry.body_a));
        object.add("body_b", body(entry.body_b));
    }
    std::visit([&](const auto& definition) { write_members(object, definition); }, entry.definition);
    if (!is_same(entry.settings, JointSettings{})) {
        object.add(settings_key, write(entry.settings));
    }
    add_properties(object, entry.properties);
    return object;
}

Out Writer::write_field(const FieldEntry& entry) const {
    Out object = Out::object();
    const FieldDefinition& definition = entry.definition;
    object.add("type", Out(quote(names_of(Type<FieldKind>{})[definition.kind.index()])));
    add_name(object, entry.name);
    if (entry.body != no_entry) {
        object.add("body", body(entry.body));
    }
    std::visit([&](const auto& kind) { write_members(object, kind); }, definition.kind);
    if (definition.region) {
        object.add("region",
                   std::visit([](const auto& shape) { return write_geometry(shape); }, *definition.region));
    }
    Out pose = write(definition.pose);
    if (!pose.is_empty()) {
        object.add("pose", std::move(pose));
    }
    write_members(object, definition);
    add_properties(object, entry.properties);
    return object;
}

Out Writer::write_scene() const {
    Out object = Out::object();
    object.add("format", Out("\"drystone-scene\""));
    object.add("version", Out("2"));
    Out settings = write(scene_.settings);
    if (!settings.is_empty()) {
        object.add("settings", std::move(settings));
    }
    add_properties(object, scene_.properties);
    if (!scene_.materials.empty()) {
        Out materials = Out::object();
        for (const auto& [name, material] : scene_.materials) {
            materials.add(name, write(material));
        }
        object.add("materials", std::move(materials));
    }
    add_list(object, "tile_grids", scene_.tile_grids,
             [](const TileGridEntry& entry) { return write_tile_grid(entry); });
    add_list(object, "bodies", scene_.bodies, [&](const BodyEntry& entry) { return write_body(entry); });
    add_list(object, "joints", scene_.joints, [&](const JointEntry& entry) { return write_joint(entry); });
    add_list(object, "fields", scene_.fields, [&](const FieldEntry& entry) { return write_field(entry); });
    add_list(object, "disabled_collisions", scene_.disabled_collisions, [&](const auto& pair) {
        Out bodies = Out::array();
        bodies.add(body(pair.first));
        bodies.add(body(pair.second));
        return bodies;
    });
    return object;
}

}  // namespace

std::string format(const Description& description) { return Writer(description).write_scene().print(); }

}  // namespace drystone::scene
