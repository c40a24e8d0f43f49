// Characters with bodies that walk into each other: they stop at each other, without entering and without
// jumping back, whatever the order of their updates.
#include "course.h"

#include <drystone/contact_queries.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

using namespace drystone;
using test::walking;

namespace {

/// Characters in a row, and what happened to them since they have met.
class CharactersMeeting {
public:
    CharactersMeeting(float slope, float platform) : slope_(Rot::from_angle(slope)) {
        const bool moves = platform != 0.0f;
        ground_ = world_.create_body({.type = moves ? BodyType::Kinematic : BodyType::Static,
                                      .angle = slope,
                                      .linear_velocity = {platform, 0.0f}});
        world_.create_shape(ground_, make_box(40.0f, 1.0f, Pose{Vec2{0.0f, -1.0f}, Rot{}}));
    }

    /// Adds a character with a circle or an upright box or capsule, `size` high from its middle.
    void add(int kind, float size, float place, float speed) {
        const ShapeGeometry capsule = Capsule{{0.0f, -0.6f * size}, {0.0f, 0.6f * size}, 0.4f * size};
        const ShapeGeometry geometry = kind == 0   ? ShapeGeometry(make_box(size, size))
                                       : kind == 1 ? ShapeGeometry(Circle{{0.0f, 0.0f}, size})
                                                   : capsule;
        const float above = kind == 0   ? size * (slope_.c + std::abs(slope_.s))
                            : kind == 1 ? size
                                        : size * (0.4f + 0.6f * slope_.c);
        CharacterDefinition definition{.geometry = geometry,
                                       .position = rotate(slope_, Vec2{place, above + 0.0101f})};
        definition.body = world_.create_body({.type = BodyType::Kinematic, .position = definition.position});
        world_.create_shape(definition.body, geometry);
        all_.emplace_back(definition);
        speeds_.push_back(speed);
    }

    /// Runs for 5 s with one order of the updates: forwards, backwards, or another one in each step.
    void run(int order) {
        const std::size_t count = all_.size();
        std::vector<float> least(count, 1e9f);
        std::vector<float> most(count, -1e9f);
        for (std::size_t step = 0; step < 300; ++step) {
            world_.step(test::dt);
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t k = order == 0 ? i : order == 1 ? count - 1 - i : (i + step) % count;
                all_[k].update(world_, walking(speeds_[k]), test::dt);
            }
            for (std::size_t k = 0; k < count && step >= 150; ++k) {
                const float x = all_[k].position().x - world_[ground_].position().x;
                least[k] = std::min(least[k], x);
                most[k] = std::max(most[k], x);
                amplitude = std::max(amplitude, most[k] - least[k]);
            }
            for (std::size_t k = 0; k + 1 < count; ++k) {
                overlap = std::max(overlap, overlap_of(all_[k], all_[k + 1]));
            }
        }
        for (std::size_t k = 0; k + 1 < count; ++k) {
            in_order = in_order && inverse_rotate(slope_, all_[k].position()).x <
                                       inverse_rotate(slope_, all_[k + 1].position()).x;
        }
    }

    float amplitude = 0.0f;  ///< Way back and forth on the ground after 2.5 s [m].
    float overlap = 0.0f;    ///< Depth of the deepest overlap of two characters [m].
    bool in_order = true;    ///< The characters have kept their order along the ground.

private:
    static float overlap_of(const Character& a, const Character& b) {
        World empty;
        const BodyId body = empty.create_body({.type = BodyType::Static, .position = a.position()});
        empty.create_shape(body, a.definition().geometry);
        float deepest = 0.0f;
        std::vector<ShapeContact> contacts;
        empty.contacts_of(b.definition().geometry, b.pose(), contacts);
        for (const ShapeContact& contact : contacts) {
            deepest = std::max(deepest, -contact.separation);
        }
        return deepest;
    }

    World world_;
    Rot slope_;
    BodyId ground_;
    std::vector<Character> all_;
    std::vector<float> speeds_;
};

void check_rest(const CharactersMeeting& meeting) {
    CHECK(meeting.amplitude < 1e-3f);
    CHECK(meeting.overlap < 1e-3f);
    CHECK(meeting.in_order);
}

struct Ground {
    float slope;
    float platform;
};
constexpr Ground grounds[] = {{0.0f, 0.0f}, {0.3f, 0.0f}, {0.0f, 1.0f}, {0.0f, -2.0f}};

}  // namespace

// Costs 1 s; one shape and order of many in slow builds.
TEST_CASE("characters: two that walk into each other come to rest") {
    const int kinds = test::scaled(3);
    const int orders = test::scaled(3);
    const std::pair<float, float> speeds[] = {{3.0f, -3.0f}, {3.0f, 0.0f}, {1.0f, -4.3f}};
    for (const Ground& ground : grounds) {
        for (const auto& [left, right] : speeds) {
            for (const float size : {0.1f, 0.3f, 0.6f}) {
                for (int kind = 0; kind < kinds; ++kind) {
                    for (int order = 0; order < orders; ++order) {
                        CAPTURE(ground.slope);
                        CAPTURE(ground.platform);
                        CAPTURE(size);
                        CAPTURE(kind);
                        CAPTURE(order);
                        CharactersMeeting meeting(ground.slope, ground.platform);
                        meeting.add(kind, size, -1.037f, left);
                        meeting.add((kind + order) % 3, size, 1.037f, right);
                        meeting.run(order);
                        check_rest(meeting);
                    }
                }
            }
        }
    }
}

TEST_CASE("characters: a large one does not walk over a small one") {
    for (const float platform : {0.0f, 1.0f}) {
        for (int kind = 0; kind < 3; ++kind) {
            for (int order = 0; order < 3; ++order) {
                CAPTURE(platform);
                CAPTURE(kind);
                CAPTURE(order);
                CharactersMeeting meeting(0.0f, platform);
                meeting.add(kind, 0.6f, -1.0f, 3.0f);
                meeting.add(1, 0.1f, 1.0f, -3.0f);
                meeting.run(order);
                check_rest(meeting);
            }
        }
    }
}

// The bottom of the large box hangs over the small character, and would come down on it.
TEST_CASE("characters: a large box that walks downhill stops at a small one") {
    for (const float slope : {0.3f, 0.6f}) {
        for (const float size : {0.1f, 0.3f}) {
            for (int kind = 0; kind < 3; ++kind) {
                for (int order = 0; order < 3; ++order) {
                    CAPTURE(slope);
                    CAPTURE(size);
                    CAPTURE(kind);
                    CAPTURE(order);
                    CharactersMeeting meeting(slope, 0.0f);
                    meeting.add(kind, size, -1.037f, 0.0f);
                    meeting.add(0, 0.6f, 1.037f, -3.0f);
                    meeting.run(order);
                    check_rest(meeting);
                }
            }
        }
    }
}

TEST_CASE("characters: one between two others is held where they meet") {
    for (const Ground& ground : grounds) {
        for (const float middle : {0.0f, 3.0f, -1.0f}) {
            for (int order = 0; order < 3; ++order) {
                CAPTURE(ground.slope);
                CAPTURE(ground.platform);
                CAPTURE(middle);
                CAPTURE(order);
                CharactersMeeting meeting(ground.slope, ground.platform);
                meeting.add(order, 0.3f, -2.03f, 3.0f);
                meeting.add(2, 0.3f, 0.1f, middle);
                meeting.add(1, 0.3f, 2.2f, -3.0f);
                meeting.run(order);
                check_rest(meeting);
            }
        }
    }
}
