#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/collision/chain.h>
#include <drystone/collision/manifold.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Ground whose points move up and down in waves, with bodies on it: contacts persist, though all of it
/// moves.
class MovingGround final : public Sample {
    static constexpr int segments = 80;
    static constexpr float width = 24.0f;

    void create() override {
        chain_ =
            world().create_chain(world().create_body({.type = BodyType::Static}), {.points = points(0.0f)});
        for (int i = 0; i < 14; ++i) {
            const Vec2 at{-9.1f + 1.4f * static_cast<float>(i), 3.0f};
            const ShapeGeometry kinds[] = {make_box(0.4f, 0.3f), Circle{{0.0f, 0.0f}, 0.35f},
                                           Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.25f}};
            bodies_.push_back(add_dynamic(world(), at, kinds[i % 3], painted(i)));
        }
    }
    void prepare(int step) override { world()[chain_].set_points(points(static_cast<float>(step) / 60.0f)); }
    /// Counts the bodies that got under it.
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(bodies_.begin(), bodies_.end(), [&](BodyId body) {
            const Vec2 at = world()[body].position();
            return std::abs(at.x) < 0.5f * width && at.y < -1.5f;
        }));
    }
    [[nodiscard]] std::string status() const override { return count_text("fell through", failures()); }

    /// Returns a trough between two banks, with standing waves.
    static std::vector<Vec2> points(float time) {
        std::vector<Vec2> result;
        for (int i = segments; i >= 0; --i) {
            const float x = width * (static_cast<float>(i) / segments - 0.5f);
            const float bank = 4.0f * std::max(0.0f, std::abs(x) - 9.0f) / 3.0f;
            result.emplace_back(x,
                                bank + 0.6f * Rot::from_angle(0.7f * x).s * Rot::from_angle(1.5f * time).s);
        }
        return result;
    }

    ChainId chain_;
    std::vector<BodyId> bodies_;
};

/// A plate on two elastic cords implemented by the sample: before every step it applies the impulses of a
/// tension-only spring of 3 Hz.
class UserConstraint final : public Sample {
    inline static const Vec2 hook{0.0f, 6.0f};
    static constexpr float slack = 1.0f;  ///< A cord is slack up to this length [m].
    static constexpr float frequency = 3.0f;
    static constexpr float damping_ratio = 0.7f;

    void create() override {
        plate_ = add_body(world(),
                          {.type = BodyType::Dynamic,
                           .position = {-3.0f, 6.0f},
                           .linear_damping = 0.5f,
                           .angular_damping = 1.0f,
                           .can_sleep = false},
                          make_box(1.0f, 0.5f), painted(color::ochre, {.density = 20.0f}));
    }
    void prepare(int /*step*/) override {
        for (std::size_t i = 0; i < ends.size(); ++i) {
            forces_[i] = pull(world()[plate_].world_point(ends[i])) * 60.0f;
        }
    }
    /// Solves the soft constraint length = slack, as an implicit spring over the step. Returns its impulse [N
    /// s].
    float pull(const Vec2& end) {
        constexpr float h = 1.0f / 60.0f;
        constexpr float omega = 2.0f * pi * frequency;
        const Vec2 way = hook - end;
        const float length = drystone::length(way);
        if (length <= slack) {
            return 0.0f;
        }
        const Vec2 axis = way / length;
        const MassProperties mass = world()[plate_].mass();
        const Vec2 arm = end - world()[plate_].center_of_mass();
        const float lever = arm.x * axis.y - arm.y * axis.x;
        const float inverse_mass = 1.0f / mass.mass + lever * lever / mass.inertia;
        const float stiffness = omega * omega / inverse_mass;
        const float damping = 2.0f * damping_ratio * omega / inverse_mass;
        const float give = h * (damping + h * stiffness);
        const float approach = dot(world()[plate_].velocity_at(end), axis);
        const float impulse = give * (stiffness / (damping + h * stiffness) * (length - slack) - approach) /
                              (1.0f + give * inverse_mass);
        world()[plate_].apply_impulse(std::max(impulse, 0.0f) * axis, end);
        return std::max(impulse, 0.0f);
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < ends.size(); ++i) {
            picture.line(hook, world()[plate_].world_point(ends[i]),
                         forces_[i] > 0.0f ? color::rust : color::slate);
        }
        picture.point(hook, color::charcoal);
    }
    [[nodiscard]] std::string status() const override {
        return "cords pull with " + number_text(forces_[0]) + " N and " + number_text(forces_[1]) + " N of " +
               number_text(10.0f * world()[plate_].mass().mass) + " N";
    }

    inline static const std::array<Vec2, 2> ends{Vec2{1.0f, -0.5f}, Vec2{1.0f, 0.5f}};
    BodyId plate_;
    float forces_[2] = {};
};

