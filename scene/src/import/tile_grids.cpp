#include "format/read_values.h"
#include "import/tile_data.h"
#include "import/tiled_map.h"
#include "values/is_same.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace drystone::scene {
namespace {

/// Largest number of cells of a grid, and of its types.
constexpr double largest_grid = 67108864.0;
constexpr std::size_t largest_type_count = 255;
/// Number of cells that any grid may have, and how many more it may have for each cell in the file.
constexpr double small_grid = 1048576.0;
constexpr double largest_share = 64.0;
/// Distance at which a corner counts as on a side of its cell [cells].
constexpr double side_tolerance = 1.0 / 1024.0;

/// Extent of an area along one side of a cell, from the floor up [cells].
struct SideExtent {
    double low = std::numeric_limits<double>::max();
    double high = -std::numeric_limits<double>::max();

    void add(double height) {
        low = std::min(low, height);
        high = std::max(high, height);
    }
    [[nodiscard]] bool is_empty() const { return high < low; }
};

bool is_near(double a, double b) { return std::abs(a - b) < side_tolerance; }

/// Returns how high an area is at a side, standing on the floor or hanging from the ceiling; -1: neither.
double height_at(const SideExtent& side, bool hangs) {
    if (side.is_empty()) {
        return 0.0;
    }
    const double fixed = hangs ? side.high : side.low;
    return is_near(fixed, hangs ? 1.0 : 0.0) ? side.high - side.low : -1.0;
}

/// Sets the form of a type to that of an area in a cell; returns false if it is none that tiles have.
bool set_form(const FlatShape& shape, const Vec2d& cell, TileType& type) {
    SideExtent left;
    SideExtent right;
    for (const Vec2d& point : shape.points) {
        const double x = point.x / cell.x;
        const double height = 1.0 - point.y / cell.y;
        if (!is_near(x, 0.0) && !is_near(x, 1.0)) {
            return false;
        }
        (is_near(x, 0.0) ? left : right).add(height);
    }
    for (const bool hangs : {false, true}) {
        const double left_height = height_at(left, hangs);
        const double right_height = height_at(right, hangs);
        if (left_height >= 0.0 && right_height >= 0.0 && left_height + right_height > 0.0) {
            type.left_height = static_cast<float>(is_near(left_height, 1.0) ? 1.0 : left_height);
            type.right_height = static_cast<float>(is_near(right_height, 1.0) ? 1.0 : right_height);
            type.hangs = hangs;
            return true;
        }
    }
    return false;
}

/// A cell that is not empty, in columns and rows of the map.
struct UsedCell {
    int x = 0;
    int y = 0;
    std::uint8_t type = 0;
};

/// Makes a tile grid of a layer.
class TileGridLayer {
public:
    TileGridLayer(const Place& layer, const std::string& what, const TiledTraits& traits, TiledMap& map)
        : layer_(layer), name_(what), traits_(traits), map_(map) {}

    void import_cells(const Properties& others, const Vec2d& offset);

private:
    std::uint8_t type_of(std::uint32_t gid);
    std::uint8_t make_type(std::uint32_t gid);
    void set_surface(const Place& place, const TiledTraits& traits, TileType& type) const;
    std::uint8_t number_of(const TileType& type);
    void place_cells(const std::vector<UsedCell>& cells, const Vec2d& offset);

