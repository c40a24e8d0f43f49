#include "micro/steady_state_cases.h"

#include <scenes/random.h>

namespace bench {

std::vector<EverydayProbe> everyday_probes(int side, int count) {
    scenes::Random random(static_cast<std::uint64_t>(side));
    const float width = 2.0f * static_cast<float>(side);
    std::vector<EverydayProbe> probes;
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

const char* name_of(EverydayTask task) {
    switch (task) {
        case EverydayTask::RayStatic: return "nearest hit of a ray, static world";
        case EverydayTask::RayMoving: return "nearest hit of a ray, moving world";
        case EverydayTask::RaysAtOnce: return "the same, all rays at once";
        case EverydayTask::BoxStatic: return "overlap with a box, static world";
        case EverydayTask::BoxMoving: return "overlap with a box, moving world";
        case EverydayTask::DiscStatic: return "overlap with a disc, static world";
        case EverydayTask::DiscMoving: return "overlap with a disc, moving world";
        case EverydayTask::DiscCast: return "nearest hit of a moving disc";
        case EverydayTask::CapsuleCast: return "nearest hit of a moving capsule";
        case EverydayTask::CreateAndDestroy: return "make and destroy bodies";
        case EverydayTask::MakeStatic: return "make a static world";
        case EverydayTask::SleepingWorld: return "step, all asleep";
        case EverydayTask::OneAmongStatic: return "step, one body among static ones";
        case EverydayTask::SmallWorlds: return "step of each of many worlds";
        case EverydayTask::MoveStatic: return "move static bodies, and step";
        case EverydayTask::KinematicShapes: return "step, kinematic body of many shapes";
        case EverydayTask::WakePile: return "wake a pile, and step";
        case EverydayTask::Sensors: return "step, bodies through sensors";
        case EverydayTask::MakeJoints: return "make and destroy joints";
    }
    return "";
}

int everyday_operations(EverydayTask task, const EverydaySize& size) {
    switch (task) {
        case EverydayTask::CreateAndDestroy: return size.churned;
        case EverydayTask::MakeStatic: return size.static_side * size.static_side;
        case EverydayTask::SmallWorlds: return size.worlds;
        case EverydayTask::MoveStatic: return size.moving_side * size.moving_side / 10;
        case EverydayTask::Sensors: return size.sensors;
        case EverydayTask::MakeJoints: return size.joints;
        case EverydayTask::SleepingWorld:
        case EverydayTask::OneAmongStatic:
        case EverydayTask::KinematicShapes:
        case EverydayTask::WakePile: return 1;
        default: return size.queries;
    }
}

const char* everyday_unit(EverydayTask task) {
    switch (task) {
        case EverydayTask::RayStatic:
        case EverydayTask::RayMoving:
        case EverydayTask::RaysAtOnce: return "ray";
        case EverydayTask::CreateAndDestroy:
        case EverydayTask::MakeStatic:
        case EverydayTask::MoveStatic: return "body";
        case EverydayTask::Sensors: return "sensor";
        case EverydayTask::MakeJoints: return "joint";
        case EverydayTask::SleepingWorld:
        case EverydayTask::OneAmongStatic:
        case EverydayTask::KinematicShapes:
        case EverydayTask::WakePile: return "step";
        case EverydayTask::SmallWorlds: return "world";
        default: return "query";
    }
}

}  // namespace bench
