#include "store/joint_lists.h"

#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace drystone;

TEST_CASE("joint lists: joints come and go as in lists of their own") {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        test::Random random(seed);
        JointLists lists;
        std::vector<std::vector<std::uint32_t>> expected;
        for (int i = 0; i < 2000; ++i) {
            const auto body = static_cast<std::uint32_t>(random.below(30));
            const auto joint = static_cast<std::uint32_t>(random.below(20));
            if (random.below(2) == 0) {
                lists.attach(joint, body);
                expected.resize(std::max<std::size_t>(expected.size(), body + 1));
                auto& list = expected[body];
                if (std::find(list.begin(), list.end(), joint) == list.end()) {
                    list.push_back(joint);
                }
            } else {
                lists.detach(joint, body);
                if (body < expected.size()) {
                    std::erase(expected[body], joint);
                }
            }
            if (i % 500 == 0) {
                lists.set(lists.collect());
            }
            REQUIRE(lists.body_count() == expected.size());
            REQUIRE(lists.count(body) == (body < expected.size() ? expected[body].size() : 0));
            REQUIRE((lists.count(body) == 0 || lists.last(body) == expected[body].back()));
        }
        CHECK(lists.collect() == expected);
    }
}

TEST_CASE("joint lists: a body of very many joints loses each at once, whatever their order") {
    constexpr std::uint32_t count = 100000;
    for (const bool last_first : {false, true}) {
        JointLists lists;
        for (std::uint32_t joint = 0; joint < count; ++joint) {
            lists.attach(joint, 0);
            lists.attach(joint, joint + 1);
        }
        CHECK(lists.count(0) == count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t joint = last_first ? count - 1 - i : i;
            lists.detach(joint, 0);
            lists.detach(joint, joint + 1);
        }
        CHECK(lists.count(0) == 0);
        CHECK(lists.count(count) == 0);
    }
}

TEST_CASE("joint lists: a joint of very many bodies leaves each at once") {
    constexpr std::uint32_t count = 100000;
    JointLists lists;
    for (std::uint32_t body = 0; body < count; ++body) {
        lists.attach(7, body);
        lists.attach(7, body);
    }
    for (std::uint32_t body = 0; body < count; ++body) {
        CHECK_MESSAGE(lists.count(body) == 1, body);
        lists.detach(7, body);
    }
    CHECK(lists.count(count / 2) == 0);
}
