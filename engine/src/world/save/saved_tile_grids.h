#pragma once

#include "store/tile_grid_store.h"
#include "world/save/saved_containers.h"
#include "world/save/saved_values.h"

#include <string>

namespace drystone {

template <>
struct Saved<TileType> {
    static std::string name() { return "TileType"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("left_height", self.left_height);
        archive("right_height", self.right_height);
        archive("hangs", self.hangs);
        archive("material", self.material);
        archive("one_way", self.one_way);
        archive("user_data", self.user_data);
    }
};

template <>
struct Saved<TileRange> {
    static std::string name() { return "TileRange"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("x", self.x);
        archive("y", self.y);
        archive("width", self.width);
        archive("height", self.height);
    }
};

template <>
struct Saved<TileGridDefinition> {
    static std::string name() { return "TileGridDefinition"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("position", self.position);
        archive("angle", self.angle);
        archive("cell_size", self.cell_size);
        archive("width", self.width);
        archive("height", self.height);
        archive("types", self.types);
        archive("cells", self.cells);
        archive("filter", self.filter);
        archive("contact_events", self.contact_events);
        archive("hit_events", self.hit_events);
        archive("user_data", self.user_data);
    }
};

template <>
struct Saved<TileShape> {
    static std::string name() { return "TileShape"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("grid", self.grid);
        archive("cells", self.cells);
    }
};

template <>
struct Saved<TileGridRecord> {
    static std::string name() { return "TileGrid"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("definition", self.definition);
        archive("shapes", self.shapes);
        archive("bodies", self.bodies);
    }
};

template <>
struct Saved<TileGridStore> {
    static std::string name() { return "TileGrids"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        TileGridStore::visit_state(self, [&](auto& slots, auto& records, auto& of_shape, auto& of_body) {
            archive("slots", slots);
            archive("records", records);
            archive("of_shape", of_shape);
            archive("of_body", of_body);
        });
    }
};

}  // namespace drystone
