#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/shapes.h>
#include <drystone/shape.h>

#include "core/arrays.h"
#include "core/definition_array.h"
#include "core/sparse_set.h"
#include "store/body_store.h"
#include "store/internal_edges.h"
#include "store/polygon_frame.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace drystone {

enum class ShapeKind : std::uint8_t { Circle, Capsule, Segment, Polygon };

/// Data of a shape that the narrow phase reads.
struct ShapeCore {
    std::uint32_t first_point = 0;  ///< Index into the pool of points and normals.
    std::uint16_t count = 0;
    ShapeKind kind = ShapeKind::Circle;
    float radius = 0.0f;
    std::uint32_t body = no_index;
    float thickness = 0.0f;  ///< Half of the minimum width [m].
};
static_assert(sizeof(ShapeCore) == 20);

/// A box as the lanes of box contacts gather it: two rows of four floats.
struct alignas(32) BoxFrame {
    float half_x = 0.0f;
    float half_y = 0.0f;
    float radius = 0.0f;
    float thickness = 0.0f;      ///< Half of the minimum width of the shape [m].
    float mass_center_x = 0.0f;  ///< Centre of mass of the body, relative to the box [m].
    float mass_center_y = 0.0f;
    float c = 1.0f;  ///< Rotation of the box relative to the body.
    float s = 0.0f;
};
static_assert(sizeof(BoxFrame) == 32);

/// A fat box as lanes gather it; the tree holds the same box.
struct FatBox {
    float lower_x = 0.0f;
    float lower_y = 0.0f;
    float upper_x = 0.0f;
    float upper_y = 0.0f;
};
static_assert(sizeof(FatBox) == 16);

inline bool overlaps(const FatBox& a, const FatBox& b) {
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y &&
           b.lower_y <= a.upper_y;
}

/// Data of a shape that only the public interface and the creation of contacts read.
struct ShapeRecord {
    Filter filter{};
    Material material{};
    std::uint64_t user_data = 0;
    float density = 1.0f;
    bool contact_events = true;
    bool hit_events = false;
    bool pre_solve = false;
    std::optional<Vec2> one_way{};  ///< Unit vector.
    bool sensor = false;
    bool sensor_events = true;
    bool sees_sensors = false;
    bool force_events = false;
    float force_threshold = 0.0f;
    std::uint32_t next = no_index;  ///< Next shape on the same body.
    std::uint32_t previous = no_index;

    /// Returns whether contacts of the shape are checked before they are solved.
    [[nodiscard]] bool needs_pre_solve() const { return pre_solve || one_way.has_value(); }
};

/// Returns half of the minimum width of a core, rounding radius included [m]: a shorter motion cannot jump
/// over a line.
float half_thickness(const ConvexCore& core);

/// A custom shape of the user.
struct CustomRecord {
    std::optional<CustomShape> shape;
};

/// All shapes of a world. Points and normals are in one pool, in the frame of the shape's body.
struct ShapeStore {
    SlotPool slots;
    DefinitionArray<ShapeCore> cores;
    DefinitionArray<std::uint32_t> proxies;  ///< Proxies in the tree of the body's type.
    DefinitionArray<ShapeRecord> records;
    DefinitionArray<BoxFrame> boxes;  ///< Without size for shapes that are not boxes.
    std::vector<FatBox> fat_boxes;
    /// Polygon frames for lanes, created by `frame_of`; see `write_polygon_frame`.
    DefinitionArray<FrameRow> frames;
    DefinitionArray<std::uint32_t> first_rows;  ///< First row of the shape's frame; `no_index`: none yet.
    std::uint32_t version = 0;  ///< Counts changes of the set of shapes and of their geometry.
    /// Lower bound of the thickness of all shapes on moving bodies [m].
    float min_thickness = std::numeric_limits<float>::max();
    DefinitionArray<Vec2> points;
    DefinitionArray<Vec2> normals;
    SparseSet<InternalEdges> internal_edges;  ///< Shapes that have neighbours, and all segments of chains.
    SparseSet<GivenSegment> given_segments;   ///< Segments of chains.
    /// Shapes with curved borders of their own; their points are those of the outline.
    SparseSet<CustomRecord> customs;
    SparseSet<Filter> solver_filters;   ///< Solver filters that differ from the default.
    SparseSet<std::uint32_t> outlines;  ///< The outline of which the shape is a piece, as a number.
    std::uint32_t outline_count = 0;    ///< Number of outlines ever created.
    SparseSet<std::string> names;       ///< Names for display.
    /// Shapes that are disabled individually, whatever the state of their bodies; in no list of a body.
    /// Sorted.
    std::vector<std::uint32_t> disabled;

