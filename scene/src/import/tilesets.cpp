#include "import/tilesets.h"

#include <drystone/collision/detail/sort_items.h>

#include "format/read_values.h"

#include <algorithm>

namespace drystone::scene {
namespace {

std::string read_text(const Place& object, std::string_view key) {
    std::string text;
    read_member(object, key, text);
    return text;
}

double read_size(const Place& object, std::string_view key, double otherwise) {
    const double size = read_pixels(object, key);
    if (size < 0.0) {
        object.get(key).stop("must be > 0");
    }
    return size > 0.0 ? size : otherwise;
}

/// Returns where the origin of an object with a tile lies in it, as parts of its size.
Vec2d read_alignment(const Place& tileset) {
    const std::string name = read_text(tileset, "objectalignment");
    if (name.empty() || name == "unspecified") {
        return {0.0, 1.0};
    }
    const double x = name.ends_with("left") ? 0.0 : name.ends_with("right") ? 1.0 : 0.5;
    const double y = name.starts_with("top") ? 0.0 : name.starts_with("bottom") ? 1.0 : 0.5;
    return {x, y};
}

}  // namespace

const Place& ImportFiles::add(std::string_view text, std::string_view name) {
    File& file = files_.emplace_back();
    file.name = name;
    file.root = parse_json(text, name);
    const Place& root = places_.emplace_back(file.name, file.root);
    root.expect(Node::Kind::Object, "an object");
    return root;
}

const Place& ImportFiles::load(const Place& reference) {
    reference.expect(Node::Kind::String, "the path of a file");
    const std::string& path = reference.node().text;
    if (path.ends_with(".tsx")) {
        reference.stop(
            std::string("is XML; export it as JSON, or embed it in the map: ").append(quote(path)));
    }
    const Place*& place = loaded_[path];
    if (place == nullptr) {
        if (!options_.load_file) {
            reference.stop(std::string("needs TiledOptions::load_file for ").append(quote(path)));
        }
        place = &add(options_.load_file(path), path);
    }
    return *place;
}

PixelFrame Tile::flipped_frame() const {
    PixelFrame frame;
    if (flips.diagonal) {
        frame = {{0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}};
    }
    const Vec2d size = flipped_size();
    if (flips.horizontal) {
        frame = PixelFrame{{size.x, 0.0}, {-1.0, 0.0}, {0.0, 1.0}} * frame;
    }
    if (flips.vertical) {
        frame = PixelFrame{{0.0, size.y}, {1.0, 0.0}, {0.0, -1.0}} * frame;
    }
    return frame;
}

PixelFrame Tile::frame_in_cell(const Vec2d& cell) const {
    const Vec2d size = flipped_size();
    PixelFrame box;
    if (read_text(*tileset, "tilerendersize") == "grid") {
        Vec2d scale{cell.x / size.x, cell.y / size.y};
        if (read_text(*tileset, "fillmode") == "preserve-aspect-fit") {
            scale.x = scale.y = std::min(scale.x, scale.y);
        }
        box = {{0.5 * (cell.x - scale.x * size.x), 0.5 * (cell.y - scale.y * size.y)},
               {scale.x, 0.0},
               {0.0, scale.y}};
    } else {
        box.origin = {0.0, cell.y - size.y};
    }
    box.origin += offset;
    return box * flipped_frame();
}

PixelFrame Tile::frame_in_object(const Vec2d& size) const {
    const Vec2d flipped = flipped_size();
    const Vec2d scale{size.x / flipped.x, size.y / flipped.y};
    const Vec2d alignment = read_alignment(*tileset);
    const Vec2d corner{-alignment.x * size.x + offset.x * scale.x,
                       -alignment.y * size.y + offset.y * scale.y};
    return PixelFrame{corner, {scale.x, 0.0}, {0.0, scale.y}} * flipped_frame();
}

Tilesets::Tilesets(const Place& map, ImportFiles& files) {
    const std::optional<Place> found = map.find("tilesets");
    if (!found) {
        return;
    }
    const Place& list = files.keep(*found);
    list.expect(Node::Kind::Array, "an array");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place& entry = files.keep(list.at(i));
        entry.expect(Node::Kind::Object, "an object");
        Tileset set;
        std::int32_t first = 0;
        read(entry.get("firstgid"), first);
        if (first <= 0 || first >= 0x10000000) {
            entry.get("firstgid").stop("must be in [1, 268435455]");
        }
        set.first = static_cast<std::uint32_t>(first);
        const std::optional<Place> source = entry.find("source");
        set.place = source ? &files.load(*source) : &entry;
        read_tiles(set, files);
        sets_.push_back(std::move(set));
    }
    sort_items(sets_.begin(), sets_.end(),
               [](const Tileset& a, const Tileset& b) { return a.first < b.first; });
    const auto twice = std::adjacent_find(
        sets_.begin(), sets_.end(), [](const Tileset& a, const Tileset& b) { return a.first == b.first; });
    if (twice != sets_.end()) {
        list.stop(std::string("two tilesets have the firstgid ").append(std::to_string(twice->first)));
    }
}

void Tilesets::read_tiles(Tileset& set, ImportFiles& files) const {
    const std::optional<Place> found = set.place->find("tiles");
    if (!found) {
        return;
    }
    const Place& tiles = files.keep(*found);
    tiles.expect(Node::Kind::Array, "an array, as Tiled 1.2 and later write it");
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const Place& tile = files.keep(tiles.at(i));
        tile.expect(Node::Kind::Object, "an object");
        std::int32_t id = 0;
        read(tile.get("id"), id);
        if (id < 0) {
            tile.get("id").stop("must be >= 0");
        }
        if (!set.tiles.emplace(static_cast<std::uint32_t>(id), &tile).second) {
            tile.get("id").stop("is that of another tile, too");
        }
    }
}

Tile Tilesets::find(std::uint32_t gid, const Place& user) const {
    Tile tile;
    tile.flips = {(gid & 0x80000000u) != 0, (gid & 0x40000000u) != 0, (gid & 0x20000000u) != 0};
    const std::uint32_t number = gid & 0x0fffffffu;
    auto after = std::upper_bound(sets_.begin(), sets_.end(), number,
                                  [](std::uint32_t value, const Tileset& set) { return value < set.first; });
    if (after == sets_.begin()) {
        user.stop(std::string("no tileset has the tile ").append(std::to_string(number)));
    }
    const Tileset& set = *--after;
    tile.tileset = set.place;
    const auto entry = set.tiles.find(number - set.first);
    tile.width = read_size(*set.place, "tilewidth", 0.0);
    tile.height = read_size(*set.place, "tileheight", 0.0);
    if (entry != set.tiles.end()) {
        tile.entry = entry->second;
        if (!set.place->find("image")) {
            // A collection of images, each of its own size.
            const double image_width = read_size(*tile.entry, "imagewidth", tile.width);
            const double image_height = read_size(*tile.entry, "imageheight", tile.height);
            tile.width = read_size(*tile.entry, "width", image_width);
            tile.height = read_size(*tile.entry, "height", image_height);
        }
    }
    if (!(tile.width > 0.0 && tile.height > 0.0)) {
        set.place->stop("tilewidth and tileheight must be > 0");
    }
    if (const std::optional<Place> offset = set.place->find("tileoffset")) {
        offset->expect(Node::Kind::Object, "an object");
        tile.offset = {read_pixels(*offset, "x"), read_pixels(*offset, "y")};
    }
    return tile;
}

}  // namespace drystone::scene
