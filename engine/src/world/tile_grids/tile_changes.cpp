#include "world/tile_grids/tile_changes.h"

#include <drystone/collision/detail/sort_items.h>

#include "world/bodies/body_lifecycle.h"
#include "world/bodies/body_mass.h"
#include "world/prepare.h"
#include "world/shapes/shape_boxes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace drystone {

namespace {

/// Writes a rectangle's new corners in the place of the old ones.
void write_corners(ShapeStore& shapes, std::uint32_t shape, const Polygon& polygon) {
    const ConvexCore core = make_core(polygon);
    const std::uint32_t first = shapes.cores[shape].first_point;
    const auto count = static_cast<std::size_t>(core.count);
    std::copy_n(core.points, count, shapes.points.edit(first, count));
    std::copy_n(core.normals, count, shapes.normals.edit(first, count));
    shapes.internal_edges.clear(shape);
    ++shapes.version;
}

int common_count(const TileRange& cells) {
    return cells.width > 0 && cells.height > 0 ? cells.width * cells.height : 0;
}

}  // namespace

TileRange TileChanges::common_cells(const TileRange& a, const TileRange& b) {
    const int x = std::max(a.x, b.x);
    const int y = std::max(a.y, b.y);
    return {x, y, std::min(a.x + a.width, b.x + b.width) - x, std::min(a.y + a.height, b.y + b.height) - y};
}

std::vector<std::uint8_t> TileChanges::copy_cells(const TileRange& cells) const {
    std::vector<std::uint8_t> copy;
    copy.reserve(static_cast<std::size_t>(cells.width) * static_cast<std::size_t>(cells.height));
    for (int y = cells.y; y < cells.y + cells.height; ++y) {
        const auto row =
            record().definition.cells.begin() + static_cast<std::ptrdiff_t>(record().place(cells.x, y));
        copy.insert(copy.end(), row, row + cells.width);
    }
    return copy;
}

void TileChanges::plan_block(const TileRange& changed_cells) {
    is_local_ = is_local_ && is_local();
    blocks_.push_back(changed_cells);
    std::erase_if(before_, [&](const TilePiece& piece) {
        const auto kept = std::find(after_.begin(), after_.end(), piece);
        if (kept == after_.end()) {
            return false;
        }
        after_.erase(kept);
        return true;
    });
    for (const TilePiece& piece : before_) {
        changes_.push_back({piece, std::nullopt, std::nullopt});
        if (const auto heir = find_heir(piece); heir != after_.end()) {
            changes_.back().to = *heir;
            after_.erase(heir);
        }
    }
    new_.insert(new_.end(), after_.begin(), after_.end());
}

void TileChanges::replace_pieces() {
    if (blocks_.empty()) {
        return;
    }
    InternalEdgeChanges& edges = world_.systems.internal_edge_changes;
    is_local_ = is_local_ && !edges.everywhere;
    const std::size_t marked = edges.boxes.size();
    {
        Undo undo([&] { drop_made(); });
        make_shapes();
        undo.keep();
    }
    for (const Change& change : changes_) {
        if (change.to) {
            resize(change);
        } else {
            drop(change.from);
        }
    }
    for (std::size_t i = 0; i < new_.size(); ++i) {
        enter(made_[i], new_[i]);
    }
    if (is_local_ && !edges.everywhere) {
        edges.boxes.resize(marked);
        for (const TileRange& cells : blocks_) {
            edges.add_box(box_of(cells), world_.systems.broad_phase.tree(BodyType::Static).size());
        }
    }
}

void TileChanges::make_shapes() {
    made_.reserve(new_.size());
    chunks_.reserve(new_.size());
    bodies_.reserve(new_.size() + changes_.size());
    // Each new shape is marked once, and twice where it has to go again.
    world_.systems.internal_edge_changes.prepare(3 * new_.size());
    for (const TilePiece& piece : new_) {
        made_.push_back(add(piece, new_.size() - made_.size()));
        bodies_.push_back(world_.stores.shapes.cores[made_.back()].body);
    }
    for (Change& change : changes_) {
        bodies_.push_back(body_of(change.from));
        if (change.to) {
            change.form = make_piece(record().definition, *change.to);
        }
    }
    sort_items(bodies_.begin(), bodies_.end());
    bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());
    prepare_changes(world_, bodies_);
}

void TileChanges::drop_made() {
    take_back_shapes(world_, made_, false);
    for (; !chunks_.empty(); chunks_.pop_back()) {
        std::uint32_t& body = record().bodies[chunks_.back()];
        drop_body(world_, std::exchange(body, no_index));
    }
}

void TileChanges::make_block(int block_x, int block_y) {
    collect_pieces(record().definition, block_x, block_y, after_);
    chunks_.clear();
    chunks_.reserve(after_.size());
    for (std::size_t i = 0; i < after_.size(); ++i) {
        enter(add(after_[i], after_.size() - i), after_[i]);
    }
}

