#include "aabb_tree/aabb_lanes.h"
#include "simd/inline.h"
#include "support/aabb_naive.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

using namespace drystone;
using namespace drystone::detail;
using drystone::test::aabb_scaled;
using drystone::test::AabbRandom;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float max_float = std::numeric_limits<float>::max();

/// Returns any float except NaN: ordinary ones, tiny, huge, infinite, zeros of both signs, and random bits.
float any_float(AabbRandom& random) {
    static constexpr float special[] = {0.0f,      -0.0f,     1.0f,       -1.0f, infinity,
                                        -infinity, max_float, -max_float, 1e30f, -1e-30f,
                                        1.4e-45f,  1.18e-38f, 16777216.0f};
    switch (random.below(4)) {
        case 0: return special[random.below(std::size(special))];
        case 1: return random.between(-10.0f, 10.0f);
        case 2: return std::floor(random.between(-3.0f, 3.0f));
        default: break;
    }
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    return value == value ? value : 2.0f;
}

/// Returns one side of a box, finite.
float any_side(AabbRandom& random) {
    const float value = any_float(random);
    return std::abs(value) <= max_float ? value : 3.0f;
}

PackedBox any_box(AabbRandom& random) {
    if (random.chance(0.1)) {
        return PackedBox{};
    }
    PackedBox box{any_side(random), any_side(random), any_side(random), any_side(random)};
    if (box.min_x > box.max_x) {
        std::swap(box.min_x, box.max_x);
    }
    if (box.min_y > box.max_y) {
        std::swap(box.min_y, box.max_y);
    }
    return box;
}

template <std::uint32_t N>
BoxLanes<N> any_boxes(AabbRandom& random) {
    BoxLanes<N> boxes{};
    for (std::uint32_t i = 0; i < N; ++i) {
        const PackedBox box = any_box(random);
        boxes.min_x[i] = box.min_x;
        boxes.min_y[i] = box.min_y;
        boxes.max_x[i] = box.max_x;
        boxes.max_y[i] = box.max_y;
    }
    return boxes;
}

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Lanes of a vector type as plain floats.
struct Four {
    alignas(16) float v[4];
};
template <class F>
Four four(F a) {
    Four result{};
    a.store(result.v);
    return result;
}

/// Results of every operation of a lane type on the same operands, one after the other.
template <class F>
struct Outcome {
    static constexpr int count = 20;
    Four values[count];
    std::uint32_t masks[9];

    Outcome(const Four (&in)[4]) {
        F a = F::load(in[0].v);
        F b = F::load(in[1].v);
        F c = F::load(in[2].v);
        F d = F::load(in[3].v);
        const F le = a <= b;
        const F ge = b <= a;
        const F both = le & ge;
        const F less = F::and_not(le, ge);
        masks[0] = mask_of(le);
        masks[1] = mask_of(both);
        masks[2] = mask_of(less);
        masks[3] = mask_of(F::none());
        const F two[2] = {le, ge};
        const F all[4] = {le, ge, both, less};
        masks[4] = mask_of(two);
        masks[5] = mask_of(all);
        masks[6] = mask_of(a < b);
        masks[7] = mask_of(a == b);
        masks[8] = mask_of(F::everywhere(true)) | signs_of(F::abs(a)) << 4;
        const F results[] = {a + b,
                             a - b,
                             a * b,
                             F::sqrt(a * a),
                             F::min(a, b),
                             F::max(a, b),
                             F::select(le, c, d),
                             F::upper_half(a),
                             a / b,
                             F::abs(a),
                             F::template negate<true, false, true, true>(a),
                             F::template shuffle<3, 1, 2, 0>(a, b),
                             F::interleave_lower(a, b),
                             F::all(a.template at<2>()),
                             F::load_pairs(in[2].v + 1, in[3].v + 2),
                             F::load_any(in[1].v)};
        int n = 0;
        for (const F& result : results) {
            values[n++] = four(result);
        }
        F::transpose(a, b, c, d);
        for (const F& result : {a, b, c, d}) {
            values[n++] = four(result);
        }
    }
};

/// Compares two results. NaN has many bit patterns, and the one that an operation gives is unspecified; only
/// its presence is compared.
void check_same(const Four& a, const Four& b) {
    for (int lane = 0; lane < 4; ++lane) {
        const bool nans = a.v[lane] != a.v[lane] && b.v[lane] != b.v[lane];
        REQUIRE((nans || same_bits(a.v[lane], b.v[lane])));
    }
}

}  // namespace

