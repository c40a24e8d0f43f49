#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstdint>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A heap that is stirred. Again and again the world goes back some frames and steps them once more, as a
/// game over a network does when the input of another player arrives late.
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
    }
    void prepare(int step) override { push(step); }
    void push(int step) {
        if (step % 20 == 0) {
            const auto chosen = static_cast<std::size_t>(step / 20 * 7) % boxes_.size();
            world()[boxes_[chosen]].apply_impulse({step % 40 == 0 ? 2.0f : -2.0f, parameter(pushes)});
        }
        step_ = step;
    }
    void after_step() override {
        saved_.resize(static_cast<std::size_t>(count(frames)) + 1);
        hashes_.resize(saved_.size());
        const auto place = [&](int step) { return static_cast<std::size_t>(step) % saved_.size(); };
        world().snapshot(saved_[place(step_)]);
        hashes_[place(step_)] = world().state_hash();
        const int back = count(frames);
        if (step_ % 30 != 29 || step_ < back) {
            return;
        }
        const int last = step_;
        world().restore(saved_[place(last - back)]);
        for (int step = last - back + 1; step <= last; ++step) {
            push(step);
            world().step(1.0f / 60.0f);
            differences_ += world().state_hash() == hashes_[place(step)] ? 0 : 1;
        }
        ++rollbacks_;
    }
    [[nodiscard]] std::string status() const override {
        return count_text("rollbacks", rollbacks_) + ", " + count_text("frames that differ", differences_);
    }
    [[nodiscard]] int failures() const override { return differences_; }

    std::vector<BodyId> boxes_;
    std::vector<Snapshot> saved_;
    std::vector<std::uint64_t> hashes_;
    int step_ = 0;
    int rollbacks_ = 0;
    int differences_ = 0;
};

}  // namespace

scenes::SceneInfo rollback_sample() {
    return entry<Rollback>(
        "World", "rollback", "Rollback",
        "Every half second the world goes back and repeats the last frames, with the same bits.",
        {{0.0f, 6.0f}, 15.0f}, {}, 600,
        {{"frames", 8.0f, 1.0f, 30.0f, ParameterKind::Count}, {"pushes [N s]", 5.0f, 0.0f, 10.0f}});
}

}  // namespace samples
