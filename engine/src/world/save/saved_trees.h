#pragma once

#include <drystone/collision/aabb_tree.h>

#include "world/save/saved_containers.h"

#include <cstdint>
#include <string>

namespace drystone {

template <>
struct Saved<detail::PackedBox> {
    static std::string name() { return "PackedBox"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("min_x", self.min_x);
        archive("min_y", self.min_y);
        archive("max_x", self.max_x);
        archive("max_y", self.max_y);
    }
};

template <std::uint32_t count>
struct Saved<detail::BoxLanes<count>> {
    static std::string name() { return "BoxLanes" + std::to_string(count); }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("min_x", self.min_x);
        archive("min_y", self.min_y);
        archive("max_x", self.max_x);
        archive("max_y", self.max_y);
    }
};

template <>
struct Saved<detail::TreeLevel> {
    static std::string name() { return "TreeLevel"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("children", self.children);
        archive("categories", self.categories);
        archive("moved", self.moved);
        archive("stale", self.stale);
    }
};

template <>
struct Saved<AabbTree> {
    static std::string name() { return "Tree"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        AabbTree::visit_state(
            self, [&](auto& entries, auto& first_free, auto& size, auto& changes, auto& boxes, auto& proxies,
                      auto& categories, auto& used_slots, auto& lanes, auto& previous, auto& block_bounds,
                      auto& marks, auto& perimeters, auto& levels, auto& level_count, auto& common_categories,
                      auto& categories_shrank, auto& appended, auto& refits, auto& refitted_blocks,
                      auto& perimeter, auto& sorted_perimeter) {
                archive("entries", entries);
                archive("first_free", first_free);
                archive("size", size);
                archive("changes", changes);
                archive("boxes", boxes);
                archive("proxies", proxies);
                archive("categories", categories);
                archive("used_slots", used_slots);
                archive("lanes", lanes);
                archive("previous", previous);
                archive("block_bounds", block_bounds);
                archive("marks", marks);
                archive("perimeters", perimeters);
                archive("levels", levels);
                archive("level_count", level_count);
                archive("common_categories", common_categories);
                archive("categories_shrank", categories_shrank);
                archive("appended", appended);
                archive("refits", refits);
                archive("refitted_blocks", refitted_blocks);
                archive("perimeter", perimeter);
                archive("sorted_perimeter", sorted_perimeter);
            });
    }
};

}  // namespace drystone
