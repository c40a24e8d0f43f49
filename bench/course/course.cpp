#include "course/course.h"

#include "engines/engine_list.h"
#include "report/table.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace bench {
namespace {

using CourseMaker = std::unique_ptr<CourseRunner> (*)();

#ifdef DRYSTONE_BENCH_BOX2D3
constexpr bool has_course_peer = true;
constexpr CourseMaker make_course_peer = make_box2d3_course;
#else
constexpr bool has_course_peer = false;
std::unique_ptr<CourseRunner> make_course_peer() { return nullptr; }
#endif

/// Returns the distance of a point in the frame of a shape from it; negative inside.
double distance_from(const CourseShape& shape, double x, double y) {
    if (shape.radius > 0.0f) {
        return std::hypot(x, y) - static_cast<double>(shape.radius);
    }
    const double out_x = std::abs(x) - static_cast<double>(shape.half.x);
    const double out_y = std::abs(y) - static_cast<double>(shape.half.y);
    return std::hypot(std::max(out_x, 0.0), std::max(out_y, 0.0)) + std::min(std::max(out_x, out_y), 0.0);
}

std::string millimetres(double metres) { return fixed(1e3 * metres, 1); }

}  // namespace

int CourseRun::add(const CourseShape& shape) {
    shapes_.push_back(shape);
    return runner_.add(shape);
}

void CourseRun::add_floor() { add({.center = {0.0f, -0.5f}, .half = {100.0f, 0.5f}}); }

void CourseRun::set_velocity(int body, scenes::Point velocity, float spin) {
    runner_.set_velocity(body, velocity, spin);
}

void CourseRun::start(float x, float height, float settle) {
    runner_.start({x, height + course_half_length + course_radius + 0.01f});
    run(settle, 0.0f);
}

double CourseRun::depth_in(const CourseShape& shape, int body) const {
    const scenes::WorldPose pose = runner_.pose(body);
    double depth = 0.0;
    constexpr int points = 64;
    for (int i = 0; i <= points; ++i) {
        const double along = static_cast<double>(course_half_length) * (2.0 * i / points - 1.0);
        const double dx = x() - pose.x;
        const double dy = y() + along - pose.y;
        const double local_x = pose.cosine * dx + pose.sine * dy;
        const double local_y = pose.cosine * dy - pose.sine * dx;
        depth = std::max(depth, static_cast<double>(course_radius) - distance_from(shape, local_x, local_y));
    }
    return depth;
}

void CourseRun::step(const CourseInput& input) {
    runner_.step(time_step_, input);
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
        if (!shapes_[i].one_way) {
            overlap_ = std::max(overlap_, depth_in(shapes_[i], static_cast<int>(i)));
        }
    }
}

double CourseRun::run(float seconds, float speed) {
    const int steps = static_cast<int>(std::lround(seconds / time_step_));
    for (int i = 0; i < steps; ++i) {
        step({.speed = speed});
    }
    return steps * time_step();
}

CourseResult run_situation(const CourseSituation& situation, CourseRunner& runner, float rate) {
    CourseRun run(runner, rate);
    const double error = situation.error(run);
    return {error, run.overlap()};
}

void course(const CourseOptions& options, std::ostream& out) {
    const bool has_peer = has_course_peer && !options.drystone_only;
    Table table({"situation", "law", "drystone: off by mm", "overlap mm", "box2d3: off by mm", "overlap mm"});
    int count = 0;
    for (const CourseSituation& situation : course_situations()) {
        if (situation.name.find(options.only) == std::string::npos) {
            continue;
        }
        ++count;
        const CourseResult ours = run_situation(situation, *make_drystone_course(), options.rate);
        std::vector<std::string> row{
            situation.name, situation.law, millimetres(ours.error), millimetres(ours.overlap), "-", "-"};
        if (has_peer) {
            const CourseResult theirs = run_situation(situation, *make_course_peer(), options.rate);
            row[4] = millimetres(theirs.error);
            row[5] = millimetres(theirs.overlap);
        }
        table.add(std::move(row));
    }
    if (count == 0) {
        throw UsageError("no situation has \"" + options.only + "\" in its name");
    }
    table.print(out);
    out << "\nOff by: distance from where the law says. Overlap: the deepest in any step, of the capsule "
           "itself.\n"
           "Box2D's character is that of its sample: a ray to the ground with a spring, planes, the plane "
           "solver\n"
           "and the cast of the library. It has no carrying by platforms and belts and no one-way shapes.\n";
}

}  // namespace bench
