#pragma once

#include <drystone/collision/detail/minkowski.h>
#include <drystone/collision/gjk.h>

namespace drystone::detail {

/// The pair of features that decides the separation of two cores: a face and a vertex, or two vertices.
struct CoreFeature {
    Vec2 normal{1.0f, 0.0f};  ///< Unit, from A to B, frame of A.
    float separation = 0.0f;  ///< Separation of the cores along the normal [m]; negative when they overlap.
    int face_a = -1;          ///< The face whose normal it is; -1 for at least one of the two.
    int face_b = -1;
    int vertex_a = 0;  ///< The vertex of A, or an end of the face of A.
    int vertex_b = 0;
};

/// Sets the feature of two vertices from the exact vector `gap` from that of A to that of B.
void vertex_feature(int i, int j, const Vec2d& gap, CoreFeature& feature);

/// Returns the distance of the cores below which the vector between witness points is rounding noise [m].
float touching_zone(const CoreDifference& difference);

/// Returns the witness points of a feature: the vertex that it names, and its foot on the other side.
CoreGap gap_of(const CoreDifference& difference, const CoreFeature& feature);

/// Finds the face of the Minkowski difference nearest to the origin: EPA on two cores, expanded to the end.
/// Every face of the difference is a face of A or of B, so examining all of them finds the nearest exactly.
/// Of equal ones, returns the first of A, then the first of B. If the origin lies outside, this is the face
/// with the largest separation. Two points have the fixed normal (1, 0).
CoreFeature nearest_face(const CoreDifference& difference);

/// Returns the number of faces that EPA examines.
int face_count(const CoreDifference& difference);

/// Finds the features of a converged simplex. If the cores nearly touch, takes EPA's face in place of GJK's,
/// since the vector between witness points is rounding noise there. The separation is >= 0.
CoreFeature separated_feature(const CoreDifference& difference, const CoreSimplex& simplex,
                              const Nearest& nearest);

/// Finds the nearest face of a difference that contains the origin. The separation is <= 0, so that EPA
/// agrees with GJK on the sign.
CoreFeature overlapping_feature(const CoreDifference& difference);

/// Returns the features found by GJK, and by EPA if the cores overlap; `exit` must be Converged or Contained.
inline CoreFeature feature_of(const CoreDifference& difference, const CoreSimplex& simplex,
                              const GjkRun& run) {
    return run.exit == GjkExit::Contained ? overlapping_feature(difference)
                                          : separated_feature(difference, simplex, run.nearest);
}

inline bool found_features(const GjkRun& run) {
    return run.exit == GjkExit::Contained || run.exit == GjkExit::Converged;
}

}  // namespace drystone::detail
