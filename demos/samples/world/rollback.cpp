#include <samples/all_samples.h>
#include <samples/own_world.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A heap that is stirred, and a copy of its world. Again and again the copy goes back some frames and steps
/// them once more, as a game over a network does when the input of another player arrives late; it must come
/// to where the world is that never went back.
class Rollback final : public Sample {
    enum Parameters : std::size_t { frames, pushes };

    void create() override {
        add_ground(world(), 20.0f);
        add_room(world(), {{-10.0f, 0.0f}, {10.0f, 20.0f}});
        for (int i = 0; i < 60; ++i) {
            boxes_.push_back(add_dynamic(
                world(),
                {1.5f * static_cast<float>(i % 12) - 8.25f, 0.6f + 1.2f * static_cast<float>(i / 12)},
                make_box(0.5f, 0.4f), painted(color::rainbow[i % 7])));
        }
        copy_.set(world().clone());
    }
    void prepare(int step) override {
        push(world(), step);
        step_ = step;
    }
    void push(World& at, int step) const {
        if (step % 20 == 0) {
            const auto chosen = static_cast<std::size_t>(step / 20 * 7) % boxes_.size();
            at[boxes_[chosen]].apply_impulse({step % 40 == 0 ? 2.0f : -2.0f, parameter(pushes)});
        }
    }
    void after_step() override {
        const int back = count(frames);
        saved_.resize(static_cast<std::size_t>(back) + 1);
        advance(step_);
        if (step_ % 30 == 29 && step_ > back) {
            copy_->restore(saved_[static_cast<std::size_t>(step_ - back) % saved_.size()]);
            for (int step = step_ - back + 1; step <= step_; ++step) {
                advance(step);
            }
            ++rollbacks_;
        }
        differences_ += copy_->state_hash() == world().state_hash() ? 0 : 1;
    }
    /// Steps the copy and saves its state.
    void advance(int step) {
        push(*copy_, step);
        copy_->step(1.0f / 60.0f);
        copy_->snapshot(saved_[static_cast<std::size_t>(step) % saved_.size()]);
    }
    [[nodiscard]] std::string status() const override {
        return count_text("rollbacks", rollbacks_) + ", " + count_text("frames that differ", differences_);
    }
    [[nodiscard]] int failures() const override { return differences_; }

    std::vector<BodyId> boxes_;
    OwnWorld copy_;
    std::vector<Snapshot> saved_;  ///< States of the copy after the last steps.
    int step_ = 0;
    int rollbacks_ = 0;
    int differences_ = 0;
};

}  // namespace

scenes::SceneInfo rollback_sample() {
    return entry<Rollback>(
        "World", "rollback", "Rollback",
        "A copy goes back every half second and repeats the last frames, with the same bits.",
        {{0.0f, 6.0f}, 15.0f}, {}, 600,
        {{"frames", 8.0f, 1.0f, 30.0f, ParameterKind::Count}, {"pushes [N s]", 5.0f, 0.0f, 10.0f}});
}

}  // namespace samples