bool TileChanges::is_local() const {
    // Rows far from the cells have new shapes where a block is split or made, and shapes know their one-way
    // neighbours by number. All other shapes that differ touch the cells, and cover the rest as before.
    const auto is_ordinary = [&](const TilePiece& piece) {
        return piece.cells.height == 1 && !record().definition.types[piece.type - 1u].one_way;
    };
    return std::all_of(before_.begin(), before_.end(), is_ordinary) &&
           std::all_of(after_.begin(), after_.end(), is_ordinary);
}

Aabb TileChanges::box_of(const TileRange& cells) const {
    const TileGridDefinition& grid = record().definition;
    const Pose pose{grid.position, Rot::from_angle(grid.angle)};
    Aabb box{};
    for (int corner = 0; corner < 4; ++corner) {
        const int x = cells.x + (corner % 2 == 0 ? 0 : cells.width);
        const int y = cells.y + (corner < 2 ? 0 : cells.height);
        const Vec2 point =
            transform(pose, grid.cell_size * Vec2{static_cast<float>(x), static_cast<float>(y)});
        box = corner == 0 ? Aabb{point, point} : merge(box, {point, point});
    }
    return expand(box, 4.0f * internal_edge_tolerance);
}

std::vector<TilePiece>::iterator TileChanges::find_heir(const TilePiece& piece) {
    auto best = after_.end();
    std::pair<bool, int> most{false, 0};
    for (auto heir = after_.begin(); heir != after_.end(); ++heir) {
        const int common = common_count(common_cells(piece.cells, heir->cells));
        // What touches a block touches it where it is dug into, rather than deeper.
        const bool is_beside =
            heir->cells.y < changed_.y + changed_.height && changed_.y < heir->cells.y + heir->cells.height;
        if (heir->type == piece.type && common > 0 && std::pair(is_beside, common) > most) {
            most = {is_beside, common};
            best = heir;
        }
    }
    return best;
}

std::uint32_t TileChanges::body_of(const TilePiece& piece) {
    const int x = piece.cells.x / tile_chunk;
    const int y = piece.cells.y / tile_chunk;
    const auto chunk = static_cast<std::size_t>(y * record().chunk_columns() + x);
    if (record().bodies[chunk] == no_index) {
        TileGridStore& grids = world_.stores.tile_grids;
        const TileGridDefinition& grid = record().definition;
        grids.of_body.prepare(world_.stores.bodies.slots.upcoming(0));
        const std::uint32_t body = add_body(world_, {.type = BodyType::Static,
                                                     .position = place_of_chunk(grid, x, y),
                                                     .angle = grid.angle,
                                                     .user_data = grid.user_data});
        record().bodies[chunk] = body;
        chunks_.push_back(chunk);
        grids.of_body.set(body, grid_);
    }
    return record().bodies[chunk];
}

void TileChanges::enter(std::uint32_t shape, const TilePiece& piece) {
    record().shapes[record().place(piece.cells.x, piece.cells.y)] = shape;
    world_.stores.tile_grids.of_shape.set(shape, {grid_, piece.cells});
}

std::uint32_t TileChanges::add(const TilePiece& piece, std::size_t entries) {
    const TileGridDefinition& grid = record().definition;
    const TileType& type = grid.types[piece.type - 1u];
    const ShapeDefinition surface{.density = 0.0f,
                                  .material = type.material,
                                  .filter = grid.filter,
                                  .contact_events = grid.contact_events,
                                  .hit_events = grid.hit_events,
                                  .one_way = type.one_way,
                                  .user_data = type.user_data};
    const ShapeGeometry geometry = make_piece(grid, piece);
    const std::uint32_t body = body_of(piece);
    world_.stores.tile_grids.of_shape.prepare(world_.stores.shapes.slots.upcoming(0), entries);
    return add_shape(world_, function_, body, {geometry, {}}, surface);
}

void TileChanges::drop(const TilePiece& piece) {
    std::uint32_t& place = record().shapes[record().place(piece.cells.x, piece.cells.y)];
    const std::uint32_t shape = place;
    place = no_index;
    world_.stores.tile_grids.of_shape.clear(shape);
    drop_shape(world_, shape, false);
}

void TileChanges::resize(const Change& change) {
    const TilePiece& from = change.from;
    std::uint32_t& place = record().shapes[record().place(from.cells.x, from.cells.y)];
    const std::uint32_t shape = place;
    place = no_index;
    ShapeStore& shapes = world_.stores.shapes;
    const std::uint32_t body = shapes.cores[shape].body;
    const bool present = shapes.is_present(shape);
    if (present) {
        mark_internal_edges_dirty(world_, shape);
    }
    write_corners(shapes, shape, *change.form);
    const BodyMass& mass = world_.stores.bodies.masses[body];
    shapes.restore_derived(shape, Vec2{mass.center_x, mass.center_y});
    if (present) {
        mark_internal_edges_dirty(world_, shape);
        const BodyType type = world_.stores.bodies.types[body];
        set_fat_box(shapes, world_.systems.broad_phase.tree(type), shape, tight_box(world_, shape));
    }
    recheck_contacts_of_shapes(world_, body, {&shape, 1});
    update_extent(world_, body);
    enter(shape, *change.to);
}

}  // namespace drystone
