#pragma once

#include <drystone/fields.h>

#include "store/field_store.h"
#include "world/save/saved_containers.h"
#include "world/save/saved_values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drystone {

template <>
struct Saved<HalfPlane> {
    static std::string name() { return "HalfPlane"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("normal", self.normal);
        archive("offset", self.offset);
    }
};

/// A living field as it is saved.
struct SavedField {
    FieldKind kind{};
    std::optional<SavedRegion> region{};
    Pose pose{};
    BodyId body{};
    std::uint64_t category = 1;
    std::uint64_t mask = 0;
    bool enabled = true;
    std::uint64_t user_data = 0;
    std::vector<HalfPlane> planes{};  ///< See `FieldRecord::region`.
    std::vector<Vec2> points{};
    float radius = 0.0f;
};

template <>
struct Saved<SavedField> {
    static std::string name() { return "Field"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("kind", self.kind);
        archive("region", self.region);
        archive("pose", self.pose);
        archive("body", self.body);
        archive("category", self.category);
        archive("mask", self.mask);
        archive("enabled", self.enabled);
        archive("user_data", self.user_data);
        archive("planes", self.planes);
        archive("points", self.points);
        archive("radius", self.radius);
    }
};

/// The fields of a world.
struct SavedFields {
    SlotPool slots;
    std::vector<SavedField> living;  ///< In the order of their slots.
};

template <>
struct Saved<SavedFields> {
    static std::string name() { return "Fields"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("slots", self.slots);
        archive("living", self.living);
    }
};

/// Convert geometry into the form of a save file, and back, with the same vertices. The latter throws `Error`
/// for a polygon that is none.
SavedRegion save_geometry(const ShapeGeometry& geometry);
ShapeGeometry restore_geometry(const SavedRegion& saved);
/// Convert the definition of a field, without what `SavedField` derives from it.
SavedField save_definition(const FieldDefinition& definition);
FieldDefinition restore_definition(const SavedField& saved);

SavedFields collect_fields(const FieldStore& fields);

}  // namespace drystone
