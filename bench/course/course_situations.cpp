#include "course/course.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bench {
namespace {

constexpr double course_degree = 3.14159265358979 / 180.0;

/// Level ground, on which the character walks with the given speed.
double walk_level(CourseRun& run) {
    run.add_floor();
    run.start(-5.0f);
    const double from = run.x();
    const double height = run.y();
    const double time = run.run(2.0f, 3.0f);
    return std::hypot(run.x() - from - 3.0 * time, run.y() - height);
}

double walk_tiles(CourseRun& run) {
    for (int i = -5; i < 40; ++i) {
        run.add({.center = {static_cast<float>(i) + 0.5f, -0.5f}, .half = {0.5f, 0.5f}});
    }
    run.start(0.0f);
    run.run(0.5f, 7.0f);
    const double from = run.x();
    const double height = run.y();
    const double time = run.run(4.0f, 7.0f);
    return std::hypot(run.x() - from - 7.0 * time, run.y() - height);
}

/// A step within the limit of .3 m is climbed in passing, at most the arc around its edge is lost.
template <int centimetres>
double climb_step(CourseRun& run) {
    const float height = 0.01f * static_cast<float>(centimetres);
    run.add_floor();
    run.add({.center = {25.0f, 0.5f * height}, .half = {20.0f, 0.5f * height}});
    run.start(0.0f);
    const double x = run.x();
    const double y = run.y();
    const double time = run.run(4.0f, 3.0f);
    const double lost = std::max(0.0, 3.0 * time - (run.x() - x) - 0.3);
    return std::hypot(lost, run.y() - y - static_cast<double>(height));
}

/// A step above the limit stops it, at its edge at most.
template <int centimetres>
double stop_at_step(CourseRun& run) {
    const float height = 0.01f * static_cast<float>(centimetres);
    run.add_floor();
    run.add({.center = {25.0f, 0.5f * height}, .half = {20.0f, 0.5f * height}});
    run.start(0.0f);
    const double y = run.y();
    run.run(4.0f, 3.0f);
    return std::max({0.0, run.x() - 5.05, run.y() - y - static_cast<double>(height)});
}

/// A wall of a metre stops it: it stands before the face.
double stop_at_wall(CourseRun& run) {
    run.add_floor();
    run.add({.center = {5.5f, 2.0f}, .half = {0.5f, 2.0f}});
    run.start(0.0f);
    run.run(4.0f, 3.0f);
    return std::max(0.0, std::abs(run.x() - (5.0 - static_cast<double>(course_radius))) - 0.011);
}

/// A slope that is not too steep: the speed is that along it.
template <int degrees>
double walk_up_slope(CourseRun& run) {
    const double angle = degrees * course_degree;
    run.add_floor();
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    // The upper edge begins at the origin.
    run.add({.center = {static_cast<float>(20.0 * cosine + 0.5 * sine),
                        static_cast<float>(20.0 * sine - 0.5 * cosine)},
             .half = {20.0f, 0.5f},
             .angle = static_cast<float>(angle)});
    run.start(-3.0f);
    run.run(2.0f, 3.0f);
    const double x = run.x();
    const double y = run.y();
    const double time = run.run(1.5f, 3.0f);
    return std::hypot(run.x() - x - 3.0 * time * cosine, run.y() - y - 3.0 * time * sine);
}

/// A slope that is too steep is a wall.
template <int degrees>
double stop_at_slope(CourseRun& run) {
    const double angle = degrees * course_degree;
    run.add_floor();
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    run.add({.center = {static_cast<float>(5.0 * cosine + 0.5 * sine),
                        static_cast<float>(5.0 * sine - 0.5 * cosine)},
             .half = {5.0f, 0.5f},
             .angle = static_cast<float>(angle)});
    run.start(-3.0f);
    const double y = run.y();
    run.run(4.0f, 3.0f);
    return std::max(0.0, run.y() - y - 0.05);
}

/// A character that stands on a slope stays there.
double stand_on_slope(CourseRun& run) {
    const double angle = 30.0 * course_degree;
    run.add({.half = {20.0f, 0.5f}, .angle = static_cast<float>(angle)});
    run.start(0.0f, 0.6f);
    run.run(1.0f, 0.0f);
    const double x = run.x();
    const double y = run.y();
    run.run(3.0f, 0.0f);
    return std::hypot(run.x() - x, run.y() - y);
}

/// A floor and a wall that leans over it: pressed into the corner, it stands still.
template <int degrees>
double rest_in_corner(CourseRun& run) {
    const double angle = degrees * course_degree;
    run.add_floor();
    // A wall from the origin at this angle to the floor on its left.
    run.add({.center = {static_cast<float>(-5.0 * std::cos(angle) + 0.5 * std::sin(angle)),
                        static_cast<float>(5.0 * std::sin(angle) + 0.5 * std::cos(angle))},
             .half = {5.0f, 0.5f},
             .angle = static_cast<float>(-angle)});
    run.start(-8.0f);
    run.run(5.0f, 3.0f);
    const double x = run.x();
    const double y = run.y();
    double moved = 0.0;
    for (double time = 0.0; time < 1.0; time += run.time_step()) {
        run.step({.speed = 3.0f});
        moved = std::max(moved, std::hypot(run.x() - x, run.y() - y));
    }
    return moved;
}

/// A jump is the parabola of free flight.
double jump_height(CourseRun& run) {
    run.add_floor();
    run.start(0.0f);
    const double y = run.y();
    double highest = 0.0;
    run.step({.jump = true});
    for (double time = 0.0; time < 1.0; time += run.time_step()) {
        run.step({});
        highest = std::max(highest, run.y() - y);
    }
    const double speed = static_cast<double>(course_jump_speed);
    return std::abs(highest - speed * speed / (2.0 * static_cast<double>(course_gravity)));
}

double jump_under_ceiling(CourseRun& run) {
    run.add_floor();
    run.add({.center = {0.0f, 2.7f}, .half = {10.0f, 0.5f}});
    run.start(0.0f);
    double highest = 0.0;
    run.step({.jump = true});
    for (double time = 0.0; time < 1.0; time += run.time_step()) {
        run.step({});
        highest = std::max(highest, run.y());
    }
    return std::max(0.0, highest + static_cast<double>(course_half_length + course_radius) - 2.2);
}

/// A fall from 100 m on a floor of 5 cm.
double fall_on_thin_floor(CourseRun& run) {
    run.add({.center = {0.0f, -0.025f}, .half = {10.0f, 0.025f}});
    run.start(0.0f, 100.0f, 0.0f);
    run.run(6.0f, 0.0f);
    return std::max(0.0, static_cast<double>(course_half_length + course_radius) - run.y());
}

template <int speed>
double ride_lift(CourseRun& run) {
    const int lift = run.add({.kind = CourseBody::Kinematic, .center = {0.0f, -0.5f}, .half = {3.0f, 0.5f}});
    run.start(0.0f);
    const double above = run.y() - run.pose(lift).y;
    // No faster than it can follow downwards.
    const float step = 8.0f * static_cast<float>(run.time_step());
    for (float v = 0.0f; std::abs(v) < std::abs(static_cast<float>(speed)); v += speed > 0 ? step : -step) {
        run.set_velocity(lift, {0.0f, v});
        run.step({});
    }
    run.set_velocity(lift, {0.0f, static_cast<float>(speed)});
    double worst = 0.0;
    for (double time = 0.0; time < 1.0; time += run.time_step()) {
        run.step({});
        worst = std::max(worst, std::abs(run.y() - run.pose(lift).y - above));
    }
    return worst;
}

template <int speed>
double ride_platform(CourseRun& run) {
    const int platform =
        run.add({.kind = CourseBody::Kinematic, .center = {0.0f, -0.5f}, .half = {30.0f, 0.5f}});
    run.start(0.0f);
    run.set_velocity(platform, {static_cast<float>(speed), 0.0f});
    run.run(0.1f, 0.0f);
    const double from = run.x() - run.pose(platform).x;
    const double time = run.run(1.0f, -2.0f);
    return std::abs(run.x() - run.pose(platform).x - from + 2.0 * time);
}

/// A turning disc carries it about its centre.
double ride_disc(CourseRun& run) {
    const int disc = run.add({.kind = CourseBody::Kinematic, .center = {0.0f, -5.0f}, .radius = 5.0f});
    run.start(0.0f);
    run.set_velocity(disc, {0.0f, 0.0f}, -0.5f);
    const double time = run.run(1.0f, 0.0f);
    const double radius = run.y() + 5.0;
    const double turned = std::atan2(run.x(), radius);
    return std::abs(turned - 0.5 * time) * 5.0;
}

double ride_belt(CourseRun& run) {
    run.add({.center = {0.0f, -0.5f}, .half = {50.0f, 0.5f}, .belt_speed = 2.5f});
    run.start(0.0f);
    const double from = run.x();
    const double time = run.run(2.0f, 0.0f);
    return std::abs(run.x() - from - 2.5 * time);
}

/// A wall at 20 m/s takes it along.
double pushed_by_wall(CourseRun& run) {
    run.add_floor();
    const int wall =
        run.add({.kind = CourseBody::Kinematic, .center = {-3.0f, 1.0f}, .half = {0.05f, 0.95f}});
    run.start(0.0f);
    run.set_velocity(wall, {20.0f, 0.0f});
    run.run(1.0f, 0.0f);
    const double front = run.pose(wall).x + 0.05 + static_cast<double>(course_radius);
    return std::max(0.0, std::abs(run.x() - front) - 0.011);
}

/// A force of 300 N accelerates a crate by what its friction leaves; a heavier one stays.
template <int mass>
double push_crate(CourseRun& run) {
    run.add_floor();
    const int crate = run.add({.kind = CourseBody::Dynamic,
                               .center = {1.5f, 0.5f},
                               .half = {0.5f, 0.5f},
                               .density = static_cast<float>(mass)});
    run.start(0.3f);
    const double from = run.pose(crate).x;
    const double time = run.run(1.0f, 3.0f);
    const double moved = run.pose(crate).x - from;
    const double friction = 0.6 * 10.0 * mass;
    const double acceleration = std::max(0.0, (static_cast<double>(course_push_force) - friction) / mass);
    // It moves at once, no faster than the character, and at least half of the way that the force allows.
    const double most = std::min(3.0 * time, 0.5 * acceleration * time * time);
    return std::max({0.0, moved - most - 0.05, 0.5 * most - moved - 0.4});
}

double jump_through_one_way(CourseRun& run) {
    run.add_floor();
    run.add({.center = {0.0f, 1.0f}, .half = {3.0f, 0.05f}, .one_way = true});
    run.start(0.0f);
    const double y = run.y();
    run.step({.jump = true});
    run.run(2.0f, 0.0f);
    return std::abs(run.y() - y - 1.05);
}

/// A one-way platform at the height of its chest does not stop it.
double walk_through_one_way(CourseRun& run) {
    run.add_floor();
    run.add({.center = {3.0f, 0.8f}, .half = {1.0f, 0.05f}, .one_way = true});
    run.start(0.0f);
    const double from = run.x();
    const double time = run.run(3.0f, 3.0f);
    return std::abs(run.x() - from - 3.0 * time);
}

}  // namespace