TEST_CASE("aabb tree: plain lanes compute the same as scalar C++") {
    AabbRandom random(1);
    for (int i = aabb_scaled(20000); i > 0; --i) {
        Four in[4];
        for (Four& operand : in) {
            for (float& lane : operand.v) {
                lane = any_float(random);
            }
        }
        const Outcome<PlainFloat4> outcome(in);
        for (std::uint32_t lane = 0; lane < 4; ++lane) {
            const float a = in[0].v[lane];
            const float b = in[1].v[lane];
            const float c = in[2].v[lane];
            const float d = in[3].v[lane];
            REQUIRE((outcome.masks[0] >> lane & 1u) == (a <= b ? 1u : 0u));
            REQUIRE((outcome.masks[1] >> lane & 1u) == (a == b ? 1u : 0u));
            REQUIRE((outcome.masks[2] >> lane & 1u) == (a < b ? 1u : 0u));
            REQUIRE((outcome.masks[4] >> (4 + lane) & 1u) == (b <= a ? 1u : 0u));
            REQUIRE((outcome.masks[5] >> (12 + lane) & 1u) == (a < b ? 1u : 0u));
            REQUIRE((outcome.masks[6] >> lane & 1u) == (a < b ? 1u : 0u));
            REQUIRE((outcome.masks[7] >> lane & 1u) == (a == b ? 1u : 0u));
            REQUIRE(same_bits(outcome.values[4].v[lane], a < b ? a : b));
            REQUIRE(same_bits(outcome.values[5].v[lane], a > b ? a : b));
            REQUIRE(same_bits(outcome.values[6].v[lane], a <= b ? c : d));
            REQUIRE(same_bits(outcome.values[7].v[lane], in[0].v[2 + lane % 2]));
            const float quotient = [](float x, float y) DRYSTONE_LANE_DIVISION { return x / y; }(a, b);
            REQUIRE((quotient != quotient || same_bits(outcome.values[8].v[lane], quotient)));
            REQUIRE(same_bits(outcome.values[9].v[lane], std::abs(a)));
            REQUIRE(same_bits(outcome.values[10].v[lane], lane == 1 ? a : -a));
            const float shuffled[4] = {in[0].v[3], in[0].v[1], in[1].v[2], in[1].v[0]};
            REQUIRE(same_bits(outcome.values[11].v[lane], shuffled[lane]));
            REQUIRE(same_bits(outcome.values[12].v[lane], in[lane % 2].v[lane / 2]));
            REQUIRE(same_bits(outcome.values[13].v[lane], in[0].v[2]));
            REQUIRE(same_bits(outcome.values[14].v[lane], lane < 2 ? in[2].v[1 + lane] : in[3].v[lane]));
            REQUIRE(same_bits(outcome.values[15].v[lane], b));
            for (std::uint32_t row = 0; row < 4; ++row) {
                REQUIRE(same_bits(outcome.values[16 + row].v[lane], in[lane].v[row]));
            }
        }
        REQUIRE(outcome.masks[3] == 0);
        REQUIRE(outcome.masks[8] == 15u);
    }
}

#if DRYSTONE_SSE2

TEST_CASE("aabb tree: plain lanes and vector registers agree bit for bit, operation by operation") {
    AabbRandom random(2);
    for (int i = aabb_scaled(100000); i > 0; --i) {
        Four in[4];
        for (Four& operand : in) {
            for (float& lane : operand.v) {
                lane = random.chance(0.02) ? not_a_number : any_float(random);
            }
        }
        const Outcome<PlainFloat4> plain(in);
        const Outcome<SseFloat4> sse(in);
        for (int k = 0; k < Outcome<PlainFloat4>::count; ++k) {
            check_same(plain.values[k], sse.values[k]);
        }
        REQUIRE(same_bits(plain.masks, sse.masks));
    }
}

TEST_CASE("aabb tree: plain lanes and vector registers agree bit for bit in all functions of the tree") {
    AabbRandom random(3);
    for (int i = aabb_scaled(50000); i > 0; --i) {
        const auto leaf = any_boxes<leaf_lanes>(random);
        const auto before = any_boxes<leaf_lanes>(random);
        const auto node = any_boxes<node_lanes>(random);
        const PackedBox box = any_box(random);
        const PackedBox other = any_box(random);
        const WideBoxOf<PlainFloat4> plain(box);
        const WideBoxOf<SseFloat4> sse(box);
        REQUIRE(overlap_mask(leaf, plain) == overlap_mask(leaf, sse));
        REQUIRE(overlap_mask<8>(leaf, plain) == overlap_mask<8>(leaf, sse));
        REQUIRE(overlap_mask(node, plain) == overlap_mask(node, sse));
        REQUIRE(new_overlap_mask(leaf, plain, before, WideBoxOf<PlainFloat4>(other)) ==
                new_overlap_mask(leaf, sse, before, WideBoxOf<SseFloat4>(other)));
        REQUIRE(new_overlap_mask<4>(leaf, plain, before, WideBoxOf<PlainFloat4>(leaf, 3)) ==
                new_overlap_mask<4>(leaf, sse, before, WideBoxOf<SseFloat4>(leaf, 3)));
        REQUIRE(same_bits(bounds_of<PlainFloat4>(leaf), bounds_of<SseFloat4>(leaf)));
        REQUIRE(same_bits(bounds_of<PlainFloat4>(node), bounds_of<SseFloat4>(node)));
        REQUIRE(encloses<PlainFloat4>(box, other) == encloses<SseFloat4>(box, other));
        PackedBox sides{any_float(random), any_float(random), any_float(random), any_float(random)};
        if (random.chance(0.1)) {
            sides.max_x = not_a_number;
        }
        REQUIRE(drystone::detail::is_valid<PlainFloat4>(sides) ==
                drystone::detail::is_valid<SseFloat4>(sides));
        REQUIRE(drystone::detail::is_valid<PlainFloat4>(sides) == drystone::is_valid(unpack(sides)));
    }
}

