#include "course/course.h"

#include <drystone/drystone.h>

#include <vector>

namespace bench {
namespace {

using namespace drystone;

BodyType course_type(CourseBody kind) {
    return kind == CourseBody::Static      ? BodyType::Static
           : kind == CourseBody::Kinematic ? BodyType::Kinematic
                                           : BodyType::Dynamic;
}

class DrystoneCourse final : public CourseRunner {
public:
    int add(const CourseShape& shape) override {
        const BodyId body = world_.create_body({.type = course_type(shape.kind),
                                                .position = {shape.center.x, shape.center.y},
                                                .angle = shape.angle,
                                                .can_sleep = false});
        const ShapeGeometry geometry = shape.radius > 0.0f
                                           ? ShapeGeometry{Circle{{0.0f, 0.0f}, shape.radius}}
                                           : ShapeGeometry{make_box(shape.half.x, shape.half.y)};
        ShapeDefinition definition{.density = shape.density,
                                   .material = {.friction = 0.6f, .tangent_speed = shape.belt_speed}};
        if (shape.one_way) {
            definition.one_way = Vec2{0.0f, 1.0f};
        }
        world_.create_shape(body, geometry, definition);
        bodies_.push_back(body);
        return static_cast<int>(bodies_.size()) - 1;
    }
    void set_velocity(int body, scenes::Point velocity, float spin) override {
        const BodyId id = bodies_[static_cast<std::size_t>(body)];
        world_[id].set_linear_velocity({velocity.x, velocity.y});
        world_[id].set_angular_velocity(spin);
    }
    void start(scenes::Point position) override {
        character_ = Character(
            {.geometry = Capsule{{0.0f, -course_half_length}, {0.0f, course_half_length}, course_radius},
             .position = {position.x, position.y},
             .push_force = course_push_force,
             .gravity = course_gravity,
             .jump_speed = course_jump_speed});
    }
    void step(float time_step, const CourseInput& input) override {
        world_.step(time_step);
        character_.update(world_, {.velocity = {input.speed, 0.0f}, .jump = input.jump}, time_step);
    }
    [[nodiscard]] scenes::WorldPose pose(int body) const override {
        const Pose pose = world_[bodies_[static_cast<std::size_t>(body)]].pose();
        return {pose.position.x, pose.position.y, pose.rotation.c, pose.rotation.s};
    }
    [[nodiscard]] scenes::Point position() const override {
        return {character_.position().x, character_.position().y};
    }

private:
    World world_{{.gravity = {0.0f, -course_gravity}}};
    std::vector<BodyId> bodies_;
    Character character_;
};

}  // namespace

std::unique_ptr<CourseRunner> make_drystone_course() { return std::make_unique<DrystoneCourse>(); }

}  // namespace bench
