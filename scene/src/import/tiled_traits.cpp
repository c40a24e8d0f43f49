#include "import/tiled_traits.h"

#include "format/read_values.h"

#include <algorithm>

namespace drystone::scene {
namespace {

/// Largest number of properties of all objects of a map, those from tiles and templates included, and
/// characters of texts that count as one.
constexpr std::size_t largest_property_count = std::size_t{1} << 20;
constexpr std::size_t characters_per_property = 64;
constexpr std::size_t largest_name = 1000;

/// Reads a value of a class with the members x and y: Tiled has no points.
void read_value(const Place& value, Vec2& setting) {
    value.expect(Node::Kind::Object, "a class with the members x and y");
    read_member(value, "x", setting.x);
    read_member(value, "y", setting.y);
    value.check_known();
}
void read_value(const Place& value, std::optional<Vec2>& setting) {
    if (value.is(Node::Kind::Boolean)) {
        // A platform that is solid from above.
        setting = value.node().is_true ? std::optional(Vec2{0.0f, 1.0f}) : std::nullopt;
        return;
    }
    read_value(value, setting.emplace());
}
template <class Setting>
void read_value(const Place& value, Setting& setting) {
    scene::read(value, setting);
}

/// Reads the member of that name if the type has one; returns whether it has.
template <class Struct>
bool read_named(std::string_view name, const Place& value, Struct& target) {
    bool is_found = false;
    visit_members<Struct>([&](std::string_view key, auto member) {
        if (key == name) {
            read_value(value, target.*member);
            is_found = true;
        }
    });
    return is_found;
}

/// Calls `visitor(name, value)` for every property: of an array, or, before Tiled 1.2, of an object.
template <class Visitor>
void visit_properties(const Place& owner, ImportNotes& notes, const Visitor& visitor) {
    const std::optional<Place> properties = owner.find("properties");
    if (!properties) {
        return;
    }
    if (properties->is(Node::Kind::Object)) {
        for (std::size_t i = 0; i < properties->size(); ++i) {
            visitor(properties->node().keys[i], properties->at(i));
        }
        return;
    }
    const auto left_out = [] { return "it is left out"; };
    const bool is_list = attempt(
        notes, [&] { properties->expect(Node::Kind::Array, "an array"); }, left_out);
    for (std::size_t i = 0; is_list && i < properties->size(); ++i) {
        const Place property = properties->at(i);
        std::optional<Place> value;
        const Node* name = nullptr;
        const auto read_names = [&] {
            property.expect(Node::Kind::Object, "an object");
            const Place place = property.get("name");
            place.expect(Node::Kind::String, "a string");
            name = &place.node();
            value.emplace(property.get("value"));
        };
        if (attempt(notes, read_names, left_out)) {
            visitor(name->text, *value);
        }
    }
}

}  // namespace

TraitReader::TraitReader(const std::map<std::string, Material>& materials, ImportNotes& notes)
    : materials_(materials), notes_(notes), probe_body_(probe_.create_body()) {}

void TraitReader::check(const BodyDefinition& definition) {
    probe_.destroy_body(probe_.create_body(definition));
}

void TraitReader::check(const ShapeDefinition& definition) {
    probe_.destroy_shape(probe_.create_shape(probe_body_, Circle{}, definition));
}

void TraitReader::count(const Place& place, std::size_t amount) {
    count_ += amount;
    if (count_ > largest_property_count) {
        place.stop("the objects of the map have more than 1048576 properties");
    }
}

/// Sets the member of that name, if there is one, to a value that it can have by itself.
template <class Part>
bool TraitReader::set_part(const std::string& name, const Place& value, Part& part) {
    Part alone{};
    if (!read_named(name, value, alone)) {
        return false;
    }
    checked(value, [&] { check(alone); });
    read_named(name, value, part);
    return true;
}

void TraitReader::read_material_name(const Place& value, TiledTraits& traits) const {
    value.expect(Node::Kind::String, "the name of a material");
    const auto material = materials_.find(value.node().text);
    if (material == materials_.end()) {
        value.stop(std::string("no material has this name: ").append(quote(value.node().text.substr(0, 80))));
    }
    traits.shape.material = material->second;
    traits.material = material->first;
}

/// Reads a property that may be a setting; returns whether it is one.
bool TraitReader::read_setting(const std::string& name, const Place& value, TiledTraits& traits) {
    if (name == "material") {
        read_material_name(value, traits);
        return true;
    }
    for (const auto& [word, flag] :
         {std::pair("ignore", &traits.is_ignored), std::pair("solid", &traits.is_solid),
          std::pair("hollow", &traits.is_hollow), std::pair("grid", &traits.is_grid)}) {
        if (name == word) {
            scene::read(value, *flag);
            return true;
        }
    }
    const bool is_of_body = name != "position" && name != "angle" && set_part(name, value, traits.body);
    const bool is_of_shape = set_part(name, value, traits.shape);
    const bool is_of_material = set_part(name, value, traits.shape.material);
    if (is_of_material) {
        traits.material.clear();
    }
    if (!is_of_body && !is_of_shape && !is_of_material && !set_part(name, value, traits.shape.filter)) {
        return false;
    }
    traits.places[name] = value.where();
    return true;
}

void TraitReader::read(const Place& owner, TiledTraits& traits, Properties* others) {
    visit_properties(owner, notes_, [&](const std::string& name, const Place& value) {
        count(owner, 1);
        bool is_setting = false;
        const bool is_read = attempt(
            notes_, [&] { is_setting = read_setting(name, value, traits); },
            [&] {
                return std::string("the property ")
                    .append(quote(name))
                    .append(" sets nothing, and is kept as a property of the user");
            });
        if (others != nullptr && (!is_setting || !is_read)) {
            add_other(name, value, *others);
        }
    });
}

/// Adds a property that means nothing to the engine: the members of a class one by one, as "class.member",
/// and the items of a list, as "list.0".
void TraitReader::add_other(const std::string& name, const Place& value, Properties& others) {
    const auto left_out = [] { return "the property is left out"; };
    if (name.size() > largest_name) {
        notes_.add(value, "a property whose name is longer than 1000 characters is left out");
        return;
    }
    if (value.is(Node::Kind::Object) || value.is(Node::Kind::Array)) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            const Place item = value.at(i);
            const bool is_list = value.is(Node::Kind::Array);
            const std::optional<Place> content =
                is_list && item.is(Node::Kind::Object) ? item.find("value") : std::nullopt;
            add_other(
                std::string(name).append(".").append(is_list ? std::to_string(i) : value.node().keys[i]),
                content ? *content : item, others);
        }
        return;
    }
    count(value, 1 + value.node().text.size() / characters_per_property);
    Property property;
    if (attempt(
            notes_, [&] { scene::read(value, property); }, left_out)) {
        others[name] = std::move(property);
    }
}

void TraitReader::read_materials(const Place& value, Description& scene) {
    value.expect(Node::Kind::Object, "a class of materials");
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string& name = value.node().keys[i];
        const auto read_one = [&] {
            if (name.size() > largest_name) {
                value.at(i).stop("the name of a material must be of at most 1000 characters");
            }
            Material material;
            scene::read(value.at(i), material);
            checked(value.at(i), [&] { check(material); });
            scene.materials[name] = material;
        };
        attempt(notes_, read_one, [] { return "the material is left out"; });
    }
}

void TraitReader::read_map(const Place& map, Description& scene) {
    visit_properties(map, notes_, [&](const std::string& name, const Place& value) {
        bool is_setting = false;
        const auto read_one = [&] {
            is_setting = name == "materials";
            if (is_setting) {
                read_materials(value, scene);
            } else {
                is_setting = set_part(name, value, scene.settings);
            }
        };
        const bool is_read = attempt(notes_, read_one, [&] {
            return std::string("the property ")
                .append(quote(name))
                .append(" sets nothing, and is kept as a property of the user");
        });
        if (!is_setting || !is_read) {
            add_other(name, value, scene.properties);
        }
    });
}

}  // namespace drystone::scene
