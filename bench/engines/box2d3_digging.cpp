#include "micro/steady_state_cases.h"

#include <box2d/box2d.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {
namespace {

/// Level of tiles made of boxes, one for each solid cell beside an empty one. There are bumps between them.
class Digging final : public SteadyStateRunner {
public:
    Digging(int side, int count)
        : side_(side),
          cells_(dug_cells(side, count)),
          solid_(area(side)),
          shapes_(area(side), b2_nullShapeId) {
        const b2WorldDef world = b2DefaultWorldDef();
        world_ = b2CreateWorld(&world);
        const int columns = (side + chunk - 1) / chunk;
        const b2BodyDef body = b2DefaultBodyDef();
        for (int i = 0; i < columns * columns; ++i) {
            bodies_.push_back(b2CreateBody(world_, &body));
        }
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                solid_[at(x, y)] = is_solid_tile(x, y) ? 1 : 0;
                sum_ += solid_[at(x, y)];
            }
        }
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                update(x, y);
            }
        }
        b2World_Step(world_, steady_state_time_step, steady_state_sub_steps);
    }
    ~Digging() override { b2DestroyWorld(world_); }
    Digging(const Digging&) = delete;
    Digging& operator=(const Digging&) = delete;

    void run() override {
        for (const LevelCell& cell : cells_) {
            std::uint8_t& solid = solid_[at(cell.x, cell.y)];
            solid = static_cast<std::uint8_t>(1 - solid);
            sum_ += 2 * solid - 1;
            update(cell.x, cell.y);
            update(cell.x - 1, cell.y);
            update(cell.x + 1, cell.y);
            update(cell.x, cell.y - 1);
            update(cell.x, cell.y + 1);
            b2World_Step(world_, steady_state_time_step, steady_state_sub_steps);
        }
        answer_ = static_cast<double>(sum_);
    }

private:
    static constexpr int chunk = 16;

    static std::size_t area(int side) {
        return static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    }
    [[nodiscard]] std::size_t at(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(side_) + static_cast<std::size_t>(x);
    }
    [[nodiscard]] bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < side_ && y < side_; }
    [[nodiscard]] bool is_empty(int x, int y) const { return !contains(x, y) || solid_[at(x, y)] == 0; }
    /// Creates or destroys the shape of a cell.
    void update(int x, int y) {
        if (!contains(x, y)) {
            return;
        }
        const bool wanted = !is_empty(x, y) && (is_empty(x - 1, y) || is_empty(x + 1, y) ||
                                                is_empty(x, y - 1) || is_empty(x, y + 1));
        b2ShapeId& shape = shapes_[at(x, y)];
        const bool exists = B2_IS_NON_NULL(shape);
        if (wanted && !exists) {
            const int columns = (side_ + chunk - 1) / chunk;
            const b2BodyId body = bodies_[static_cast<std::size_t>(y / chunk * columns + x / chunk)];
            const b2Polygon box = b2MakeOffsetBox(
                0.5f, 0.5f, {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f}, b2Rot_identity);
            const b2ShapeDef definition = b2DefaultShapeDef();
            shape = b2CreatePolygonShape(body, &definition, &box);
        } else if (!wanted && exists) {
            b2DestroyShape(shape, false);
            shape = b2_nullShapeId;
        }
    }

    int side_;
    std::vector<LevelCell> cells_;
    std::vector<std::uint8_t> solid_;
    std::vector<b2ShapeId> shapes_;
    std::vector<b2BodyId> bodies_;
    b2WorldId world_{};
    int sum_ = 0;
};

}  // namespace

std::unique_ptr<SteadyStateRunner> make_box2d3_digging(SteadyStateTask task, const SteadyStateSize& size) {
    return std::make_unique<Digging>(level_side(task, size), size.dug);
}

}  // namespace bench
