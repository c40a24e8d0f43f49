#include <drystone/collision/epa.h>

#include <drystone/collision/error.h>

#include "gjk/core_features.h"
#include "gjk/polygon_queries.h"
#include "simd/points4.h"

namespace drystone {
namespace detail {
namespace {

/// A run of up to 16 vertices of one core, placed as in the difference, and the normals of the faces that
/// begin there.
struct Stretch {
    static constexpr int capacity = 16;

    Points4 points[capacity / lane_width];
    Points4 normals[capacity / lane_width];
    int count = 0;

    [[nodiscard]] int blocks() const { return (count + lane_width - 1) / lane_width; }
    [[nodiscard]] Points4 point(int i) const {
        const auto in_all_lanes = [i](const Float4& coordinates) {
            alignas(16) float in_memory[lane_width];
            coordinates.store(in_memory);
            return Float4::all(in_memory[i % lane_width]);
        };
        const Points4& block = points[i / lane_width];
        return {in_all_lanes(block.x), in_all_lanes(block.y)};
    }
};

int stretch_length(int first, int count) {
    return count - first < Stretch::capacity ? count - first : Stretch::capacity;
}

void load_a(const CoreDifference& difference, int first, Stretch& stretch) {
    const ConvexCore& core = difference.a();
    stretch.count = stretch_length(first, core.count);
    for (int block = 0; block < stretch.blocks(); ++block) {
        const int at = first + block * lane_width;
        stretch.points[block] = minus(load_points(core.points, at, core.count), core.points[0]);
        if (core.count > 1) {
            stretch.normals[block] = load_points(core.normals, at, core.count);
        }
    }
}

/// Loads a run of B. Its normals are negated: they point from A to B like those of A.
void load_b(const CoreDifference& difference, int first, Stretch& stretch) {
    const ConvexCore& core = difference.b();
    stretch.count = stretch_length(first, core.count);
    for (int block = 0; block < stretch.blocks(); ++block) {
        const int at = first + block * lane_width;
        const Points4 local = minus(load_points(core.points, at, core.count), core.points[0]);
        stretch.points[block] = plus(rotate(difference.rotation(), local), difference.offset());
        if (core.count > 1) {
            const Points4 outward = rotate(difference.rotation(), load_points(core.normals, at, core.count));
            stretch.normals[block] = {negated(outward.x), negated(outward.y)};
        }
    }
}

/// The best of the faces examined so far, per lane. Faces are numbered consecutively: first those of A, then
/// those of B.
struct BestFace {
    Float4 separation = Float4::all(-std::numeric_limits<float>::max());
    Float4 face = Float4::all(-1.0f);  ///< Whole numbers, small enough to be exact in a float.

