#pragma once

#include "core_features.h"

namespace drystone::detail {

struct FoundFace;
struct Walk;

/// What `PolygonPair` found out about two polygons.
enum class PairVerdict : unsigned char {
    Unsure,       ///< Too close to a change of sign for its arithmetic: GJK and EPA have to decide.
    Apart,        ///< `feature` is the nearest one; its separation is positive.
    Beyond,       ///< The separation is more than the limit; the feature need not be the nearest.
    Overlapping,  ///< The cores certainly overlap.
};

/// Two polygons of few vertices, whose features are found without a simplex: those that GJK and EPA find,
/// only sooner. Near a change of sign, in every degenerate case and for all that is not finite it is unsure.
///
/// All faces of the Minkowski difference are looked at, in lanes; the one with the greatest separation is the
/// answer where the polygons overlap, and the nearest features are not far from it where they do not. With a
/// cache the walk to them begins at the last ones.
/// Source  the walk: Mirtich, V-Clip: Fast and Robust Polyhedral Collision Detection, ACM TOG 17(3), 1998.
class PolygonPair {
public:
    static constexpr int most_vertices = 8;

    static bool fits(const ConvexCore& a, const ConvexCore& b) {
        return a.count > 2 && a.count <= most_vertices && b.count > 2 && b.count <= most_vertices;
    }

    /// `difference` must stay, and its cores must fit. What is found is written to `feature`.
    PolygonPair(const CoreDifference& difference, CoreFeature& feature)
        : difference_(difference), feature_(feature) {}

    /// From the features that the cache names, if it names any: Apart, Beyond or Unsure.
    PairVerdict resume(const SimplexCache& cache, float limit);
    /// From all faces. The feature is that of least depth where they overlap.
    PairVerdict scan(float limit);
    /// The same, and `find_common_point` can be asked where they overlap.
    PairVerdict scan_for_point(float limit);
    /// Does the cached triangle contain the origin? If so, it has a common point.
    bool resume_triangle(const SimplexCache& cache);

    /// After Overlapping, relative to the origin of the difference. False where no vertex of either lies in
    /// the other; else the triangle that contains the origin goes into the cache, which may be null.
    bool find_common_point(Vec2& point, SimplexCache* cache) const;
    [[nodiscard]] const Vec2& common_point() const { return point_; }
    /// The feature as a simplex.
    void store(SimplexCache& cache) const;
    /// Looks at all faces, walks from a cache, and the steps that led from one pair of features to another.
    [[nodiscard]] int iterations() const { return iterations_; }

private:
    PairVerdict take(const FoundFace& best, float limit);
    void set_face_of_a(int face, int j);
    void set_face_of_b(int face, int i);
    PairVerdict judge(float limit);
    PairVerdict walk(int i, int j, int most_steps, float limit);
    PairVerdict finish(const Walk& walk, bool ended, float limit);
    [[nodiscard]] float doubtful() const;

    const CoreDifference& difference_;
    CoreFeature& feature_;
    Vec2 point_{0.0f, 0.0f};
    int inside_a_ = -1;  ///< A vertex of B that lies inside of A; -1: none.
    int inside_b_ = -1;
    int iterations_ = 0;
};

}  // namespace drystone::detail
