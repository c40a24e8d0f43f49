#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Boxes of 4 t side by side, each held by a different kind of joint.
class HeldLoads : public Sample {
protected:
    static constexpr float height = 6.0f;

    struct Load {
        BodyId body;
        JointId joint;
        const char* name;
    };

    void hang_loads(const AxisLocks& locks) {
        ground_ = add_ground(world(), 40.0f);
        const auto add = [&](const char* name, auto&& hold) {
            const float x = 5.0f * (static_cast<float>(loads_.size()) - 2.5f);
            const BodyId body = add_body(
                world(),
                {.type = BodyType::Dynamic, .position = {x, height}, .can_sleep = false, .locks = locks},
                make_box(1.0f, 1.0f), painted(static_cast<int>(loads_.size()), {.density = 1000.0f}));
            loads_.push_back({body, hold(body, x), name});
        };
        add("rod", [&](BodyId body, float x) {
            return tie(world(), ground_, {x, height + 3.0f}, body, {x, height + 1.0f});
        });
        add("motor", [&](BodyId body, float x) {
            return world().create_joint(ground_, body,
                                        MotorJoint{.anchor_a = {x, height},
                                                   .linear_spring = JointSpring{4.0f, 1.0f},
                                                   .angular_spring = JointSpring{4.0f, 1.0f}});
        });
        add("slide", [&](BodyId body, float x) {
            return slide(world(), ground_, body, {x - 1.0f, height}, {.limit = JointLimit{-1.0f, 1.0f}});
        });
        add("hinge", [&](BodyId body, float x) { return pin(world(), ground_, body, {x - 1.0f, height}); });
        add("weld", [&](BodyId body, float x) { return weld(world(), ground_, body, {x - 1.0f, height}); });
        add("wheel", [&](BodyId body, float x) {
            return suspend(world(), ground_, body, {x, height},
                           {.limit = JointLimit{-0.5f, 0.5f}, .suspension = JointSpring{1.0f, 0.7f}});
        });
    }
    void kick(const Vec2& impulse, float spin) {
        for (const Load& load : loads_) {
            world()[load.body].apply_impulse(impulse);
            world()[load.body].apply_angular_impulse(spin);
        }
    }
    void label(Picture& picture, std::size_t i, float line, const std::string& words, int ink) const {
        picture.text({5.0f * (static_cast<float>(i) - 2.5f) - 1.5f, 3.2f - 0.7f * line}, words, ink);
    }

    BodyId ground_;
    std::vector<Load> loads_;
};

/// The separation of each joint's anchors when its load is hit.
class JointSeparation final : public HeldLoads {
    void create() override {
        hang_loads({});
        largest_.resize(loads_.size());
    }
    void prepare(int step) override {
        if (step % 150 == 60) {
            kick({8000.0f, -12000.0f}, 3000.0f);
        }
    }
    void after_step() override {
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            const JointState state = world()[loads_[i].joint].state();
            largest_[i].first = std::max(largest_[i].first, state.linear_separation);
            largest_[i].second = std::max(largest_[i].second, state.angular_separation);
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            label(picture, i, 0.0f, loads_[i].name, color::charcoal);
            // The motor joint consists of springs only, and is meant to yield.
            if (i != 1) {
                label(picture, i, 1.0f, number_text(1000.0f * largest_[i].first) + " mm", color::rust);
                label(picture, i, 2.0f, number_text(1000.0f * largest_[i].second) + " mrad", color::rust);
            }
        }
    }

    std::vector<std::pair<float, float>> largest_;
};

/// Loads with locked rotation: joints and kicks move them, and none rotates except by rounding.
class LockedLoads final : public HeldLoads {
    void create() override { hang_loads({.rotation = true}); }
    void prepare(int step) override {
        if (step % 150 == 60) {
            kick({8000.0f, 4000.0f}, 3000.0f);
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            label(picture, i, 0.0f, loads_[i].name, color::charcoal);
        }
    }
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(loads_.begin(), loads_.end(), [&](const Load& load) {
            return std::abs(world()[load.body].angle()) > 1e-5f;
        }));
    }
    [[nodiscard]] std::string status() const override { return count_text("turned", failures()); }
};

