#include <scenes/recorder.h>

#include <stdexcept>
#include <string>

namespace scenes {

BodyNumber Recorder::create_body(const BodyDescription& body) {
    const BodyNumber number = target_.create_body(body);
    if (number != static_cast<BodyNumber>(bodies_.size())) {
        throw std::logic_error("Recorder: body " + std::to_string(bodies_.size()) + " was given the number " +
                               std::to_string(number));
    }
    bodies_.push_back({body, {}, true, {}});
    needs_.sleeping_start |= !body.awake;
    needs_.bullets |= body.bullet;
    needs_.linear_damping |= body.linear_damping > 0.0f;
    needs_.sleep_speeds |= body.sleep_speed != BodyDescription{}.sleep_speed;
    return number;
}

void Recorder::create_shape(BodyNumber body, const ShapeDescription& shape) {
    target_.create_shape(body, shape);
    at(body).shapes.push_back(shape);
    needs_.hit_events |= shape.hit_events;
    needs_.capsules |= std::holds_alternative<CapsuleShape>(shape.shape);
    const auto* polygon = std::get_if<PolygonShape>(&shape.shape);
    needs_.rounded_polygons |= polygon != nullptr && polygon->radius > 0.0f;
}

void Recorder::create_loop(BodyNumber body, std::span<const Point> points, ShapeDescription surface) {
    target_.create_loop(body, points, surface);
    for (std::size_t i = 0; i < points.size(); ++i) {
        surface.shape = SegmentShape{points[i], points[(i + 1) % points.size()]};
        at(body).shapes.push_back(surface);
    }
}

void Recorder::create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface) {
    target_.create_chain(body, points, surface);
    for (std::size_t i = 1; i < points.size(); ++i) {
        surface.shape = SegmentShape{points[i - 1], points[i]};
        at(body).shapes.push_back(surface);
    }
}

void Recorder::create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface) {
    target_.create_ellipse(body, half, exponent, surface);
    surface.shape = PolygonShape{octagon(half, exponent), 0.0f};
    at(body).shapes.push_back(surface);
}

JointNumber Recorder::create_joint(const JointDescription& joint) {
    const JointNumber number = target_.create_joint(joint);
    ++needs_.joints;
    const auto* hinge = std::get_if<RevoluteJoint>(&joint.joint);
    needs_.hinge_springs |= hinge != nullptr && hinge->spring.has_value();
    if (number == no_joint) {
        ++needs_.declined_joints;
        return no_joint;
    }
    if (number != static_cast<JointNumber>(joints_.size())) {
        throw std::logic_error("Recorder: joint " + std::to_string(joints_.size()) +
                               " was given the number " + std::to_string(number));
    }
    joints_.push_back(joint);
    if (!joint.collide_connected && !std::holds_alternative<GearJoint>(joint.joint)) {
        at(joint.body_a).ignored.push_back(joint.body_b);
        at(joint.body_b).ignored.push_back(joint.body_a);
    }
    return number;
}

void Recorder::destroy_body(BodyNumber body) {
    target_.destroy_body(body);
    at(body).alive = false;
}

void Recorder::set_target_pose(BodyNumber body, Point position, float angle, float time_step) {
    target_.set_target_pose(body, position, angle, time_step);
}

void Recorder::set_velocity(BodyNumber body, Point velocity, float angular_velocity) {
    target_.set_velocity(body, velocity, angular_velocity);
}

}  // namespace scenes
