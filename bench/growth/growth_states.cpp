#include "growth/growth_worlds.h"

#include <drystone/recorder.h>
#include <drystone/recording_player.h>
#include <drystone/save_file.h>
#include <drystone/state_history.h>
#include <drystone/world_batch.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace bench {

using namespace grown;

namespace {

void use(const void* pointer) { static_cast<void>(pointer); }

/// A world with one of everything for each few bodies.
World mixed(int count) {
    World world;
    std::vector<BodyId> bodies = add_row_on_floor(world, count);
    for (std::size_t i = 2; i < bodies.size(); i += 2) {
        world.create_joint(bodies[i - 1], bodies[i], DistanceJoint{.length = 1.5f});
        world[bodies[i]].set_name("body " + std::to_string(i));
    }
    world.create_tile_grid({.position = {0.0f, -500.0f},
                            .width = count,
                            .height = 1,
                            .types = {TileType{}},
                            .cells = std::vector<std::uint8_t>(static_cast<std::size_t>(count), 1)});
    step(world, 3);
    return world;
}

void snapshot(int count, GrowthMeter& meter) {
    World world = mixed(count);
    meter.time([&] {
        const Snapshot taken = world.snapshot();
        world.restore(taken);
    });
}

void history(int count, GrowthMeter& meter) {
    World world = mixed(count);
    StateHistory frames(8);
    meter.time([&] {
        for (int i = 0; i < 8; ++i) {
            frames.save(world);
            step(world);
        }
        frames.restore(world, 4);
    });
}

void save(int count, GrowthMeter& meter) {
    World world = mixed(count);
    std::vector<std::byte> bytes;
    meter.time([&] { bytes = world.save(); });
}

void load(int count, GrowthMeter& meter) {
    const std::vector<std::byte> bytes = mixed(count).save();
    World world;
    meter.time([&] { world = World::load(bytes); });
}

void save_fragmented(int count, GrowthMeter& meter) {
    World world = mixed(count);
    std::vector<BodyRef> bodies = world.bodies();
    for (std::size_t i = 1; i + static_cast<std::size_t>(count / 16) < bodies.size(); i += 3) {
        if (bodies[i].type() == BodyType::Dynamic) {
            world.destroy_body(bodies[i].id());
        }
    }
    World again;
    meter.time([&] { again = World::load(world.save()); });
}

void clone(int count, GrowthMeter& meter) {
    World world = mixed(count);
    World copy;
    meter.time([&] { copy = world.clone(); });
}

void record(int count, GrowthMeter& meter) {
    const std::string path = (std::filesystem::temp_directory_path() / "drystone-growth.recording").string();
    World world = mixed(count);
    meter.time([&] {
        Recorder recorder(world, path, {.keyframe_interval = 4});
        for (BodyRef body : world.bodies()) {
            if (body.type() == BodyType::Dynamic) {
                body.apply_impulse({0.1f, 0.0f});
            }
        }
        step(world, 8);
    });
    std::remove(path.c_str());
}

void play(int count, GrowthMeter& meter) {
    const std::string path = (std::filesystem::temp_directory_path() / "drystone-growth.recording").string();
    {
        World world = mixed(count);
        Recorder recorder(world, path);
        for (BodyRef body : world.bodies()) {
            if (body.type() == BodyType::Dynamic) {
                body.apply_impulse({0.1f, 0.0f});
            }
        }
        step(world, 8);
    }
    meter.time([&] {
        RecordingPlayer player(path);
        player.seek(8);
        player.seek(2);
    });
    std::remove(path.c_str());
}

void batch(int count, GrowthMeter& meter) {
    World world = mixed(8);
    WorldBatch batch;
    meter.time([&] {
        batch.create_worlds(batch.add_prototype(world), count);
        batch.step(dt);
        batch.reset_all();
        batch.step(dt);
    });
}

void prototypes(int count, GrowthMeter& meter) {
    World world = mixed(4);
    WorldBatch batch;
    meter.time([&] {
        for (int i = 0; i < count; ++i) {
            batch.create_worlds(batch.add_prototype(world), 1);
        }
        batch.step(dt);
    });
}

void names(int count, GrowthMeter& meter, bool reverse) {
    World world = still_world();
    std::vector<BodyId> bodies;
    std::vector<ShapeId> shapes;
    for (int i = 0; i < count; ++i) {
        bodies.push_back(add_disc(world, grid_place(i, count, 2.0f)));
        shapes.push_back(world[bodies.back()].shapes().front().id());
    }
    meter.time([&] {
        for (int i = 0; i < count; ++i) {
            const auto k = static_cast<std::size_t>(reverse ? count - 1 - i : i);
            world[bodies[k]].set_name("a body with a long name");
            world[shapes[k]].set_name("a shape with a long name");
        }
        for (int i = 0; i < count; ++i) {
            world[bodies[static_cast<std::size_t>(i)]].set_name("");
            world[shapes[static_cast<std::size_t>(i)]].set_name("");
        }
    });
}

void lists(int count, GrowthMeter& meter) {
    World world = mixed(count);
    meter.time([&] {
        use(world.bodies().data());
        use(world.shapes().data());
        use(world.joints().data());
        static_cast<void>(world.counters());
        static_cast<void>(world.state_hash());
        static_cast<void>(world.energy());
        static_cast<void>(world.bounds());
        world.visit_contacts([](const ContactView&) {});
    });
}

void validate(int count, GrowthMeter& meter) {
    World world = mixed(count);
    meter.time([&] { world.validate(); });
}

void shift(int count, GrowthMeter& meter) {
    World world = mixed(count);
    meter.time([&] {
        world.shift_origin({16.0f, 0.0f});
        step(world);
    });
}

void settings(int count, GrowthMeter& meter) {
    World world = mixed(count);
    meter.time([&] {
        world.set_gravity({0.0f, -5.0f});
        world.set_sleeping(false);
        world.set_contact_tuning({.frequency = 40.0f});
        world.set_threads(1);
        step(world);
    });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_states() {
    return {
        {"state: snapshot and restore", 500, snapshot},
        {"state: history of eight frames", 250, history},
        {"state: saved", 250, save},
        {"state: loaded", 250, load},
        {"state: saved with holes, and loaded", 250, save_fragmented},
        {"state: cloned", 250, clone},
        {"state: recorded", 250, record},
        {"state: played", 250, play},
        {"state: worlds of a batch", 32, batch},
        {"state: prototypes of a batch", 16, prototypes},
        {"state: names set and cleared", 1000, [](int n, GrowthMeter& meter) { names(n, meter, false); }},
        {"state: names set, last first", 1000, [](int n, GrowthMeter& meter) { names(n, meter, true); }},
        {"state: lists, sums and hash", 1000, lists},
        {"state: validated", 500, validate},
        {"state: origin shifted", 500, shift},
        {"state: settings changed", 500, settings},
    };
}

}  // namespace bench