const std::vector<CourseSituation>& course_situations() {
    static const std::vector<CourseSituation> situations{
        {"level ground", "3 m/s", walk_level},
        {"tiles", "7 m/s, level", walk_tiles},
        {"step of 5 cm", "climbed in passing", climb_step<5>},
        {"step of 15 cm", "climbed in passing", climb_step<15>},
        {"step of 25 cm", "climbed in passing", climb_step<25>},
        {"step of 29 cm", "climbed in passing", climb_step<29>},
        {"step of 40 cm", "stops it", stop_at_step<40>},
        {"step of 60 cm", "stops it", stop_at_step<60>},
        {"wall", "stands before it", stop_at_wall},
        {"slope of 10 degrees", "3 m/s along it", walk_up_slope<10>},
        {"slope of 20 degrees", "3 m/s along it", walk_up_slope<20>},
        {"slope of 30 degrees", "3 m/s along it", walk_up_slope<30>},
        {"slope of 40 degrees", "3 m/s along it", walk_up_slope<40>},
        {"slope of 60 degrees", "stops it", stop_at_slope<60>},
        {"slope of 80 degrees", "stops it", stop_at_slope<80>},
        {"standing on a slope", "stays", stand_on_slope},
        {"corner of 20 degrees", "still", rest_in_corner<20>},
        {"corner of 40 degrees", "still", rest_in_corner<40>},
        {"corner of 60 degrees", "still", rest_in_corner<60>},
        {"corner of 90 degrees", "still", rest_in_corner<90>},
        {"corner of 120 degrees", "still", rest_in_corner<120>},
        {"jump", "1.25 m high", jump_height},
        {"jump under a ceiling", "stops below it", jump_under_ceiling},
        {"fall of 100 m, floor of 5 cm", "stays above", fall_on_thin_floor},
        {"lift, 1 m/s up", "height above it", ride_lift<1>},
        {"lift, 5 m/s up", "height above it", ride_lift<5>},
        {"lift, 20 m/s up", "height above it", ride_lift<20>},
        {"lift, 1 m/s down", "height above it", ride_lift<-1>},
        {"lift, 5 m/s down", "height above it", ride_lift<-5>},
        {"platform, 1 m/s", "walks on it as on ground", ride_platform<1>},
        {"platform, 5 m/s", "walks on it as on ground", ride_platform<5>},
        {"platform, 20 m/s", "walks on it as on ground", ride_platform<20>},
        {"turning disc", "turns with it", ride_disc},
        {"belt", "2.5 m/s", ride_belt},
        {"wall at 20 m/s", "taken along", pushed_by_wall},
        {"crate of 1 kg", "300 N less friction", push_crate<1>},
        {"crate of 10 kg", "300 N less friction", push_crate<10>},
        {"crate of 100 kg", "stays", push_crate<100>},
        {"crate of 1000 kg", "stays", push_crate<1000>},
        {"one-way from below", "jumps through, stands", jump_through_one_way},
        {"one-way from the side", "walks through", walk_through_one_way},
    };
    return situations;
}

}  // namespace bench
