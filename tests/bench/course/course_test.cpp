#include <doctest/doctest.h>

#include <course/course.h>

#include <sstream>
#include <string>

using namespace bench;

TEST_CASE("course bench: Drystone's character follows the law of every situation, at three rates") {
    for (const float rate : {30.0f, 60.0f, 144.0f}) {
        for (const CourseSituation& situation : course_situations()) {
            CAPTURE(rate);
            CAPTURE(situation.name);
            const CourseResult result = run_situation(situation, *make_drystone_course(), rate);
            CHECK(result.error < 0.05);
            CHECK(result.overlap < 1e-3);
        }
    }
}

TEST_CASE("course bench: the table has a row for each situation that was asked for") {
    std::ostringstream out;
    course({.only = "lift", .drystone_only = true}, out);
    const std::string text = out.str();
    CHECK(text.find("lift, 20 m/s up") != std::string::npos);
    CHECK(text.find("belt,") == std::string::npos);
}