/// A ragdoll that grows and shrinks while it lies there: shapes and joints are changed in place.
class ScaledRagdoll final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        const scenes::Ragdoll doll =
            scenes::add_ragdoll(backend(), {.feet = {0.0f, 1.0f}, .color = color::plum});
        for (const scenes::BodyNumber number : doll.bones) {
            bones_.push_back(backend().body_id(number));
            for (const ShapeId shape : world()[bones_.back()].shapes()) {
                shapes_.emplace_back(shape, world()[shape].geometry());
            }
            mass_ += world()[bones_.back()].mass().mass;
        }
        for (const JointId joint : world().joints()) {
            joints_.emplace_back(joint, std::get<RevoluteJoint>(world()[joint].definition()));
        }
        for (const BodyId bone : bones_) {
            world()[bone].apply_angular_impulse(0.02f);
        }
    }
    void prepare(int step) override {
        constexpr float sizes[] = {1.0f, 2.0f, 4.0f, 1.5f, 0.5f};
        const float wanted = sizes[step / 150 % 5];
        if (wanted != scale_) {
            resize(wanted);
        }
    }
    /// Scales about the point of the ground below the first bone.
    void resize(float scale) {
        const float ratio = scale / scale_;
        scale_ = scale;
        const float middle = world()[bones_[0]].position().x;
        for (const BodyId bone : bones_) {
            const Vec2 at = world()[bone].position();
            world()[bone].set_pose({middle + ratio * (at.x - middle), ratio * at.y}, world()[bone].angle());
        }
        for (const auto& [shape, geometry] : shapes_) {
            world()[shape].set_geometry(scaled(geometry, scale));
        }
        for (const auto& [joint, definition] : joints_) {
            RevoluteJoint changed = definition;
            changed.anchor_a *= scale;
            changed.anchor_b *= scale;
            world()[joint].set_definition(changed);
        }
        change_look();
    }
    static ShapeGeometry scaled(const ShapeGeometry& geometry, float scale) {
        if (const auto* const capsule = std::get_if<Capsule>(&geometry)) {
            return Capsule{scale * capsule->a, scale * capsule->b, scale * capsule->radius};
        }
        const auto& polygon = std::get<Polygon>(geometry);
        std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
        for (Vec2& vertex : vertices) {
            vertex *= scale;
        }
        return make_polygon(vertices, scale * polygon.radius());
    }
    [[nodiscard]] std::string status() const override {
        float mass = 0.0f;
        for (const BodyId bone : bones_) {
            mass += world()[bone].mass().mass;
        }
        return "size " + number_text(scale_) + ", mass " + number_text(mass / mass_);
    }

    std::vector<BodyId> bones_;
    std::vector<std::pair<ShapeId, ShapeGeometry>> shapes_;
    std::vector<std::pair<JointId, RevoluteJoint>> joints_;
    float scale_ = 1.0f;
    float mass_ = 0.0f;
};

}  // namespace

std::vector<scenes::SceneInfo> held_load_samples() {
    return {
        entry<JointSeparation>(
            "Joints", "joint_separation", "Separation",
            "Loads of 4 t are hit; red: how far each joint ever came apart, to 10 micrometres.",
            {{0.0f, 5.5f}, 18.0f}),
        entry<LockedLoads>("Joints", "motion_locks", "Motion locks",
                           "Loads that may not turn, on joints of every kind: none turns.",
                           {{0.0f, 5.5f}, 18.0f}),
        entry<ScaledRagdoll>("Joints", "scale_ragdoll", "Scale ragdoll",
                             "It grows and shrinks in place, and its joints hold.", {{0.0f, 2.0f}, 7.0f}, {},
                             900),
    };
}

}  // namespace samples
