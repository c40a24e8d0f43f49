#include "world/checks.h"
#include "world/save/check_saved.h"

#include <drystone/collision/custom_shape.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Private lists of a `ShapeStore`.
struct FreeRuns {
    const std::array<std::vector<std::uint32_t>, 65>& points;
    const std::array<std::vector<std::uint32_t>, frame_rows(max_frame_points) + 1>& frames;
};

FreeRuns free_runs_of(const ShapeStore& shapes) {
    const std::array<std::vector<std::uint32_t>, 65>* points = nullptr;
    const std::array<std::vector<std::uint32_t>, frame_rows(max_frame_points) + 1>* frames = nullptr;
    ShapeStore::visit_state(shapes, [&](const auto&... members) {
        const auto all = std::tie(members...);
        points = &std::get<sizeof...(members) - 2>(all);
        frames = &std::get<sizeof...(members) - 1>(all);
    });
    return {*points, *frames};
}

bool is_point(const Vec2& point) {
    return std::abs(point.x) <= largest_reach && std::abs(point.y) <= largest_reach;
}

bool is_normal(const Vec2& normal) {
    constexpr float longest = 1.001f;  // Squared.
    return normal.x * normal.x + normal.y * normal.y <= longest;
}

bool is_valid_count(ShapeKind kind, int count) {
    switch (kind) {
        case ShapeKind::Circle: return count == 1;
        case ShapeKind::Capsule: return count == 1 || count == 2;
        case ShapeKind::Segment: return count == 2;
        case ShapeKind::Polygon: break;
    }
    return count >= 3;
}

void check_core(const ShapeStore& shapes, const BodyStore& bodies, std::uint32_t shape) {
    const ShapeCore& core = shapes.cores[shape];
    require(is_valid_count(core.kind, core.count), "a shape has as many points as its kind needs");
    require(core.first_point <= shapes.points.size() && core.count <= shapes.points.size() - core.first_point,
            "the points of a shape exist");
    require(core.body < bodies.slots.size(), "the body of a shape exists");
    require(core.radius >= 0.0f && core.radius <= largest_reach,
            "the radius of a shape is finite and not negative");
}

void check_record(const ShapeStore& shapes, std::uint32_t shape) {
    const ShapeRecord& record = shapes.records[shape];
    check_material("World::load", record.material);
    check_not_negative("World::load", "density", record.density);
    check_not_negative("World::load", "force_threshold", record.force_threshold);
    require(is_finite(record.one_way.value_or(Vec2{})), "the direction of a one-way shape is finite");
}

void check_points(const ShapeStore& shapes) {
    require(shapes.points.size() == shapes.normals.size(), "each point of the shapes has a normal");
    require(std::all_of(shapes.points.begin(), shapes.points.end(), is_point) &&
                std::all_of(shapes.normals.begin(), shapes.normals.end(), is_normal),
            "the points of the shapes are finite");
    NumberSet used(shapes.points.size());
    visit_live(shapes.slots, [&](std::uint32_t shape) {
        used.add_range(shapes.cores[shape].first_point, shapes.cores[shape].count, "shapes share no points");
    });
    const FreeRuns free = free_runs_of(shapes);
    require(free.points[0].empty(), "free runs of points are not empty");
    for (std::size_t length = 1; length < free.points.size(); ++length) {
        for (const std::uint32_t first : free.points[length]) {
            used.add_range(first, length, "free runs of points are free");
        }
    }
}

/// Makes the boxes of shapes, and the frames of those that have one. The frames and the free runs fill their
/// array.
void make_frames(ShapeStore& shapes, const BodyStore& bodies) {
    const FreeRuns free = free_runs_of(shapes);
    std::size_t rows = 0;
    visit_live(shapes.slots, [&](std::uint32_t shape) {
        if (shapes.has_frame(shape)) {
            require(shapes.cores[shape].count <= max_frame_points, "only small shapes have frames");
            rows += frame_rows(shapes.cores[shape].count);
        }
    });
    for (std::size_t length = 0; length < free.frames.size(); ++length) {
        rows += length * free.frames[length].size();
    }
    NumberSet used(rows);
    for (std::size_t length = 0; length < free.frames.size(); ++length) {
        require(
            length == frame_rows(3) || length == frame_rows(max_frame_points) || free.frames[length].empty(),
            "frames have one of two sizes");
        for (const std::uint32_t first : free.frames[length]) {
            used.add_range(first, length, "free frames are free");
        }
    }
    shapes.frames.edit().assign(rows, FrameRow{});
    visit_live(shapes.slots, [&](std::uint32_t shape) {
        if (shapes.has_frame(shape)) {
            const std::uint32_t first = shapes.first_rows[shape];
            used.add_range(first, frame_rows(shapes.cores[shape].count), "shapes share no frames");
        }
        const BodyMass& mass = bodies.masses[shapes.cores[shape].body];
        shapes.restore_derived(shape, Vec2{mass.center_x, mass.center_y});
    });
}

