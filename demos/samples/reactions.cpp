#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <algorithm>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Bodies that touch the core become a part of it.
class Merging final : public Sample {
    void create() override {
        add_room(world(), {{-10.0f, -8.0f}, {10.0f, 8.0f}}, {.material = {.restitution = 1.0f}});
        core_ = add_dynamic(world(), {0.0f, 0.0f}, Circle{{0.0f, 0.0f}, 0.8f}, painted(color::rust));
        scenes::Random random{11};
        for (int i = 0; i < 40; ++i) {
            const BodyId body = add_dynamic(
                world(),
                {random.between(-9.0f, 9.0f), (i % 2 == 0 ? 1.0f : -1.0f) * random.between(2.0f, 7.0f)},
                i % 3 == 0 ? ShapeGeometry(Circle{{0.0f, 0.0f}, 0.3f}) : ShapeGeometry(make_box(0.3f, 0.25f)),
                painted(color::cream, {.material = {.restitution = 0.8f}}));
            world()[body].set_linear_velocity({random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)});
        }
    }
    void after_step() override {
        // A body merged by one event no longer exists when another event names it.
        const std::span<const ContactBegin> begins = world().contact_begins();
        const std::vector<ContactBegin> begun(begins.begin(), begins.end());
        for (const ContactBegin& begin : begun) {
            if (world().is_valid(begin.shape_a) && world().is_valid(begin.shape_b)) {
                const BodyId a = world()[begin.shape_a].body();
                const BodyId b = world()[begin.shape_b].body();
                if (a == core_ || b == core_) {
                    merge(a == core_ ? b : a);
                }
            }
        }
    }
    void merge(BodyId other) {
        if (world()[other].type() != BodyType::Dynamic) {
            return;
        }
        const Vec2d momentum = world()[core_].momentum() + world()[other].momentum();
        const double spin = world().angular_momentum();
        for (const ShapeId shape : world()[other].shapes()) {
            const ShapeGeometry geometry = world()[shape].geometry();
            const Pose place = inverse_multiply(world()[core_].pose(), world()[other].pose());
            if (const auto* disc = std::get_if<Circle>(&geometry)) {
                world().create_shape(core_, Circle{transform(place, disc->center), disc->radius},
                                     painted(color::ochre));
            } else {
                world().create_shape(core_, make_box(0.3f, 0.25f, place), painted(color::ochre));
            }
        }
        world().destroy_body(other);
        const float mass = world()[core_].mass().mass;
        world()[core_].set_linear_velocity(to_float(momentum / static_cast<double>(mass)));
        // The merged body's angular momentum about the origin is kept.
        const double lost = spin - world().angular_momentum();
        world()[core_].apply_angular_impulse(static_cast<float>(lost));
        change_look();
        ++merged_;
    }
    [[nodiscard]] std::string status() const override { return count_text("merged", merged_); }

    BodyId core_;
    int merged_ = 0;
};

/// Shells that burst at the point of their hit event.
class Shells final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        for (int row = 0; row < 7; ++row) {
            for (int column = 0; column < 5; ++column) {
                add_dynamic(world(), {4.0f + static_cast<float>(column), 0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(color::cream, {.density = 0.5f}));
            }
        }
    }
    void prepare(int step) override {
        if (step % 100 == 20 && !world().is_valid(shell_)) {
            shell_ = add_body(world(),
                              {.type = BodyType::Dynamic,
                               .position = {-12.0f, 3.0f},
                               .linear_velocity = {26.0f, 6.0f},
                               .bullet = true},
                              Circle{{0.0f, 0.0f}, 0.2f}, painted(color::charcoal, {.hit_events = true}));
        }
    }
    void after_step() override {
        for (const ContactHit& hit : world().contact_hits()) {
            const bool is_shell = world().is_valid(shell_) && (world()[hit.shape_a].body() == shell_ ||
                                                               world()[hit.shape_b].body() == shell_);
            if (is_shell) {
                place_ = hit.point;
                world().destroy_body(shell_);
                world().explode(
                    {.center = hit.point, .radius = 1.0f, .falloff = 2.0f, .impulse_per_length = 4.0f});
                ++bursts_;
                return;
            }
        }
    }
    void draw(Picture& picture) const override {
        if (bursts_ > 0) {
            picture.circle(place_, 1.0f, color::rust);
            picture.circle(place_, 3.0f, color::ochre);
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("bursts", bursts_); }

    BodyId shell_;
    Vec2 place_{0.0f, 0.0f};
    int bursts_ = 0;
};

