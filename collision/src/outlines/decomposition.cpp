#include <drystone/collision/decomposition.h>

#include "outlines/outline_checks.h"
#include "outlines/outline_loops.h"
#include "outlines/outline_mesh.h"
#include "outlines/triangulation.h"

#include <drystone/collision/error.h>
#include <drystone/collision/hull.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace drystone {
namespace {

double twice_area(std::span<const Vec2> polygon) {
    const Vec2d origin = to_double(polygon[0]);
    double sum = 0.0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        const Vec2d p = to_double(polygon[i]) - origin;
        const Vec2d q = to_double(polygon[i + 1]) - origin;
        sum += p.x * q.y - p.y * q.x;
    }
    return sum;
}

/// Returns the distance of the point from the segment ab [m].
double segment_distance(const Vec2& a, const Vec2& b, const Vec2& point) {
    const Vec2d along = to_double(b) - to_double(a);
    const Vec2d way = to_double(point) - to_double(a);
    const double squared_length = length_squared(along);
    const double share = squared_length > 0.0 ? dot(along, way) / squared_length : 0.0;
    const double clamped = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    return length(way - clamped * along);
}

/// Returns the distance by which the hull of a simple outline reaches beyond it [m]: the maximum distance of
/// a point from the hull edge that spans it. Both must turn the same way, and the hull must begin with the
/// first of its points in the outline.
double bulge_of(std::span<const Vec2> hull, std::span<const Vec2> outline) {
    double worst = 0.0;
    std::size_t next = 0;
    for (const Vec2& point : outline) {
        if (next < hull.size() && point == hull[next]) {
            ++next;
        } else {
            const Vec2& from = hull[(next + hull.size() - 1) % hull.size()];
            worst = std::max(worst, segment_distance(from, hull[next % hull.size()], point));
        }
    }
    return worst;
}

/// Turns the polygons of a mesh into pieces. A sliver that has no hull is joined with the neighbour with
/// which it is convex to rounding; a sliver without such a neighbour is counted.
class PieceCollector {
public:
    PieceCollector(detail::OutlineMesh& mesh, double tolerance, int max_vertices)
        : mesh_(mesh), tolerance_(tolerance), max_vertices_(max_vertices) {}

    void collect(Decomposition& result) {
        while (join_sliver()) {
        }
        for (const int polygon : mesh_.polygons()) {
            const std::vector<Vec2> outline = mesh_.polygon(polygon);
            const Hull hull = compute_hull(outline);
            if (hull.status == HullStatus::Ok) {
                result.points.insert(result.points.end(), hull.points.begin(), hull.points.end());
                result.starts.push_back(static_cast<int>(result.points.size()));
            } else {
                ++result.dropped_pieces;
                result.dropped_area += 0.5 * twice_area(outline);
            }
        }
    }

private:
    /// Joins a sliver with a neighbour; returns false if no sliver has a neighbour that fits.
    bool join_sliver() {
        for (const int polygon : mesh_.polygons()) {
            if (compute_hull(mesh_.polygon(polygon)).status == HullStatus::Ok) {
                continue;
            }
            const int edge = best_edge(polygon);
            if (edge >= 0) {
                mesh_.remove_edge(edge);
                return true;
            }
        }
        return false;
    }

    /// Returns the edge of the sliver to the neighbour that fits best; -1 if none fits.
    int best_edge(int polygon) {
        int best = -1;
        double minimum = tolerance_;
        int edge = polygon;
        do {
            if (mesh_.is_between_polygons(edge)) {
                const std::vector<Vec2> both = mesh_.polygon_without(edge);
                const Hull hull = compute_hull(both);
                const bool small_enough =
                    max_vertices_ == 0 || hull.points.size() <= static_cast<std::size_t>(max_vertices_);
                if (hull.status == HullStatus::Ok && small_enough) {
                    const double bulge = bulge_of(hull.points, both);
                    best = bulge <= minimum ? edge : best;
                    minimum = std::min(minimum, bulge);
                }
            }
            edge = mesh_.half_edge(edge).next;
        } while (edge != polygon);
        return best;
    }

    detail::OutlineMesh& mesh_;
    double tolerance_;
    int max_vertices_;
};

