#include <drystone/collision/error.h>

#include <doctest/doctest.h>

#include <string>

using namespace drystone;

TEST_CASE("fail names the function, the argument, what it must be, and the value") {
    CHECK_THROWS_WITH_AS(fail("World::create_shape", "density", "finite and >= 0", -1.0),
                         "World::create_shape: density must be finite and >= 0, got -1", Error);
    CHECK_THROWS_WITH_AS(fail("make_polygon", "points", "three or more", std::string("two")),
                         "make_polygon: points must be three or more, got two", Error);
    CHECK_THROWS_WITH_AS(fail("a sentence of its own"), "a sentence of its own", Error);
}

TEST_CASE("an error is a standard exception, and copies share its text") {
    CHECK_THROWS_AS(fail("text"), std::exception);
    Error copy("another");
    {
        const Error first("a text longer than what a string holds in itself");
        copy = first;
        const Error second(copy);
        CHECK(std::string(second.what()) == first.what());
    }
    CHECK(std::string(copy.what()) == "a text longer than what a string holds in itself");
}

TEST_CASE("setting the error handler returns the previous one") {
    const ErrorHandler mine = [](const char*) {};
    const ErrorHandler before = set_error_handler(mine);
    const bool was_mine = set_error_handler(before) == mine;
    CHECK(was_mine);
}
