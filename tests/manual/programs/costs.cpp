// Time of a step, and what settings add to it. The argument is the number of steps of each row: 600 for the
// table of the manual, 2 as a test.
#include <drystone/drystone.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace drystone;

namespace {

struct Setup {
    WorldDefinition world{};
    BodyDefinition body{};
    ShapeGeometry shape = make_box(0.5f, 0.5f);
    ShapeDefinition definition{};
    int sub_steps = 4;
    float apart = 1.0f;  ///< Distance of the columns [m].
    std::function<void(World&)> prepare{};
    std::function<void(World&)> each_step{};
};

using Clock = std::chrono::steady_clock;

/// Median time of a step of 100 columns of 10 bodies, after half a second or as many steps [us].
double measure(const Setup& setup, int steps) {
    WorldDefinition definition = setup.world;
    definition.sleeping = setup.world.sleeping && setup.world.time_to_sleep < 0.1f;
    World world(definition);
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-400.0f, 0.0f}, {400.0f, 0.0f}});
    for (int i = 0; i < 1000; ++i) {
        BodyDefinition body = setup.body;
        body.position = {setup.apart * 2.0f * static_cast<float>(i / 10 - 50),
                         0.5f + static_cast<float>(i % 10)};
        world.create_shape(world.create_body(body), setup.shape, setup.definition);
    }
    if (setup.prepare) {
        setup.prepare(world);
    }
    std::vector<double> times;
    const int before = std::min(30, steps);
    for (int i = 0; i < before + steps; ++i) {
        const auto start = Clock::now();
        world.step(1.0f / 60.0f, setup.sub_steps);
        if (setup.each_step) {
            setup.each_step(world);
        }
        if (i >= before) {
            times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
        }
    }
    std::nth_element(times.begin(), times.begin() + steps / 2, times.end());
    return times[static_cast<std::size_t>(steps / 2)];
}

Setup with(const std::function<void(Setup&)>& change) {
    Setup setup;
    change(setup);
    return setup;
}

/// Joins each body to the one below it.
void join_columns(World& world, JointSolver solver) {
    const std::vector<BodyRef> bodies = world.bodies();
    for (std::size_t i = 2; i < bodies.size(); ++i) {
        if ((i - 1) % 10 != 0) {
            JointSettings settings;
            settings.solver = solver;
            world.create_joint(bodies[i - 1].id(), bodies[i].id(),
                               RevoluteJoint{.anchor_a = {0.0f, 0.5f}, .anchor_b = {0.0f, -0.5f}}, settings);
        }
    }
}

struct Row {
    const char* name;
    Setup setup;
};

std::vector<Row> make_rows() {
    std::vector<Row> rows;
    const auto add = [&rows](const char* name, const std::function<void(Setup&)>& change) {
        rows.push_back({name, with(change)});
    };
    add("boxes, 4 sub-steps", [](Setup&) {});
    add("2 sub-steps", [](Setup& s) { s.sub_steps = 2; });
    add("8 sub-steps", [](Setup& s) { s.sub_steps = 8; });
    add("circles", [](Setup& s) { s.shape = Circle{{0.0f, 0.0f}, 0.5f}; });
    add("capsules", [](Setup& s) { s.shape = Capsule{{-0.25f, 0.0f}, {0.25f, 0.0f}, 0.5f}; });
    add("rounded boxes", [](Setup& s) { s.shape = make_rounded_box(0.4f, 0.4f, 0.1f); });
    add("polygons of 8 corners", [](Setup& s) { s.shape = make_regular_polygon(8, 0.54f); });
    add("polygons of 16 corners", [](Setup& s) { s.shape = make_regular_polygon(16, 0.51f); });
    add("asleep", [](Setup& s) { s.world.time_to_sleep = 0.0f; });
    add("hit and force events", [](Setup& s) {
        s.definition.hit_events = true;
        s.definition.force_events = true;
    });
    add("rolling resistance", [](Setup& s) { s.definition.material.rolling_resistance = 0.01f; });
    add("pre-solve callback", [](Setup& s) {
        s.definition.pre_solve = true;
        s.prepare = [](World& world) { world.set_pre_solve_callback([](PreSolveContact&) { return true; }); };
    });
    add("locked rotation", [](Setup& s) { s.body.locks.rotation = true; });
    add("locked x axis", [](Setup& s) { s.body.locks.linear_x = true; });
    add("900 joints, iterative",
        [](Setup& s) { s.prepare = [](World& world) { join_columns(world, JointSolver::Iterative); }; });
    add("900 joints, direct",
        [](Setup& s) { s.prepare = [](World& world) { join_columns(world, JointSolver::Direct); }; });
    add("and 100 rays", [](Setup& s) {
        s.each_step = [](World& world) {
            for (int i = 0; i < 100; ++i) {
                const Vec2 origin{2.0f * static_cast<float>(i - 50) + 1.0f, 20.0f};
                static_cast<void>(world.cast_ray({.origin = origin, .translation = {5.0f, -19.0f}}));
            }
        };
    });
    add("and a snapshot", [](Setup& s) {
        s.each_step = [snapshot = Snapshot()](World& world) mutable { world.snapshot(snapshot); };
    });
    add("and a state hash",
        [](Setup& s) { s.each_step = [](World& world) { static_cast<void>(world.state_hash()); }; });
    return rows;
}

}  // namespace

int main(int argc, char** argv) {
    const int steps = argc > 1 ? std::atoi(argv[1]) : 2;
    for (const Row& row : make_rows()) {
        std::printf("| %s | %.1f |\n", row.name, measure(row.setup, steps));
    }
}
