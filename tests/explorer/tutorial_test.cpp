#include <explorer/model/shape_menu.h>
#include <explorer/model/text.h>
#include <explorer/model/tutorial.h>

#include <drystone/collision/error.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace explorer;
using drystone::Vec2;

namespace {

int kind(const char* key) { return find_shape(key).value(); }

Question question_of(const char* a, const char* b, const Vec2& position_of_b, float angle_of_b = 0.0f) {
    return {{kind(a), {0.0f, 0.0f}, 0.0f}, {kind(b), position_of_b, angle_of_b}};
}

/// Returns the maximum coordinate of the points along a direction.
float reach(const Points& points, const Vec2& direction) {
    float maximum = -std::numeric_limits<float>::max();
    for (const Vec2& point : points) {
        maximum = std::max(maximum, dot(point, direction));
    }
    return maximum;
}

float distance_from_origin(const Points& border) {
    float minimum = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < border.size(); ++i) {
        const Vec2& p = border[i];
        const Vec2 edge = border[(i + 1) % border.size()] - p;
        const float square = length_squared(edge);
        const float t = square > 0.0f ? std::clamp(-dot(p, edge) / square, 0.0f, 1.0f) : 0.0f;
        minimum = std::min(minimum, length(p + t * edge));
    }
    return minimum;
}

float area_of(const Points& border) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < border.size(); ++i) {
        sum += 0.5f * drystone::cross(border[i], border[(i + 1) % border.size()]);
    }
    return sum;
}

}  // namespace

TEST_CASE("Lesson: two boxes apart have the distance that is seen at once") {
    const Tutorial tutorial = make_tutorial(question_of("box", "box", {3.0f, 0.0f}));
    CHECK(tutorial.answer.depth == doctest::Approx(-1.2f));
    CHECK(tutorial.answer.normal.x == doctest::Approx(1.0f));
    CHECK(area_of(tutorial.difference) == doctest::Approx(3.6f * 2.4f));
    CHECK(tutorial.steps.front().part == Part::Question);
    CHECK(tutorial.steps.back().part == Part::Answer);
    CHECK(tutorial.steps.back().decided.find("1.20 m apart") != std::string::npos);
    for (const Step& step : tutorial.steps) {
        CHECK(step.part != Part::Epa);
    }
}

TEST_CASE("Lesson: two boxes in each other go through GJK to EPA") {
    const Tutorial tutorial = make_tutorial(question_of("box", "box", {1.5f, 0.1f}));
    CHECK(tutorial.answer.depth == doctest::Approx(0.3f));
    CHECK(tutorial.steps[tutorial.steps.size() - 2].part == Part::Epa);
    CHECK(tutorial.steps.back().decided.find("0.30 m deep") != std::string::npos);
}

TEST_CASE("Lesson: for all pairs of kinds the picture agrees with the answer and the steps with each other") {
    const int count = static_cast<int>(shape_menu().size());
    for (int a = 0; a < count; ++a) {
        for (int b = 0; b < count; ++b) {
            for (const float x : {0.35f, 1.3f, 4.0f}) {
                CAPTURE(shape_menu()[static_cast<std::size_t>(a)].key);
                CAPTURE(shape_menu()[static_cast<std::size_t>(b)].key);
                CAPTURE(x);
                const Tutorial tutorial = make_tutorial({{a, {-0.2f, 0.3f}, 0.4f}, {b, {x, 0.75f}, -1.1f}});
                // The traced border is an independent reference within its tolerance of 2 mm.
                CHECK(std::abs(std::abs(tutorial.answer.depth) - distance_from_origin(tutorial.difference)) <
                      0.003f);
                CHECK((tutorial.answer.depth >= -0.003f) ==
                      covers(tutorial.difference, {0.0f, 0.0f}, 0.003f));
                const Points& searched =
                    tutorial.core_difference.empty() ? tutorial.difference : tutorial.core_difference;
                for (std::size_t i = 1; i + 1 < tutorial.steps.size(); ++i) {
                    const Step& step = tutorial.steps[i];
                    CHECK_FALSE(step.asked.empty());
                    CHECK_FALSE(step.found.empty());
                    CHECK_FALSE(step.decided.empty());
                    if (step.support) {
                        const NamedVertex& w = *step.support;
                        CHECK(length(w.on_a - w.on_b - w.w) < 1e-5f);
                        CHECK(std::abs(dot(w.w, step.direction) - reach(searched, step.direction)) < 0.003f);
                    }
                    const Vec2 between = *step.witness_a - *step.witness_b;
                    CHECK(length(between - step.nearest) < 1e-4f);
                    const bool next = tutorial.steps[i + 1].part == step.part;
                    CHECK((!next || tutorial.steps[i + 1].before.size() == step.after.size()));
                }
            }
        }
    }
}

