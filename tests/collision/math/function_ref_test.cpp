#include <drystone/collision/function_ref.h>

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <type_traits>

using namespace drystone;

namespace {

int doubled(int value) { return 2 * value; }

int call(FunctionRef<int(int)> function, int value) { return function(value); }

struct Counter {
    int count = 0;
    int operator()(int value) { return count += value; }
};

}  // namespace

static_assert(sizeof(FunctionRef<int(int)>) == 16);
static_assert(std::is_trivially_copyable_v<FunctionRef<int(int)>>);

TEST_CASE("a function reference calls lambdas, functions, pointers, objects and std::function") {
    const int offset = 5;
    CHECK(call([&](int value) { return value + offset; }, 1) == 6);
    CHECK(call(doubled, 4) == 8);
    CHECK(call(&doubled, 4) == 8);
    const std::function<int(int)> kept = [](int value) { return -value; };
    CHECK(call(kept, 3) == -3);
    // The object itself is called, not a copy.
    Counter counter;
    call(counter, 2);
    call(counter, 3);
    CHECK(counter.count == 5);
}

TEST_CASE("a function reference forwards references and move-only arguments, and converts the result") {
    int target = 0;
    const auto set = [](int& value) { value = 7; };
    FunctionRef<void(int&)>{set}(target);
    CHECK(target == 7);
    const auto read = [](std::unique_ptr<int> value) { return *value; };
    CHECK(FunctionRef<double(std::unique_ptr<int>)>{read}(std::make_unique<int>(3)) == 3.0);
}

TEST_CASE("a reference to an empty function or a null pointer is empty") {
    CHECK_FALSE(FunctionRef<int(int)>{std::function<int(int)>{}});
    int (*const none)(int) = nullptr;
    CHECK_FALSE(FunctionRef<int(int)>{none});
    CHECK(FunctionRef<int(int)>{doubled});
}
