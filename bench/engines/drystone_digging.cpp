#include "micro/steady_state_cases.h"

#include <drystone/drystone.h>

#include <vector>

namespace bench {
namespace {

using namespace drystone;

class Digging final : public SteadyStateRunner {
public:
    Digging(int side, int count) : cells_(dug_cells(side, count)) {
        TileGridDefinition definition{.width = side, .height = side, .types = {{}}};
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                definition.cells.push_back(is_solid_tile(x, y) ? 1 : 0);
                solid_ += definition.cells.back();
            }
        }
        grid_ = world_.create_tile_grid(definition);
        world_.step(steady_state_time_step, steady_state_sub_steps);
    }
    void run() override {
        for (const LevelCell& cell : cells_) {
            const TileGridRef grid = world_[grid_];
            const int type = 1 - grid.cell(cell.x, cell.y);
            grid.set_cell(cell.x, cell.y, type);
            world_.step(steady_state_time_step, steady_state_sub_steps);
            solid_ += 2 * type - 1;
        }
        answer_ = static_cast<double>(solid_);
    }

private:
    std::vector<LevelCell> cells_;
    World world_;
    TileGridId grid_{};
    int solid_ = 0;
};

}  // namespace

std::unique_ptr<SteadyStateRunner> make_drystone_digging(SteadyStateTask task, const SteadyStateSize& size) {
    return std::make_unique<Digging>(level_side(task, size), size.dug);
}

}  // namespace bench
