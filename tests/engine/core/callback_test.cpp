#include <drystone/callback.h>

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <utility>

using namespace drystone;

TEST_CASE("callback: it keeps what it is given, and copies of it have their own") {
    const auto uses = std::make_shared<int>(0);
    Callback<int(int)> first = [uses, sum = 0](int value) mutable { return sum += value; };
    CHECK(uses.use_count() == 2);
    CHECK(first(2) == 2);
    Callback<int(int)> second = first;
    CHECK(uses.use_count() == 3);
    CHECK(first(3) == 5);
    CHECK(second(10) == 12);
    Callback<int(int)> third = std::move(second);
    CHECK_FALSE(second);  // NOLINT(bugprone-use-after-move): it is empty
    CHECK(uses.use_count() == 3);
    CHECK(third(1) == 13);
    third = {};
    CHECK_FALSE(third);
    first = nullptr;
    CHECK_FALSE(first);
    CHECK(uses.use_count() == 1);
}

TEST_CASE("callback: empty by default, and made of what is empty") {
    CHECK_FALSE(Callback<void()>{});
    CHECK_FALSE(Callback<void()>{std::function<void()>{}});
    int called = 0;
    const Callback<void()> callback = [&] { ++called; };
    callback();
    CHECK(called == 1);
}
