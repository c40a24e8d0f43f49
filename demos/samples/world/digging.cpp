#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

constexpr int columns = 64;
constexpr int rows = 36;
/// Numbers of the types of tiles.
constexpr std::uint8_t earth = 1;
constexpr std::uint8_t slope_up = 2;
constexpr std::uint8_t slope_down = 3;
constexpr std::uint8_t rock = 4;
constexpr std::uint8_t platform = 5;

/// Terrain of tiles, in which bombs blow holes while balls and boxes roll over it.
class Digging final : public Sample {
    enum Parameters : std::size_t { pause, crater, blast };

    void create() override {
        TileGridDefinition grid{
            .position = {-16.0f, -12.0f}, .cell_size = 0.5f, .width = columns, .height = rows};
        const std::uint64_t sand = scenes::DrystoneBackend::paint(color::sand);
        grid.types = {
            {.user_data = sand},
            {.left_height = 0.0f, .user_data = sand},
            {.right_height = 0.0f, .user_data = sand},
            {.material = {.friction = 0.9f}, .user_data = scenes::DrystoneBackend::paint(color::slate)},
            {.left_height = 0.4f,
             .right_height = 0.4f,
             .hangs = true,
             .one_way = Vec2{0.0f, 1.0f},
             .user_data = scenes::DrystoneBackend::paint(color::teal)}};
        grid.cells = hills();
        grid_ = world().create_tile_grid(grid);
    }
    void prepare(int step) override {
        if (step % 15 == 0 && step < 450) {
            const Vec2 at{random_.between(-13.0f, 13.0f), 9.0f};
            const ShapeDefinition shape = painted(color::rainbow[step / 15 % 7]);
            const float size = random_.between(0.15f, 0.35f);
            bodies_.push_back(step % 30 == 0 ? add_dynamic(world(), at, Circle{{0.0f, 0.0f}, size}, shape)
                                             : add_dynamic(world(), at, make_box(size, size), shape));
        }
        if ((step % count(pause) == count(pause) - 1 || input().action) && bombs_ < 100) {
            const Vec2 at = input().cursor && input().action ? *input().cursor
                                                             : Vec2{random_.between(-12.0f, 12.0f), 10.0f};
            const BodyId bomb = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, 0.3f},
                                            painted(color::charcoal, {.hit_events = true}));
            world()[bomb].set_linear_velocity({0.0f, -8.0f});
            fuses_.push_back(bomb);
            ++bombs_;
        }
    }
    void after_step() override {
        std::vector<BodyId> burnt;
        for (const ContactHit& hit : world().contact_hits()) {
            for (const BodyId bomb : fuses_) {
                const bool is_hit =
                    world()[hit.shape_a].body().id() == bomb || world()[hit.shape_b].body().id() == bomb;
                if (is_hit && std::find(burnt.begin(), burnt.end(), bomb) == burnt.end()) {
                    burnt.push_back(bomb);
                }
            }
        }
        for (const BodyId bomb : burnt) {
            std::erase(fuses_, bomb);
            const Vec2 center = world()[bomb].position();
            world().destroy_body(bomb);
            dig(center, parameter(crater));
            world().explode(
                {.center = center, .radius = 1.5f, .falloff = 2.0f, .impulse_per_length = parameter(blast)});
        }
        for (const BodyId body : bodies_) {
            // No body may be inside of the terrain.
            const TileGridRef grid = world()[grid_];
            const TileCell cell = grid.cell_at(world()[body].position());
            const int type = grid.cell(cell.x, cell.y);
            buried_ += type == earth || type == rock ? 1 : 0;
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("bombs", bombs_) + ", " + count_text("cells dug", dug_);
    }
    [[nodiscard]] int failures() const override { return buried_; }

    /// Clears the cells, except rock, whose middle is within the radius.
    void dig(const Vec2& center, float radius) {
        const TileGridRef grid = world()[grid_];
        const TileCell from = grid.cell_at(center - Vec2{radius, radius});
        const TileCell to = grid.cell_at(center + Vec2{radius, radius});
        for (int y = std::max(0, from.y); y <= std::min(rows - 1, to.y); ++y) {
            for (int x = std::max(0, from.x); x <= std::min(columns - 1, to.x); ++x) {
                const Vec2 middle{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
                const Vec2 place = transform(grid.pose(), grid.cell_size() * middle);
                const int type = grid.cell(x, y);
                if (type != 0 && type != rock && length(place - center) <= radius) {
                    grid.set_cell(x, y, 0);
                    ++dug_;
                }
            }
        }
    }
    static std::uint8_t cell_of(int x, int y) {
        // Hills with flanks of one cell up or down for each column.
        const auto height = [](int column) { return 16 + std::min(6, std::abs(column % 22 - 11)); };
        const int left = height(x);
        const int right = height(x + 1);
        const int low = std::min(left, right);
        if (y < 3) {
            return rock;
        }
        if (y < low) {
            return earth;
        }
        if (y == low && left != right) {
            return left < right ? slope_up : slope_down;
        }
        return y == 25 && x % 16 > 11 ? platform : 0;
    }
    static std::vector<std::uint8_t> hills() {
        std::vector<std::uint8_t> cells;
        for (int i = 0; i < rows * columns; ++i) {
            cells.push_back(cell_of(i % columns, i / columns));
        }
        return cells;
    }

    TileGridId grid_{};
    scenes::Random random_{5};
    std::vector<BodyId> bodies_;
    std::vector<BodyId> fuses_;
    int bombs_ = 0;
    int dug_ = 0;
    int buried_ = 0;
};

}  // namespace

scenes::SceneInfo digging_sample() {
    return entry<Digging>("World", "digging", "Digging",
                          "Bombs blow holes in a terrain of tiles: G drops one at the cursor.",
                          {{0.0f, -2.0f}, 10.0f}, {}, 600,
                          {{"steps between bombs", 60.0f, 10.0f, 300.0f, ParameterKind::Count, true},
                           {"crater [m]", 1.4f, 0.3f, 4.0f, ParameterKind::Number, true},
                           {"blast [N s/m]", 1.5f, 0.0f, 10.0f, ParameterKind::Number, true}});
}

}  // namespace samples
