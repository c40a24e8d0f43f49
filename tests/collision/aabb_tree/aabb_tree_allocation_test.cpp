#include "support/aabb_naive.h"

#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

std::atomic<long> allocation_count{0};

}  // namespace

// All memory of a tree is in standard vectors, so it comes from operator new. Sanitizers provide their own
// operators, which must not be replaced.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS 1
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef COUNTS_ALLOCATIONS
#define COUNTS_ALLOCATIONS 0
#endif
#endif
#else
#define COUNTS_ALLOCATIONS 0
#endif

#if COUNTS_ALLOCATIONS

namespace {

void* counted(std::size_t size, std::size_t alignment) {
    ++allocation_count;
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    return std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
}

void* counted_or_throw(std::size_t size, std::size_t alignment) {
    void* const memory = counted(size, alignment);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

constexpr std::size_t default_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

// The compiler pairs free() with its own model of what operator new returns.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

void* operator new(std::size_t size) { return counted_or_throw(size, default_alignment); }
void* operator new[](std::size_t size) { return counted_or_throw(size, default_alignment); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted(size, default_alignment);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return counted(size, default_alignment);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return counted_or_throw(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#endif

namespace {

/// Runs one step of a simulation and every query, with reused storage.
struct Storage {
    TreeQueue queue;
    PairSearch search;
    std::array<Neighbor, 16> neighbors;
    std::vector<AabbTree::Proxy> found;
    std::vector<ProxyPair> pairs;
};

void use(AabbTree& tree, const AabbTree& other, std::uint64_t seed, Storage& storage) {
    AabbRandom random(seed);
    for (AabbTree::Proxy proxy = 0; proxy < tree.size(); ++proxy) {
        const Vec2 way = random.vector(0.3f);
        const Aabb box = tree.box(proxy);
        tree.move(proxy, {box.lower + way, box.upper + way});
    }
    tree.remove(5);
    (void)tree.insert(random.box(30, 2));
    const auto go_on = [](AabbTree::Proxy, float limit) { return limit; };
    const Aabb box = random.box(30, 5);
    for (int i = 0; i < 2; ++i) {  // before and after a refit
        storage.found.clear();
        storage.pairs.clear();
        tree.query(box, ~0ull, [](AabbTree::Proxy) { return true; });
        tree.append_overlapping(box, ~0ull, storage.found);
        tree.cast_ray(box.lower, {20, 9}, ~0ull, go_on);
        tree.cast_box(box, {20, 9}, ~0ull, go_on);
        tree.closest(box.lower, 9, ~0ull, go_on);
        tree.cast_ray_in_order(storage.queue, box.lower, {20, 9}, ~0ull, go_on);
        tree.cast_box_in_order(storage.queue, box, {20, 9}, ~0ull, go_on);
        tree.closest_in_order(storage.queue, box.lower, 9, ~0ull, go_on);
        (void)tree.nearest(box.lower, 9, ~0ull, storage.neighbors);
        (void)tree.nearest(box.lower, 9, ~0ull, storage.neighbors, [](AabbTree::Proxy) { return 1.0f; });
        tree.append_new_pairs(storage.pairs);
        tree.append_overlapping_pairs(other, storage.pairs);
        storage.search.begin(tree, other, 1, {.only_new = false, .by_category = true});
        for (std::uint32_t part = 0; part < storage.search.part_count(); ++part) {
            storage.search.run(part, 0);
        }
        storage.search.append(storage.pairs);
        tree.refit();
    }
    tree.commit();
}

}  // namespace

TEST_CASE("aabb tree: neither queries nor steps allocate once storage has grown") {
    AabbRandom random(41);
    AabbTree tree;
    AabbTree other;
    Storage storage;
    for (int i = 0; i < 3000; ++i) {
        (void)tree.insert(random.box(30, 2));
        (void)other.insert(random.box(30, 2));
    }
    tree.reserve(3000);
    storage.queue.reserve(3000);
    storage.found.reserve(3000);
    storage.pairs.reserve(400000);
    for (std::uint64_t step = 0; step < 40; ++step) {
        use(tree, other, step, storage);
    }
    const long before = allocation_count.load();
    for (std::uint64_t step = 40; step < 80; ++step) {
        use(tree, other, step, storage);
    }
    if (COUNTS_ALLOCATIONS) {
        CHECK(before > 0);  // the counter works
        CHECK(allocation_count.load() == before);
    }
    tree.validate();
}

TEST_CASE("aabb tree: a reserved queue never allocates, however many entries a query adds") {
    for (const int count : {1, 17, 129, 5000}) {
        AabbTree tree;
        for (int i = 0; i < count; ++i) {  // all at the same distance: the maximum number of queued entries
            (void)tree.insert({{0, 0}, {1, 1}});
        }
        TreeQueue queue;
        queue.reserve(static_cast<std::size_t>(count));
        const std::size_t bytes = queue.bytes();
        std::uint32_t visits = 0;
        tree.closest_in_order(queue, {0, 0}, 1, ~0ull, [&](AabbTree::Proxy proxy, float limit) {
            CHECK(proxy == visits++);
            return limit;
        });
        CHECK(visits == tree.size());
        CHECK(queue.bytes() == bytes);
    }
}