    std::uint32_t create(const ShapeGeometry& geometry, std::uint32_t body);
    void destroy(std::uint32_t shape);
    /// Makes room for replacing a geometry, which cannot run out of memory afterwards.
    void prepare_replacement(const ShapeGeometry& geometry);
    /// Replaces the geometry of a shape.
    void replace(std::uint32_t shape, const ShapeGeometry& geometry);
    void reserve(std::size_t count);
    /// Releases memory that a burst of new shapes left; called at the beginning of a step.
    void shrink_to_fit();
    /// Returns half of the minimum width of a shape [m].
    [[nodiscard]] float thickness(std::uint32_t shape) const { return cores[shape].thickness; }
    /// Updates `min_thickness` for a shape on a moving body.
    void record_thickness(std::uint32_t shape) { min_thickness = std::min(min_thickness, thickness(shape)); }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.slots, self.cores, self.proxies, self.records, self.boxes, self.fat_boxes, self.frames,
                self.first_rows, self.version, self.min_thickness, self.points, self.normals,
                self.internal_edges, self.given_segments, self.customs, self.solver_filters, self.outlines,
                self.outline_count, self.names, self.disabled, self.free_runs_, self.free_frames_);
    }
    [[nodiscard]] std::size_t bytes() const;

    [[nodiscard]] ConvexCore view(std::uint32_t shape) const {
        const ShapeCore& core = cores[shape];
        return {points.data() + core.first_point, normals.data() + core.first_point, core.count, core.radius};
    }
    /// Returns whether the shape is more than its core, so that lanes cannot collide it.
    [[nodiscard]] bool is_special(std::uint32_t shape) const {
        const CustomRecord* const custom = customs.find(shape);
        return internal_edges.find(shape) != nullptr || (custom != nullptr && !custom->shape->is_polygon());
    }
    /// Returns whether this is a segment of a chain that lets shapes through from its left.
    [[nodiscard]] bool is_one_sided(std::uint32_t shape) const {
        const GivenSegment* const given = given_segments.find(shape);
        return given != nullptr && given->segment.sides == ChainSides::Right;
    }
    [[nodiscard]] bool is_disabled(std::uint32_t shape) const {
        return std::binary_search(disabled.begin(), disabled.end(), shape);
    }
    [[nodiscard]] Filter solver_filter(std::uint32_t shape) const {
        const Filter* const found = solver_filters.find(shape);
        return found != nullptr ? *found : Filter{};
    }
    void set_solver_filter(std::uint32_t shape, const Filter& filter) {
        if (filter != Filter{}) {
            solver_filters.set(shape, filter);
        } else if (!solver_filters.empty()) {
            solver_filters.clear(shape);
        }
    }
    /// Returns whether the solver filters let the contacts of two shapes push.
    [[nodiscard]] bool push_each_other(std::uint32_t a, std::uint32_t b) const {
        return solver_filters.empty() || should_collide(solver_filter(a), solver_filter(b));
    }
    /// Returns whether the shape has a proxy in a tree, so that contacts and queries find it.
    [[nodiscard]] bool is_present(std::uint32_t shape) const { return proxies[shape] != no_index; }
    /// Returns the shape as queries see it: its core and its custom shape, if any.
    [[nodiscard]] AnyShape any(std::uint32_t shape) const {
        const CustomRecord* const custom = customs.find(shape);
        return {view(shape), custom != nullptr && !custom->shape->is_polygon() ? &*custom->shape : nullptr};
    }
    [[nodiscard]] MassProperties mass(std::uint32_t shape, float density) const;
    [[nodiscard]] bool is_box(std::uint32_t shape) const { return boxes[shape].half_x > 0.0f; }
    /// Updates a shape for a new centre of mass of its body, given in the body's frame. Affects boxes and
    /// shapes with a polygon frame.
    void set_mass_center(std::uint32_t shape, const Vec2& center);
    /// Returns the first row of the frame of a shape with at most `max_frame_points`; creates the frame if
    /// needed.
    std::uint32_t frame_of(std::uint32_t shape, const Vec2& mass_center);
    /// Makes room for some frames: creating them cannot run out of memory afterwards.
    void prepare_frames(std::size_t count) {
        if (!has_room_for_frames(count)) {
            grow_reserve(frames, frames.size() + count * frame_rows(max_frame_points));
        }
    }
    [[nodiscard]] bool has_frame(std::uint32_t shape) const { return first_rows[shape] != no_index; }
    /// Returns whether `count` frames can be created without a reallocation of `frames`.
    [[nodiscard]] bool has_room_for_frames(std::size_t count) const {
        return frames.size() + count * frame_rows(max_frame_points) <= frames.capacity();
    }
    /// Computes box and thickness of a shape, and its rows if it has a frame, from its points.
    void restore_derived(std::uint32_t shape, const Vec2& mass_center);
    /// Returns the geometry as it was given, up to the rounding of a polygon's recomputed centroid.
    [[nodiscard]] ShapeGeometry geometry(std::uint32_t shape) const;

private:
    void write_geometry(std::uint32_t shape, const ShapeGeometry& geometry, std::uint32_t body);
    void measure(std::uint32_t shape);
    void free_geometry(std::uint32_t shape);
    void prepare_points(const ConvexCore& core);
    std::uint32_t write_points(const ConvexCore& core);
    std::uint32_t allocate_frame(std::uint32_t rows);
    /// Calls `visitor(array)` for each array with one item per slot.
    template <class Visitor>
    void visit_arrays(Visitor&& visitor) {
        visitor(proxies);
        visitor(records);
        visitor(boxes);
        visitor(fat_boxes);
        visitor(first_rows);
        visitor(cores);  // Last: its capacity says whether the others have room.
    }
    void grow(std::size_t count);

    GrowthPolicy growth_;
    GrowthPolicy point_growth_;
    /// Freed runs of the pool by their length; longer runs than the table has are not reused.
    std::array<std::vector<std::uint32_t>, 65> free_runs_{};
    std::array<std::vector<std::uint32_t>, frame_rows(max_frame_points) + 1> free_frames_{};
};

}  // namespace drystone
