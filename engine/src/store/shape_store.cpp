#include "store/shape_store.h"

#include "core/arrays.h"
#include "store/with_core.h"

#include <cmath>

namespace drystone {

namespace {

ShapeKind kind_of(const ShapeGeometry& geometry) { return static_cast<ShapeKind>(geometry.index()); }

/// Returns whether the core is a rectangle within rounding: the diagonals bisect each other and the sides are
/// perpendicular.
bool is_rectangle(const ConvexCore& core) {
    if (core.count != 4) {
        return false;
    }
    const Vec2 side = core.points[1] - core.points[0];
    const Vec2 next = core.points[2] - core.points[1];
    const Vec2 closing = (core.points[0] + core.points[2]) - (core.points[1] + core.points[3]);
    const float size = length(side) + length(next);
    return std::abs(dot(side, next)) <= 4e-6f * length(side) * length(next) &&
           length(closing) <= 4e-6f * size;
}

BoxFrame make_box_frame(const ConvexCore& core) {
    BoxFrame box;
    if (is_rectangle(core)) {
        const Vec2 side = core.points[1] - core.points[0];
        const float length = drystone::length(side);
        box.half_x = 0.5f * length;
        box.half_y = 0.5f * drystone::length(core.points[2] - core.points[1]);
        box.radius = core.radius;
        box.c = side.x / length;
        box.s = side.y / length;
    }
    return box;
}

}  // namespace

/// Makes room for the points of a core.
void ShapeStore::prepare_points(const ConvexCore& core) {
    const auto count = static_cast<std::size_t>(core.count);
    const bool reuses = count < free_runs_.size() && !free_runs_[count].empty();
    if (!reuses && points.size() + count > points.capacity()) {
        const std::size_t capacity = std::max(points.size() + count, point_growth_.next(points.capacity()));
        normals.reserve(capacity);
        points.reserve(capacity);
    }
}

/// Returns the index of the core's first point in the pool. A single point has a zero normal.
std::uint32_t ShapeStore::write_points(const ConvexCore& core) {
    const auto count = static_cast<std::size_t>(core.count);
    const std::size_t normal_count = count > 1 ? count : 0;
    if (count < free_runs_.size() && !free_runs_[count].empty()) {
        const std::uint32_t first = free_runs_[count].back();
        free_runs_[count].pop_back();
        std::copy_n(core.points, count, points.edit(first, count));
        std::copy_n(core.normals, normal_count, normals.edit(first, count));
        return first;
    }
    const std::size_t first = points.size();
    prepare_points(core);
    points.append(core.points, count);
    normals.append(core.normals, normal_count);
    normals.grow(points.size());
    return static_cast<std::uint32_t>(first);
}

std::uint32_t ShapeStore::allocate_frame(std::uint32_t rows) {
    std::vector<std::uint32_t>& free = free_frames_[rows];
    if (!free.empty()) {
        const std::uint32_t first = free.back();
        free.pop_back();
        return first;
    }
    const auto first = static_cast<std::uint32_t>(frames.size());
    frames.grow(first + rows);
    return first;
}

std::uint32_t ShapeStore::frame_of(std::uint32_t shape, const Vec2& mass_center) {
    if (first_rows[shape] == no_index) {
        const std::uint32_t rows = frame_rows(cores[shape].count);
        const std::uint32_t first = allocate_frame(rows);
        first_rows.edit(shape) = first;
        write_polygon_frame(view(shape), thickness(shape), mass_center, frames.edit(first, rows));
    }
    return first_rows[shape];
}

std::uint32_t ShapeStore::create(const ShapeGeometry& geometry, std::uint32_t body) {
    if (slots.upcoming(0) == cores.capacity()) {
        grow(growth_.next(cores.size()));
    }
    with_core(geometry, [&](const ConvexCore& core) { prepare_points(core); });
    const std::uint32_t shape = slots.create();
    ++version;
    if (shape == cores.size()) {
        cores.push_back({});
        proxies.push_back(no_index);
        records.push_back({});
        boxes.push_back({});
        fat_boxes.emplace_back();
        first_rows.push_back(no_index);
    } else {
        proxies.edit(shape) = no_index;
        records.edit(shape) = {};
    }
    write_geometry(shape, geometry, body);
    return shape;
}

void ShapeStore::replace(std::uint32_t shape, const ShapeGeometry& geometry) {
    prepare_replacement(geometry);
    free_geometry(shape);
    customs.clear(shape);
    internal_edges.clear(shape);
    write_geometry(shape, geometry, cores[shape].body);
    ++version;
}

void ShapeStore::prepare_replacement(const ShapeGeometry& geometry) {
    with_core(geometry, [&](const ConvexCore& core) { prepare_points(core); });
}

void ShapeStore::write_geometry(std::uint32_t shape, const ShapeGeometry& geometry, std::uint32_t body) {
    with_core(geometry, [&](const ConvexCore& core) {
        cores.edit(shape) = {write_points(core),
                             static_cast<std::uint16_t>(core.count),
                             kind_of(geometry),
                             core.radius,
                             body,
                             0.0f};
    });
    first_rows.edit(shape) = no_index;
    measure(shape);
}

void ShapeStore::measure(std::uint32_t shape) {
    ShapeCore& core = cores.edit(shape);
    BoxFrame& box = boxes.edit(shape);
    box = core.kind == ShapeKind::Polygon ? make_box_frame(view(shape)) : BoxFrame{};
    core.thickness = is_box(shape) ? std::min(box.half_x, box.half_y) : half_thickness(view(shape));
    box.thickness = core.thickness;
}

void ShapeStore::restore_derived(std::uint32_t shape, const Vec2& mass_center) {
    measure(shape);
    set_mass_center(shape, mass_center);
}

void ShapeStore::destroy(std::uint32_t shape) {
    free_geometry(shape);
    internal_edges.clear(shape);
    given_segments.clear(shape);
    customs.clear(shape);
    outlines.clear(shape);
    names.clear(shape);
    solver_filters.clear(shape);
    std::erase(disabled, shape);
    proxies.edit(shape) = no_index;
    slots.destroy(shape);
    ++version;
}

void ShapeStore::free_geometry(std::uint32_t shape) {
    const ShapeCore& core = cores[shape];
    if (core.count < free_runs_.size()) {
        try_push_back(free_runs_[core.count], core.first_point);
    }
    if (first_rows[shape] != no_index) {
        try_push_back(free_frames_[frame_rows(core.count)], first_rows[shape]);
    }
}

void ShapeStore::set_mass_center(std::uint32_t shape, const Vec2& center) {
    if (first_rows[shape] != no_index) {
        const std::uint32_t rows = frame_rows(cores[shape].count);
        write_polygon_frame(view(shape), thickness(shape), center, frames.edit(first_rows[shape], rows));
    }
    if (is_box(shape)) {
        BoxFrame& box = boxes.edit(shape);
        const Vec2* const corners = points.data() + cores[shape].first_point;
        const Vec2 middle = 0.5f * (corners[0] + corners[2]);
        const Vec2 from_box = inverse_rotate(Rot{box.c, box.s}, center - middle);
        box.mass_center_x = from_box.x;
        box.mass_center_y = from_box.y;
    }
}

ShapeGeometry ShapeStore::geometry(std::uint32_t shape) const {
    const ShapeCore& core = cores[shape];
    const Vec2* const p = points.data() + core.first_point;
    switch (core.kind) {
        case ShapeKind::Circle: return Circle{p[0], core.radius};
        // A capsule whose ends coincide has one point.
        case ShapeKind::Capsule: return Capsule{p[0], p[core.count - 1], core.radius};
        case ShapeKind::Segment: return Segment{p[0], p[1]};
        case ShapeKind::Polygon: break;
    }
    return make_hull(std::span<const Vec2>(p, core.count), core.radius);
}

MassProperties ShapeStore::mass(std::uint32_t shape, float density) const {
    const CustomRecord* const custom = customs.find(shape);
    return custom != nullptr ? custom->shape->mass(density) : compute_mass(view(shape), density);
}

void ShapeStore::grow(std::size_t count) {
    slots.grow(count);
    visit_arrays([&](auto& array) { array.reserve(count); });
}

void ShapeStore::reserve(std::size_t count) {
    grow(count);
    slots.reserve(count);
    points.reserve(4 * count);
    normals.reserve(4 * count);
}

void ShapeStore::shrink_to_fit() {
    if (growth_.shrink_to_fit(cores.size())) {
        const std::size_t count = stepwise_capacity(cores.size());
        slots.shrink(count);
        visit_arrays([&](auto& array) { shrink_to(array, count); });
    }
    if (point_growth_.shrink_to_fit(points.size())) {
        const std::size_t count = stepwise_capacity(points.size());
        shrink_to(points, count);
        shrink_to(normals, count);
    }
}

std::size_t ShapeStore::bytes() const {
    std::size_t batches = 0;
    for (const auto& run : free_runs_) {
        batches += run.capacity() * sizeof(std::uint32_t);
    }
    for (const auto& run : free_frames_) {
        batches += run.capacity() * sizeof(std::uint32_t);
    }
    return slots.bytes() +
           cores.capacity() * (sizeof(ShapeCore) + sizeof(std::uint32_t) + sizeof(ShapeRecord) +
                               sizeof(BoxFrame) + sizeof(FatBox) + sizeof(std::uint32_t)) +
           (points.capacity() + normals.capacity()) * sizeof(Vec2) + frames.capacity() * sizeof(FrameRow) +
           disabled.capacity() * sizeof(std::uint32_t) + batches + internal_edges.bytes() +
           given_segments.bytes() + customs.bytes() + outlines.bytes() + names.bytes() +
           solver_filters.bytes();
}

float half_thickness(const ConvexCore& core) {
    if (core.count < 3) {
        return core.radius;
    }
    float minimum = std::numeric_limits<float>::max();
    for (int i = 0; i < core.count; ++i) {
        float depth = 0.0f;
        for (int k = 0; k < core.count; ++k) {
            depth = std::max(depth, dot(core.normals[i], core.points[i] - core.points[k]));
        }
        minimum = std::min(minimum, depth);
    }
    return 0.5f * minimum + core.radius;
}

}  // namespace drystone
