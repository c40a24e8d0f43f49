#pragma once

#include "gjk/polygon_lanes.h"

namespace drystone::detail {

// Branch-free: which polygon has the face is unpredictable.
DRYSTONE_INLINE int choose(bool first, int a, int b) {
    const int mask = -static_cast<int>(first);
    return (a & mask) | (b & ~mask);
}
inline constexpr float signs[2] = {1.0f, -1.0f};

/// The pair of features that decides the separation of two polygons.
struct PairFeature {
    enum class Kind : unsigned char { Vertices, FaceOfA, FaceOfB };
    Kind kind = Kind::Vertices;
    int at_a = 0;  ///< The vertex of A, or the face of A.
    int at_b = 0;
    float separation = 0.0f;  ///< Separation of the cores along the normal [m]; negative when they overlap.
    float x = 1.0f;           ///< The normal: unit, from A to B, frame of A.
    float y = 0.0f;
    float way_x = 0.0f;  ///< The vector between two vertices [m]; unused for faces.
    float way_y = 0.0f;

    DRYSTONE_INLINE void set_face(bool of_a, int face, int vertex) {
        kind = static_cast<Kind>(2 - static_cast<int>(of_a));
        at_a = choose(of_a, face, vertex);
        at_b = choose(of_a, vertex, face);
    }
    [[nodiscard]] DRYSTONE_INLINE bool is_face() const { return kind != Kind::Vertices; }
    [[nodiscard]] DRYSTONE_INLINE bool of_a() const { return kind == Kind::FaceOfA; }
};

/// Verdict of `PolygonPair` on two polygons.
enum class PairVerdict : unsigned char {
    Unsure,       ///< Too close to a change of sign for this arithmetic: GJK and EPA have to decide.
    Apart,        ///< `feature` is the nearest one; its separation is positive.
    Beyond,       ///< The separation exceeds the limit; the feature need not be the nearest.
    Overlapping,  ///< The cores certainly overlap; `feature` is the one of least depth.
};

/// Goal of an examination of all faces.
enum class ScanFor : unsigned char {
    Features,
    Contacts,  ///< Features, which are not needed where the verdict is Beyond.
    Face,      ///< The face of largest separation, whatever its sign: the verdict is Apart or Unsure.
};

}  // namespace drystone::detail