/// Checks the list of a body's shapes.
void check_list(const WorldState& world, std::uint32_t body, NumberSet& listed) {
    const ShapeStore& shapes = world.stores.shapes;
    std::uint32_t previous = no_index;
    for (std::uint32_t shape = world.stores.bodies.records[body].first_shape; shape != no_index;
         shape = shapes.records[shape].next) {
        listed.add(shape, "a shape is in the list of one body, once");
        require(shapes.slots.is_live(shape) && shapes.cores[shape].body == body &&
                    shapes.records[shape].previous == previous,
                "the shapes of a body know it and each other");
        require(shapes.is_present(shape) == world.stores.bodies.records[body].enabled,
                "the shapes of enabled bodies are in the trees");
        previous = shape;
    }
}

void check_lists(const WorldState& world) {
    const ShapeStore& shapes = world.stores.shapes;
    NumberSet listed(shapes.slots.size());
    visit_live(world.stores.bodies.slots, [&](std::uint32_t body) { check_list(world, body, listed); });
    std::uint32_t end = 0;
    for (const std::uint32_t shape : shapes.disabled) {
        require(shape >= end, "disabled shapes are sorted");
        listed.add(shape, "a disabled shape is in no list of a body");
        require(shapes.slots.is_live(shape) && !shapes.is_present(shape) &&
                    world.stores.bodies.slots.is_live(shapes.cores[shape].body),
                "a disabled shape has a body and is in no tree");
        end = shape + 1;
    }
    require(listed.count() == shapes.slots.live_count(), "every shape is in a list");
}

/// Checks that the trees hold the boxes of the shapes and nothing else.
void check_proxies(const WorldState& world) {
    const ShapeStore& shapes = world.stores.shapes;
    std::array<std::size_t, 3> counts{};
    for (std::uint32_t shape = 0; shape < shapes.slots.size(); ++shape) {
        if (!shapes.is_present(shape)) {
            continue;
        }
        require(shapes.slots.is_live(shape), "only living shapes are in trees");
        const BodyType type = world.stores.bodies.types[shapes.cores[shape].body];
        const AabbTree& tree = world.systems.broad_phase.tree(type);
        const std::uint32_t proxy = shapes.proxies[shape];
        require(tree.contains(proxy) && tree.user_data(proxy) == shape,
                "a shape and its proxy know each other");
        const FatBox& own = shapes.fat_boxes[shape];
        const Aabb box = tree.box(proxy);
        require(box.lower.x == own.lower_x && box.lower.y == own.lower_y && box.upper.x == own.upper_x &&
                    box.upper.y == own.upper_y,
                "a fat box is the same in the store and in the tree");
        ++counts[static_cast<std::size_t>(type)];
    }
    for (std::size_t type = 0; type < counts.size(); ++type) {
        require(world.systems.broad_phase.trees()[type].size() == counts[type], "a tree has shapes alone");
    }
}

bool is_segment(const ChainSegment& segment) {
    return is_point(segment.a) && is_point(segment.b) && is_point(segment.ghost_before.value_or(Vec2{})) &&
           is_point(segment.ghost_after.value_or(Vec2{}));
}

