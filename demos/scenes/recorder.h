#pragma once

#include <scenes/scene.h>

#include <span>
#include <vector>

namespace scenes {

/// Body as the scene described it.
struct RecordedBody {
    BodyDescription description;
    std::vector<ShapeDescription> shapes;
    bool alive = true;
    /// Bodies that a joint keeps from colliding with this one.
    std::vector<BodyNumber> ignored{};
};

/// Features that a scene uses beyond falling boxes and circles.
struct SceneNeeds {
    bool sleeping_start = false;  ///< Bodies that start asleep.
    bool hit_events = false;
    bool capsules = false;
    bool rounded_polygons = false;
    bool bullets = false;
    bool linear_damping = false;
    bool sleep_speeds = false;  ///< Sleep speeds other than the default.
    bool hinge_springs = false;
    int joints = 0;
    int declined_joints = 0;  ///< Joints that the engine did not create.
};

/// Forwards a scene's calls to an engine and records the descriptions, so that the outcome can be judged by
/// geometry that does not come from an engine.
class Recorder final : public Backend {
public:
    /// `target` must outlive the recorder.
    explicit Recorder(Backend& target) : target_(target) {}

    BodyNumber create_body(const BodyDescription& body) override;
    void create_shape(BodyNumber body, const ShapeDescription& shape) override;
    /// Forwarded, but not recorded.
    void create_outline(BodyNumber body, std::span<const Point> points,
                        const ShapeDescription& surface) override {
        target_.create_outline(body, points, surface);
    }
    JointNumber create_joint(const JointDescription& joint) override;
    FieldNumber create_field(const FieldDescription& field) override { return target_.create_field(field); }
    void set_field(FieldNumber field, const FieldDescription& description) override {
        target_.set_field(field, description);
    }
    void explode(const ExplosionDescription& explosion) override { target_.explode(explosion); }
    void create_loop(BodyNumber body, std::span<const Point> points, ShapeDescription surface) override;
    void create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface) override;
    void create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface) override;
    void destroy_body(BodyNumber body) override;
    void set_target_pose(BodyNumber body, Point position, float angle, float time_step) override;
    void set_velocity(BodyNumber body, Point velocity, float angular_velocity) override;

    /// Returns all bodies by number; destroyed ones stay in the list.
    [[nodiscard]] std::span<const RecordedBody> bodies() const { return bodies_; }
    /// Returns all joints by number, those of destroyed bodies included.
    [[nodiscard]] std::span<const JointDescription> joints() const { return joints_; }
    [[nodiscard]] const SceneNeeds& needs() const { return needs_; }

private:
    [[nodiscard]] RecordedBody& at(BodyNumber body) { return bodies_.at(static_cast<std::size_t>(body)); }

    Backend& target_;
    std::vector<RecordedBody> bodies_;
    std::vector<JointDescription> joints_;
    SceneNeeds needs_{};
};

}  // namespace scenes
