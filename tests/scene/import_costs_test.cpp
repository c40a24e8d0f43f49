// Time and memory of the import of maps of few bytes that become many shapes.
#include <doctest/doctest.h>

#include "support/counted_allocations.h"
#include "tiled_maps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <numbers>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Bytes that are allocated, the most that were so at a time, and all that ever were.
struct AllocatedBytes {
    std::size_t now = 0;
    std::size_t peak = 0;
    std::size_t sum = 0;
};
thread_local AllocatedBytes allocated;

}  // namespace

#if COUNTS_ALLOCATIONS
namespace {

/// Bytes before each block, which hold its size.
constexpr std::size_t header = alignof(std::max_align_t);

void release(void* block) {
    if (block != nullptr) {
        auto* const begin = static_cast<std::byte*>(block) - header;
        allocated.now -= *reinterpret_cast<std::size_t*>(begin);
        std::free(begin);
    }
}

}  // namespace

void* operator new(std::size_t size) {
    auto* const begin = static_cast<std::byte*>(std::malloc(size + header));
    if (begin == nullptr) {
        throw std::bad_alloc();
    }
    *reinterpret_cast<std::size_t*>(begin) = size;
    allocated.now += size;
    allocated.sum += size;
    allocated.peak = std::max(allocated.peak, allocated.now);
    return begin + header;
}
void operator delete(void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t /*size*/) noexcept { release(block); }
#endif

namespace {

/// Returns a map with a star as the collision shape of a tile, and objects with that tile.
std::string stars(int points, int objects, bool equal) {
    std::string outline;
    for (int i = 0; i < points; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / points;
        const double radius = i % 2 == 0 ? 12.0 : 16.0;
        outline += std::string(i == 0 ? "" : ",") +
                   "{\"x\":" + std::to_string(16.0 + radius * std::cos(angle)) +
                   ",\"y\":" + std::to_string(16.0 + radius * std::sin(angle)) + "}";
    }
    std::string list;
    for (int i = 0; i < objects; ++i) {
        list += std::string(i == 0 ? "" : ",") + R"({"gid":1,"y":0,"height":32,"x":)" +
                std::to_string(40 * i) + ",\"width\":" + std::to_string(equal ? 32 : 32 + i) + "}";
    }
    return map_of(object_layer(list), R"({"firstgid":1,"tilewidth":32,"tileheight":32,"tiles":[)" +
                                          tile_object("0", R"({"x":0,"y":0,"polygon":[)" + outline + "]}") +
                                          "]}");
}

AllocatedBytes cost_of(const std::string& map) {
    const AllocatedBytes before = allocated;
    allocated.peak = allocated.now;
    static_cast<void>(scene::import_tiled(map));
    return {0, allocated.peak - before.now, allocated.sum - before.sum};
}

}  // namespace

// Costs 0.05 s.
TEST_CASE("import costs: equal outlines are decomposed once, and no world holds the pieces of all") {
    if (!counting()) {
        return;
    }
    constexpr int points = 200;
    constexpr int objects = 40;
    const AllocatedBytes one = cost_of(stars(points, 1, true));
    const AllocatedBytes equal = cost_of(stars(points, 1 + objects, true));
    const AllocatedBytes different = cost_of(stars(points, 1 + objects, false));
    // Their points are read and checked, but what decomposition takes falls away.
    CHECK(4 * (equal.sum - one.sum) < different.sum - one.sum);
    // What stays of an object are its points, twice at most, and some thousand bytes of other values and of
    // names for notes; its 200 pieces take 50,000 in a world.
    const std::size_t kept = objects * (2 * points * sizeof(Vec2) + 8000);
    CHECK(equal.peak - one.peak < kept);
    CHECK(different.peak - one.peak < kept);
}
