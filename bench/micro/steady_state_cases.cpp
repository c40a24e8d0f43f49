#include "micro/steady_state_cases.h"

#include <scenes/random.h>

namespace bench {

std::vector<SteadyStateProbe> steady_state_probes(int side, int count) {
    scenes::Random random(static_cast<std::uint64_t>(side));
    const float width = 2.0f * static_cast<float>(side);
    std::vector<SteadyStateProbe> probes;
    probes.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        probes.push_back({{random.between(0.0f, width), random.between(0.0f, width)},
                          {random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)},
                          random.between(0.5f, 4.0f)});
    }
    return probes;
}

std::vector<scenes::Point> pyramid_places(int side) {
    std::vector<scenes::Point> places;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side - row; ++column) {
            places.push_back({1.05f * (static_cast<float>(column) + 0.5f * static_cast<float>(row - side)),
                              0.5f + static_cast<float>(row)});
        }
    }
    return places;
}

std::vector<LevelCell> dug_cells(int side, int count) {
    scenes::Random random(7);
    // Around the middle: digging continues where it began.
    const float middle = 0.5f * static_cast<float>(side);
    std::vector<LevelCell> cells;
    for (int i = 0; i < count; ++i) {
        cells.push_back({static_cast<int>(middle + random.between(-15.9f, 15.9f)),
                         static_cast<int>(middle + random.between(-15.9f, 15.9f))});
    }
    return cells;
}

const char* name_of(SteadyStateTask task) {
    switch (task) {
        case SteadyStateTask::RayStatic: return "nearest hit of a ray, static world";
        case SteadyStateTask::RayMoving: return "nearest hit of a ray, moving world";
        case SteadyStateTask::RaysAtOnce: return "the same, all rays at once";
        case SteadyStateTask::BoxStatic: return "overlap with a box, static world";
        case SteadyStateTask::BoxMoving: return "overlap with a box, moving world";
        case SteadyStateTask::DiscStatic: return "overlap with a disc, static world";
        case SteadyStateTask::DiscMoving: return "overlap with a disc, moving world";
        case SteadyStateTask::DiscCast: return "nearest hit of a moving disc";
        case SteadyStateTask::CapsuleCast: return "nearest hit of a moving capsule";
        case SteadyStateTask::CreateAndDestroy: return "make and destroy bodies";
        case SteadyStateTask::MakeStatic: return "make a static world";
        case SteadyStateTask::SleepingWorld: return "step, all asleep";
        case SteadyStateTask::OneAmongStatic: return "step, one body among static ones";
        case SteadyStateTask::SmallWorlds: return "step of each of many worlds";
        case SteadyStateTask::MoveStatic: return "move static bodies, and step";
        case SteadyStateTask::KinematicShapes: return "step, kinematic body of many shapes";
        case SteadyStateTask::WakePile: return "wake a pile, and step";
        case SteadyStateTask::Sensors: return "step, bodies through sensors";
        case SteadyStateTask::MakeJoints: return "make and destroy joints";
        case SteadyStateTask::Characters: return "move characters";
        case SteadyStateTask::DigSmall: return "dig a cell, and step, small level";
        case SteadyStateTask::DigLarge: return "dig a cell, and step, large level";
    }
    return "";
}

int steady_state_operations(SteadyStateTask task, const SteadyStateSize& size) {
    switch (task) {
        case SteadyStateTask::CreateAndDestroy: return size.replaced;
        case SteadyStateTask::MakeStatic: return size.static_side * size.static_side;
        case SteadyStateTask::SmallWorlds: return size.worlds;
        case SteadyStateTask::MoveStatic: return size.moving_side * size.moving_side / 10;
        case SteadyStateTask::Sensors: return size.sensors;
        case SteadyStateTask::MakeJoints: return size.joints;
        case SteadyStateTask::Characters: return size.characters;
        case SteadyStateTask::DigSmall:
        case SteadyStateTask::DigLarge: return size.dug;
        case SteadyStateTask::SleepingWorld:
        case SteadyStateTask::OneAmongStatic:
        case SteadyStateTask::KinematicShapes:
        case SteadyStateTask::WakePile: return 1;
        default: return size.queries;
    }
}

const char* steady_state_unit(SteadyStateTask task) {
    switch (task) {
        case SteadyStateTask::RayStatic:
        case SteadyStateTask::RayMoving:
        case SteadyStateTask::RaysAtOnce: return "ray";
        case SteadyStateTask::CreateAndDestroy:
        case SteadyStateTask::MakeStatic:
        case SteadyStateTask::MoveStatic: return "body";
        case SteadyStateTask::Sensors: return "sensor";
        case SteadyStateTask::MakeJoints: return "joint";
        case SteadyStateTask::Characters: return "character";
        case SteadyStateTask::DigSmall:
        case SteadyStateTask::DigLarge: return "cell";
        case SteadyStateTask::SleepingWorld:
        case SteadyStateTask::OneAmongStatic:
        case SteadyStateTask::KinematicShapes:
        case SteadyStateTask::WakePile: return "step";
        case SteadyStateTask::SmallWorlds: return "world";
        default: return "query";
    }
}

}  // namespace bench
