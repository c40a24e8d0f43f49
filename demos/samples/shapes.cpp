#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace samples {
namespace {

using namespace drystone;

/// Boxes of different friction on ramps.
class FrictionRamp final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        add_static(world(), {-4.0f, 22.0f}, make_box(13.0f, 0.25f), {}, -0.25f);
        add_static(world(), {10.5f, 19.0f}, make_box(0.25f, 1.0f));
        add_static(world(), {4.0f, 14.0f}, make_box(13.0f, 0.25f), {}, 0.25f);
        add_static(world(), {-10.5f, 11.0f}, make_box(0.25f, 1.0f));
        add_static(world(), {-4.0f, 6.0f}, make_box(13.0f, 0.25f), {}, -0.25f);
        constexpr float frictions[] = {0.75f, 0.5f, 0.35f, 0.1f, 0.0f};
        for (int i = 0; i < 5; ++i) {
            const BodyId box =
                add_dynamic(world(), {-15.0f + 4.0f * static_cast<float>(i), 28.0f}, make_box(0.5f, 0.5f),
                            painted(i, {.density = 25.0f, .material = {.friction = frictions[i]}}));
            boxes_.emplace_back(box, number_text(frictions[i]));
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [box, friction] : boxes_) {
            picture.text(world()[box].position() + Vec2{-0.6f, 1.3f}, friction, color::charcoal);
        }
    }
    std::vector<std::pair<BodyId, std::string>> boxes_;
};

/// A row of balls, or of boxes, with restitution from 0 to 1.
template <bool boxes>
class RestitutionRow final : public Sample {
    static constexpr int count = 21;
    void create() override {
        add_ground(world(), 40.0f);
        for (int i = 0; i < count; ++i) {
            const float restitution = static_cast<float>(i) / (count - 1);
            ShapeGeometry geometry = Circle{{0.0f, 0.0f}, 0.5f};
            if (boxes) {
                geometry = make_box(0.5f, 0.5f);
            }
            balls_.push_back(
                add_dynamic(world(), {1.6f * (static_cast<float>(i) - 0.5f * (count - 1)), 10.0f}, geometry,
                            painted(i % 2 == 0 ? color::teal : color::ochre,
                                    {.material = {.restitution = restitution}})));
            highest_.push_back(0.0f);
        }
    }
    void after_step() override {
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            bounced_ |= world()[balls_[i]].linear_velocity().y > 0.5f;
            if (bounced_ && world()[balls_[i]].linear_velocity().y > 0.0f) {
                highest_[i] = std::max(highest_[i], world()[balls_[i]].position().y);
            }
        }
    }
    /// Draws the expected heights: a ball that rebounds with the fraction e of its speed reaches e^2 of its
    /// height.
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            const float restitution = static_cast<float>(i) / (count - 1);
            const float x = 1.6f * (static_cast<float>(i) - 0.5f * (count - 1));
            const float ideal = 0.5f + 9.5f * restitution * restitution;
            picture.line({x - 0.5f, ideal}, {x + 0.5f, ideal}, color::sage);
            picture.line({x - 0.5f, highest_[i]}, {x + 0.5f, highest_[i]}, color::rust);
        }
    }
    std::vector<BodyId> balls_;
    std::vector<float> highest_;
    bool bounced_ = false;
};

/// Tables, spaceships and other bodies of several shapes.
class Compounds final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        add_room(world(), {{-12.0f, 0.0f}, {12.0f, 40.0f}});
        for (int i = 0; i < 24; ++i) {
            const Vec2 at{-8.0f + 4.0f * static_cast<float>(i % 5), 3.0f + 3.2f * static_cast<float>(i / 5)};
            const BodyId body = world().create_body(
                {.type = BodyType::Dynamic, .position = at, .angle = 0.4f * static_cast<float>(i)});
            if (i % 3 == 0) {
                add_table(body);
            } else if (i % 3 == 1) {
                add_ship(body);
            } else {
                add_dumbbell(body);
            }
        }
    }
    void add_table(BodyId body) {
        world().create_shape(body, make_box(1.4f, 0.15f, Pose{{0.0f, 0.6f}, {}}), painted(color::ochre));
        world().create_shape(body, make_box(0.15f, 0.6f, Pose{{-1.1f, -0.1f}, {}}), painted(color::rust));
        world().create_shape(body, make_box(0.15f, 0.6f, Pose{{1.1f, -0.1f}, {}}), painted(color::rust));
    }
    void add_ship(BodyId body) {
        world().create_shape(body, make_polygon({{-1.3f, -0.6f}, {0.0f, -0.2f}, {0.0f, 1.1f}}),
                             painted(color::teal));
        world().create_shape(body, make_polygon({{1.3f, -0.6f}, {0.0f, 1.1f}, {0.0f, -0.2f}}),
                             painted(color::slate));
    }
    void add_dumbbell(BodyId body) {
        world().create_shape(body, Circle{{-1.0f, 0.0f}, 0.5f}, painted(color::plum));
        world().create_shape(body, Circle{{1.0f, 0.0f}, 0.5f}, painted(color::plum));
        world().create_shape(body, Capsule{{-0.8f, 0.0f}, {0.8f, 0.0f}, 0.15f}, painted(color::sand));
    }
};

