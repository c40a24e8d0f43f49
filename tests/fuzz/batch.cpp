// Any calls of a batch of worlds: its worlds continue as the same worlds do alone, and what throws changes
// nothing.
#include "world_values.h"

#include <drystone/drystone.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

class BatchFuzzer {
public:
    BatchFuzzer(const std::uint8_t* data, std::size_t size) : input_(data, size) {}

    void run() {
        WorldBatchDefinition definition{.threads = 1 + input_.below(3), .contacts = input_.flag()};
        WorldBatch batch(definition);
        World first = make_prototype();
        World second = make_prototype();
        const int kinds[] = {batch.add_prototype(first), batch.add_prototype(second)};
        for (const int kind : kinds) {
            const int count = input_.below(6);
            batch.create_worlds(kind, count);
            for (int i = 0; i < count; ++i) {
                twins_.push_back((kind == kinds[0] ? first : second).clone());
                starts_.push_back((kind == kinds[0] ? first : second).snapshot());
            }
        }
        while (!input_.empty()) {
            const std::vector<std::uint64_t> before = hashes(batch);
            try {
                change(batch);
            } catch (const Error&) {
                expect(hashes(batch) == before, "what throws changes no world");
                continue;
            }
            for (std::size_t i = 0; i < twins_.size(); ++i) {
                expect(batch[static_cast<int>(i)].state_hash() == twins_[i].state_hash(),
                       "a world of a batch continues as it does alone");
            }
        }
    }

private:
    /// Returns a small world: boxes, discs and hinges on a ground.
    World make_prototype() {
        World world({.sleeping = input_.flag()});
        const BodyId ground = world.create_body({.type = BodyType::Static});
        world.create_shape(ground, Segment{{-10.0f, 0.0f}, {10.0f, 0.0f}});
        BodyId last = ground;
        for (int count = input_.below(8); count > 0; --count) {
            const BodyId body =
                world.create_body({.position = {input_.between(-3.0f, 3.0f), input_.between(0.3f, 4.0f)},
                                   .bullet = input_.flag()});
            input_.flag() ? world.create_shape(body, make_box(0.3f, 0.3f))
                          : world.create_shape(body, Circle{{0.0f, 0.0f}, 0.3f});
            if (input_.below(4) == 0) {
                world.create_joint(last, body, RevoluteJoint{.anchor_b = {0.5f, 0.0f}});
            }
            last = body;
        }
        return world;
    }
    [[nodiscard]] static std::vector<std::uint64_t> hashes(WorldBatch& batch) {
        std::vector<std::uint64_t> found;
        for (int i = 0; i < batch.size(); ++i) {
            found.push_back(batch[i].state_hash());
        }
        return found;
    }
    /// Returns numbers of worlds, some of them out of range or twice.
    std::vector<int> choose() {
        std::vector<int> chosen;
        for (int count = input_.below(5); count > 0; --count) {
            chosen.push_back(input_.below(32) == 0
                                 ? input_.below(64) - 8
                                 : input_.below(std::max(1, static_cast<int>(twins_.size()))));
        }
        return chosen;
    }
    void change(WorldBatch& batch) {
        switch (input_.below(6)) {
            case 0: {
                const std::vector<int> chosen = choose();
                const int sub_steps = 1 + input_.below(6);
                const int repeats = input_.below(4);
                batch.step_worlds(chosen, 1.0f / 60.0f, sub_steps, repeats);
                for (const int world : chosen) {
                    step(twins_[static_cast<std::size_t>(world)], 1.0f / 60.0f, sub_steps, repeats);
                }
                break;
            }
            case 1: {
                const std::vector<int> chosen = choose();
                batch.reset(chosen);
                for (const int world : chosen) {
                    twins_[static_cast<std::size_t>(world)].restore(starts_[static_cast<std::size_t>(world)]);
                }
                break;
            }
            case 2: change_world(batch); break;
            default: {
                constexpr std::array<float, 6> steps{1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 30.0f,
                                                     1e-30f,       10.0f,        -1.0f};
                const float time_step = steps[static_cast<std::size_t>(input_.below(6))];
                const int sub_steps = input_.below(6);
                batch.step(time_step, sub_steps);
                for (World& twin : twins_) {
                    step(twin, time_step, sub_steps, 1);
                }
                break;
            }
        }
    }
    static void step(World& world, float time_step, int sub_steps, int repeats) {
        for (int i = 0; i < repeats; ++i) {
            world.step(time_step, sub_steps);
        }
    }
    /// Makes the same change in one world of the batch and in its twin.
    void change_world(WorldBatch& batch) {
        if (twins_.empty()) {
            return;
        }
        const int number = input_.below(static_cast<int>(twins_.size()));
        const Vec2 velocity{input_.between(-50.0f, 50.0f), input_.between(-50.0f, 50.0f)};
        const int place = input_.byte();
        for (World* world : {&batch[number], &twins_[static_cast<std::size_t>(number)]}) {
            const auto bodies = world->bodies();
            const BodyId body = bodies[static_cast<std::size_t>(place) % bodies.size()].id();
            (*world)[body].set_linear_velocity(velocity);
        }
    }

    ValueInput input_;
    std::vector<World> twins_;
    std::vector<Snapshot> starts_;
};

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        BatchFuzzer(data, size).run();
    } catch (const Error&) {
        return 0;  // The batch or its worlds are refused.
    }
    return 0;
}
