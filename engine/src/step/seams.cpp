#include "step/seams.h"

#include "step/contact_relations.h"
#include "step/contacts.h"
#include "step/seam_finder.h"

#include <algorithm>
#include <vector>

namespace drystone {

namespace {

void sort_uniquely(std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// A shape whose seams are looked for; those of a chain are the user's.
bool is_changeable(const ShapeStore& shapes, std::uint32_t shape) {
    const ShapeSeams* const seams = shapes.seams.find(shape);
    return SeamFinder::is_continuable(shapes, shape) && (seams == nullptr || !seams->of_chain);
}

/// Could the two make one surface, if they lie so?
bool may_continue(const ShapeStore& shapes, std::uint32_t shape, std::uint32_t other) {
    return other != shape && SeamFinder::is_continuable(shapes, other) &&
           shapes.records[other].filter == shapes.records[shape].filter &&
           shapes.solver_filter(other) == shapes.solver_filter(shape) &&
           shapes.cores[other].radius == shapes.cores[shape].radius;
}

/// Calls `visitor(shape)` for all shapes of enabled static bodies, in the order of slots.
template <class Visitor>
void visit_static(const WorldState& world, Visitor&& visitor) {
    for (std::uint32_t shape = 0; shape < world.shapes.slots.size(); ++shape) {
        if (world.shapes.slots.is_live(shape) && world.shapes.proxies[shape] != no_index &&
            world.bodies.types[world.shapes.cores[shape].body] == BodyType::Static) {
            visitor(shape);
        }
    }
}

/// The static shapes near anything that changed.
std::vector<std::uint32_t> find_changed_static(const WorldState& world) {
    const AabbTree& tree = world.broad_phase.tree(BodyType::Static);
    std::vector<std::uint32_t> found;
    if (2 * world.seam_changes.boxes.size() > tree.size()) {
        // Of a world that has just been made: to look at all costs less than to find out which.
        visit_static(world, [&](std::uint32_t shape) {
            if (is_changeable(world.shapes, shape)) {
                found.push_back(shape);
            }
        });
        return found;
    }
    std::vector<std::uint8_t> is_found(world.shapes.slots.size(), 0);
    for (const Aabb& box : world.seam_changes.boxes) {
        tree.query(box, ~std::uint64_t{0}, [&](AabbTree::Proxy proxy) {
            const std::uint32_t shape = tree.user_data(proxy);
            if (is_found[shape] == 0 && is_changeable(world.shapes, shape)) {
                found.push_back(shape);
            }
            is_found[shape] = 1;
            return true;
        });
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// The static shapes that may continue this one, in the order of slots.
void collect_static_neighbors(const WorldState& world, std::uint32_t shape,
                              std::vector<std::uint32_t>& neighbors) {
    const AabbTree& tree = world.broad_phase.tree(BodyType::Static);
    neighbors.clear();
    tree.query(tree.box(world.shapes.proxies[shape]), ~std::uint64_t{0}, [&](AabbTree::Proxy proxy) {
        const std::uint32_t other = tree.user_data(proxy);
        if (may_continue(world.shapes, shape, other)) {
            neighbors.push_back(other);
        }
        return true;
    });
    std::sort(neighbors.begin(), neighbors.end());
}

/// The other pieces of the shape's outline.
void collect_pieces(const ShapeStore& shapes, std::uint32_t first_of_body, std::uint32_t shape,
                    std::vector<std::uint32_t>& neighbors) {
    neighbors.clear();
    const std::uint32_t* const own = shapes.outlines.find(shape);
    for (std::uint32_t other = first_of_body; own != nullptr && other != no_index;
         other = shapes.records[other].next) {
        const std::uint32_t* const its = shapes.outlines.find(other);
        if (other != shape && its != nullptr && *its == *own) {
            neighbors.push_back(other);
        }
    }
    std::sort(neighbors.begin(), neighbors.end());
}

/// The other shapes of the body that may continue this one.
void collect_tiles(const ShapeStore& shapes, std::uint32_t first_of_body, std::uint32_t shape,
                   std::vector<std::uint32_t>& neighbors) {
    neighbors.clear();
    const Aabb box = expand(compute_aabb(shapes.view(shape), Pose{}), seam_slack);
    for (std::uint32_t other = first_of_body; other != no_index; other = shapes.records[other].next) {
        if (may_continue(shapes, shape, other) && !shapes.records[other].sensor &&
            overlaps(box, compute_aabb(shapes.view(other), Pose{}))) {
            neighbors.push_back(other);
        }
    }
    std::sort(neighbors.begin(), neighbors.end());
}

/// Returns whether the shape is no longer what it was for the narrow phase.
bool set_seams(ShapeStore& shapes, std::uint32_t shape, ShapeSeams&& seams) {
    const bool was_special = shapes.is_special(shape);
    if (seams.edges.empty() && seams.hidden == 0) {
        shapes.seams.clear(shape);
    } else {
        shapes.seams.set(shape, std::move(seams));
    }
    return shapes.is_special(shape) != was_special;
}

}  // namespace

void update_seams(WorldState& world) {
    SeamChanges& changes = world.seam_changes;
    if (changes.boxes.empty() && changes.bodies.empty()) {
        return;
    }
    SeamFinder finder(world.bodies, world.shapes);
    std::vector<std::uint32_t> neighbors;
    std::vector<std::uint32_t> changed_bodies;
    const auto renew = [&](std::uint32_t shape, bool only_level = false) {
        ShapeSeams seams = finder.find(shape, neighbors);
        if (only_level && !finder.is_level()) {
            seams = {};
        }
        if (set_seams(world.shapes, shape, std::move(seams))) {
            changed_bodies.push_back(world.shapes.cores[shape].body);
        }
    };
    for (const std::uint32_t shape : find_changed_static(world)) {
        collect_static_neighbors(world, shape, neighbors);
        renew(shape);
    }
    sort_uniquely(changes.bodies);
    for (const std::uint32_t body : changes.bodies) {
        if (!world.bodies.slots.is_live(body) || world.bodies.types[body] == BodyType::Static) {
            continue;
        }
        const std::uint32_t first = world.bodies.records[body].first_shape;
        for (std::uint32_t shape = first; shape != no_index; shape = world.shapes.records[shape].next) {
            if (!is_changeable(world.shapes, shape)) {
                continue;
            }
            if (world.bodies.types[body] == BodyType::Kinematic &&
                world.shapes.outlines.find(shape) == nullptr) {
                // The walls of a drum, which only meet in corners, stay as fast as they are.
                collect_tiles(world.shapes, first, shape, neighbors);
                renew(shape, true);
            } else {
                collect_pieces(world.shapes, first, shape, neighbors);
                renew(shape);
            }
        }
    }
    sort_uniquely(changed_bodies);
    for (const std::uint32_t body : changed_bodies) {
        reconsider_kinds(world, body);
    }
    changes.boxes.clear();
    changes.bodies.clear();
}

}  // namespace drystone