void check_internal_edges(const ShapeStore& shapes, std::uint32_t shape) {
    const int count = shapes.cores[shape].count;
    if (const InternalEdges* const own = shapes.internal_edges.find(shape)) {
        require(count >= 2 && (count > 2 || !own->edges.empty()), "a shape with internal edges has sides");
        for (const ActiveEdge& edge : own->edges) {
            require(edge.face >= 0 && edge.face < count && is_segment(edge.segment),
                    "an active edge is one of its shape");
        }
        for (const std::uint32_t other : own->one_way_neighbors) {
            require(other < shapes.slots.size(), "a one-way neighbour is a shape");
        }
    }
    if (const GivenSegment* const given = shapes.given_segments.find(shape)) {
        require(count == 2 && is_segment(given->segment) && shapes.internal_edges.find(shape) != nullptr,
                "a segment of a chain has two points and internal edges");
    }
}

void check_custom(const ShapeStore& shapes, std::uint32_t shape) {
    const CustomRecord* const custom = shapes.customs.find(shape);
    if (custom == nullptr) {
        return;
    }
    require(custom->shape.has_value(), "a custom shape has a name");
    const Polygon outline = custom->shape->polygon();
    const ConvexCore core = shapes.view(shape);
    const bool same = shapes.cores[shape].kind == ShapeKind::Polygon &&
                      static_cast<std::size_t>(core.count) == outline.vertices().size() &&
                      std::equal(outline.vertices().begin(), outline.vertices().end(), core.points) &&
                      core.radius == outline.radius();
    require(same, "the custom shape that has this name has the outline of the saved one");
}

}  // namespace

void check_shapes(WorldState& world) {
    ShapeStore& shapes = world.stores.shapes;
    const std::size_t count = shapes.slots.size();
    check_slots(shapes.slots, shapes.cores.size(), "the slots of shapes are consistent");
    require(shapes.proxies.size() == count && shapes.records.size() == count &&
                shapes.fat_boxes.size() == count && shapes.first_rows.size() == count,
            "all arrays of shapes have the same size");
    for (std::uint32_t shape = 0; shape < count; ++shape) {
        check_core(shapes, world.stores.bodies, shape);
    }
    visit_live(shapes.slots, [&](std::uint32_t shape) { check_record(shapes, shape); });
    check_points(shapes);
    shapes.boxes.edit().assign(count, BoxFrame{});
    make_frames(shapes, world.stores.bodies);
    check_lists(world);
    check_proxies(world);
    check_sparse_set(shapes.internal_edges, shapes.slots, "internal edges belong to shapes");
    check_sparse_set(shapes.given_segments, shapes.slots, "segments of chains belong to shapes");
    check_sparse_set(shapes.customs, shapes.slots, "custom shapes belong to shapes");
    check_sparse_set(shapes.solver_filters, shapes.slots, "solver filters belong to shapes");
    check_sparse_set(shapes.outlines, shapes.slots, "pieces of outlines belong to shapes");
    check_sparse_set(shapes.names, shapes.slots, "names belong to shapes");
    visit_live(shapes.slots, [&](std::uint32_t shape) {
        check_internal_edges(shapes, shape);
        check_custom(shapes, shape);
        const std::uint32_t* const outline = shapes.outlines.find(shape);
        require(outline == nullptr || *outline < shapes.outline_count, "a piece belongs to an outline");
    });
}

void check_chains(const WorldState& world) {
    const ChainStore& chains = world.stores.chains;
    const ShapeStore& shapes = world.stores.shapes;
    check_slots(chains.slots, chains.records.size(), "the slots of chains are consistent");
    check_sparse_set(chains.of_shape, shapes.slots, "the shapes of chains exist");
    NumberSet listed(shapes.slots.size());
    visit_live(chains.slots, [&](std::uint32_t chain) {
        const ChainRecord& record = chains.records[chain];
        require(world.stores.bodies.slots.is_live(record.body), "a chain has a body");
        for (const std::uint32_t shape : record.shapes) {
            listed.add(shape, "a segment belongs to one chain");
            const std::uint32_t* const own = chains.of_shape.find(shape);
            require(own != nullptr && *own == chain && shapes.cores[shape].body == record.body &&
                        shapes.given_segments.find(shape) != nullptr,
                    "a segment knows its chain");
        }
    });
    visit_live(shapes.slots, [&](std::uint32_t shape) {
        const bool is_segment = chains.of_shape.find(shape) != nullptr;
        require(is_segment == listed.contains(shape) &&
                    is_segment == (shapes.given_segments.find(shape) != nullptr),
                "a chain lists its segments");
    });
}

}  // namespace drystone