    /// Takes the four candidates from face `first` on. Lanes beyond the face `last` repeat it.
    void offer(const Float4& candidate, int first, int last) {
        const Float4 counted = static_cast<float>(first) + Float4::of(0.0f, 1.0f, 2.0f, 3.0f);
        const Float4 number = Float4::min(counted, Float4::all(static_cast<float>(last)));
        face = Float4::select(separation < candidate, number, face);
        separation = Float4::max(candidate, separation);
    }
    /// Returns the best of all lanes; the first face of equal ones.
    [[nodiscard]] int first_best() const {
        const Float4 none = Float4::all(std::numeric_limits<float>::max());
        Float4 first = Float4::select(separation == largest(separation), face, none);
        first = Float4::min(shuffle<2, 3, 0, 1>(first), first);
        first = Float4::min(shuffle<1, 0, 3, 2>(first), first);
        return static_cast<int>(first.at<0>());
    }
};

/// Returns the distance by which the run of B lies beyond each face of A in `block` [m]. The vectors from
/// face to vertex are formed first: the difference of two projections would have twice the rounding error.
Float4 beyond_faces_of_a(const Stretch& a, int block, const Stretch& b) {
    const Points4& face = a.points[block];
    Float4 nearest = dot(a.normals[block], minus(b.point(0), face));
    for (int j = 1; j < b.count; ++j) {
        const Float4 along = dot(a.normals[block], minus(b.point(j), face));
        nearest = Float4::min(along, nearest);
    }
    return nearest;
}

Float4 beyond_faces_of_b(const Stretch& b, int block, const Stretch& a) {
    const Points4& face = b.points[block];
    Float4 nearest = dot(b.normals[block], minus(face, a.point(0)));
    for (int i = 1; i < a.count; ++i) {
        const Float4 along = dot(b.normals[block], minus(face, a.point(i)));
        nearest = Float4::min(along, nearest);
    }
    return nearest;
}

/// Examines cores of up to one run each: places all vertices once, then tests every face against every
/// vertex.
BestFace examine(const CoreDifference& difference) {
    Stretch a;
    Stretch b;
    load_a(difference, 0, a);
    load_b(difference, 0, b);
    BestFace best;
    for (int block = 0; block < a.blocks() && a.count > 1; ++block) {
        best.offer(beyond_faces_of_a(a, block, b), block * lane_width, a.count - 1);
    }
    for (int block = 0; block < b.blocks() && b.count > 1; ++block) {
        best.offer(beyond_faces_of_b(b, block, a), a.count + block * lane_width, a.count + b.count - 1);
    }
    return best;
}

/// Examines larger cores, run by run.
BestFace examine_long(const CoreDifference& difference) {
    const int count_a = difference.a().count;
    const int count_b = difference.b().count;
    constexpr int step = Stretch::capacity;
    Stretch a;
    Stretch b;
    BestFace best;
    for (int i = 0; i < count_a && count_a > 1; i += step) {
        load_a(difference, i, a);
        Float4 minimum[step / lane_width];
        for (int j = 0; j < count_b; j += step) {
            load_b(difference, j, b);
            for (int block = 0; block < a.blocks(); ++block) {
                const Float4 found = beyond_faces_of_a(a, block, b);
                minimum[block] = j == 0 ? found : Float4::min(found, minimum[block]);
            }
        }
        for (int block = 0; block < a.blocks(); ++block) {
            best.offer(minimum[block], i + block * lane_width, count_a - 1);
        }
    }
    for (int j = 0; j < count_b && count_b > 1; j += step) {
        load_b(difference, j, b);
        Float4 minimum[step / lane_width];
        for (int i = 0; i < count_a; i += step) {
            load_a(difference, i, a);
            for (int block = 0; block < b.blocks(); ++block) {
                const Float4 found = beyond_faces_of_b(b, block, a);
                minimum[block] = i == 0 ? found : Float4::min(found, minimum[block]);
            }
        }
        for (int block = 0; block < b.blocks(); ++block) {
            best.offer(minimum[block], count_a + j + block * lane_width, count_a + count_b - 1);
        }
    }
    return best;
}

}  // namespace

CoreFeature nearest_face(const CoreDifference& difference) {
    const ConvexCore& a = difference.a();
    const ConvexCore& b = difference.b();
    const bool small = a.count <= Stretch::capacity && b.count <= Stretch::capacity;
    const BestFace best = small ? examine(difference) : examine_long(difference);
    const int face = best.first_best();
    if (face < 0) {
        return {};
    }
    // The separation is recomputed from the difference of the two points: the lanes subtract two larger
    // numbers.
    if (face < a.count) {
        const Vec2& normal = difference.normal_a(face);
        const int j = support_index(b.points, b.count, inverse_rotate(difference.rotation(), -normal));
        return {normal, dot(normal, difference.point_b(j) - difference.point_a(face)), face, -1, face, j};
    }
    const int of_b = face - a.count;
    const Vec2 normal = -difference.unit_normal_b(of_b);
    const int i = support_index(a.points, a.count, normal);
    return {normal, dot(normal, difference.point_b(of_b) - difference.point_a(i)), -1, of_b, i, of_b};
}

Penetration finish_penetration(const CoreGap& gap, const Vec2& origin, float radius_a, float radius_b) {
    Penetration result;
    result.depth = radius_a + radius_b - gap.distance;
    result.status = result.depth >= 0.0f ? PenetrationStatus::Overlapping : PenetrationStatus::Separated;
    result.normal = gap.normal;
    result.point_a = gap.on_a + radius_a * gap.normal + origin;
    result.point_b = gap.on_b - radius_b * gap.normal + origin;
    const bool finite = is_finite(result.depth) && is_finite(result.normal) && is_finite(result.point_a) &&
                        is_finite(result.point_b);
    return finite ? result : Penetration{};
}

Penetration penetration_of_run(const CoreDifference& difference, const CoreSimplex& simplex,
                               const GjkRun& run) {
    if (!found_features(run)) {
        return {};
    }
    const CoreGap gap = gap_of(difference, feature_of(difference, simplex, run));
    Penetration result =
        finish_penetration(gap, difference.origin(), difference.a().radius, difference.b().radius);
    result.iterations = run.exit == GjkExit::Contained ? face_count(difference) : 0;
    return result;
}

void check_options(const PenetrationOptions& options) {
    if (!(options.tolerance >= 0.0f)) {
        fail("penetration", "tolerance", ">= 0", static_cast<double>(options.tolerance));
    }
    check_direction("penetration", options.initial_direction);
}

}  // namespace detail

Penetration penetration(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache) {
    const detail::CoreDifference difference(a, b, b_in_a);
    detail::CoreFeature feature;
    if (detail::polygon_feature(a, b, b_in_a, cache, feature)) {
        const detail::CoreGap gap = detail::gap_of(difference, feature);
        Penetration result = detail::finish_penetration(gap, difference.origin(), a.radius, b.radius);
        result.iterations = feature.separation < 0.0f ? detail::face_count(difference) : 0;
        return result;
    }
    detail::CoreSimplex simplex;
    const detail::GjkRun run =
        detail::run_on_cores(difference, simplex, std::numeric_limits<float>::max(), Vec2{0.0f, 0.0f}, cache);
    return detail::penetration_of_run(difference, simplex, run);
}

}  // namespace drystone