/// A custom filter: shapes of different colours pass through each other.
class CustomFilter final : public Sample {
    void create() override {
        const BodyId ground = add_ground(world(), 40.0f);
        world().set_collision_filter([this, ground](ShapeId a, ShapeId b) {
            return world()[a].body() == ground || world()[b].body() == ground ||
                   world()[a].user_data() == world()[b].user_data();
        });
        for (int column = 0; column < 6; ++column) {
            for (int row = 0; row < 6; ++row) {
                const int paint = (row + column) % 2 == 0 ? color::teal : color::terracotta;
                add_dynamic(world(),
                            {-4.0f + 1.6f * static_cast<float>(column) + 0.1f * static_cast<float>(row),
                             1.0f + 1.2f * static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(paint));
            }
        }
    }
};

/// Three teams by category and mask: each collides with the ground, and only the second one with all.
class Filters final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        constexpr struct {
            int paint;
            std::uint64_t category;
            std::uint64_t mask;
        } teams[] = {{color::teal, 2, 1 | 4}, {color::ochre, 4, ~std::uint64_t{0}}, {color::plum, 8, 1 | 4}};
        for (int i = 0; i < 30; ++i) {
            const auto& team = teams[i % 3];
            add_dynamic(world(),
                        {-1.0f + 0.5f * static_cast<float>(i % 5), 2.0f + 1.1f * static_cast<float>(i)},
                        make_box(0.8f, 0.4f),
                        painted(team.paint, {.filter = {.category = team.category, .mask = team.mask}}));
        }
    }
};

/// A shape that changes while bodies lie on it.
class ModifyGeometry final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        body_ = add_body(world(), {.type = BodyType::Kinematic, .position = {0.0f, 1.0f}},
                         Circle{{0.0f, 0.0f}, 1.0f});
        for (int i = 0; i < 14; ++i) {
            add_dynamic(world(),
                        {-3.0f + 0.45f * static_cast<float>(i), 5.0f + 0.3f * static_cast<float>(i % 3)},
                        make_box(0.35f, 0.35f), painted(i % 2 == 0 ? color::sand : color::terracotta));
        }
    }
    void prepare(int step) override {
        if (step % 2 != 0) {
            return;
        }
        const float size = 1.3f + 0.7f * Rot::from_angle(0.03f * static_cast<float>(step)).s;
        const int kind = (step / 210) % 4;
        const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, size}, Capsule{{-size, 0.0f}, {size, 0.0f}, 0.6f},
                                       make_box(2.0f * size, 0.6f),
                                       make_regular_polygon(5, 1.3f * size, 0.1f)};
        world()[world()[body_].shapes().front()].set_geometry(kinds[kind]);
        change_look();
    }
    BodyId body_;
};

/// Rounded boxes and polygons of all kinds fall down.
class Rounded final : public Sample {
    void create() override {
        add_room(world(), {{-9.0f, 0.0f}, {9.0f, 40.0f}});
        scenes::Random random{42};
        for (int i = 0; i < 90; ++i) {
            const Vec2 at{-7.5f + 1.6f * static_cast<float>(i % 10),
                          1.5f + 1.7f * static_cast<float>(i / 10)};
            const float radius = random.between(0.1f, 0.35f);
            const float size = random.between(0.2f, 0.5f);
            const ShapeGeometry geometry =
                i % 2 == 0 ? ShapeGeometry(make_rounded_box(size, 0.3f, radius))
                           : ShapeGeometry(make_regular_polygon(3 + random.below(4), size, radius));
            add_dynamic(world(), at, geometry, painted(scenes::random_color(random)),
                        random.between(-3.0f, 3.0f));
        }
    }
};

