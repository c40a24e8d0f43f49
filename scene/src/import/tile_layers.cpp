#include "format/read_values.h"
#include "import/merge.h"
#include "import/tile_data.h"
#include "import/tiled_map.h"
#include "values/is_same.h"

#include <cmath>

namespace drystone::scene {
namespace {

/// Units of the grid of unions in a pixel. Where corners meet in a point, they are cut by 1/32 of a pixel.
constexpr double units_per_pixel = 256.0;
constexpr double corner_cut = units_per_pixel / 32.0;

/// Shapes of one kind of surface, which are merged.
struct TileSurface {
    ShapeEntry pattern{};
    bool is_hollow = false;
    Origin origin{};
    std::vector<GridLine> areas{};
    std::vector<GridLine> lines{};
};

/// Shape of a tile in its cell [pixels].
struct TileShape {
    std::size_t surface = 0;
    FlatShape shape{};
};

/// Returns whether the area is a rectangle along the axes.
bool is_rectangle(const GridLine& area) {
    return area.size() == 4 && ((area[0].y == area[1].y && area[1].x == area[2].x && area[2].y == area[3].y &&
                                 area[3].x == area[0].x) ||
                                (area[0].x == area[1].x && area[1].y == area[2].y && area[2].x == area[3].x &&
                                 area[3].y == area[0].y));
}

/// Extends a rectangle by one that continues it to the right; returns whether it did. It spares the union
/// most of its edges.
bool extend_rectangle(GridLine& area, const GridLine& next) {
    if (!is_rectangle(area) || !is_rectangle(next)) {
        return false;
    }
    const auto [low, high] = std::minmax({area[0], area[1], area[2], area[3]});
    const auto [next_low, next_high] = std::minmax({next[0], next[1], next[2], next[3]});
    if (next_low.x != high.x || next_low.y != low.y || next_high.y != high.y) {
        return false;
    }
    area = {low, {next_high.x, low.y}, next_high, {low.x, high.y}};
    return true;
}

class TileLayer {
public:
    TileLayer(const Place& layer, const std::string& what, const TiledTraits& traits, TiledMap& map)
        : layer_(layer), name_(what), traits_(traits), map_(map) {}

    void read_layer();
    void append_to_body(const Properties& others, const Vec2d& offset);

private:
    void add_tile(std::uint32_t gid, const Vec2d& corner);
    const std::vector<TileShape>& shapes_of(std::uint32_t gid);
    void read_shapes(std::uint32_t gid, std::vector<TileShape>& shapes);
    std::size_t find_surface(const Place& place, const TiledTraits& traits);
    [[nodiscard]] GridLine to_grid(const FlatShape& shape, const Vec2d& corner) const;
    void add_area(TileSurface& surface, GridLine area);
    void append_surface(const TileSurface& surface, BodyEntry& body) const;
    [[nodiscard]] std::vector<Vec2> to_world(const std::vector<Vec2d>& points) const;

