#pragma once

#include <scenes/scene.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

/// Tasks of `drystone-bench steady_state`, other than steps of full scenes.
namespace bench {

enum class SteadyStateTask : std::uint8_t {
    RayStatic,  ///< Nearest hit in a large static world.
    RayMoving,
    RaysAtOnce,  ///< By one call, if the engine has one.
    BoxStatic,   ///< Shapes whose boxes overlap a box.
    BoxMoving,
    DiscStatic,  ///< Shapes that overlap a disc.
    DiscMoving,
    DiscCast,  ///< Nearest hit of a moving disc, in the static world.
    CapsuleCast,
    CreateAndDestroy,  ///< Bodies with one box each; a step after creation and after destruction.
    MakeStatic,        ///< A new world of static boxes, and its first step.
    SleepingWorld,
    OneAmongStatic,   ///< One dynamic body falls through a static world.
    SmallWorlds,      ///< A step of each of many worlds.
    MoveStatic,       ///< A tenth of the static bodies get a new position, followed by a step.
    KinematicShapes,  ///< One rotating body of many shapes among dynamic ones.
    WakePile,         ///< A sleeping pile is woken, stepped once and put to sleep.
    Sensors,          ///< A step of many bodies that pass through many sensors, and its events.
    MakeJoints,       ///< Joints of ropes of boxes are created and destroyed; a step after each.
    Characters,       ///< Characters walk and jump on floors of tiles; nothing else moves.
    DigSmall,         ///< Cells of a small level of tiles are dug out or filled, each followed by a step.
    DigLarge,
};
inline constexpr std::size_t steady_state_task_count = 22;

/// Sizes of the worlds.
struct SteadyStateSize {
    int static_side = 200;  ///< Boxes on each side of the static grid.
    int moving_side = 100;
    int queries = 1000;
    int replaced = 10000;
    int sleepers = 100000;
    int worlds = 100;    ///< Box2D v3 has a limit of 128.
    int shapes = 1000;   ///< Shapes of the kinematic body.
    int pile_side = 60;  ///< Boxes in the lowest row of the pile.
    int sensors = 1000;  ///< Also the number of bodies that pass through them.
    int joints = 5000;
    int characters = 1000;
    int small_level = 32;    ///< Cells on a side of the small level of tiles.
    int large_level = 1000;  ///< Cells on a side of the large one.
    int dug = 100;           ///< Cells that change.
};

struct SteadyStateProbe {
    scenes::Point origin{};
    scenes::Point translation{};
    float half = 0.0f;
};

/// Returns probes scattered over a grid of `side` boxes, 2 m apart, the same every time.
std::vector<SteadyStateProbe> steady_state_probes(int side, int count);

/// Position and angle of a box of a grid.
struct SteadyStatePlace {
    scenes::Point position{};
    float angle = 0.0f;
};
inline SteadyStatePlace grid_place(int index, int side) {
    return {{2.0f * static_cast<float>(index % side), 2.0f * static_cast<float>(index / side)},
            0.1f * static_cast<float>(index % 31)};
}
/// Number of boxes in a small world: two layers on the ground.
inline constexpr int small_world_boxes = 10;
inline SteadyStatePlace small_world_place(int index) {
    return {{3.0f * static_cast<float>(index % 5), 0.5f + static_cast<float>(index / 5)}, 0.0f};
}
/// Number of bodies that lie on the kinematic body.
inline constexpr int kinematic_riders = 20;
inline SteadyStatePlace rider_place(int index) {
    return {{3.0f * static_cast<float>(index - kinematic_riders / 2), 0.6f}, 0.0f};
}
/// Sensors in a row. Bodies move to and fro along the rows, from one sensor to the next.
inline constexpr int sensor_row = 40;
inline constexpr float visitor_radius = 0.25f;
inline constexpr float visitor_speed = 6.0f;
inline constexpr int steps_one_way = 60;
inline SteadyStatePlace sensor_place(int index) { return grid_place(index, sensor_row); }
inline scenes::Point visitor_place(int index) {
    const scenes::Point sensor = sensor_place(index).position;
    return {sensor.x + 0.8f + 0.05f * static_cast<float>(index % 7), sensor.y + 0.2f};
}
/// Tiles of a level, of 1 m: as many floors as tiles in each, 4 m apart.
inline SteadyStatePlace tile_place(int index, int side) {
    return {{static_cast<float>(index % side), 4.0f * static_cast<float>(index / side)}, 0.0f};
}
/// Capsules of this radius, with ends this far from their middle, spread over the floors.
inline constexpr float character_radius = 0.3f;
inline constexpr float character_half_length = 0.5f;
inline scenes::Point character_place(int index, int count, int side) {
    const int each = (count + side - 1) / side;
    const float apart = static_cast<float>(side) / static_cast<float>(each + 1);
    return {apart * static_cast<float>(1 + index / side), 4.0f * static_cast<float>(index % side) + 1.32f};
}
/// Inputs of a character in an update: the speed that it wants, and whether it jumps if it can.
struct CharacterOrder {
    float speed = 0.0f;
    bool jump = false;
};
inline CharacterOrder character_order(int index, int update) {
    return {(update / 60 + index) % 2 == 0 ? 3.0f : -3.0f, (update + 7 * index) % 90 == 0};
}
inline constexpr float character_gravity = 10.0f;
inline constexpr float character_jump_speed = 4.0f;

/// Returns whether a cell of a level of tiles of 1 m is solid: bands of rock with caves.
inline bool is_solid_tile(int x, int y) { return (x / 7 + y / 5) % 3 != 0; }
inline int level_side(SteadyStateTask task, const SteadyStateSize& size) {
    return task == SteadyStateTask::DigLarge ? size.large_level : size.small_level;
}
struct LevelCell {
    int x = 0;
    int y = 0;
};
/// Returns the cells near the middle that are dug out or filled, the same every time.
std::vector<LevelCell> dug_cells(int side, int count);

/// Boxes in a rope, 2 m apart; each joint is at the middle between two.
inline constexpr int rope_boxes = 11;
inline int rope_bodies(int joints) { return joints + (joints + rope_boxes - 2) / (rope_boxes - 1); }
inline bool is_end_of_rope(int body) { return body % rope_boxes == rope_boxes - 1; }
inline SteadyStatePlace rope_place(int body) {
    return {{2.0f * static_cast<float>(body % rope_boxes), 2.0f * static_cast<float>(body / rope_boxes)},
            0.0f};
}
/// Steps in which the pile settles before it is put to sleep.
inline constexpr int pile_steps = 60;
/// Returns the positions of the boxes of a pyramid that rests on y = 0.
std::vector<scenes::Point> pyramid_places(int side);

/// Runner of one engine for a task.
class SteadyStateRunner {
public:
    SteadyStateRunner() = default;
    virtual ~SteadyStateRunner() = default;
    SteadyStateRunner(const SteadyStateRunner&) = delete;
    SteadyStateRunner& operator=(const SteadyStateRunner&) = delete;