/// Two boxes that pass through each other, and through nothing else: their pair is excluded.
class ExcludedPair final : public Sample {
    void create() override {
        add_ground(world(), 20.0f);
        for (std::size_t i = 0; i < 4; ++i) {
            boxes_.push_back(add_dynamic(
                world(), {-6.0f + 4.0f * static_cast<float>(i), 1.0f}, make_box(1.0f, 1.0f),
                painted(i % 2 == 0 ? color::teal : color::terracotta, {.material = {.friction = 0.1f}})));
        }
        world().set_collision(boxes_[0], boxes_[1], false);
    }
    /// Applies springs that pull the boxes of each pair to each other's initial position, and back.
    void prepare(int step) override {
        const float way = 2.0f * (1.0f - Rot::from_angle(0.02f * static_cast<float>(step)).c);
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            const float target = place(i) + (i % 2 == 0 ? way : -way);
            const float stretch = target - world()[boxes_[i]].position().x;
            const float pull = 20.0f * stretch - 6.0f * world()[boxes_[i]].linear_velocity().x;
            world()[boxes_[i]].apply_force({pull * world()[boxes_[i]].mass().mass, 0.0f});
        }
    }
    [[nodiscard]] std::string status() const override {
        const float left = world()[boxes_[1]].position().x - world()[boxes_[0]].position().x;
        const float right = world()[boxes_[3]].position().x - world()[boxes_[2]].position().x;
        return "apart by " + number_text(left) + " m and " + number_text(right) + " m";
    }

    static float place(std::size_t i) { return -7.5f + 4.0f * static_cast<float>(i) + (i < 2 ? 0.0f : 3.0f); }

    std::vector<BodyId> boxes_;
};

/// Shapes that are moved along a chain's corners, and the manifolds with each segment: at a corner, all
/// normals belong to one of the two.
class SmoothManifolds final : public Sample {
    void create() override {}
    void prepare(int step) override { time_ = static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const Chain chain = make_chain(corners());
        for (int i = 0; i < chain.segment_count(); ++i) {
            picture.line(chain.segment(i).a, chain.segment(i).b, color::slate);
        }
        const ShapeGeometry kinds[] = {make_box(0.6f, 0.4f), Circle{{0.0f, 0.0f}, 0.5f},
                                       make_rounded_box(0.4f, 0.3f, 0.15f)};
        for (int k = 0; k < 3; ++k) {
            const Pose pose = place(k);
            picture.shape(kinds[k], pose, color::teal);
            for (int i = 0; i < chain.segment_count(); ++i) {
                show(picture, meet(chain.segment(i), kinds[k], pose));
            }
        }
    }
    /// Returns the pose of shape `k`: it moves to and fro along the chain, and tilts.
    [[nodiscard]] Pose place(int k) const {
        const float phase = 0.4f * time_ + 2.1f * static_cast<float>(k);
        const float x = 6.5f * Rot::from_angle(phase).s;
        return {{x, height(x) + 0.45f}, Rot::from_angle(0.5f * Rot::from_angle(3.0f * phase).s)};
    }
    static Manifold meet(const ChainSegment& segment, const ShapeGeometry& shape, const Pose& pose) {
        if (const auto* const disc = std::get_if<Circle>(&shape)) {
            return collide(segment, make_core(*disc).view(), pose, 0.2f);
        }
        return collide(segment, make_core(std::get<Polygon>(shape)), pose, 0.2f);
    }
    static void show(Picture& picture, const Manifold& manifold) {
        for (int i = 0; i < manifold.count; ++i) {
            const Vec2 point = manifold.points[i].point;
            picture.point(point, color::rust);
            picture.arrow(point, point + 0.6f * manifold.normal, color::rust);
        }
    }
    static std::vector<Vec2> corners() {
        return {{8.0f, 1.5f},  {5.0f, 0.0f},   {3.0f, 0.0f},  {1.0f, 1.0f},
                {-1.0f, 1.0f}, {-2.5f, -0.5f}, {-5.0f, 0.5f}, {-8.0f, 2.0f}};
    }
    static float height(float x) {
        const std::vector<Vec2> line = corners();
        for (std::size_t i = 1; i < line.size(); ++i) {
            if (x >= line[i].x) {
                const float part = (x - line[i].x) / (line[i - 1].x - line[i].x);
                return line[i].y + part * (line[i - 1].y - line[i].y);
            }
        }
        return line.back().y;
    }
    float time_ = 0.0f;
};

}  // namespace

std::vector<scenes::SceneInfo> user_made_samples() {
    return {
        entry<SmoothManifolds>("Collision", "smooth_manifolds", "Smooth manifolds",
                               "Contacts with a chain: at each corner the normals turn from one segment's to "
                               "the next.",
                               {{0.0f, 1.5f}, 9.0f}),
        entry<ExcludedPair>("Joints", "excluded_pair", "Excluded pair",
                            "The left two boxes pass through each other, the right two meet: look for the "
                            "difference.",
                            {{0.0f, 2.5f}, 11.0f}),
        entry<UserConstraint>("Joints", "user_constraint", "User constraint",
                              "Two elastic cords made of impulses between the steps; red: they pull.",
                              {{0.0f, 5.0f}, 7.0f}),
        entry<MovingGround>(
            "Shapes", "moving_ground", "Moving ground",
            "The points of a chain go up and down in every step; what lies there rides on it.",
            {{0.0f, 2.5f}, 13.0f}),
    };
}

}  // namespace samples
