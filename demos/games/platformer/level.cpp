#include <games/parts/bridge.h>
#include <games/platformer/platformer.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace games::platformer {
namespace {

using namespace drystone;

// clang-format off
constexpr std::array<std::string_view, 12> west{
    "............................................................................",
    "............................................................................",
    "............................................................................",
    "...........................ooo..............................................",
    "............................................................................",
    "..........................-----.............................................",
    ".............oo.....................ooo...........oo.........o.o.o.o.o......",
    "............./\\.......-----........######...................................",
    ".P....o.o.../##\\.................C.######.....o.....E..K...B............b...",
    "############################################################............####",
    "############################################################............####",
    "############################################################............####",
};
constexpr std::array<std::string_view, 12> east{
    "......................................................................",
    "......................................................................",
    "........................................................oo............",
    "......................................................................",
    "...............................................K........E.............",
    "...........................................l.###############\\.........",
    "........................o...o...o............################\\..oo....",
    ".............................................#################\\.....F.",
    "K......C......o.....E......................L.##################\\......",
    "###~~~~~~~~~~#########M............m##################################",
    "###~~o~~~o~~~#########..............##################################",
    "######################..............##################################",
};
// clang-format on

/// Returns both halves of the level, side by side.
const std::vector<std::string>& joined_rows() {
    static const std::vector<std::string> joined = [] {
        std::vector<std::string> result;
        result.reserve(west.size());
        for (std::size_t y = 0; y < west.size(); ++y) {
            result.push_back(std::string(west[y]) + std::string(east[y]));
        }
        return result;
    }();
    return joined;
}

constexpr Filter ground_filter{.category = 1};
constexpr Filter enemy_filter{.category = 4, .mask = 1};

/// Returns the place of a letter in a row below or to the right; the lower left corner of its square.
Vec2 find_partner(char partner, std::size_t row, std::size_t column) {
    const auto rows = level_rows();
    for (std::size_t x = column; x < rows[0].size(); ++x) {
        for (std::size_t y = 0; y < rows.size(); ++y) {
            if (rows[y][x] == partner && (x > column || y != row)) {
                return {static_cast<float>(x), static_cast<float>(rows.size() - 1 - y)};
            }
        }
    }
    throw Error("level: a thing has no partner");
}

}  // namespace

std::span<const std::string> level_rows() { return joined_rows(); }

void Platformer::build() {
    const auto rows = level_rows();
    ground_ = world_.create_body({.type = BodyType::Static});
    add_tiles();
    for (std::size_t y = 0; y < rows.size(); ++y) {
        for (std::size_t x = 0; x < rows[y].size(); ++x) {
            const Vec2 corner{static_cast<float>(x), static_cast<float>(rows.size() - 1 - y)};
            const char thing = rows[y][x];
            if (thing == 'B') {
                planks_ = add_bridge(world_, ground_, corner + Vec2{1.0f, 0.0f}, find_partner('b', y, x),
                                     ground_filter);
            } else if (thing == 'M') {
                platforms_.push_back(add_shuttle(world_, corner + Vec2{1.5f, 0.8f},
                                                 find_partner('m', y, x) + Vec2{-0.5f, 0.8f}, 1.5f,
                                                 ground_filter));
            } else if (thing == 'L') {
                platforms_.push_back(add_shuttle(world_, corner + Vec2{0.5f, 0.1f},
                                                 find_partner('l', y, x) + Vec2{0.5f, 0.8f}, 1.2f,
                                                 ground_filter));
            } else {
                add_thing(thing, corner + Vec2{0.5f, 0.5f});
            }
        }
    }
    for (std::size_t x = 0; x < rows[0].size(); ++x) {
        std::size_t end = x;
        while (end < rows[0].size() && rows[9][end] == '~') {
            ++end;
        }
        if (end > x) {
            add_water({{static_cast<float>(x), 1.0f}, {static_cast<float>(end), 2.7f}});
            x = end;
        }
    }
}

void Platformer::add_tiles() {
    const auto rows = level_rows();
    const Material stone{.friction = 0.7f};
    TileGridDefinition grid{.width = static_cast<int>(rows[0].size()),
                            .height = static_cast<int>(rows.size())};
    grid.types = {{.material = stone},
                  {.left_height = 0.0f, .right_height = 1.0f, .material = stone},
                  {.left_height = 1.0f, .right_height = 0.0f, .material = stone},
                  {.left_height = 0.25f,
                   .right_height = 0.25f,
                   .hangs = true,
                   .material = stone,
                   .one_way = Vec2{0.0f, 1.0f}}};
    grid.filter = ground_filter;
    for (std::size_t y = rows.size(); y-- > 0;) {
        for (const char c : rows[y]) {
            grid.cells.push_back(c == '#' ? 1 : c == '/' ? 2 : c == '\\' ? 3 : c == '-' ? 4 : 0);
        }
    }
    world_.create_tile_grid(grid);
    const auto width = static_cast<float>(grid.width);
    world_.create_shape(ground_, Segment{{0.0f, 0.0f}, {0.0f, 30.0f}});
    world_.create_shape(ground_, Segment{{width, 0.0f}, {width, 30.0f}});
}

void Platformer::add_thing(char thing, const Vec2& at) {
    switch (thing) {
        case 'P': start_ = at + Vec2{0.0f, 0.25f}; break;
        case 'F': flag_ = at; break;
        case 'o': coins_.push_back(at); break;
        case 'K': checkpoints_.push_back(at); break;
        case 'E': enemies_.push_back(add_figure(world_, at + Vec2{0.0f, 0.18f}, enemy_filter)); break;
        case 'C':
            crates_.push_back(world_.create_body({.position = at - Vec2{0.0f, 0.05f}}));
            world_.create_shape(crates_.back(), make_rounded_box(0.4f, 0.4f, 0.05f),
                                {.density = 25.0f, .material = {.friction = 0.4f}});
            break;
        default: break;
    }
}

void Platformer::add_water(const Aabb& box) {
    const Vec2 half = 0.5f * (box.upper - box.lower);
    world_.create_field({.kind = BuoyancyField{.density = 60.0f,
                                               .surface = FluidSurface{.point = {0.0f, half.y}},
                                               .linear_drag = 2.0f},
                         .region = make_box(half.x, half.y),
                         .pose = {center(box), {}}});
    waters_.push_back(box);
}

}  // namespace games::platformer
