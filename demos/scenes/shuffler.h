#pragma once

#include <scenes/random.h>
#include <scenes/scene.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace scenes {

/// Forwards a scene's calls to another backend, but creates bodies in a pseudo-random order, which depends
/// only on the seed and the calls.
///
/// Bodies are pending, with their shapes and joints, until `flush` or any call that acts on a body in another
/// way. Then all pending bodies are created in shuffled order, each with its shapes in the order of the
/// scene, and after them the joints in the scene's order. The scene keeps its own numbers for bodies and
/// joints.
class Shuffler final : public Backend {
public:
    /// `target` must outlive the shuffler.
    Shuffler(Backend& target, std::uint64_t seed) : target_(target), random_(seed) {}

    /// Creates the pending objects. To be called after the scene was built, and before every step.
    void flush();
    /// Returns the target's number of a body of the scene; -1 if it is pending or does not exist.
    [[nodiscard]] BodyNumber target_number(BodyNumber body) const;

    // The following calls are deferred.
    BodyNumber create_body(const BodyDescription& body) override;
    /// Returns a number whether or not the target will create the joint.
    JointNumber create_joint(const JointDescription& joint) override;
    void create_outline(BodyNumber body, std::span<const Point> points,
                        const ShapeDescription& surface) override;
    void create_loop(BodyNumber body, std::span<const Point> points, ShapeDescription surface) override;
    void create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface) override;
    void create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface) override;
    void create_shape(BodyNumber body, const ShapeDescription& shape) override;

    // The following calls create the pending objects if they affect them, and are forwarded to the target.
    void destroy_body(BodyNumber body) override;
    void set_target_pose(BodyNumber body, Point position, float angle, float time_step) override;
    void set_velocity(BodyNumber body, Point velocity, float angular_velocity) override;
    void explode(const ExplosionDescription& explosion) override;
    FieldNumber create_field(const FieldDescription& field) override { return target_.create_field(field); }
    void set_field(FieldNumber field, const FieldDescription& description) override {
        target_.set_field(field, description);
    }
    [[nodiscard]] std::vector<SensorEvent> sensor_events() const override;
    [[nodiscard]] std::vector<ForceEvent> force_events() const override;

private:
    /// Creates a shape on a body of the target.
    using MakeShape = std::function<void(Backend& target, BodyNumber body)>;
    struct WaitingBody {
        BodyNumber number;
        BodyDescription description;
        std::vector<MakeShape> shapes;
    };

    void add_shape(BodyNumber body, MakeShape make);
    void create_now(const JointDescription& joint);
    [[nodiscard]] BodyNumber scene_number(BodyNumber target_body) const {
        return scene_numbers_.at(static_cast<std::size_t>(target_body));
    }

    Backend& target_;
    Random random_;
    std::vector<WaitingBody> waiting_;
    std::vector<JointDescription> waiting_joints_;
    std::vector<BodyNumber> target_numbers_;  ///< Indexed by the scene's number; -1: the body is pending.
    std::vector<BodyNumber> scene_numbers_;   ///< Indexed by the target's number.
    std::vector<JointNumber> joint_numbers_;  ///< Target's numbers of the joints that are not pending,
                                              /// indexed by the scene's.
};

}  // namespace scenes
