#include <doctest/doctest.h>

#include "parallel/sort_scrambled.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

using namespace drystone;

TEST_CASE("scrambled numbers are sorted as std::sort does, however many they are") {
    std::mt19937_64 random(5);
    std::vector<std::uint64_t> spare;
    for (const std::size_t count : {0u, 1u, 2u, 3u, 7u, 64u, 1000u, 1023u, 1024u, 20000u}) {
        CAPTURE(count);
        std::vector<std::uint64_t> numbers(count);
        std::generate(numbers.begin(), numbers.end(), std::ref(random));
        std::vector<std::uint64_t> expected = numbers;
        std::sort(expected.begin(), expected.end());
        sort_scrambled(numbers, spare, [](std::uint64_t number) { return number; });
        CHECK(numbers == expected);
    }
}

TEST_CASE("numbers that are not scrambled are sorted too, only slower") {
    std::vector<std::uint64_t> spare;
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 3000; i-- > 0;) {
        numbers.push_back(i % 2 == 0 ? i : ~i);
    }
    std::vector<std::uint64_t> expected = numbers;
    std::sort(expected.begin(), expected.end());
    sort_scrambled(numbers, spare, [](std::uint64_t number) { return number; });
    CHECK(numbers == expected);
}
