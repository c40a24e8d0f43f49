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

/// Trace of an event in the picture, which fades.
struct Mark {
    Vec2 at{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f};
    float strength = 0.0f;
    int age = 0;
};

void grow_old(std::vector<Mark>& marks, int limit) {
    for (Mark& mark : marks) {
        ++mark.age;
    }
    std::erase_if(marks, [limit](const Mark& mark) { return mark.age > limit; });
}

/// Move events draw a trail behind each body.
class MoveTrails final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 9; ++i) {
            add_static(world(),
                       {-8.0f + 2.0f * static_cast<float>(i), 3.0f + 2.0f * static_cast<float>(i % 2)},
                       Circle{{0.0f, 0.0f}, 0.4f});
        }
        for (int i = 0; i < 8; ++i) {
            const BodyId ball = add_dynamic(
                world(), {-7.8f + 2.0f * static_cast<float>(i), 11.0f + 0.2f * static_cast<float>(i % 3)},
                Circle{{0.0f, 0.0f}, 0.3f}, painted(i, {.material = {.restitution = 0.6f}}));
            world()[ball].set_user_data(static_cast<std::uint64_t>(i));
        }
        trails_.resize(8);
    }
    void after_step() override {
        for (const BodyMoved& moved : world().moved_bodies()) {
            std::vector<Vec2>& trail = trails_[moved.user_data];
            trail.push_back(moved.pose.position);
            asleep_ += moved.fell_asleep ? 1 : 0;
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t body = 0; body < trails_.size(); ++body) {
            for (std::size_t i = 1; i < trails_[body].size(); ++i) {
                picture.line(trails_[body][i - 1], trails_[body][i], static_cast<int>(body));
            }
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("fell asleep", asleep_); }

    std::vector<std::vector<Vec2>> trails_;
    int asleep_ = 0;
};

