#include "import/tiled_traits.h"

#include "format/read_values.h"

namespace drystone::scene {
namespace {

/// Reads a value of a class with the members x and y: Tiled has no points.
void read_setting(const Place& value, Vec2& setting) {
    value.expect(Node::Kind::Object, "a class with the members x and y");
    read_member(value, "x", setting.x);
    read_member(value, "y", setting.y);
    value.check_known();
}
void read_setting(const Place& value, std::optional<Vec2>& setting) {
    if (value.is(Node::Kind::Boolean)) {
        // A platform that is solid from above.
        setting = value.node().is_true ? std::optional(Vec2{0.0f, 1.0f}) : std::nullopt;
        return;
    }
    read_setting(value, setting.emplace());
}
template <class Setting>
void read_setting(const Place& value, Setting& setting) {
    read(value, setting);
}

/// Reads the member of that name if the type has one; returns whether it has.
template <class Struct>
bool read_named(std::string_view name, const Place& value, Struct& target) {
    bool is_found = false;
    visit_members<Struct>([&](std::string_view key, auto member) {
        if (key == name) {
            read_setting(value, target.*member);
            is_found = true;
        }
    });
    return is_found;
}

/// Adds a property that means nothing to the engine: the members of a class one by one, as "class.member".
void add_other(const std::string& name, const Place& value, Properties& others) {
    if (!value.is(Node::Kind::Object)) {
        read(value, others[name]);
        return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        add_other(std::string(name).append(".").append(value.node().keys[i]), value.at(i), others);
    }
}

/// Calls `visitor(name, value)` for every property.
template <class Visitor>
void visit_properties(const Place& owner, const Visitor& visitor) {
    const std::optional<Place> properties = owner.find("properties");
    if (!properties) {
        return;
    }
    properties->expect(Node::Kind::Array, "an array, as Tiled 1.2 and later write it");
    for (std::size_t i = 0; i < properties->size(); ++i) {
        const Place property = properties->at(i);
        property.expect(Node::Kind::Object, "an object");
        const Place name = property.get("name");
        name.expect(Node::Kind::String, "a string");
        const Place value = property.get("value");
        visitor(name.node().text, value);
    }
}

void read_material_name(const Place& value, const std::map<std::string, Material>& materials,
                        TiledTraits& traits) {
    value.expect(Node::Kind::String, "the name of a material");
    const auto material = materials.find(value.node().text);
    if (material == materials.end()) {
        value.stop(std::string("no material has this name: ").append(quote(value.node().text)));
    }
    traits.shape.material = material->second;
    traits.material = material->first;
}

}  // namespace

void read_traits(const Place& owner, const std::map<std::string, Material>& materials, TiledTraits& traits) {
    visit_properties(owner, [&](const std::string& name, const Place& value) {
        const bool is_of_body = name != "position" && name != "angle" && read_named(name, value, traits.body);
        const bool is_of_shape = read_named(name, value, traits.shape);
        const bool is_of_material = read_named(name, value, traits.shape.material);
        if (is_of_material) {
            traits.material.clear();
        }
        if (is_of_body || is_of_shape || is_of_material || read_named(name, value, traits.shape.filter)) {
            traits.places[name] = value.where();
        } else if (name == "material") {
            read_material_name(value, materials, traits);
        } else if (name == "ignore") {
            read(value, traits.is_ignored);
        } else if (name == "solid") {
            read(value, traits.is_solid);
        } else if (name == "hollow") {
            read(value, traits.is_hollow);
        } else if (name == "grid") {
            read(value, traits.is_grid);
        } else {
            add_other(name, value, traits.others);
        }
    });
}

void read_map_properties(const Place& map, Description& scene) {
    visit_properties(map, [&](const std::string& name, const Place& value) {
        if (name == "materials") {
            value.expect(Node::Kind::Object, "a class of materials");
            for (std::size_t i = 0; i < value.size(); ++i) {
                read(value.at(i), scene.materials[value.node().keys[i]]);
            }
        } else if (!read_named(name, value, scene.settings)) {
            add_other(name, value, scene.properties);
        }
    });
}

}  // namespace drystone::scene