namespace {

/// Checks that the bits are those of the keys within the limit, and that the first of the smallest keys is
/// found.
void check_smallest(const float (&keys)[leaf_lanes], std::uint32_t lanes, float limit) {
    int smallest = -1;
    for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane) {
        const bool is_met = limit < infinity ? keys[lane] <= limit : keys[lane] < infinity;
        REQUIRE(is_met == ((lanes >> lane & 1u) != 0));
        if (is_met && (smallest < 0 || keys[lane] < keys[smallest])) {
            smallest = static_cast<int>(lane);
        }
    }
    if (smallest >= 0) {
        float key = -1.0f;
        REQUIRE(smallest_lane(keys, lanes, key) == static_cast<std::uint32_t>(smallest));
        REQUIRE(key == keys[smallest]);
    }
}

}  // namespace

TEST_CASE("aabb tree: plain lanes and vector registers measure the same") {
    AabbRandom random(4);
    for (int i = aabb_scaled(50000); i > 0; --i) {
        const auto leaf = any_boxes<leaf_lanes>(random);
        const PackedBox box = any_box(random);
        if (box.min_x > box.max_x) {
            continue;  // the empty one
        }
        const CastMeasure cast(unpack(box), {any_side(random), any_side(random)});
        const PointMeasure point{any_side(random), any_side(random)};
        alignas(64) float plain[leaf_lanes];
        alignas(64) float sse[leaf_lanes];
        const std::uint32_t met = measure<PlainFloat4>(cast, leaf, 0.75f, plain);
        REQUIRE(measure<SseFloat4>(cast, leaf, 0.75f, sse) == met);
        REQUIRE(same_bits(plain, sse));
        check_smallest(plain, met, infinity);
        const float limit = random.chance(0.5) ? 0.0f : std::min(plain[random.below(leaf_lanes)], max_float);
        const std::uint32_t near = measure<PlainFloat4>(point, leaf, limit, plain);
        REQUIRE(measure<SseFloat4>(point, leaf, limit, sse) == near);
        REQUIRE(same_bits(plain, sse));
        check_smallest(plain, near, limit);
        for (const float key : plain) {
            REQUIRE(key >= 0.0f);  // and not NaN
        }
    }
}

#endif

TEST_CASE("aabb tree: the distance to a box is right at every scale, and a larger box is never farther") {
    AabbRandom random(5);
    for (int i = aabb_scaled(50000); i > 0; --i) {
        BoxLanes<leaf_lanes> boxes = any_boxes<leaf_lanes>(random);
        const PointMeasure point{any_side(random), any_side(random)};
        for (std::uint32_t lane = 8; lane < 16; ++lane) {  // boxes around others, slightly or much larger
            const PackedBox around = any_box(random);
            boxes.min_x[lane] = std::min(around.min_x, boxes.min_x[lane - 8]);
            boxes.min_y[lane] = std::nextafter(boxes.min_y[lane - 8], -infinity);
            boxes.max_x[lane] = boxes.max_x[lane - 8];
            boxes.max_y[lane] = std::max(around.max_y, boxes.max_y[lane - 8]);
        }
        alignas(64) float keys[leaf_lanes];
        measure(point, boxes, 0.0f, keys);
        for (std::uint32_t lane = 0; lane < 8; ++lane) {
            REQUIRE(keys[lane + 8] <= keys[lane]);
        }
        for (std::uint32_t lane = 0; lane < 8; ++lane) {
            if (boxes.min_x[lane] > boxes.max_x[lane]) {
                REQUIRE(keys[lane] == infinity);
                continue;
            }
            const auto gap = [](double low, double high, double at) {
                return std::max({low - at, at - high, 0.0});
            };
            const double dx = gap(boxes.min_x[lane], boxes.max_x[lane], point.x);
            const double dy = gap(boxes.min_y[lane], boxes.max_y[lane], point.y);
            const double exact = std::sqrt(dx * dx + dy * dy);
            if (exact > static_cast<double>(max_float) * 0.999999) {
                REQUIRE(keys[lane] > 3.4e38f);
            } else {
                REQUIRE(std::abs(static_cast<double>(keys[lane]) - exact) <= 3e-7 * exact + 1e-44);
            }
        }
    }
}
