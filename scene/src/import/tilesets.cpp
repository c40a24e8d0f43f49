#include "import/tilesets.h"

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
        object.get(key).stop("must be >= 0");
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

FlatShape Tile::box() const {
    const double width = layout.width;
    const double height = layout.height;
    return {FlatShape::Kind::Area, {{0.0, 0.0}, {width, 0.0}, {width, height}, {0.0, height}}};
}

PixelFrame Tile::frame_in_cell(const Vec2d& cell) const {
    const Vec2d size = flipped_size();
    PixelFrame box;
    if (layout.fills_cells) {
        Vec2d scale{cell.x / size.x, cell.y / size.y};
        if (layout.preserves_ratio) {
            scale.x = scale.y = std::min(scale.x, scale.y);
        }
        box = {{0.5 * (cell.x - scale.x * size.x), 0.5 * (cell.y - scale.y * size.y)},
               {scale.x, 0.0},
               {0.0, scale.y}};
    } else {
        box.origin = {0.0, cell.y - size.y};
    }
    box.origin += layout.offset;
    return box * flipped_frame();
}

PixelFrame Tile::frame_in_object(const Vec2d& size) const {
    const Vec2d flipped = flipped_size();
    const Vec2d scale{size.x / flipped.x, size.y / flipped.y};
    const Vec2d corner{-layout.alignment.x * size.x + layout.offset.x * scale.x,
                       -layout.alignment.y * size.y + layout.offset.y * scale.y};
    return PixelFrame{corner, {scale.x, 0.0}, {0.0, scale.y}} * flipped_frame();
}

void Tilesets::add_all(const Place& map) {
    const std::optional<Place> found = map.find("tilesets");
    if (!found) {
        return;
    }
    const Place& list = files_.keep(*found);
    const bool is_list = attempt(
        notes_, [&] { list.expect(Node::Kind::Array, "an array"); },
        [] { return "the tilesets are left out"; });
    for (std::size_t i = 0; is_list && i < list.size(); ++i) {
        add(files_.keep(list.at(i)), {});
    }
}

void Tilesets::add(const Place& entry, const std::string& folder) {
    std::uint32_t first = 0;
    const auto read_first = [&] {
        entry.expect(Node::Kind::Object, "an object");
        std::int32_t number = 0;
        drystone::scene::read(entry.get("firstgid"), number);
        if (number <= 0 || number >= 0x10000000) {
            entry.get("firstgid").stop("must be in [1, 268435455]");
        }
        first = static_cast<std::uint32_t>(number);
        if (sets_.count(first) != 0) {
            entry.stop(std::string("another tileset has the firstgid ").append(std::to_string(first)));
        }
    };
    if (!attempt(notes_, read_first, [] { return "the tileset is left out"; })) {
        return;
    }
    Tileset& set = sets_[first];
    const auto read_set = [&] {
        const std::optional<Place> source = entry.find("source");
        const Place& place = source ? files_.load(*source, folder) : entry;
        read(place, set);
        set.place = &place;
    };
    attempt(notes_, read_set, [&] {
        return std::string("the tileset is left out, and all tiles from number ")
            .append(std::to_string(first))
            .append(" on that are its");
    });
}

void Tilesets::read(const Place& place, Tileset& set) {
    TilesetLayout& layout = set.layout;
    layout.width = read_size(place, "tilewidth", 0.0);
    layout.height = read_size(place, "tileheight", 0.0);
    layout.has_image = place.find("image").has_value();
    layout.alignment = read_alignment(place);
    layout.fills_cells = read_text(place, "tilerendersize") == "grid";
    layout.preserves_ratio = read_text(place, "fillmode") == "preserve-aspect-fit";
    if (const std::optional<Place> offset = place.find("tileoffset")) {
        offset->expect(Node::Kind::Object, "an object");
        layout.offset = {read_pixels(*offset, "x"), read_pixels(*offset, "y")};
    }
    const std::optional<Place> found = place.find("tiles");
    if (!found) {
        return;
    }
    const Place& tiles = files_.keep(*found);
    tiles.expect(Node::Kind::Array, "an array");
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const Place& tile = files_.keep(tiles.at(i));
        attempt(
            notes_, [&] { read_tile(tile, set); },
            [] { return "what the tileset says of the tile is left out"; });
    }
}

void Tilesets::read_tile(const Place& tile, Tileset& set) {
    tile.expect(Node::Kind::Object, "an object");
    std::int32_t id = 0;
    drystone::scene::read(tile.get("id"), id);
    if (id < 0) {
        tile.get("id").stop("must be >= 0");
    }
    if (!set.tiles.emplace(static_cast<std::uint32_t>(id), &tile).second) {
        tile.get("id").stop("is that of another tile, too");
    }
}

Tile Tilesets::find(std::uint32_t gid, const Place& user) const {
    Tile tile;
    tile.flips = {(gid & 0x80000000u) != 0, (gid & 0x40000000u) != 0, (gid & 0x20000000u) != 0};
    // The fourth bit is for hexagonal maps.
    const std::uint32_t number = gid & 0x0fffffffu;
    auto after = sets_.upper_bound(number);
    if (after == sets_.begin()) {
        user.stop(std::string("no tileset has the tile ").append(std::to_string(number)));
    }
    const auto& [first, set] = *--after;
    if (set.place == nullptr) {
        user.stop(
            std::string("the tileset of the tile ").append(std::to_string(number)).append(" is left out"));
    }
    tile.layout = set.layout;
    TilesetLayout& layout = tile.layout;
    if (const auto entry = set.tiles.find(number - first); entry != set.tiles.end()) {
        tile.entry = entry->second;
        if (!layout.has_image) {
            // A collection of images, each of its own size, or a part of one.
            const double image_width = read_size(*tile.entry, "imagewidth", layout.width);
            const double image_height = read_size(*tile.entry, "imageheight", layout.height);
            layout.width = read_size(*tile.entry, "width", image_width);
            layout.height = read_size(*tile.entry, "height", image_height);
        }
    }
    if (!(layout.width > 0.0 && layout.height > 0.0)) {
        set.place->stop("tilewidth and tileheight must be > 0");
    }
    return tile;
}

}  // namespace drystone::scene
