#include <scenes/shuffler.h>

#include <stdexcept>
#include <utility>

namespace scenes {

void Shuffler::flush() {
    shuffle(waiting_, random_);
    for (const WaitingBody& body : waiting_) {
        const BodyNumber number = target_.create_body(body.description);
        if (number != static_cast<BodyNumber>(scene_numbers_.size())) {
            throw std::logic_error("Shuffler: bodies of the target must be numbered by their creation");
        }
        scene_numbers_.push_back(body.number);
        target_numbers_[static_cast<std::size_t>(body.number)] = number;
        for (const MakeShape& make : body.shapes) {
            make(target_, number);
        }
    }
    waiting_.clear();
    for (const JointDescription& joint : waiting_joints_) {
        create_now(joint);
    }
    waiting_joints_.clear();
}

BodyNumber Shuffler::target_number(BodyNumber body) const {
    return body < 0 ? body : target_numbers_.at(static_cast<std::size_t>(body));
}

BodyNumber Shuffler::create_body(const BodyDescription& body) {
    const auto number = static_cast<BodyNumber>(target_numbers_.size());
    waiting_.push_back({number, body, {}});
    target_numbers_.push_back(-1);
    return number;
}

void Shuffler::add_shape(BodyNumber body, MakeShape make) {
    if (const BodyNumber created = target_number(body); created >= 0) {
        make(target_, created);
        return;
    }
    // Pending bodies have consecutive numbers.
    waiting_[static_cast<std::size_t>(body - waiting_.front().number)].shapes.push_back(std::move(make));
}

void Shuffler::create_shape(BodyNumber body, const ShapeDescription& shape) {
    add_shape(body, [shape](Backend& target, BodyNumber number) { target.create_shape(number, shape); });
}

void Shuffler::create_loop(BodyNumber body, std::span<const Point> points, ShapeDescription surface) {
    add_shape(body, [copy = std::vector<Point>(points.begin(), points.end()), surface](
                        Backend& target, BodyNumber number) { target.create_loop(number, copy, surface); });
}

void Shuffler::create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface) {
    add_shape(body, [copy = std::vector<Point>(points.begin(), points.end()), surface](
                        Backend& target, BodyNumber number) { target.create_chain(number, copy, surface); });
}

void Shuffler::create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface) {
    add_shape(body, [half, exponent, surface](Backend& target, BodyNumber number) {
        target.create_ellipse(number, half, exponent, surface);
    });
}

void Shuffler::create_outline(BodyNumber body, std::span<const Point> points,
                              const ShapeDescription& surface) {
    add_shape(body,
              [copy = std::vector<Point>(points.begin(), points.end()), surface](
                  Backend& target, BodyNumber number) { target.create_outline(number, copy, surface); });
}

JointNumber Shuffler::create_joint(const JointDescription& joint) {
    waiting_joints_.push_back(joint);
    return static_cast<JointNumber>(joint_numbers_.size() + waiting_joints_.size() - 1);
}

void Shuffler::create_now(const JointDescription& joint) {
    JointDescription renumbered = joint;
    renumbered.body_a = target_number(joint.body_a);
    renumbered.body_b = target_number(joint.body_b);
    if (auto* gear = std::get_if<GearJoint>(&renumbered.joint)) {
        gear->first = joint_numbers_.at(static_cast<std::size_t>(gear->first));
        gear->second = joint_numbers_.at(static_cast<std::size_t>(gear->second));
    }
    joint_numbers_.push_back(target_.create_joint(renumbered));
}

void Shuffler::explode(const ExplosionDescription& explosion) {
    flush();
    target_.explode(explosion);
}

void Shuffler::destroy_body(BodyNumber body) {
    flush();
    target_.destroy_body(target_number(body));
}

void Shuffler::set_target_pose(BodyNumber body, Point position, float angle, float time_step) {
    flush();
    target_.set_target_pose(target_number(body), position, angle, time_step);
}

void Shuffler::set_velocity(BodyNumber body, Point velocity, float angular_velocity) {
    flush();
    target_.set_velocity(target_number(body), velocity, angular_velocity);
}

std::vector<SensorEvent> Shuffler::sensor_events() const {
    std::vector<SensorEvent> events = target_.sensor_events();
    for (SensorEvent& event : events) {
        event.sensor = scene_number(event.sensor);
        event.visitor = scene_number(event.visitor);
    }
    return events;
}

std::vector<ForceEvent> Shuffler::force_events() const {
    std::vector<ForceEvent> events = target_.force_events();
    for (ForceEvent& event : events) {
        event.a = scene_number(event.a);
        event.b = scene_number(event.b);
    }
    return events;
}

}  // namespace scenes
