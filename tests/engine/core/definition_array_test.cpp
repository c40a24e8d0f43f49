#include <doctest/doctest.h>

#include "core/definition_array.h"
#include "core/state_archive.h"
#include "support/world_random.h"

#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

using namespace drystone;

namespace {

struct Item {
    std::uint32_t values[5] = {};  // Its size divides no chunk.

    friend bool operator==(const Item&, const Item&) = default;
};

/// An array, and the same as a vector.
struct Pair {
    DefinitionArray<Item> array;
    std::vector<Item> expected;

    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.array, self.expected);
    }
    [[nodiscard]] bool are_equal() const { return array.items() == expected; }
};

void change(Pair& pair, test::Random& random) {
    const Item item{{static_cast<std::uint32_t>(random.below(1000)), 1, 2, 3, 4}};
    const auto size = static_cast<int>(pair.expected.size());
    const int kind = random.below(100);
    if (kind < 50 && size > 0) {
        const auto at = static_cast<std::size_t>(random.below(size));
        pair.array.edit(at) = item;
        pair.expected[at] = item;
    } else if (kind < 80) {
        pair.array.push_back(item);
        pair.expected.push_back(item);
    } else if (kind < 90) {
        const auto count = static_cast<std::size_t>(random.below(300));
        const std::vector<Item> more(count, item);
        pair.array.append(more.data(), count);
        pair.expected.insert(pair.expected.end(), count, item);
    } else if (kind < 96) {
        const std::size_t more = pair.expected.size() + static_cast<std::size_t>(random.below(300));
        pair.array.grow(more);
        pair.expected.resize(more);
    } else {
        const auto fewer = static_cast<std::size_t>(random.below(size + 1));
        pair.array.edit().resize(fewer);
        pair.expected.resize(fewer);
    }
}

std::size_t shared_chunks(const SavedState& a, const SavedState& b) {
    std::size_t count = 0;
    for (const auto& chunk : a.chunks) {
        for (const auto& other : b.chunks) {
            count += chunk == other ? 1 : 0;
        }
    }
    return count;
}

}  // namespace

TEST_CASE("definition array: random changes, savings and restorations keep it equal to a vector") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        test::Random random(seed);
        Pair pair;
        Pair clone;
        std::vector<SavedState> saved(4);
        std::vector<std::vector<Item>> contents(saved.size());
        for (int i = 0; i < 400; ++i) {
            Pair& own = random.below(4) == 0 ? clone : pair;
            for (int k = random.below(4); k > 0; --k) {
                change(own, random);
            }
            const auto slot = static_cast<std::size_t>(random.below(static_cast<int>(saved.size())));
            const auto base = (slot + 1) % saved.size();
            if (random.below(2) == 0) {
                const bool has_base = random.below(2) == 0 && !contents[base].empty();
                save_state(own, has_base ? &saved[base] : nullptr, saved[slot]);
                contents[slot] = own.expected;
            } else if (!saved[slot].arrays.empty()) {
                restore_state(saved[slot], own);
                REQUIRE(own.expected == contents[slot]);
            }
            REQUIRE(pair.are_equal());
            REQUIRE(clone.are_equal());
        }
    }
}

TEST_CASE("definition array: states share what was not edited, and only that") {
    Pair pair;
    pair.array.grow(10 * StateChunk::size / sizeof(Item));
    SavedState first;
    SavedState second;
    SavedState third;
    save_state(pair, nullptr, first);
    save_state(pair, nullptr, second);
    CHECK(first.chunks.size() == 10);
    CHECK(shared_chunks(first, second) == 10);
    pair.array.edit(0).values[0] = 7;
    // This item is in two chunks.
    pair.array.edit(3 * StateChunk::size / sizeof(Item)).values[0] = 7;
    save_state(pair, nullptr, third);
    CHECK(shared_chunks(first, third) == 7);
    CHECK(count_states(first.chunks[1]) == 3);
    CHECK(count_states(first.chunks[0]) == 2);
    restore_state(first, pair);
    CHECK(pair.array[0].values[0] == 0);
    CHECK(pair.array[3 * StateChunk::size / sizeof(Item)].values[0] == 0);
    SavedState fourth;
    save_state(pair, nullptr, fourth);
    CHECK(shared_chunks(first, fourth) == 10);
}

TEST_CASE("definition array: edits on several threads are all saved") {
    Pair pair;
    const std::size_t count = 8 * StateChunk::size / sizeof(Item);
    pair.array.grow(count);
    pair.expected.resize(count);
    SavedState saved;
    save_state(pair, nullptr, saved);
    std::vector<std::thread> threads;
    for (std::size_t part = 0; part < 4; ++part) {
        threads.emplace_back([&, part] {
            for (std::size_t i = part; i < count; i += 4) {
                pair.array.edit(i).values[1] = static_cast<std::uint32_t>(i);
                pair.expected[i].values[1] = static_cast<std::uint32_t>(i);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    SavedState later;
    save_state(pair, nullptr, later);
    CHECK(shared_chunks(saved, later) == 0);
    pair.array.edit().assign(count, {});
    restore_state(later, pair);
    CHECK(pair.are_equal());
}
