#pragma once

#include <scenes/metrics.h>
#include <scenes/scene.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// `drystone-bench course`: situations of a character with an exact law each, in Drystone and in Box2D v3,
/// whose mover functions are used as its own sample does.
namespace bench {

/// Capsule of the character: ends above and below its position, radius [m].
inline constexpr float course_half_length = 0.5f;
inline constexpr float course_radius = 0.3f;
/// Accelerations and speeds that both characters have [m/s^2], [m/s].
inline constexpr float course_gravity = 10.0f;
inline constexpr float course_jump_speed = 5.0f;
/// Force against crates [N].
inline constexpr float course_push_force = 300.0f;

enum class CourseBody : std::uint8_t { Static, Kinematic, Dynamic };

/// Body of one shape: a box, or a disc if it has a radius.
struct CourseShape {
    CourseBody kind = CourseBody::Static;
    scenes::Point center{};
    scenes::Point half{};
    float radius = 0.0f;
    float angle = 0.0f;
    float density = 1.0f;
    float belt_speed = 0.0f;  ///< Speed at which the surface carries to the right [m/s].
    bool one_way = false;     ///< Solid from above only.
};

struct CourseInput {
    float speed = 0.0f;  ///< [m/s]
    bool jump = false;
};

/// A world with a character in an engine.
class CourseRunner {
public:
    CourseRunner() = default;
    CourseRunner(const CourseRunner&) = delete;
    CourseRunner& operator=(const CourseRunner&) = delete;
    virtual ~CourseRunner() = default;

    /// Adds a body and returns its number.
    virtual int add(const CourseShape& shape) = 0;
    virtual void set_velocity(int body, scenes::Point velocity, float spin) = 0;
    virtual void start(scenes::Point position) = 0;
    virtual void step(float time_step, const CourseInput& input) = 0;
    [[nodiscard]] virtual scenes::WorldPose pose(int body) const = 0;
    [[nodiscard]] virtual scenes::Point position() const = 0;
};

std::unique_ptr<CourseRunner> make_drystone_course();
std::unique_ptr<CourseRunner> make_box2d3_course();

/// A run of a situation: the world, and the deepest overlap of the character with anything solid so far,
/// found by the distance of points on the capsule's axis, not by the engine.
class CourseRun {
public:
    CourseRun(CourseRunner& runner, float rate) : runner_(runner), time_step_(1.0f / rate) {}

    int add(const CourseShape& shape);
    void add_floor();
    void set_velocity(int body, scenes::Point velocity, float spin = 0.0f);
    /// Puts the character over x on ground of a height, and lets it settle.
    void start(float x, float height = 0.0f, float settle = 1.0f);
    void step(const CourseInput& input);
    /// Runs for a time, rounded to steps; returns the time that passed [s].
    double run(float seconds, float speed);

    [[nodiscard]] double x() const { return static_cast<double>(runner_.position().x); }
    [[nodiscard]] double y() const { return static_cast<double>(runner_.position().y); }
    [[nodiscard]] scenes::WorldPose pose(int body) const { return runner_.pose(body); }
    [[nodiscard]] double time_step() const { return static_cast<double>(time_step_); }
    [[nodiscard]] double overlap() const { return overlap_; }

private:
    [[nodiscard]] double depth_in(const CourseShape& shape, int body) const;

    CourseRunner& runner_;
    float time_step_;
    std::vector<CourseShape> shapes_;
    double overlap_ = 0.0;
};

/// A situation and the law that it tests.
struct CourseSituation {
    std::string name;
    std::string law;
    /// Returns the distance from where the law says [m].
    double (*error)(CourseRun& run);
};
const std::vector<CourseSituation>& course_situations();

struct CourseOptions {
    std::string only;    ///< Situations whose name holds this text.
    float rate = 60.0f;  ///< Steps per second.
    bool drystone_only = false;
};

/// Result of one engine.
struct CourseResult {
    double error = 0.0;    ///< [m]
    double overlap = 0.0;  ///< [m]
};
CourseResult run_situation(const CourseSituation& situation, CourseRunner& runner, float rate);

/// Runs all situations and prints a table. Throws `UsageError` where nothing has the text of `only`.
void course(const CourseOptions& options, std::ostream& out);

}  // namespace bench
