// Random levels of tiles and slopes with random input: never inside anything, never through a wall, never
// stuck.
#include "engine/character/course.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::Course;

namespace {

constexpr int columns = 24;
constexpr int rows = 14;

enum class Cell : std::uint8_t { Free, Solid, RisesRight, RisesLeft, HangsRight, HangsLeft, OneWay };

/// Level of cells of 1 m, with a solid border.
struct Level {
    std::array<Cell, static_cast<std::size_t>(columns* rows)> cells{};
    std::vector<bool> reached;  ///< Cells that are connected with the start, through sides.

    [[nodiscard]] static std::size_t index(int x, int y) { return static_cast<std::size_t>(y * columns + x); }
    [[nodiscard]] Cell at(int x, int y) const { return cells[index(x, y)]; }
    [[nodiscard]] static bool is_border(int x, int y) {
        return x == 0 || y == 0 || x == columns - 1 || y == rows - 1;
    }
};

Level random_level(test::Random& random) {
    Level level;
    const int density = 5 + random.below(30);
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            Cell& cell = level.cells[Level::index(x, y)];
            if (Level::is_border(x, y)) {
                cell = Cell::Solid;
            } else if (random.below(100) < density) {
                cell = random.below(2) == 0 ? Cell::Solid : static_cast<Cell>(2 + random.below(5));
            }
        }
    }
    // Room for the start.
    for (const int y : {6, 7, 8}) {
        for (const int x : {11, 12, 13}) {
            level.cells[Level::index(x, y)] = Cell::Free;
        }
    }
    return level;
}

/// Marks the cells that are not solid and connected with the start.
void flood(Level& level) {
    level.reached.assign(level.cells.size(), false);
    std::vector<std::array<int, 2>> open{{12, 7}};
    level.reached[Level::index(12, 7)] = true;
    while (!open.empty()) {
        const auto [x, y] = open.back();
        open.pop_back();
        for (const auto& [dx, dy] :
             {std::array{1, 0}, std::array{-1, 0}, std::array{0, 1}, std::array{0, -1}}) {
            const int to_x = x + dx;
            const int to_y = y + dy;
            const bool inside = to_x >= 0 && to_y >= 0 && to_x < columns && to_y < rows;
            if (inside && level.at(to_x, to_y) != Cell::Solid && !level.reached[Level::index(to_x, to_y)]) {
                level.reached[Level::index(to_x, to_y)] = true;
                open.push_back({to_x, to_y});
            }
        }
    }
}

void build(Course& course, const Level& level) {
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const Vec2 low{static_cast<float>(x), static_cast<float>(y)};
            const Vec2 high = low + Vec2{1.0f, 1.0f};
            const Vec2 corner_right{high.x, low.y};
            const Vec2 corner_left{low.x, high.y};
            switch (level.at(x, y)) {
                case Cell::Free: break;
                case Cell::Solid: course.add_box(low, high); break;
                case Cell::OneWay:
                    course.add_box({low.x, high.y - 0.2f}, high, {.one_way = Vec2{0.0f, 1.0f}});
                    break;
                case Cell::RisesRight:
                    course.world.create_shape(course.ground, make_polygon({low, corner_right, high}));
                    break;
                case Cell::RisesLeft:
                    course.world.create_shape(course.ground, make_polygon({low, corner_right, corner_left}));
                    break;
                case Cell::HangsRight:
                    course.world.create_shape(course.ground, make_polygon({corner_left, corner_right, high}));
                    break;
                case Cell::HangsLeft:
                    course.world.create_shape(course.ground, make_polygon({corner_left, low, high}));
                    break;
            }
        }
    }
}

/// Returns whether the middle of the character is in a cell that is connected with the start.
bool is_in_reach(const Course& course, const Level& level, const Vec2& middle) {
    const Vec2 place = course.position() + middle;
    const int x = static_cast<int>(std::floor(place.x));
    const int y = static_cast<int>(std::floor(place.y));
    return x >= 0 && y >= 0 && x < columns && y < rows && level.reached[Level::index(x, y)];
}

/// Walks a quarter of a second each way where a cast finds room for that.
void check_not_stuck(Course& course) {
    for (const float way : {1.0f, -1.0f}) {
        if (!course.character->is_on_ground()) {
            return;
        }
        const Vec2 up_a_little{0.0f, 0.05f};
        const Pose pose{course.position() + up_a_little, Rot{}};
        const ContactCast cast{.translation = {0.5f * way, 0.0f}, .contacts = {.distance = 0.005f}};
        const auto hit =
            course.world.cast_contact(course.definition.geometry, pose, cast,
                                      [](const ShapeContact& contact) { return !contact.one_way; });
        if (!hit) {
            const float from = course.x();
            course.run(0.25f, test::walking(2.0f * way));
            CHECK(way * (course.x() - from) > 0.2f);
        }
    }
}

/// Returns small shapes, which fit through gaps of a cell.
std::vector<test::NamedShape> small_shapes() {
    return {{"circle", Circle{{0.0f, 0.0f}, 0.3f}},
            {"capsule", Capsule{{0.0f, -0.2f}, {0.0f, 0.2f}, 0.25f}},
            {"box", make_box(0.3f, 0.4f)},
            {"polygon", make_regular_polygon(7, 0.4f)}};
}

}  // namespace

TEST_CASE("character: random levels and input: never inside, never through a wall, never stuck") {
    const std::vector<test::NamedShape> shapes = small_shapes();
    const int levels = test::scaled(1000, 20);
    int grounded = 0;
    for (int seed = 0; seed < levels; ++seed) {
        const test::NamedShape& shape = shapes[static_cast<std::size_t>(seed) % shapes.size()];
        const float rate = seed % 3 == 0 ? 30.0f : seed % 3 == 1 ? 60.0f : 144.0f;
        CAPTURE(seed);
        CAPTURE(shape.name);
        test::Random random(static_cast<std::uint32_t>(1000 + seed));
        Level level = random_level(random);
        flood(level);
        Course course(shape.geometry, rate);
        build(course, level);
        course.definition.max_step = seed % 5 == 0 ? 0.0f : 0.4f;
        course.definition.jump_speed = 7.0f;
        course.definition.position = {12.5f, 7.5f};
        course.character.emplace(course.definition);
        bool in_reach = true;
        CharacterInput input;
        for (int i = 0; i < static_cast<int>(10.0f * rate); ++i) {
            if (random.below(20) == 0) {
                input.velocity.x = random.between(-12.0f, 12.0f);
            }
            input.jump = random.below(15) == 0;
            input.drop = random.below(40) == 0;
            if (random.below(300) == 0) {
                course.character->launch({random.between(-60.0f, 60.0f), random.between(-60.0f, 60.0f)});
            }
            course.step(input);
            in_reach = in_reach && is_in_reach(course, level, {0.0f, 0.0f});
            grounded += course.character->is_on_ground() ? 1 : 0;
        }
        CHECK(in_reach);
        CHECK(course.worst_overlap < 1e-3f);
        course.run(1.0f, {});
        check_not_stuck(course);
    }
    CHECK(grounded > 100 * levels);
}
