#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/contact_handlers.h>

#include <cstdint>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Functions by kinds of shapes: balls break eggs, two eggs bounce, and the ground counts.
class Handlers final : public Sample {
    enum Parameters : std::size_t { drops };

    static constexpr std::uint64_t floors = 1;
    static constexpr std::uint64_t balls = 2;
    static constexpr std::uint64_t eggs = 4;

    void create() override {
        add_ground(world(), 20.0f);
        add_room(world(), {{-10.0f, 0.0f}, {10.0f, 20.0f}});
    }
    void prepare(int step) override {
        if (step % count(drops) == 0 && step < 480) {
            const bool is_ball = step / count(drops) % 3 == 2;
            const Vec2 at{static_cast<float>(step * 7 % 19) - 9.0f, 10.0f};
            add_dynamic(world(), at, Circle{{0.0f, 0.0f}, is_ball ? 0.45f : 0.3f},
                        painted(is_ball ? color::rust : color::cream,
                                {.filter = {.category = is_ball ? balls : eggs}}));
        }
    }
    void after_step() override {
        // Functions of a copied sample call what they were made for.
        if (owner_ != this) {
            add_handlers();
        }
        handlers_.dispatch(world());
    }
    void add_handlers() {
        owner_ = this;
        handlers_ = ContactHandlers();
        handlers_.add(
            {.categories_a = balls, .categories_b = eggs, .begin = [this](const ContactBegin& begin) {
                 if (world().is_valid(begin.shape_b)) {
                     broken_.push_back(world()[begin.shape_b].aabb().lower);
                     world().destroy_body(world()[begin.shape_b].body().id());
                 }
             }});
        handlers_.add(
            {.categories_a = eggs, .categories_b = floors, .begin = [this](const ContactBegin& begin) {
                 landed_ += 1;
                 if (world().is_valid(begin.shape_a)) {
                     world()[begin.shape_a].body().apply_impulse({0.0f, 2.0f});
                 }
             }});
    }
    void draw(Picture& picture) const override {
        for (const Vec2& at : broken_) {
            picture.point(at, color::ochre);
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("eggs broken", static_cast<int>(broken_.size())) + ", " +
               count_text("landings", landed_);
    }

    ContactHandlers handlers_;
    const Handlers* owner_ = nullptr;  ///< Sample whose functions they call.
    std::vector<Vec2> broken_;
    int landed_ = 0;
};

}  // namespace

scenes::SceneInfo contact_handlers_sample() {
    return entry<Handlers>("Events", "contact_handlers", "Contact handlers",
                           "Functions for pairs of kinds: balls break eggs, the ground throws eggs up.",
                           {{0.0f, 5.5f}, 14.0f}, {}, 600,
                           {{"steps between drops", 12.0f, 4.0f, 60.0f, ParameterKind::Count}});
}

}  // namespace samples
