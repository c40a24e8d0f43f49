#pragma once

#include <drystone/collision/detail/minkowski.h>
#include <drystone/collision/gjk.h>

namespace drystone::detail {

/// The pair of features that decides the separation of two cores: a face and a vertex, or two vertices.
struct CoreFeature {
    Vec2 normal{1.0f, 0.0f};  ///< Unit, from A to B, frame of A.
    float separation = 0.0f;  ///< Of the cores along the normal [m]; negative when they overlap.
    int face_a = -1;          ///< The face whose normal it is; at most one of the two is given.
    int face_b = -1;
    int vertex_a = 0;  ///< The vertex of the other core (and of the same one, where both are vertices).
    int vertex_b = 0;
};

/// Two vertices and the exact way from that of A to that of B.
void vertex_feature(int i, int j, const Vec2d& gap, CoreFeature& feature);

/// Below this distance of the cores the way between witness points is rounding noise [m].
float touching_zone(const CoreDifference& difference);

/// Witness points of a feature: the vertex that it names, and its foot on the other side.
CoreGap gap_of(const CoreDifference& difference, const CoreFeature& feature);

/// EPA on two cores, expanded to the end: every face of the Minkowski difference is a face of A or of B, so
/// the one nearest to the origin is found exactly by looking at all of them. Of equals the first of A, then
/// the first of B. Where the origin lies outside, it is the face with the largest separation. Two points have
/// the fixed normal (1, 0).
CoreFeature nearest_face(const CoreDifference& difference);

/// The number of faces that EPA looks at.
int face_count(const CoreDifference& difference);

/// The features of a converged simplex, with the face from EPA in place of GJK's where the cores all but
/// touch: there the way between witness points is rounding noise. The separation is >= 0.
CoreFeature separated_feature(const CoreDifference& difference, const CoreSimplex& simplex,
                              const Nearest& nearest);

/// The nearest face of a difference that contains the origin. The separation is <= 0, so that EPA agrees with
/// GJK on the side.
CoreFeature overlapping_feature(const CoreDifference& difference);

/// What GJK, and EPA where the cores overlap, say of the cores; `exit` must be Converged or Contained.
inline CoreFeature feature_of(const CoreDifference& difference, const CoreSimplex& simplex,
                              const GjkRun& run) {
    return run.exit == GjkExit::Contained ? overlapping_feature(difference)
                                          : separated_feature(difference, simplex, run.nearest);
}

inline bool found_features(const GjkRun& run) {
    return run.exit == GjkExit::Contained || run.exit == GjkExit::Converged;
}

}  // namespace drystone::detail