/// Beginning contacts flash red, ending ones blue.
class ContactFlashes final : public Sample {
    void create() override {
        add_room(world(), {{-8.0f, 0.0f}, {8.0f, 12.0f}});
        scenes::Random random{7};
        for (int i = 0; i < 24; ++i) {
            const Vec2 at{-6.0f + 2.3f * static_cast<float>(i % 6), 3.0f + 2.0f * static_cast<float>(i / 6)};
            const BodyId body = add_dynamic(
                world(), at,
                i % 2 == 0 ? ShapeGeometry(make_box(0.4f, 0.4f)) : ShapeGeometry(Circle{{0.0f, 0.0f}, 0.45f}),
                painted(i % 2 == 0 ? color::sand : color::cream, {.material = {.restitution = 0.85f}}));
            world()[body].set_linear_velocity({random.between(-6.0f, 6.0f), random.between(-6.0f, 6.0f)});
        }
    }
    void after_step() override {
        grow_old(begins_, 12);
        grow_old(ends_, 12);
        for (const ContactBegin& begin : world().contact_begins()) {
            const ContactView contact = world().contact(begin.contact);
            begins_.push_back({contact.points[0].point, contact.normal});
            ++begin_count_;
        }
        for (const ContactEnd& end : world().contact_ends()) {
            ++end_count_;
            if (world().is_valid(end.shape_b)) {
                ends_.push_back({center(world()[end.shape_b].aabb())});
            }
        }
    }
    void draw(Picture& picture) const override {
        for (const Mark& mark : begins_) {
            picture.circle(mark.at, 0.1f + 0.04f * static_cast<float>(mark.age), color::rust);
            picture.arrow(mark.at, mark.at + 0.6f * mark.normal, color::rust);
        }
        for (const Mark& mark : ends_) {
            picture.circle(mark.at, 0.6f, color::slate);
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("begun", begin_count_) + ", " + count_text("ended", end_count_);
    }

    std::vector<Mark> begins_;
    std::vector<Mark> ends_;
    int begin_count_ = 0;
    int end_count_ = 0;
};

/// Hits emit sparks, in proportion to their strength.
class HitSparks final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        add_static(world(), {-6.0f, 4.0f}, make_box(3.0f, 0.2f), {}, -0.4f);
        add_static(world(), {6.0f, 6.0f}, make_box(3.0f, 0.2f), {}, 0.4f);
    }
    void prepare(int step) override {
        if (step % 45 == 0 && step < 1800) {
            const int i = step / 45;
            const BodyId body = add_dynamic(
                world(), {i % 2 == 0 ? -6.0f : 6.0f, 13.0f},
                i % 3 == 0 ? ShapeGeometry(Circle{{0.0f, 0.0f}, 0.5f}) : ShapeGeometry(make_box(0.5f, 0.5f)),
                painted(i % 3 == 0 ? color::charcoal : color::slate,
                        {.material = {.restitution = 0.3f}, .hit_events = true}));
            world()[body].set_linear_velocity({0.0f, -4.0f});
        }
    }
    void after_step() override {
        grow_old(hits_, 20);
        for (const ContactHit& hit : world().contact_hits()) {
            hits_.push_back({hit.point, hit.normal, hit.approach_speed});
            hardest_ = std::max(hardest_, hit.approach_speed);
            ++count_;
        }
    }
    void draw(Picture& picture) const override {
        for (const Mark& mark : hits_) {
            const float time = static_cast<float>(mark.age) / 20.0f;
            for (int i = 0; i < 9; ++i) {
                const Vec2 way =
                    rotate(Rot::from_angle(0.35f * static_cast<float>(i - 4)), left_perp(mark.normal)) *
                    (i % 2 == 0 ? 1.0f : -1.0f);
                const float reach = 0.12f * mark.strength * (0.5f + 0.1f * static_cast<float>(i % 5));
                const Vec2 fall{0.0f, -0.6f * time * time};
                picture.line(mark.at + reach * time * way + fall,
                             mark.at + reach * (time + 0.15f) * way + fall,
                             i % 2 == 0 ? color::ochre : color::rust);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("hits", count_) + ", the hardest at " + number_text(hardest_) + " m/s";
    }

    std::vector<Mark> hits_;
    float hardest_ = 0.0f;
    int count_ = 0;
};

/// Six kinds of joints under a growing load; each breaks with an event that reports how.
class JointBreaks final : public Sample {
    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        for (int i = 0; i < 6; ++i) {
            const Vec2 at{-8.75f + 3.5f * static_cast<float>(i), 9.0f};
            const BodyId load = add_dynamic(world(), at, make_box(0.6f, 0.6f), painted(i));
            const Vec2 hook = at + Vec2{0.0f, 0.6f};
            const JointSettings weak{
                .break_force = 60.0f, .break_torque = 40.0f, .user_data = static_cast<std::uint64_t>(i)};
            switch (i) {
                case 0: tie(world(), ground, at + Vec2{0.0f, 3.0f}, load, hook, {}, weak); break;
                case 1: pin(world(), ground, load, hook + Vec2{0.5f, 1.0f}, {}, weak); break;
                case 2: weld(world(), ground, load, at + Vec2{-1.2f, 0.0f}, {}, weak); break;
                case 3:
                    slide(world(), ground, load, at,
                          {.axis_a = {1.0f, 0.0f}, .limit = JointLimit{-0.8f, 0.8f}}, weak);
                    break;
                case 4:
                    suspend(world(), ground, load, at,
                            {.limit = JointLimit{-1.0f, 1.0f}, .suspension = JointSpring{1.0f, 0.2f}}, weak);
                    break;
                default:
                    tie(world(), ground, at + Vec2{0.0f, 3.0f}, load, hook, {.limit = JointLimit{0.0f, 3.0f}},
                        weak);
            }
            loads_.push_back(load);
        }
    }
    void prepare(int step) override {
        pull_ = 0.08f * static_cast<float>(step);
        for (const BodyId load : loads_) {
            world()[load].apply_force({0.0f, -pull_});
            world()[load].wake();
        }
    }
    void after_step() override {
        for (const JointBreak& broken : world().joint_breaks()) {
            constexpr const char* names[] = {"rod", "hinge", "weld", "slide", "wheel", "rope"};
            const Vec2 at{-8.75f + 3.5f * static_cast<float>(broken.user_data), 12.5f};
            const bool by_force = broken.force >= 60.0f;
            words_.emplace_back(
                at, std::string(names[broken.user_data]) + " broke: " +
                        (by_force ? number_text(broken.force) + " N" : number_text(broken.torque) + " N m"));
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [at, words] : words_) {
            picture.text(at - Vec2{1.2f, 0.0f}, words, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override { return "pull " + number_text(pull_) + " N"; }

    std::vector<BodyId> loads_;
    std::vector<std::pair<Vec2, std::string>> words_;
    float pull_ = 0.0f;
};

/// Every persistent contact, with its impulse.
class ContactForces final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int row = 0; row < 6; ++row) {
            for (int column = 0; column < 6 - row; ++column) {
                add_dynamic(world(),
                            {1.1f * (static_cast<float>(column) - 0.5f * static_cast<float>(5 - row)),
                             0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(color::cream));
            }
        }
    }
    void prepare(int step) override {
        if (step == 120) {
            add_dynamic(world(), {0.0f, 9.0f}, Circle{{0.0f, 0.0f}, 0.7f},
                        painted(color::charcoal, {.density = 5.0f}));
        }
    }
    void draw(Picture& picture) const override {
        world().visit_contacts([&](const ContactView& contact) {
            for (int i = 0; i < contact.count; ++i) {
                const float force = 240.0f * contact.points[i].normal_impulse;
                picture.arrow(contact.points[i].point,
                              contact.points[i].point + 0.02f * force * contact.normal, color::rust);
            }
        });
    }
};

}  // namespace

std::vector<scenes::SceneInfo> event_samples() {
    return {
        entry<MoveTrails>("Events", "move_trails", "Move trails",
                          "Trails made of move events alone: where nothing moves, none comes.",
                          {{0.0f, 6.0f}, 15.0f}),
        entry<ContactFlashes>("Events", "contact_flashes", "Contact begin and end",
                              "Red: a contact begins, with its normal. Slate: one ends.",
                              {{0.0f, 6.0f}, 15.0f}),
        entry<HitSparks>("Events", "hit_sparks", "Hit sparks", "Hit events with point, normal and speed.",
                         {{0.0f, 6.5f}, 16.0f}),
        entry<JointBreaks>("Events", "joint_breaks", "Joint breaks",
                           "A growing pull: each joint breaks beyond 60 N or 40 N m and says so.",
                           {{0.0f, 7.0f}, 16.0f}),
        entry<ContactForces>("Events", "persistent_contacts", "Persistent contacts",
                             "The force of each contact, read after every step.", {{0.0f, 4.0f}, 11.0f}),
    };
}

}  // namespace samples
