#include "polygon_faces.h"

#include "lanes.h"

#include <bit>
#include <cstring>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace drystone::detail {
namespace {

static_assert(most_lane_vertices == 2 * lane_count);

// Everything on lanes is inlined into functions that are compiled for one instruction set each.
#if defined(__GNUC__)
#define DRYSTONE_INLINE inline __attribute__((always_inline))
#else
#define DRYSTONE_INLINE inline
#endif

using WideLanes = float __attribute__((vector_size(32)));

DRYSTONE_INLINE void fill(Lanes& lanes, float value) { lanes = Lanes{value, value, value, value}; }
DRYSTONE_INLINE void fill(WideLanes& lanes, float value) {
    lanes = WideLanes{value, value, value, value, value, value, value, value};
}

/// Points or normals side by side: of three the second twice, of more than the lanes hold the last ones, so
/// that some may be there twice. `index_of_bit` tells which.
template <class L>
struct Block {
    L x;
    L y;
};

DRYSTONE_INLINE void load_four(const Vec2* first, const Vec2* third, Lanes& x, Lanes& y) {
    Lanes low;
    Lanes high;
    std::memcpy(&low, first, sizeof low);
    std::memcpy(&high, third, sizeof high);
    x = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    y = __builtin_shufflevector(low, high, 1, 3, 5, 7);
}
DRYSTONE_INLINE void load(const Vec2* points, int first, int count, Block<Lanes>& block) {
    const Vec2* const begin = points + (first == 0 ? 0 : count - lane_count);
    load_four(begin, count == 3 ? begin + 1 : begin + 2, block.x, block.y);
}
DRYSTONE_INLINE void load(const Vec2* points, int /*first*/, int count, Block<WideLanes>& block) {
    Block<Lanes> low;
    Block<Lanes> high;
    load(points, 0, count, low);
    load(points, count > lane_count ? lane_count : 0, count, high);
    block.x = __builtin_shufflevector(low.x, high.x, 0, 1, 2, 3, 4, 5, 6, 7);
    block.y = __builtin_shufflevector(low.y, high.y, 0, 1, 2, 3, 4, 5, 6, 7);
}
DRYSTONE_INLINE int index_of_bit(int bit, int count) {
    return bit < lane_count ? bit - (count == 3 && bit > 1 ? 1 : 0) : count - 2 * lane_count + bit;
}

/// lanes = least of them and `other`, lane by lane.
template <class L>
DRYSTONE_INLINE void lower(L& lanes, const L& other) {
    lanes = other < lanes ? other : lanes;
}
template <class L>
DRYSTONE_INLINE void raise(L& lanes, const L& other) {
    lanes = other > lanes ? other : lanes;
}

template <class Truth>
DRYSTONE_INLINE std::uint32_t bits_of(const Truth& truth) {
    constexpr int lanes = sizeof truth / 4;
#if defined(__SSE2__)
    __m128 halves[lanes / 4];
    std::memcpy(halves, &truth, sizeof truth);
    std::uint32_t bits = static_cast<std::uint32_t>(_mm_movemask_ps(halves[0]));
    if constexpr (lanes == 8) {
        bits |= static_cast<std::uint32_t>(_mm_movemask_ps(halves[1])) << 4;
    }
#else
    std::uint32_t bits = 0;
    for (int lane = 0; lane < lanes; ++lane) {
        bits |= truth[lane] != 0 ? 1u << lane : 0u;
    }
#endif
    return bits;
}

/// The greatest lane.
DRYSTONE_INLINE float top_of(const Lanes& lanes) {
    Lanes top = lanes;
    raise(top, Lanes{__builtin_shufflevector(top, top, 2, 3, 0, 1)});
    raise(top, Lanes{__builtin_shufflevector(top, top, 1, 0, 3, 2)});
    return top[0];
}
DRYSTONE_INLINE float top_of(const WideLanes& lanes) {
    Lanes top = __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3);
    raise(top, Lanes{__builtin_shufflevector(lanes, lanes, 4, 5, 6, 7)});
    return top_of(top);
}

