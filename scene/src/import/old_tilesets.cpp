#include "import/old_tilesets.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace drystone::scene {
namespace {

Node* find_member(Node& object, std::string_view key) {
    const auto at = std::find(object.keys.begin(), object.keys.end(), key);
    return at == object.keys.end() ? nullptr
                                   : &object.items[static_cast<std::size_t>(at - object.keys.begin())];
}

void add_member(Node& object, std::string_view key, Node value) {
    object.keys.emplace_back(key);
    object.items.push_back(std::move(value));
}

/// Returns the tile of that number, which is made where there is none yet.
Node& tile_of(const std::string& number, int line, std::map<std::string, Node>& tiles) {
    const auto [at, is_new] = tiles.emplace(number, Node{});
    Node& tile = at->second;
    if (is_new) {
        tile.kind = Node::Kind::Object;
        tile.line = line;
    }
    return tile;
}

void modernize(Node& tileset) {
    Node* const old_tiles = find_member(tileset, "tiles");
    Node* const properties = find_member(tileset, "tileproperties");
    const bool has_old_tiles = old_tiles != nullptr && old_tiles->kind == Node::Kind::Object;
    const bool has_properties = properties != nullptr && properties->kind == Node::Kind::Object;
    if ((!has_old_tiles && !has_properties) || (old_tiles != nullptr && !has_old_tiles)) {
        return;
    }
    std::map<std::string, Node> tiles;
    for (std::size_t i = 0; has_old_tiles && i < old_tiles->items.size(); ++i) {
        if (old_tiles->items[i].kind == Node::Kind::Object) {
            tiles[old_tiles->keys[i]] = std::move(old_tiles->items[i]);
        }
    }
    for (std::size_t i = 0; has_properties && i < properties->items.size(); ++i) {
        Node& own = properties->items[i];
        Node& tile = tile_of(properties->keys[i], own.line, tiles);
        add_member(tile, "properties", std::move(own));
    }
    Node list;
    list.kind = Node::Kind::Array;
    list.line = tileset.line;
    for (auto& [number, tile] : tiles) {
        Node id;
        id.kind = Node::Kind::Number;
        id.line = tile.line;
        id.text = number;
        tile.keys.insert(tile.keys.begin(), "id");
        tile.items.insert(tile.items.begin(), std::move(id));
        list.items.push_back(std::move(tile));
    }
    if (has_old_tiles) {
        *old_tiles = std::move(list);
    } else {
        add_member(tileset, "tiles", std::move(list));
    }
}

}  // namespace

void modernize_tilesets(Node& root) {
    modernize(root);
    Node* const tilesets = find_member(root, "tilesets");
    if (tilesets != nullptr && tilesets->kind == Node::Kind::Array) {
        for (Node& tileset : tilesets->items) {
            if (tileset.kind == Node::Kind::Object) {
                modernize(tileset);
            }
        }
    }
}

}  // namespace drystone::scene
