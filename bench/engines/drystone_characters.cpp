#include "micro/steady_state_cases.h"

#include <drystone/drystone.h>

#include <vector>

namespace bench {
namespace {

using namespace drystone;

class Walks final : public SteadyStateRunner {
public:
    explicit Walks(const SteadyStateSize& size) {
        for (int i = 0; i < size.moving_side * size.moving_side; ++i) {
            const scenes::Point place = tile_place(i, size.moving_side).position;
            const BodyId body =
                world_.create_body({.type = BodyType::Static, .position = {place.x, place.y}});
            world_.create_shape(body, make_box(0.5f, 0.5f));
        }
        world_.step(steady_state_time_step, steady_state_sub_steps);
        for (int i = 0; i < size.characters; ++i) {
            const scenes::Point place = character_place(i, size.characters, size.moving_side);
            characters_.emplace_back(CharacterDefinition{
                .geometry =
                    Capsule{{0.0f, -character_half_length}, {0.0f, character_half_length}, character_radius},
                .position = {place.x, place.y},
                .max_step = 0.0f,
                .gravity = character_gravity,
                .jump_speed = character_jump_speed});
        }
    }
    void run() override {
        answer_ = 0.0;
        for (std::size_t i = 0; i < characters_.size(); ++i) {
            const CharacterOrder order = character_order(static_cast<int>(i), updates_);
            characters_[i].update(world_, {.velocity = {order.speed, 0.0f}, .jump = order.jump},
                                  steady_state_time_step);
            answer_ += static_cast<double>(characters_[i].position().x + characters_[i].position().y);
        }
        ++updates_;
    }

private:
    World world_;
    std::vector<Character> characters_;
    int updates_ = 0;
};

}  // namespace

std::unique_ptr<SteadyStateRunner> make_drystone_characters(const SteadyStateSize& size) {
    return std::make_unique<Walks>(size);
}

}  // namespace bench
