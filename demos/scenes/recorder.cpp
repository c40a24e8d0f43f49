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
    bodies_.push_back({body, {}, true});
    needs_.sleeping_start |= !body.awake;
    needs_.bullets |= body.bullet;
    return number;
}

void Recorder::create_shape(BodyNumber body, const ShapeDescription& shape) {
    target_.create_shape(body, shape);
    bodies_.at(static_cast<std::size_t>(body)).shapes.push_back(shape);
    needs_.hit_events |= shape.hit_events;
    needs_.capsules |= std::holds_alternative<CapsuleShape>(shape.shape);
    const auto* polygon = std::get_if<PolygonShape>(&shape.shape);
    needs_.rounded_polygons |= polygon != nullptr && polygon->radius > 0.0f;
}

void Recorder::destroy_body(BodyNumber body) {
    target_.destroy_body(body);
    bodies_.at(static_cast<std::size_t>(body)).alive = false;
}

void Recorder::set_target_pose(BodyNumber body, Point position, float angle, float time_step) {
    target_.set_target_pose(body, position, angle, time_step);
}

void Recorder::set_velocity(BodyNumber body, Point velocity, float angular_velocity) {
    target_.set_velocity(body, velocity, angular_velocity);
}

}  // namespace scenes
