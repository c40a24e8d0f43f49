#pragma once

#include <drystone/character.h>

#include "support/world_build.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// Situations of characters: a world, a character, and the law that its motion follows.
namespace drystone::test {

using drystone::Character;
using drystone::CharacterDefinition;
using drystone::CharacterInput;
using drystone::Pose;
using drystone::Rot;
using drystone::ShapeContact;
using drystone::ShapeGeometry;

inline constexpr float character_gap = 0.01f;
/// Height of the frame's origin above the feet, and half of the width, of all shapes below [m].
inline constexpr float foot_depth = 0.8f;
inline constexpr float half_width = 0.3f;

struct NamedShape {
    const char* name;
    ShapeGeometry geometry;
};

/// Returns the shapes of the course: all with their feet 0.8 m below the origin, 0.6 m wide.
inline const std::vector<NamedShape>& course_shapes() {
    static const std::vector<NamedShape> shapes{
        {"circle", drystone::Circle{{0.0f, -0.5f}, 0.3f}},
        {"capsule", drystone::Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f}},
        {"box", drystone::make_box(0.3f, 0.8f)},
        {"polygon", drystone::make_polygon({{-0.2f, -0.8f},
                                            {0.2f, -0.8f},
                                            {0.3f, -0.6f},
                                            {0.3f, 0.6f},
                                            {0.0f, 0.8f},
                                            {-0.3f, 0.6f},
                                            {-0.3f, -0.6f}})},
    };
    return shapes;
}

/// A character in a world, and the greatest overlap after any update.
class Course {
public:
    explicit Course(const ShapeGeometry& geometry, float rate) : dt(1.0f / rate) {
        definition.geometry = geometry;
        ground = world.create_body({.type = BodyType::Static});
    }

    void add_box(const Vec2& lower, const Vec2& upper, const drystone::ShapeDefinition& shape = {}) {
        const Vec2 half = 0.5f * (upper - lower);
        world.create_shape(ground, drystone::make_box(half.x, half.y, Pose{0.5f * (lower + upper), Rot{}}),
                           shape);
    }
    void add_floor() { add_box({-100.0f, -1.0f}, {100.0f, 0.0f}); }

    /// Puts the character on a height, standing over x.
    void start(float x, float height = 0.0f) {
        definition.position = {x, height + foot_depth + definition.gap};
        character.emplace(definition);
        step({});
    }
    void step(const CharacterInput& input) {
        world.step(dt);
        character->update(world, input, dt);
        record();
    }
    /// Runs for a time, rounded to steps; returns the time that passed [s].
    double run(float seconds, const CharacterInput& input) {
        const int steps = static_cast<int>(std::lround(seconds / dt));
        for (int i = 0; i < steps; ++i) {
            step(input);
        }
        return static_cast<double>(steps) * static_cast<double>(dt);
    }
    /// Returns the depth of the deepest overlap with anything solid.
    [[nodiscard]] float overlap() {
        const CharacterDefinition& own = character->definition();
        world.contacts_of(own.geometry, character->pose(), contacts, {.ignored_body = own.body});
        float deepest = 0.0f;
        for (const ShapeContact& contact : contacts) {
            if (!contact.one_way) {
                deepest = std::max(deepest, -contact.separation);
            }
        }
        return deepest;
    }
    void record() {
        const float now = overlap();
        if (now > worst_overlap) {
            worst_overlap = now;
        }
    }
    [[nodiscard]] Vec2 position() const { return character->position(); }
    [[nodiscard]] float x() const { return character->position().x; }
    /// Returns the height of the feet, less the gap.
    [[nodiscard]] float height() const { return character->position().y - foot_depth - definition.gap; }

    World world;
    float dt;
    BodyId ground;
    CharacterDefinition definition{};
    std::optional<Character> character;
    float worst_overlap = 0.0f;
    std::vector<ShapeContact> contacts;
};

/// Runs a situation with every shape at 30, 60 and 144 Hz; afterwards no overlap may have been seen.
inline void for_each_runner(const std::function<void(Course&)>& situation) {
    for (const NamedShape& shape : course_shapes()) {
        for (const float rate : {30.0f, 60.0f, 144.0f}) {
            CAPTURE(shape.name);
            CAPTURE(rate);
            Course course(shape.geometry, rate);
            situation(course);
            CHECK(course.worst_overlap < 1e-3f);
        }
    }
}

inline CharacterInput walking(float speed) { return {.velocity = {speed, 0.0f}}; }

}  // namespace drystone::test