/// Sensors 1 cm thin, crossed by bodies that are on either side of them after any step.
class ThinSensors final : public Sample {
    void create() override {
        for (int i = 0; i < 5; ++i) {
            const BodyId post = world().create_body(
                {.type = BodyType::Static, .position = {-6.0f + 3.0f * static_cast<float>(i), 4.0f}});
            posts_.push_back(world().create_shape(post, make_box(0.005f, 4.0f), {.sensor = true}));
        }
        crossings_.resize(posts_.size());
    }
    void prepare(int step) override {
        if (step % 20 == 0) {
            const auto number = static_cast<float>((step / 20) % 8);
            add_body(world(),
                     {.type = BodyType::Dynamic,
                      .position = {-12.0f, 0.5f + number},
                      .linear_velocity = {10.0f + 4.0f * number, 0.0f},
                      .gravity_scale = 0.0f},
                     Circle{{0.0f, 0.0f}, 0.15f}, painted(step / 20));
            ++shot_;
        }
        for (const BodyId body : world().bodies()) {
            if (world()[body].position().x > 14.0f) {
                world().destroy_body(body);
            }
        }
    }
    void after_step() override {
        for (const SensorBegin& begin : world().sensor_begins()) {
            ++crossings_[index_of(begin.sensor)];
        }
    }
    [[nodiscard]] std::size_t index_of(ShapeId sensor) const {
        return static_cast<std::size_t>(std::find(posts_.begin(), posts_.end(), sensor) - posts_.begin());
    }
    /// Checks the counts: a sensor that counts more crossings than the one before it has missed some, or
    /// reported false ones.
    [[nodiscard]] int failures() const override {
        return std::is_sorted(crossings_.rbegin(), crossings_.rend()) ? 0 : 1;
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < posts_.size(); ++i) {
            picture.text({-6.2f + 3.0f * static_cast<float>(i), 8.4f}, std::to_string(crossings_[i]),
                         color::charcoal);
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("shot", shot_); }

    std::vector<ShapeId> posts_;
    std::vector<int> crossings_;
    int shot_ = 0;
};

/// A floor that is alternately solid and a sensor, and the contact and sensor events of each change.
class SwitchedFloor final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        const BodyId shelf = world().create_body({.type = BodyType::Static, .position = {0.0f, 5.0f}});
        shelf_ = world().create_shape(shelf, make_box(4.0f, 0.3f));
        for (int i = 0; i < 12; ++i) {
            add_dynamic(world(),
                        {-3.3f + 0.6f * static_cast<float>(i), 7.0f + 0.5f * static_cast<float>(i % 3)},
                        i % 2 == 0 ? ShapeGeometry(Circle{{0.0f, 0.0f}, 0.25f})
                                   : ShapeGeometry(make_box(0.25f, 0.25f)),
                        painted(i));
        }
    }
    void prepare(int step) override {
        if (step % 150 == 120) {
            world()[shelf_].set_sensor(!world()[shelf_].is_sensor());
            change_look();
        }
        if (step % 300 == 299) {
            for (const BodyId body : world().bodies()) {
                if (world()[body].type() == BodyType::Dynamic) {
                    const Vec2 at = world()[body].position();
                    world()[body].set_pose({at.x, at.y + 7.0f}, world()[body].angle());
                }
            }
        }
    }
    void after_step() override {
        begins_ += static_cast<int>(world().sensor_begins().size());
        ends_ += static_cast<int>(world().sensor_ends().size());
    }
    /// Checks that every visitor inside has begun and not ended.
    [[nodiscard]] int failures() const override {
        const auto inside = static_cast<int>(
            world()[shelf_].is_sensor() ? world()[shelf_].sensor_overlaps().size() : std::size_t{0});
        return begins_ - ends_ == inside ? 0 : 1;
    }
    [[nodiscard]] std::string status() const override {
        return std::string(world()[shelf_].is_sensor() ? "a sensor" : "solid") + ", " +
               count_text("begun", begins_) + ", " + count_text("ended", ends_);
    }

    ShapeId shelf_;
    int begins_ = 0;
    int ends_ = 0;
};

}  // namespace

std::vector<scenes::SceneInfo> reaction_samples() {
    return {
        entry<Merging>("Events", "merging", "Merging",
                       "What touches the core becomes a part of it, momentum and spin included.",
                       {{0.0f, 0.0f}, 18.0f}, {.gravity = {0.0f, 0.0f}}),
        entry<Shells>("Events", "projectile", "Projectile", "Shells burst where their hit event says.",
                      {{0.0f, 5.0f}, 16.0f}),
        entry<ThinSensors>("Events", "sensor_hits", "Sensor hits",
                           "Sensors of a centimetre: each counts all that cross it, however fast.",
                           {{0.0f, 4.2f}, 12.0f}),
        entry<SwitchedFloor>("Events", "sensor_bookend", "Sensor bookend",
                             "A shelf that is solid and a sensor in turn: what begins also ends.",
                             {{0.0f, 5.0f}, 14.0f}),
    };
}

}  // namespace samples
