#include "json/node.h"
#include "json/out.h"
#include "values/members.h"

#include <drystone/scene/text.h>

#include <initializer_list>

namespace drystone::scene {
namespace {

Out string(std::string_view text) { return Out(quote(text)); }

Out typed(const char* type) {
    Out schema = Out::object();
    schema.add("type", string(type));
    return schema;
}
Out reference(std::string_view name) {
    Out schema = Out::object();
    schema.add("$ref", string(std::string("#/definitions/").append(name)));
    return schema;
}
Out array_of(Out items) {
    Out schema = typed("array");
    schema.add("items", std::move(items));
    return schema;
}
Out constant(std::string_view value) {
    Out schema = Out::object();
    schema.add("const", string(value));
    return schema;
}
template <class... Choices>
Out any_of(Choices... choices) {
    Out list = Out::array();
    (list.add(std::move(choices)), ...);
    Out schema = Out::object();
    schema.add("anyOf", std::move(list));
    return schema;
}

Out schema_of(Type<bool>) { return typed("boolean"); }
Out schema_of(Type<std::int32_t>) { return typed("integer"); }
Out schema_of(Type<std::int64_t>) { return typed("integer"); }
Out schema_of(Type<std::uint64_t>) { return reference("bits"); }
Out schema_of(Type<float>) { return reference("number"); }
Out schema_of(Type<std::string>) { return typed("string"); }
Out schema_of(Type<Vec2>) { return reference("point"); }
Out schema_of(Type<Properties>) { return reference("properties"); }

template <HasNames Enumeration>
Out schema_of(Type<Enumeration>) {
    Out names = Out::array();
    for (const std::string_view name : names_of(Type<Enumeration>{})) {
        names.add(string(name));
    }
    Out schema = Out::object();
    schema.add("enum", std::move(names));
    return schema;
}
template <HasMembers Struct>
Out schema_of(Type<Struct>);
template <class T>
Out schema_of(Type<std::vector<T>>) {
    return array_of(schema_of(Type<T>{}));
}
template <class T>
Out schema_of(Type<std::optional<T>>) {
    return any_of(typed("null"), schema_of(Type<T>{}));
}

/// Adds the members that the type lists.
template <class Struct>
void add_members(Out& properties) {
    visit_members<Struct>(
        [&]<class T>(std::string_view key, T Struct::*) { properties.add(key, schema_of(Type<T>{})); });
}
/// Returns the schema of an object with these members and no others.
Out object_of(Out properties, std::initializer_list<std::string_view> required = {}) {
    Out schema = typed("object");
    Out names = Out::array();
    for (const std::string_view name : required) {
        names.add(string(name));
    }
    if (required.size() > 0) {
        schema.add("required", std::move(names));
    }
    schema.add("properties", std::move(properties));
    schema.add("additionalProperties", Out("false"));
    return schema;
}
template <HasMembers Struct>
Out schema_of(Type<Struct>) {
    Out properties = Out::object();
    add_members<Struct>(properties);
    return object_of(std::move(properties));
}

/// Returns the members of a shape: those of its geometry, which `add_geometry` adds, and the common ones.
template <class AddGeometry>
Out shape_of(std::string_view type, const AddGeometry& add_geometry, bool is_region) {
    Out properties = Out::object();
    properties.add("type", constant(type));
    add_geometry(properties);
    if (!is_region) {
        add_members<ShapeDefinition>(properties);
        add_members<ShapeEntry>(properties);
        properties.add("material", reference("material"));
    }
    return object_of(std::move(properties), {"type"});
}

void add_box(Out& properties) {
    for (const char* key : {"half_width", "half_height", "radius", "angle"}) {
        properties.add(key, reference("number"));
    }
    properties.add("center", reference("point"));
}
void add_polygon(Out& properties) {
    properties.add("points", array_of(reference("point")));
    properties.add("radius", reference("number"));
}

Out shapes(bool is_region) {
    Out circle = shape_of("circle", add_members<Circle>, is_region);
    Out capsule = shape_of("capsule", add_members<Capsule>, is_region);
    Out polygon = shape_of("polygon", add_polygon, is_region);
    Out box = shape_of("box", add_box, is_region);
    if (is_region) {
        return any_of(std::move(circle), std::move(capsule), std::move(polygon), std::move(box));
    }
    const auto add_pieces = [](Out& properties) {
        properties.add("pieces", array_of(any_of(shape_of("polygon", add_polygon, true),
                                                 shape_of("box", add_box, true))));
    };
    return any_of(std::move(circle), std::move(capsule), shape_of("segment", add_members<Segment>, false),
                  std::move(polygon), std::move(box), shape_of("outline", add_members<Outline>, false),
                  shape_of("pieces", add_pieces, false),
                  shape_of("custom", add_members<NamedCustomShape>, false));
}

Out chain() {
    Out properties = Out::object();
    add_members<ChainDefinition>(properties);
    add_members<ChainEntry>(properties);
    properties.add("material", reference("material"));
    properties.add("materials", array_of(reference("material")));
    return object_of(std::move(properties), {"points"});
}

Out tile_grid() {
    Out properties = Out::object();
    add_members<TileGridEntry>(properties);
    add_members<TileGridDefinition>(properties);
    properties.add("rows", array_of(typed("string")));
    return object_of(std::move(properties), {"rows"});
}

Out body() {
    Out properties = Out::object();
    properties.add("name", typed("string"));
    add_members<BodyDefinition>(properties);
    properties.add("mass", schema_of(Type<MassProperties>{}));
    add_members<BodyEntry>(properties);
    properties.add("properties", reference("properties"));
    properties.add("shapes", array_of(reference("shape")));
    properties.add("chains", array_of(reference("chain")));
    return object_of(std::move(properties));
}

template <class Joint>
Out joint_of(std::string_view type) {
    Out properties = Out::object();
    properties.add("type", constant(type));
    properties.add("name", typed("string"));
    properties.add("properties", reference("properties"));
    properties.add(settings_key, reference("joint_settings"));
    add_members<Joint>(properties);
    if constexpr (std::is_same_v<Joint, GearJoint>) {
        properties.add("first", reference("reference"));
        properties.add("second", reference("reference"));
        return object_of(std::move(properties), {"type", "first", "second"});
    } else if constexpr (std::is_same_v<Joint, RopeJoint>) {
        Out point = Out::object();
        point.add("body", reference("reference"));
        point.add("anchor", reference("point"));
        properties.add("points", array_of(object_of(std::move(point), {"body"})));
        return object_of(std::move(properties), {"type", "points"});
    } else {
        properties.add("body_a", reference("reference"));
        properties.add("body_b", reference("reference"));
        return object_of(std::move(properties), {"type", "body_a", "body_b"});
    }
}
template <class Kind>
Out field_of(std::string_view type) {
    Out pose = Out::object();
    pose.add("position", reference("point"));
    pose.add("angle", reference("number"));
    Out properties = Out::object();
    properties.add("type", constant(type));
    properties.add("name", typed("string"));
    properties.add("properties", reference("properties"));
    add_members<Kind>(properties);
    add_members<FieldDefinition>(properties);
    properties.add("pose", object_of(std::move(pose)));
    properties.add("region", reference("region"));
    properties.add("body", reference("reference"));
    return object_of(std::move(properties), {"type"});
}
template <class... Joints>
Out joints(const std::variant<Joints...>* /*type*/) {
    std::size_t i = 0;
    Out list = Out::array();
    (list.add(joint_of<Joints>(names_of(Type<JointDefinition>{})[i++])), ...);
    Out schema = Out::object();
    schema.add("anyOf", std::move(list));
    return schema;
}
template <class... Kinds>
Out fields(const std::variant<Kinds...>* /*type*/) {
    std::size_t i = 0;
    Out list = Out::array();
    (list.add(field_of<Kinds>(names_of(Type<FieldKind>{})[i++])), ...);
    Out schema = Out::object();
    schema.add("anyOf", std::move(list));
    return schema;
}

Out definitions() {
    Out result = Out::object();
    result.add("number", any_of(typed("number"), constant("unlimited")));
    Out point = array_of(reference("number"));
    point.add("minItems", Out("2"));
    point.add("maxItems", Out("2"));
    result.add("point", std::move(point));
    Out digits = typed("string");
    digits.add("pattern", string("^0x[0-9a-fA-F]{1,16}$"));
    Out bits = typed("integer");
    bits.add("minimum", Out("0"));
    result.add("bits", any_of(std::move(bits), std::move(digits)));
    Out index = typed("integer");
    index.add("minimum", Out("0"));
    result.add("reference", any_of(std::move(index), typed("string")));
    Out properties = typed("object");
    properties.add("additionalProperties",
                   any_of(typed("boolean"), typed("number"), typed("string"), reference("point")));
    result.add("properties", std::move(properties));
    result.add("material", any_of(typed("string"), schema_of(Type<Material>{})));
    result.add("shape", shapes(false));
    result.add("region", shapes(true));
    result.add("chain", chain());
    result.add("tile_grid", tile_grid());
    result.add("body", body());
    result.add("joint_settings", schema_of(Type<JointSettings>{}));
    result.add("joint", joints(static_cast<const JointDefinition*>(nullptr)));
    result.add("field", fields(static_cast<const FieldKind*>(nullptr)));
    return result;
}

}  // namespace

std::string schema() {
    Out properties = Out::object();
    properties.add("$schema", typed("string"));
    properties.add("format", constant("drystone-scene"));
    Out version = Out::object();
    Out versions = Out::array();
    versions.add(Out("1"));
    versions.add(Out("2"));
    version.add("enum", std::move(versions));
    properties.add("version", std::move(version));
    properties.add("settings", schema_of(Type<WorldDefinition>{}));
    properties.add("properties", reference("properties"));
    Out materials = typed("object");
    materials.add("additionalProperties", schema_of(Type<Material>{}));
    properties.add("materials", std::move(materials));
    properties.add("tile_grids", array_of(reference("tile_grid")));
    properties.add("bodies", array_of(reference("body")));
    properties.add("joints", array_of(reference("joint")));
    properties.add("fields", array_of(reference("field")));
    Out pair = array_of(reference("reference"));
    pair.add("minItems", Out("2"));
    pair.add("maxItems", Out("2"));
    properties.add("disabled_collisions", array_of(std::move(pair)));
    Out root = object_of(std::move(properties), {"format", "version"});
    root.add("$schema", string("http://json-schema.org/draft-07/schema#"));
    root.add("title", string("Drystone scene, version 1 or 2"));
    root.add("definitions", definitions());
    return root.print();
}

}  // namespace drystone::scene
