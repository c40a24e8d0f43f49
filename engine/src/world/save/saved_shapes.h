#pragma once

#include "store/chain_store.h"
#include "store/shape_store.h"
#include "world/save/saved_containers.h"
#include "world/save/saved_values.h"

#include <string>

namespace drystone {

template <>
struct Saved<ShapeCore> {
    static std::string name() { return "ShapeCore"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("first_point", self.first_point);
        archive("count", self.count);
        archive.limited("kind", self.kind, ShapeKind::Polygon);
        archive("radius", self.radius);
        archive("body", self.body);
    }
};

template <>
struct Saved<FatBox> {
    static std::string name() { return "FatBox"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("lower_x", self.lower_x);
        archive("lower_y", self.lower_y);
        archive("upper_x", self.upper_x);
        archive("upper_y", self.upper_y);
    }
};

template <>
struct Saved<ShapeRecord> {
    static std::string name() { return "ShapeRecord"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("filter", self.filter);
        archive("material", self.material);
        archive("user_data", self.user_data);
        archive("density", self.density);
        archive("contact_events", self.contact_events);
        archive("hit_events", self.hit_events);
        archive("pre_solve", self.pre_solve);
        archive("one_way", self.one_way);
        archive("sensor", self.sensor);
        archive("sensor_events", self.sensor_events);
        archive("sees_sensors", self.sees_sensors);
        archive("force_events", self.force_events);
        archive("force_threshold", self.force_threshold);
        archive("next", self.next);
        archive("previous", self.previous);
    }
};

template <>
struct Saved<ChainSegment> {
    static std::string name() { return "ChainSegment"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("a", self.a);
        archive("b", self.b);
        archive("ghost_before", self.ghost_before);
        archive("ghost_after", self.ghost_after);
        archive.limited("sides", self.sides, ChainSides::Both);
    }
};

template <>
struct Saved<ActiveEdge> {
    static std::string name() { return "ActiveEdge"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("segment", self.segment);
        archive("face", self.face);
    }
};

template <>
struct Saved<InternalEdges> {
    static std::string name() { return "InternalEdges"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("edges", self.edges);
        archive("hidden", self.hidden);
        archive("one_way_neighbors", self.one_way_neighbors);
    }
};

template <>
struct Saved<GivenSegment> {
    static std::string name() { return "GivenSegment"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("segment", self.segment);
        archive("has_own_before", self.has_own_before);
        archive("has_own_after", self.has_own_after);
    }
};

/// A custom shape is saved by the name that the user gave it.
template <>
struct Saved<CustomRecord> {
    static std::string name() { return "CustomShape"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive.custom_shape("name", self.shape);
    }
};

template <>
struct Saved<ShapeStore> {
    static std::string name() { return "Shapes"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ShapeStore::visit_state(
            self, [&](auto& slots, auto& cores, auto& proxies, auto& records, auto& /*boxes*/,
                      auto& fat_boxes, auto& /*frames*/, auto& first_rows, auto& version, auto& min_thickness,
                      auto& points, auto& normals, auto& internal_edges, auto& given_segments, auto& customs,
                      auto& solver_filters, auto& outlines, auto& outline_count, auto& names, auto& disabled,
                      auto& free_runs, auto& free_frames) {
                archive("slots", slots);
                archive("cores", cores);
                archive("proxies", proxies);
                archive("records", records);
                archive("fat_boxes", fat_boxes);
                archive("first_rows", first_rows);
                archive("version", version);
                archive("min_thickness", min_thickness);
                archive("points", points);
                archive("normals", normals);
                archive("internal_edges", internal_edges);
                archive("given_segments", given_segments);
                archive("customs", customs);
                archive("solver_filters", solver_filters);
                archive("outlines", outlines);
                archive("outline_count", outline_count);
                archive("names", names);
                archive("disabled", disabled);
                archive("free_runs", free_runs);
                archive("free_frames", free_frames);
            });
    }
};

template <>
struct Saved<ChainRecord> {
    static std::string name() { return "Chain"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ChainRecord::visit_state(self, [&](auto& body, auto& shapes, auto& is_loop) {
            archive("body", body);
            archive("shapes", shapes);
            archive("is_loop", is_loop);
        });
    }
};

template <>
struct Saved<ChainStore> {
    static std::string name() { return "Chains"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ChainStore::visit_state(self, [&](auto& slots, auto& records, auto& of_shape) {
            archive("slots", slots);
            archive("records", records);
            archive("of_shape", of_shape);
        });
    }
};

}  // namespace drystone