    const Place& layer_;
    const std::string& name_;
    const TiledTraits& traits_;
    TiledMap& map_;
    std::size_t cell_count_ = 0;  ///< Number of cells in the file.
    TileGridDefinition grid_{};
    std::map<std::uint32_t, std::uint8_t> known_;
};

void TileGridLayer::set_surface(const Place& place, const TiledTraits& traits, TileType& type) const {
    if (!is_same(traits.shape.filter, traits_.shape.filter)) {
        place.stop("has another filter than its layer; all tiles of a grid have the same");
    }
    type.material = traits.shape.material;
    type.one_way = traits.shape.one_way;
    type.user_data = traits.shape.user_data;
}

std::uint8_t TileGridLayer::number_of(const TileType& type) {
    const auto found = std::find(grid_.types.begin(), grid_.types.end(), type);
    if (found == grid_.types.end()) {
        if (grid_.types.size() == largest_type_count) {
            layer_.stop("has more than 255 kinds of tiles, which a grid cannot have");
        }
        grid_.types.push_back(type);
        return static_cast<std::uint8_t>(grid_.types.size());
    }
    return static_cast<std::uint8_t>(found - grid_.types.begin() + 1);
}

std::uint8_t TileGridLayer::make_type(std::uint32_t gid) {
    const Tile tile = map_.tilesets.find(gid, layer_);
    const PixelFrame frame = tile.frame_in_cell(map_.cell);
    TiledTraits traits = traits_;
    if (tile.entry != nullptr) {
        map_.traits.read(*tile.entry, traits);
    }
    if (traits.is_ignored) {
        return 0;
    }
    TileType type;
    int shapes = 0;
    const auto add_shape = [&](const Place& object) {
        TiledTraits own = traits;
        map_.traits.read(object, own);
        const FlatShape shape = transform(read_flat_shape(object), frame * read_object_frame(object));
        if (own.is_ignored || shape.kind == FlatShape::Kind::None) {
            return;
        }
        if (shapes > 0) {
            object.stop("is a second shape; tiles of a grid have one");
        }
        if (shape.kind != FlatShape::Kind::Area || !set_form(shape, map_.cell, type)) {
            object.stop(
                "must fill its cell from the floor or the ceiling to a straight line from side to side");
        }
        set_surface(object, own, type);
        ++shapes;
    };
    if (tile.entry != nullptr) {
        visit_collision_objects(*tile.entry, map_, add_shape);
    }
    if (shapes == 0 && traits.is_solid) {
        set_surface(tile.entry != nullptr ? *tile.entry : layer_, traits, type);
        ++shapes;
    }
    return shapes == 0 ? std::uint8_t{0} : number_of(type);
}

std::uint8_t TileGridLayer::type_of(std::uint32_t gid) {
    const auto [known, is_new] = known_.emplace(gid, std::uint8_t{0});
    if (is_new) {
        std::uint8_t& type = known->second;
        attempt(
            map_.notes, [&] { type = make_type(gid); },
            [&] { return std::string("the tile is left out of ").append(name_); });
    }
    return known->second;
}

void TileGridLayer::place_cells(const std::vector<UsedCell>& cells, const Vec2d& offset) {
    UsedCell low = cells.front();
    UsedCell high = cells.front();
    for (const UsedCell& cell : cells) {
        low = {std::min(low.x, cell.x), std::min(low.y, cell.y)};
        high = {std::max(high.x, cell.x), std::max(high.y, cell.y)};
    }
    const double width = static_cast<double>(high.x) - low.x + 1.0;
    const double height = static_cast<double>(high.y) - low.y + 1.0;
    if (width * height > largest_grid) {
        layer_.stop("spans more than 67108864 cells, which a grid cannot have");
    }
    // Chunks that are far apart would make a grid of any size of a small file.
    if (width * height > small_grid + largest_share * static_cast<double>(cell_count_)) {
        layer_.stop("has chunks so far apart that a grid of all would be empty for the most part");
    }
    grid_.width = static_cast<int>(width);
    grid_.height = static_cast<int>(height);
    grid_.cells.assign(static_cast<std::size_t>(width * height), 0);
    for (const UsedCell& cell : cells) {
        const auto row = static_cast<std::size_t>(high.y - cell.y);  // From below.
        const auto column = static_cast<std::size_t>(cell.x - low.x);
        grid_.cells[row * static_cast<std::size_t>(grid_.width) + column] = cell.type;
    }
    grid_.cell_size = static_cast<float>(map_.cell.x / map_.scale());
    grid_.position =
        map_.to_world(offset + Vec2d{low.x * map_.cell.x, (static_cast<double>(high.y) + 1.0) * map_.cell.y});
}

void TileGridLayer::import_cells(const Properties& others, const Vec2d& offset) {
    if (map_.cell.x != map_.cell.y) {
        layer_.stop("cannot be a grid: the cells of the map are not square");
    }
    if (traits_.body.type != BodyType::Static) {
        layer_.stop("cannot be a grid and move");
    }
    std::vector<UsedCell> cells;
    bool has_tiles = false;
    cell_count_ =
        visit_tiles(layer_, largest_map_cells - map_.cell_count, [&](std::uint32_t gid, int x, int y) {
            has_tiles = true;
            const std::uint8_t type = type_of(gid);
            if (type != 0) {
                cells.push_back({x, y, type});
            }
        });
    map_.cell_count += cell_count_;
    if (cells.empty()) {
        if (has_tiles) {
            map_.notes.add(layer_, name_ + no_collision_shapes);
        }
        return;
    }
    std::string name;
    read_member(layer_, "name", name);
    grid_.filter = traits_.shape.filter;
    grid_.contact_events = traits_.shape.contact_events;
    grid_.hit_events = traits_.shape.hit_events;
    grid_.user_data = traits_.body.user_data;
    place_cells(cells, offset);
    TileGridEntry& entry = map_.scene.tile_grids.emplace_back();
    entry.name = std::move(name);
    entry.definition = std::move(grid_);
    entry.properties = others;
    map_.origins.tile_grids.push_back(origin_of(layer_, name_, traits_));
}

}  // namespace

void import_tile_grid(const Place& layer, const std::string& what, const TiledTraits& traits,
                      const Properties& others, const Vec2d& offset, TiledMap& map) {
    TileGridLayer(layer, what, traits, map).import_cells(others, offset);
}

}  // namespace drystone::scene