/// A polygon in blocks, placed in the frame of A from its first vertex; the normals of both point from A to
/// B.
template <class L, int blocks>
struct Placed {
    static constexpr int lanes = sizeof(L) / sizeof(float);

    Block<L> points[blocks];
    Block<L> normals[blocks];
    alignas(32) float x[blocks * lanes];
    alignas(32) float y[blocks * lanes];
    int count;

    DRYSTONE_INLINE void place_a(const ConvexCore& core) {
        L from_x;
        L from_y;
        fill(from_x, core.points[0].x());
        fill(from_y, core.points[0].y());
        count = core.count;
        for (int k = 0; k < blocks; ++k) {
            load(core.points, k * lanes, count, points[k]);
            load(core.normals, k * lanes, count, normals[k]);
            points[k] = {points[k].x - from_x, points[k].y - from_y};
        }
        keep();
    }
    DRYSTONE_INLINE void place_b(const CoreDifference& difference) {
        const ConvexCore& core = difference.b();
        L c;
        L s;
        L offset_x;
        L offset_y;
        fill(c, difference.rotation().c);
        fill(s, difference.rotation().s);
        fill(offset_x, difference.offset().x());
        fill(offset_y, difference.offset().y());
        place_a(core);
        for (int k = 0; k < blocks; ++k) {
            const Block<L> p = points[k];
            const Block<L> n = normals[k];
            points[k] = {c * p.x - s * p.y + offset_x, s * p.x + c * p.y + offset_y};
            normals[k] = {-(c * n.x - s * n.y), -(s * n.x + c * n.y)};
        }
        keep();
    }
    DRYSTONE_INLINE void keep() {
        for (int k = 0; k < blocks; ++k) {
            std::memcpy(x + k * lanes, &points[k].x, sizeof(L));
            std::memcpy(y + k * lanes, &points[k].y, sizeof(L));
        }
    }
};

/// How far the other polygon begins beyond each face.
template <class L, int blocks>
struct Separations {
    L nearest[blocks];
    std::uint32_t inside = 0;  ///< A bit for each vertex that is beyond no face.
};

/// `vertices` is 4 or 8, and not less than the other's.
template <bool of_a, bool find_inside, int vertices, class L, int blocks>
DRYSTONE_INLINE void separate(const Placed<L, blocks>& faces, const Placed<L, blocks>& other,
                              Separations<L, blocks>& result) {
    L zero;
    fill(zero, 0.0f);
    for (int k = 0; k < blocks; ++k) {
        fill(result.nearest[k], std::numeric_limits<float>::max());
    }
    for (int j = 0; j < vertices; ++j) {
        L x;
        L y;
        fill(x, other.x[j]);
        fill(y, other.y[j]);
        L worst;
        fill(worst, -std::numeric_limits<float>::max());
        for (int k = 0; k < blocks; ++k) {
            const Block<L>& at = faces.points[k];
            const L way_x = of_a ? x - at.x : at.x - x;
            const L way_y = of_a ? y - at.y : at.y - y;
            const L along = faces.normals[k].x * way_x + faces.normals[k].y * way_y;
            lower(result.nearest[k], along);
            if constexpr (find_inside) {
                raise(worst, along);
            }
        }
        if constexpr (find_inside) {
            constexpr std::uint32_t all = (1u << (sizeof(L) / sizeof(float))) - 1u;
            result.inside |= (bits_of(worst <= zero) == all ? 1u : 0u) << j;
        }
    }
}

/// The first vertex at the separation `top` of a face, which was found in just this way.
template <bool of_a, class L, int blocks>
DRYSTONE_INLINE int vertex_at(const Placed<L, blocks>& faces, int bit, const Placed<L, blocks>& other,
                              const L& top) {
    constexpr int lanes = sizeof(L) / sizeof(float);
    alignas(32) float normal_x[blocks * lanes];
    alignas(32) float normal_y[blocks * lanes];
    for (int k = 0; k < blocks; ++k) {
        std::memcpy(normal_x + k * lanes, &faces.normals[k].x, sizeof(L));
        std::memcpy(normal_y + k * lanes, &faces.normals[k].y, sizeof(L));
    }
    L x;
    L y;
    L along_x;
    L along_y;
    fill(x, faces.x[bit]);
    fill(y, faces.y[bit]);
    fill(along_x, normal_x[bit]);
    fill(along_y, normal_y[bit]);
    std::uint32_t vertices = 0;
    for (int k = 0; k < blocks; ++k) {
        const Block<L>& at = other.points[k];
        const L way_x = of_a ? at.x - x : x - at.x;
        const L way_y = of_a ? at.y - y : y - at.y;
        vertices |= bits_of(along_x * way_x + along_y * way_y == top) << (k * lanes);
    }
    return vertices == 0 ? 0 : index_of_bit(std::countr_zero(vertices), other.count);
}

