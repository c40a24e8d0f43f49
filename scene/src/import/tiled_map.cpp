#include "import/tiled_map.h"

#include "format/read_values.h"

#include <algorithm>

namespace drystone::scene {

void TiledMap::count_points(const Place& place, std::size_t count) {
    if (count > largest_point_count - std::min(point_count, largest_point_count)) {
        place.stop("the shapes of the map have more than 1048576 points");
    }
    point_count += count;
}

BodyEntry& TiledMap::add_body(const Place& place, const std::string& what, const TiledTraits& body_traits) {
    std::string name;
    read_member(place, "name", name);
    traits.count(place, name.size() / 64);
    BodyEntry& body = scene.bodies.emplace_back();
    body.name = std::move(name);
    body.definition = body_traits.body;
    origins.bodies.push_back({origin_of(place, what, body_traits)});
    if (body.definition.type == BodyType::Static &&
        (body.definition.linear_velocity != Vec2{} || body.definition.angular_velocity != 0.0f)) {
        body.definition.linear_velocity = {};
        body.definition.angular_velocity = 0.0f;
        notes.add(place,
                  std::string("the velocity of ").append(what).append(", which is static, is left out"));
    }
    return body;
}

void TiledMap::set_origin(const Origin& origin) {
    Origins::Body& body = origins.bodies.back();
    body.shapes.resize(scene.bodies.back().shapes.size(), origin);
    body.chains.resize(scene.bodies.back().chains.size(), origin);
}

void TiledMap::keep_first(std::size_t bodies, std::size_t tile_grids) {
    scene.bodies.resize(bodies);
    origins.bodies.resize(bodies);
    scene.tile_grids.resize(tile_grids);
    origins.tile_grids.resize(tile_grids);
}

std::string name_of(const Place& place, std::string_view kind) {
    constexpr std::size_t longest = 80;
    std::string text(kind);
    if (const std::optional<Place> id = place.find("id"); id && id->is(Node::Kind::Number)) {
        text.append(" ").append(id->node().text.substr(0, longest));
    }
    const std::optional<Place> name = place.find("name");
    if (name && name->is(Node::Kind::String) && !name->node().text.empty()) {
        text.append(" ").append(quote(name->node().text.substr(0, longest)));
    }
    return text;
}

}  // namespace drystone::scene
