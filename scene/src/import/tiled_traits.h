#pragma once

#include "import/notes.h"
#include "import/origins.h"
#include "json/place.h"

#include <drystone/scene/description.h>
#include <drystone/world.h>

#include <cstddef>
#include <map>
#include <string>

namespace drystone::scene {

/// Settings that the properties of a layer, a tile or an object make. Later ones override earlier ones.
struct TiledTraits {
    TiledTraits() { body.type = BodyType::Static; }

    BodyDefinition body{};
    ShapeDefinition shape{};
    std::string material{};   ///< Name of the material; empty: that of `shape`.
    bool is_ignored = false;  ///< "ignore": leaves it out.
    bool is_solid = false;    ///< "solid": tiles without collision shapes fill their cells.
    bool is_hollow = false;   ///< "hollow": outlines become chains.
    bool is_grid = false;     ///< "grid": the layer becomes a tile grid.
    /// Places of the properties that are members of definitions.
    std::map<std::string, std::string, std::less<>> places{};
};

/// Reads properties. One that has the name of a setting, but a value that the setting cannot have, is a
/// property of the user that does not mean the setting: it is kept as such, which is noted.
class TraitReader {
public:
    TraitReader(const std::map<std::string, Material>& materials, ImportNotes& notes);

    /// Reads the "properties" of an object of the file, if there are any. Those that mean nothing to the
    /// engine are added to `others`. Throws `Error` for more properties than a map may have.
    void read(const Place& owner, TiledTraits& traits, Properties* others = nullptr);
    /// Reads the properties of the map: settings of the world by their names, "materials" and others.
    void read_map(const Place& map, Description& scene);
    /// Counts properties, or texts that are copied for several objects. Throws `Error` for more than a map
    /// may have.
    void count(const Place& place, std::size_t amount);

private:
    bool read_setting(const std::string& name, const Place& value, TiledTraits& traits);
    void read_material_name(const Place& value, TiledTraits& traits) const;
    void read_materials(const Place& value, Description& scene);
    void add_other(const std::string& name, const Place& value, Properties& others);
    template <class Part>
    bool set_part(const std::string& name, const Place& value, Part& part);
    void check(const BodyDefinition& definition);
    void check(const ShapeDefinition& definition);
    void check(const Material& material) { check(ShapeDefinition{.material = material}); }
    void check(const Filter& filter) { check(ShapeDefinition{.filter = filter}); }
    static void check(const WorldDefinition& definition) { static_cast<void>(World(definition)); }

    const std::map<std::string, Material>& materials_;
    ImportNotes& notes_;
    World probe_;  ///< World in which values are tried.
    BodyId probe_body_;
    std::size_t count_ = 0;
};

/// Returns the origin of what has these traits.
inline Origin origin_of(const Place& place, std::string what, const TiledTraits& traits) {
    return {place.where(), std::move(what), traits.places};
}

}  // namespace drystone::scene