TEST_CASE("Lesson: the origin's region is the part of the simplex that GJK keeps") {
    int judged = 0;
    for (int i = 0; i < 60; ++i) {
        const float turn = 0.11f * static_cast<float>(i);
        const Tutorial tutorial = make_tutorial(
            question_of("polygon", "triangle", {2.2f * std::cos(turn), 2.2f * std::sin(turn)}, 3.0f * turn));
        for (const Step& step : tutorial.steps) {
            if (step.part != Part::Gjk || step.iteration == 0 ||
                step.regions.size() == voronoi_regions(Points(step.before.size())).size()) {
                continue;  // Nothing was added, so no regions are compared.
            }
            const auto region = std::find_if(step.regions.begin(), step.regions.end(),
                                             [](const Region& r) { return r.holds_origin; });
            REQUIRE(region != step.regions.end());
            CHECK(region->part.size() == step.after.size());
            ++judged;
        }
    }
    CHECK(judged > 60);
}

TEST_CASE("Lesson: shapes that coincide have an answer and words for every step") {
    for (int kind = 0; kind < static_cast<int>(shape_menu().size()); ++kind) {
        CAPTURE(shape_menu()[static_cast<std::size_t>(kind)].key);
        const Tutorial tutorial = make_tutorial({{kind, {0.4f, 0.1f}, 0.3f}, {kind, {0.4f, 0.1f}, 0.3f}});
        CHECK(length(tutorial.answer.normal) == doctest::Approx(1.0f));
        CHECK(std::abs(tutorial.answer.depth - distance_from_origin(tutorial.difference)) < 0.003f);
        for (const Step& step : tutorial.steps) {
            CHECK_FALSE(step.decided.empty());
            CHECK(step.decided.find("not finite") == std::string::npos);
        }
    }
}

TEST_CASE("Lesson: a pose that is not finite is refused") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_THROWS_AS(make_tutorial(question_of("box", "box", {nan, 0.0f})), drystone::Error);
}

TEST_CASE("Lesson: places go forwards and back through all moments and stop at the ends") {
    const Tutorial tutorial = make_tutorial(question_of("box", "box", {1.5f, 0.1f}));
    std::vector<Place> places{{0, TutorialStage::Decided}};
    while (!(next_stage(tutorial, places.back()) == places.back())) {
        places.push_back(next_stage(tutorial, places.back()));
    }
    CHECK(places.size() == 3 * (tutorial.steps.size() - 2) + 2);
    for (std::size_t i = places.size() - 1; i > 0; --i) {
        CHECK(previous_stage(tutorial, places[i]).step == places[i - 1].step);
    }
    CHECK(previous_step(tutorial, {0, TutorialStage::Decided}).step == 0);
    const int last = static_cast<int>(tutorial.steps.size()) - 1;
    CHECK(next_step(tutorial, {last, TutorialStage::Decided}).step == last);
    CHECK(keep_place(tutorial, {last + 7, TutorialStage::Found}) == Place{last, TutorialStage::Decided});
}

TEST_CASE("Lesson: text is broken between words, counting letters and not bytes") {
    CHECK(wrap("w₁w₂ is kept", 7) == std::vector<std::string>{"w₁w₂ is", "kept"});
    CHECK(wrap("", 7).empty());
    CHECK(subscripted("w", 12) == "w₁₂");
    CHECK(metres(0.5531f) == "0.55 m");
    CHECK(metres(0.5531f, 0.0002f) == "0.5531 m");
}

TEST_CASE("Regions: they fill the plane, and do not overlap") {
    const Points triangle{{0.3f, 0.2f}, {2.0f, 0.5f}, {1.1f, 1.9f}};
    const std::vector<Region> regions = voronoi_regions(triangle);
    CHECK(regions.size() == 7);
    float sum = 0.0f;
    for (const Region& region : regions) {
        sum += area_of(region.area);
    }
    CHECK(sum == doctest::Approx(120.0f * 120.0f).epsilon(1e-4));
}