OutlineFault add_loops(detail::OutlineLoops& loops, std::span<const Vec2> outline,
                       std::span<const std::vector<Vec2>> holes) {
    for (std::size_t loop = 0; loop <= holes.size(); ++loop) {
        const std::span<const Vec2> points = loop == 0 ? outline : std::span<const Vec2>(holes[loop - 1]);
        const int number = static_cast<int>(loop);
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!is_finite(points[i])) {
                return {DecompositionStatus::NotFinite, {number, static_cast<int>(i)}, {}};
            }
        }
        detail::add_loop(loops, points);
        if (loops.loop_size(number) < 3) {
            return {DecompositionStatus::TooFewPoints, {number, -1}, {}};
        }
    }
    return detail::find_fault(loops);
}

void check_options(const char* function, float tolerance, int max_vertices) {
    if (!is_finite(tolerance) || tolerance < 0.0f) {
        fail(function, "tolerance", "finite and >= 0", static_cast<double>(tolerance));
    }
    if (max_vertices != 0 && max_vertices < 3) {
        fail(function, "max_vertices", "0 or >= 3", static_cast<double>(max_vertices));
    }
}

std::string loop_name(int loop) {
    return loop == 0 ? std::string("the outline") : "hole " + std::to_string(std::int64_t{loop} - 1);
}

std::string edges_text(const OutlineFault& fault) {
    if (fault.first.loop == fault.second.loop) {
        return "edges " + std::to_string(fault.first.edge) + " and " + std::to_string(fault.second.edge) +
               " of " + loop_name(fault.first.loop);
    }
    return "edge " + std::to_string(fault.first.edge) + " of " + loop_name(fault.first.loop) + " and edge " +
           std::to_string(fault.second.edge) + " of " + loop_name(fault.second.loop);
}

}  // namespace

std::string describe(const OutlineFault& fault) {
    const std::string loop = loop_name(fault.first.loop);
    switch (fault.status) {
        case DecompositionStatus::Ok: return "the outline is valid";
        case DecompositionStatus::TooFewPoints: return loop + " has fewer than three distinct points";
        case DecompositionStatus::NotFinite:
            return "point " + std::to_string(fault.first.edge) + " of " + loop + " is not finite";
        case DecompositionStatus::NoArea: return loop + " has no area";
        case DecompositionStatus::SelfIntersecting:
        case DecompositionStatus::LoopsIntersect: return edges_text(fault) + " cross or touch";
        case DecompositionStatus::HoleOutside: return loop + " lies outside of the outline";
        case DecompositionStatus::HoleInHole: return loop + " lies in " + loop_name(fault.second.loop);
    }
    return "unknown";
}

Decomposition decompose(std::span<const Vec2> outline, std::span<const std::vector<Vec2>> holes,
                        const DecompositionOptions& options) {
    check_options("decompose", options.tolerance, options.max_vertices);
    Decomposition result;
    detail::OutlineLoops loops;
    result.fault = add_loops(loops, outline, holes);
    if (result.fault.status != DecompositionStatus::Ok) {
        return result;
    }
    detail::orient_loops(loops);
    const detail::OutlineScale scale = detail::scale_of(loops.points);
    const double rounding = 2.5e-7 * (scale.extent + scale.coordinate);
    const detail::OutlineLoops simple =
        detail::simplify_loops(loops, rounding + static_cast<double>(options.tolerance));
    detail::OutlineMesh mesh(simple.points, detail::triangulate(simple));
    mesh.flip_to_delaunay();
    mesh.merge_convex(options.max_vertices);
    mesh.merge_further(options.max_vertices);
    PieceCollector(mesh, 2.0 * rounding, options.max_vertices).collect(result);
    if (result.size() == 0) {
        result.fault = {DecompositionStatus::NoArea, {0, -1}, {}};
    }
    return result;
}

std::vector<Polygon> make_polygons(std::span<const Vec2> outline, std::span<const std::vector<Vec2>> holes,
                                   const PolygonsOptions& options) {
    check_options("make_polygons", options.tolerance, options.max_vertices);
    if (!is_finite(options.radius) || options.radius < 0.0f) {
        fail("make_polygons", "radius", "finite and >= 0", static_cast<double>(options.radius));
    }
    const Decomposition pieces =
        decompose(outline, holes, {.tolerance = options.tolerance, .max_vertices = options.max_vertices});
    if (pieces.status() != DecompositionStatus::Ok) {
        fail("make_polygons", "outline",
             "simple and have an area, and its holes apart from one another inside", describe(pieces.fault));
    }
    std::vector<Polygon> polygons;
    polygons.reserve(static_cast<std::size_t>(pieces.size()));
    for (int i = 0; i < pieces.size(); ++i) {
        polygons.push_back(make_hull(pieces.piece(i), options.radius));
    }
    return polygons;
}

}  // namespace drystone