    const Place& layer_;
    const std::string& name_;
    const TiledTraits& traits_;
    TiledMap& map_;
    bool has_tiles_ = false;
    std::vector<TileSurface> surfaces_;
    std::map<std::uint32_t, std::vector<TileShape>> tiles_;
    /// Circles and capsules, which are not merged.
    std::vector<TileShape> round_;
};

void TileLayer::read_layer() {
    map_.cell_count +=
        visit_tiles(layer_, largest_map_cells - map_.cell_count, [&](std::uint32_t gid, int x, int y) {
            has_tiles_ = true;
            add_tile(gid, {static_cast<double>(x) * map_.cell.x, static_cast<double>(y) * map_.cell.y});
        });
}

void TileLayer::add_tile(std::uint32_t gid, const Vec2d& corner) {
    for (const TileShape& tile : shapes_of(gid)) {
        map_.count_points(layer_, tile.shape.points.size());
        TileSurface& surface = surfaces_[tile.surface];
        switch (tile.shape.kind) {
            case FlatShape::Kind::Area: add_area(surface, to_grid(tile.shape, corner)); break;
            case FlatShape::Kind::Line: surface.lines.push_back(to_grid(tile.shape, corner)); break;
            default:
                round_.push_back(tile);
                for (Vec2d& point : round_.back().shape.points) {
                    point += corner;
                }
                break;
        }
    }
}

GridLine TileLayer::to_grid(const FlatShape& shape, const Vec2d& corner) const {
    GridLine line;
    line.reserve(shape.points.size());
    for (const Vec2d& own : shape.points) {
        const Vec2d point = own + corner;
        const double x = std::floor(point.x * units_per_pixel + 0.5);
        const double y = std::floor(-point.y * units_per_pixel + 0.5);
        if (!(std::abs(x) <= largest_grid_coordinate && std::abs(y) <= largest_grid_coordinate)) {
            layer_.stop("has a tile further than 1048576 pixels from the origin");
        }
        line.push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
    }
    return line;
}

void TileLayer::add_area(TileSurface& surface, GridLine area) {
    if (surface.areas.empty() || !extend_rectangle(surface.areas.back(), area)) {
        surface.areas.push_back(std::move(area));
    } else {
        map_.point_count -= 4;
    }
}

const std::vector<TileShape>& TileLayer::shapes_of(std::uint32_t gid) {
    const auto [known, is_new] = tiles_.emplace(gid, std::vector<TileShape>());
    if (is_new) {
        std::vector<TileShape>& shapes = known->second;
        attempt(
            map_.notes, [&] { read_shapes(gid, shapes); },
            [&] { return std::string("the tile is left out of ").append(name_); });
    }
    return known->second;
}

void TileLayer::read_shapes(std::uint32_t gid, std::vector<TileShape>& shapes) {
    const Tile tile = map_.tilesets.find(gid, layer_);
    const PixelFrame frame = tile.frame_in_cell(map_.cell);
    TiledTraits traits = traits_;
    if (tile.entry != nullptr) {
        map_.traits.read(*tile.entry, traits);
    }
    if (traits.is_ignored) {
        return;
    }
    const auto add_shape = [&](const Place& object) {
        TiledTraits own = traits;
        map_.traits.read(object, own);
        const FlatShape shape = transform(read_flat_shape(object), frame * read_object_frame(object));
        if (own.is_ignored || shape.kind == FlatShape::Kind::None) {
            return;
        }
        if (shape.kind != FlatShape::Kind::Area) {
            shapes.push_back({find_surface(object, own), shape});
            return;
        }
        std::string repair;
        for (FlatShape& area : checked(object, [&] { return simple_areas(shape, map_.repairs, repair); })) {
            shapes.push_back({find_surface(object, own), std::move(area)});
        }
        if (!repair.empty()) {
            map_.notes.add(object, repair);
        }
    };
    if (tile.entry != nullptr) {
        visit_collision_objects(*tile.entry, map_, add_shape);
    }
    if (shapes.empty() && traits.is_solid) {
        shapes.push_back({find_surface(tile.entry != nullptr ? *tile.entry : layer_, traits),
                          transform(tile.box(), frame)});
    }
}

std::size_t TileLayer::find_surface(const Place& place, const TiledTraits& traits) {
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        const TileSurface& surface = surfaces_[i];
        if (surface.is_hollow == traits.is_hollow && surface.pattern.material == traits.material &&
            surface.pattern.definition.material == traits.shape.material &&
            is_same(surface.pattern.definition, traits.shape)) {
            return i;
        }
    }
    TileSurface& surface = surfaces_.emplace_back();
    surface.pattern.definition = traits.shape;
    surface.pattern.material = traits.material;
    surface.is_hollow = traits.is_hollow;
    surface.origin = origin_of(place, name_, traits);
    return surfaces_.size() - 1;
}

std::vector<Vec2> TileLayer::to_world(const std::vector<Vec2d>& points) const {
    std::vector<Vec2> result;
    result.reserve(points.size());
    for (const Vec2d& point : points) {
        result.push_back(map_.to_world({point.x / units_per_pixel, -point.y / units_per_pixel}));
    }
    return result;
}

void TileLayer::append_surface(const TileSurface& surface, BodyEntry& body) const {
    const auto append_chain = [&](std::vector<Vec2> points, bool is_loop, ChainSides sides) {
        ChainDefinition& chain = body.chains.emplace_back(chain_like(surface.pattern)).definition;
        chain.points = std::move(points);
        chain.is_loop = is_loop;
        chain.sides = sides;
    };
    for (const MergedOutline& outline : merge_areas(surface.areas, corner_cut)) {
        Outline result{to_world(outline.points), {}, 0.0f};
        for (const std::vector<Vec2d>& hole : outline.holes) {
            result.holes.push_back(to_world(hole));
        }
        if (!surface.is_hollow) {
            body.shapes.push_back(surface.pattern);
            body.shapes.back().geometry = std::move(result);
            continue;
        }
        append_chain(std::move(result.points), true, ChainSides::Right);
        for (std::vector<Vec2>& hole : result.holes) {
            append_chain(std::move(hole), true, ChainSides::Right);
        }
    }
    for (const MergedLine& line : merge_lines(surface.lines)) {
        std::vector<Vec2d> points;
        for (const GridPoint& point : line.points) {
            points.emplace_back(point.x, point.y);
        }
        append_chain(to_world(points), line.is_loop, ChainSides::Both);
    }
}

void TileLayer::append_to_body(const Properties& others, const Vec2d& offset) {
    if (surfaces_.empty()) {
        if (has_tiles_) {
            map_.notes.add(layer_, name_ + no_collision_shapes);
        }
        return;
    }
    BodyEntry& body = map_.add_body(layer_, name_, traits_);
    body.definition.position = map_.to_world(offset);
    body.properties = others;
    for (const TileSurface& surface : surfaces_) {
        append_surface(surface, body);
        map_.set_origin(surface.origin);
    }
    for (const TileShape& tile : round_) {
        const TileSurface& surface = surfaces_[tile.surface];
        append_shape(tile.shape, map_.scale(), surface.pattern, body, map_.repairs);
        map_.set_origin(surface.origin);
    }
}

}  // namespace

void import_tile_layer(const Place& layer, const std::string& what, const TiledTraits& traits,
                       const Properties& others, const Vec2d& offset, TiledMap& map) {
    TileLayer tiles(layer, what, traits, map);
    tiles.read_layer();
    tiles.append_to_body(others, offset);
}

}  // namespace drystone::scene
