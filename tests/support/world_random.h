#pragma once

#include "support/world_build.h"

#include <vector>

namespace drystone::test {

/// Returns a shape of a random kind, about `size` [m] large, near its body's origin.
inline drystone::ShapeGeometry random_geometry(Random& random, float size) {
    const Vec2 center{random.between(-0.2f, 0.2f) * size, random.between(-0.2f, 0.2f) * size};
    switch (random.below(5)) {
        case 0: return drystone::Circle{center, random.between(0.2f, 0.6f) * size};
        case 1:
            return drystone::Capsule{center, center + Vec2{random.between(0.1f, 0.8f) * size, 0.1f * size},
                                     random.between(0.1f, 0.3f) * size};
        case 2: return drystone::make_regular_polygon(3 + random.below(6), random.between(0.4f, 0.7f) * size);
        case 3:
            return drystone::make_rounded_box(0.3f * size, random.between(0.1f, 0.4f) * size, 0.05f * size);
        default:
            return drystone::make_box(random.between(0.2f, 0.6f) * size, random.between(0.2f, 0.6f) * size);
    }
}

/// Bodies of all kinds that fall, roll and collide in a box of segments around a turning paddle, with random
/// calls that create, change and destroy some of them.
class RandomScene {
public:
    explicit RandomScene(std::uint32_t seed, const drystone::WorldDefinition& definition = {})
        : world(definition), random_(seed) {
        const BodyId walls = world.create_body({.type = drystone::BodyType::Static});
        world.create_shape(walls, drystone::Segment{{-8.0f, 0.0f}, {8.0f, 0.0f}});
        world.create_shape(walls, drystone::Segment{{-8.0f, 0.0f}, {-8.0f, 20.0f}});
        world.create_shape(walls, drystone::Segment{{8.0f, 0.0f}, {8.0f, 20.0f}});
        const BodyId paddle = world.create_body(
            {.type = BodyType::Kinematic, .position = {0.0f, 2.0f}, .angular_velocity = 1.0f});
        world.create_shape(paddle, drystone::make_box(2.5f, 0.2f));
        for (int i = 0; i < 30; ++i) {
            add_body();
        }
    }

    /// Makes one random change to the world.
    void change() {
        const int kind = random_.below(12);
        if (kind < 3 && bodies_.size() < 60) {
            add_body();
        } else if (bodies_.empty()) {
            return;
        } else if (kind < 5) {
            const std::size_t k = pick();
            world.destroy_body(bodies_[k]);
            bodies_.erase(bodies_.begin() + static_cast<std::ptrdiff_t>(k));
        } else if (kind == 5) {
            const std::vector<ShapeId> shapes = test::ids(world[bodies_[pick()]].shapes());
            if (!shapes.empty()) {
                world.destroy_shape(
                    shapes[static_cast<std::size_t>(random_.below(static_cast<int>(shapes.size())))]);
            }
        } else if (kind == 6) {
            add_shape(bodies_[pick()]);
        } else if (kind == 7) {
            world[bodies_[pick()]].set_pose({random_.between(-7.0f, 7.0f), random_.between(1.0f, 12.0f)},
                                            random_.between(-3.0f, 3.0f));
        } else if (kind == 8) {
            change_filter();
        } else if (kind == 9) {
            const drystone::BodyRef body = world[bodies_[pick()]];
            const drystone::Vec2 impulse{random_.between(-3.0f, 3.0f), random_.between(0.0f, 5.0f)};
            if (body.type() == drystone::BodyType::Dynamic) {
                body.apply_impulse(impulse);
            }
        } else if (kind == 10) {
            world[bodies_[pick()]].wake();
        } else {
            const drystone::BodyRef body = world[bodies_[pick()]];
            const drystone::Vec2 force{random_.between(-30.0f, 30.0f), 0.0f};
            if (body.type() == drystone::BodyType::Dynamic) {
                body.apply_force(force);
            }
        }
    }

    World world;

private:
    std::size_t pick() { return static_cast<std::size_t>(random_.below(static_cast<int>(bodies_.size()))); }

    void add_body() {
        const BodyId body =
            world.create_body({.type = drystone::BodyType::Dynamic,
                               .position = {random_.between(-6.0f, 6.0f), random_.between(4.0f, 14.0f)},
                               .angle = random_.between(-3.0f, 3.0f),
                               .linear_velocity = {random_.between(-3.0f, 3.0f), 0.0f},
                               .angular_velocity = random_.between(-2.0f, 2.0f),
                               .awake = random_.below(4) != 0,
                               .locks = {.rotation = random_.below(10) == 0}});
        bodies_.push_back(body);
        for (int i = 0; i <= random_.below(2); ++i) {
            add_shape(body);
        }
    }

    void add_shape(BodyId body) {
        const drystone::ShapeGeometry geometry = random_geometry(random_, 0.8f);
        world.create_shape(body, geometry,
                           {.density = random_.below(8) == 0 ? 0.0f : random_.between(0.5f, 3.0f),
                            .material = {random_.between(0.0f, 1.0f), random_.below(3) == 0 ? 0.5f : 0.0f}});
    }

    void change_filter() {
        const std::vector<ShapeId> shapes = test::ids(world[bodies_[pick()]].shapes());
        if (!shapes.empty()) {
            const bool ghost = random_.below(2) == 0;
            world[shapes[0]].set_filter(
                {.category = ghost ? 2u : 1u, .mask = ~std::uint64_t{0}, .group = ghost ? -1 : 0});
        }
    }

    Random random_;
    std::vector<BodyId> bodies_;
};

}  // namespace drystone::test