template <bool find_inside, class L, int blocks, int vertices>
DRYSTONE_INLINE void find_best_face(const CoreDifference& difference, FoundFace& best) {
    constexpr int lanes = sizeof(L) / sizeof(float);
    Placed<L, blocks> a;
    Placed<L, blocks> b;
    a.place_a(difference.a());
    b.place_b(difference);
    Separations<L, blocks> of_a;
    Separations<L, blocks> of_b;
    separate<true, find_inside, vertices>(a, b, of_a);
    separate<false, find_inside, vertices>(b, a, of_b);
    L most_of_all = of_a.nearest[0];
    raise(most_of_all, of_b.nearest[0]);
    L sum = a.points[0].x + a.points[0].y + b.points[0].x + b.points[0].y;
    for (int k = 1; k < blocks; ++k) {
        raise(most_of_all, of_a.nearest[k]);
        raise(most_of_all, of_b.nearest[k]);
        sum = sum + a.points[k].x + a.points[k].y + b.points[k].x + b.points[k].y;
    }
    L top;
    L zero;
    fill(top, top_of(most_of_all));
    fill(zero, 0.0f);
    std::uint32_t faces_a = 0;
    std::uint32_t faces_b = 0;
    for (int k = 0; k < blocks; ++k) {
        faces_a |= bits_of(of_a.nearest[k] == top) << (k * lanes);
        faces_b |= bits_of(of_b.nearest[k] == top) << (k * lanes);
    }
    best.inside_a = of_a.inside != 0 ? index_of_bit(std::countr_zero(of_a.inside), b.count) : -1;
    best.inside_b = of_b.inside != 0 ? index_of_bit(std::countr_zero(of_b.inside), a.count) : -1;
    if (bits_of(sum - sum == zero) != (1u << lanes) - 1u || (faces_a | faces_b) == 0) {
        best.face = -1;
        return;
    }
    best.of_a = faces_a != 0;
    const int bit = std::countr_zero(best.of_a ? faces_a : faces_b);
    best.face = index_of_bit(bit, best.of_a ? a.count : b.count);
    best.vertex = best.of_a ? vertex_at<true>(a, bit, b, top) : vertex_at<false>(b, bit, a, top);
}

#if defined(__x86_64__) && defined(__GNUC__)
template <bool find_inside>
__attribute__((target("avx2"))) void find_best_face_avx2(const CoreDifference& difference, bool four,
                                                         FoundFace& best) {
    if (four) {
        find_best_face<find_inside, Lanes, 1, 4>(difference, best);
    } else {
        find_best_face<find_inside, WideLanes, 1, 8>(difference, best);
    }
}
#endif

template <bool find_inside>
void find_in_lanes(const CoreDifference& difference, FoundFace& best) {
    const bool four = difference.a().count <= lane_count && difference.b().count <= lane_count;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2")) {
        find_best_face_avx2<find_inside>(difference, four, best);
        return;
    }
#endif
    if (four) {
        find_best_face<find_inside, Lanes, 1, 4>(difference, best);
    } else {
        find_best_face<find_inside, Lanes, 2, 8>(difference, best);
    }
}

}  // namespace

void find_best_face(const CoreDifference& difference, FoundFace& best) {
    find_in_lanes<false>(difference, best);
}

void find_best_face_and_inside(const CoreDifference& difference, FoundFace& best) {
    find_in_lanes<true>(difference, best);
}

}  // namespace drystone::detail