/// Shapes far from the origin of their bodies behave as if they were at it.
class Offset final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        const Vec2 far{-25.0f, 4.0f};
        for (int i = 0; i < 8; ++i) {
            const bool offset = i >= 4;
            const Vec2 shift = offset ? far : Vec2{0.0f, 0.0f};
            const Vec2 place{offset ? 3.0f : -3.0f, 0.5f + static_cast<float>(i % 4)};
            const BodyId box = world().create_body({.type = BodyType::Dynamic, .position = place - shift});
            world().create_shape(box, make_box(0.5f, 0.5f, Pose{shift, {}}),
                                 painted(offset ? color::plum : color::sage));
            boxes_.push_back(box);
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId box : boxes_) {
            picture.line(world()[box].position(), world()[box].center_of_mass(), color::stone);
        }
    }
    std::vector<BodyId> boxes_;
};

/// Boxes on a slope that mix friction by different rules.
class Mixing final : public Sample {
    void create() override {
        add_static(world(), {0.0f, 4.0f}, make_box(12.0f, 0.25f), {.material = {.friction = 0.8f}}, -0.4f);
        add_ground(world(), 40.0f);
        // Boxes that hold are above those that slide.
        constexpr drystone::Mixing rules[] = {drystone::Mixing::Maximum, drystone::Mixing::Average,
                                              drystone::Mixing::GeometricMean, drystone::Mixing::Minimum,
                                              drystone::Mixing::Multiply};
        constexpr const char* names[] = {"maximum", "average", "mean", "minimum", "product"};
        for (int i = 0; i < 5; ++i) {
            const Rot tilt = Rot::from_angle(-0.4f);
            const Vec2 at = Vec2{0.0f, 4.0f} + rotate(tilt, {-9.0f + 3.0f * static_cast<float>(i), 0.76f});
            const BodyId box =
                add_dynamic(world(), at, make_box(0.5f, 0.5f),
                            painted(i, {.material = {.friction = 0.2f, .friction_mixing = rules[i]}}), -0.4f);
            boxes_.emplace_back(box, names[i]);
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [box, name] : boxes_) {
            picture.text(world()[box].position() + Vec2{-0.6f, 1.1f}, name, color::charcoal);
        }
    }
    std::vector<std::pair<BodyId, std::string>> boxes_;
};

}  // namespace

std::vector<scenes::SceneInfo> shape_samples() {
    return {
        entry<FrictionRamp>("Shapes", "friction_ramp", "Friction",
                            "The smaller a box's friction, the farther it slides.", {{-1.0f, 14.0f}, 33.0f}),
        entry<RestitutionRow<false>>(
            "Shapes", "restitution", "Restitution",
            "From 0 to 1: each ball should bounce as high as its green mark; red is how high it came.",
            {{0.0f, 7.0f}, 20.0f}),
        entry<RestitutionRow<true>>("Shapes", "box_restitution", "Box restitution",
                                    "The same with boxes, which land on two corners at once.",
                                    {{0.0f, 7.0f}, 20.0f}),
        entry<Compounds>("Shapes", "compound_shapes", "Compound shapes",
                         "Tables, ships and dumbbells: bodies of several shapes.", {{0.0f, 7.0f}, 18.0f}),
        entry<CustomFilter>("Shapes", "custom_filter", "Custom filter",
                            "A function decides: the two colours pass through each other.",
                            {{0.0f, 4.0f}, 12.0f}),
        entry<Filters>("Shapes", "filters", "Filter",
                       "By category and mask: teal and plum ignore each other, ochre meets all.",
                       {{0.0f, 7.0f}, 20.0f}),
        entry<ModifyGeometry>("Shapes", "modify_geometry", "Modify geometry",
                              "A shape grows, shrinks and changes its kind under a load.",
                              {{0.0f, 4.0f}, 12.0f}),
        entry<Rounded>("Shapes", "rounded", "Rounded", "Boxes and polygons with a radius.",
                       {{0.0f, 7.0f}, 17.0f}),
        entry<Offset>("Shapes", "offset_shapes", "Offset",
                      "Shapes far from the origins of their bodies (lines) stack like others.",
                      {{2.0f, 3.0f}, 14.0f}),
        entry<Mixing>("Shapes", "mixing", "Mixing",
                      "One slope of friction 0.8, boxes of 0.2, five rules that mix the two.",
                      {{1.0f, 3.5f}, 14.0f}),
    };
}

}  // namespace samples
