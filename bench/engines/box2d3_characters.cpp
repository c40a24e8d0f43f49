#include "micro/steady_state_cases.h"

#include <box2d/box2d.h>

#include <array>
#include <cfloat>
#include <vector>

namespace bench {
namespace {

/// Character made of Box2D's mover functions: planes, plane solver, cast, clipped velocity, and a ray for the
/// ground.
struct PlaneCharacter {
    b2Vec2 position{};
    b2Vec2 velocity{};
    bool on_ground = false;
};

/// Planes that a character touches.
struct Planes {
    std::array<b2CollisionPlane, 8> planes{};
    int count = 0;
};

bool keep_plane(b2ShapeId /*shape*/, const b2PlaneResult* result, void* context) {
    Planes& planes = *static_cast<Planes*>(context);
    if (result->hit && planes.count < static_cast<int>(planes.planes.size())) {
        planes.planes[static_cast<std::size_t>(planes.count++)] = {result->plane, FLT_MAX, 0.0f, true};
    }
    return true;
}

class Walks final : public SteadyStateRunner {
public:
    explicit Walks(const SteadyStateSize& size) {
        const b2WorldDef world = b2DefaultWorldDef();
        world_ = b2CreateWorld(&world);
        const b2ShapeDef shape = b2DefaultShapeDef();
        const b2Polygon box = b2MakeBox(0.5f, 0.5f);
        for (int i = 0; i < size.moving_side * size.moving_side; ++i) {
            const scenes::Point place = tile_place(i, size.moving_side).position;
            b2BodyDef definition = b2DefaultBodyDef();
            definition.position = {place.x, place.y};
            b2CreatePolygonShape(b2CreateBody(world_, &definition), &shape, &box);
        }
        b2World_Step(world_, steady_state_time_step, steady_state_sub_steps);
        for (int i = 0; i < size.characters; ++i) {
            const scenes::Point place = character_place(i, size.characters, size.moving_side);
            characters_.push_back({{place.x, place.y}, {0.0f, 0.0f}, false});
        }
    }
    ~Walks() override { b2DestroyWorld(world_); }
    Walks(const Walks&) = delete;
    Walks& operator=(const Walks&) = delete;

    void run() override {
        answer_ = 0.0;
        for (std::size_t i = 0; i < characters_.size(); ++i) {
            move(characters_[i], character_order(static_cast<int>(i), updates_));
            answer_ += static_cast<double>(characters_[i].position.x + characters_[i].position.y);
        }
        ++updates_;
    }

private:
    void move(PlaneCharacter& character, const CharacterOrder& order) {
        constexpr float dt = steady_state_time_step;
        constexpr float reach = character_half_length + character_radius + 0.05f;
        const b2RayResult below = b2World_CastRayClosest(world_, {character.position.x, character.position.y},
                                                         {0.0f, -reach}, filter_);
        character.on_ground = below.hit && character.velocity.y <= 0.01f;
        character.velocity.x = order.speed;
        character.velocity.y -= character_gravity * dt;
        if (character.on_ground && order.jump) {
            character.velocity.y = character_jump_speed;
        }
        const b2Vec2 target = b2MulAdd(character.position, dt, character.velocity);
        const b2Capsule capsule{
            {0.0f, -character_half_length}, {0.0f, character_half_length}, character_radius};
        Planes planes;
        constexpr int max_iterations = 5;
        constexpr float tolerance = 0.01f;
        for (int i = 0; i < max_iterations; ++i) {
            planes.count = 0;
            b2World_CollideMover(world_, {character.position.x, character.position.y}, &capsule, filter_,
                                 keep_plane, &planes);
            const b2Vec2 wanted = b2Sub(target, character.position);
            const b2PlaneSolverResult solved = b2SolvePlanes(wanted, planes.planes.data(), planes.count);
            const float fraction = b2World_CastMover(world_, {character.position.x, character.position.y},
                                                     &capsule, solved.delta, filter_);
            const b2Vec2 moved = b2MulSV(fraction, solved.delta);
            character.position = b2Add(character.position, moved);
            if (b2LengthSquared(moved) < tolerance * tolerance) {
                break;
            }
        }
        character.velocity = b2ClipVector(character.velocity, planes.planes.data(), planes.count);
    }

    b2WorldId world_{};
    b2QueryFilter filter_ = b2DefaultQueryFilter();
    std::vector<PlaneCharacter> characters_;
    int updates_ = 0;
};

}  // namespace

std::unique_ptr<SteadyStateRunner> make_box2d3_characters(const SteadyStateSize& size) {
    return std::make_unique<Walks>(size);
}

}  // namespace bench