    /// Performs the task once. The changes it makes to the world are undone, or the next run continues from
    /// them.
    virtual void run() = 0;
    /// Returns the result of the last run: sums of fractions, shapes found, bodies awake. Engines should give
    /// nearly the same.
    [[nodiscard]] double answer() const { return answer_; }

protected:
    double answer_ = 0.0;
};

const char* name_of(SteadyStateTask task);
/// Returns the number by which the time is divided; `steady_state_unit` names it: "ray".
int steady_state_operations(SteadyStateTask task, const SteadyStateSize& size);
const char* steady_state_unit(SteadyStateTask task);

/// Makes the runner of a task from the runner types that an engine has for the kinds of task.
template <class Making, class Steps, class Queries>
std::unique_ptr<SteadyStateRunner> make_steady_state(SteadyStateTask task, const SteadyStateSize& size) {
    switch (task) {
        case SteadyStateTask::CreateAndDestroy:
        case SteadyStateTask::MakeStatic:
        case SteadyStateTask::MakeJoints: return std::make_unique<Making>(task, size);
        case SteadyStateTask::SleepingWorld:
        case SteadyStateTask::OneAmongStatic:
        case SteadyStateTask::SmallWorlds:
        case SteadyStateTask::MoveStatic:
        case SteadyStateTask::KinematicShapes:
        case SteadyStateTask::Sensors:
        case SteadyStateTask::WakePile: return std::make_unique<Steps>(task, size);
        default: return std::make_unique<Queries>(task, size);
    }
}

std::unique_ptr<SteadyStateRunner> make_drystone_steady_state(SteadyStateTask task,
                                                              const SteadyStateSize& size);
std::unique_ptr<SteadyStateRunner> make_box2d3_steady_state(SteadyStateTask task,
                                                            const SteadyStateSize& size);

std::unique_ptr<SteadyStateRunner> make_drystone_characters(const SteadyStateSize& size);
std::unique_ptr<SteadyStateRunner> make_box2d3_characters(const SteadyStateSize& size);
std::unique_ptr<SteadyStateRunner> make_drystone_digging(SteadyStateTask task, const SteadyStateSize& size);
std::unique_ptr<SteadyStateRunner> make_box2d3_digging(SteadyStateTask task, const SteadyStateSize& size);
inline bool is_digging(SteadyStateTask task) {
    return task == SteadyStateTask::DigSmall || task == SteadyStateTask::DigLarge;
}

inline constexpr float steady_state_time_step = 1.0f / 60.0f;
inline constexpr int steady_state_sub_steps = 4;

}  // namespace bench
