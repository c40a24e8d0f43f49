#include "micro/roofline.h"

#include "machine/machine.h"
#include "machine/machine_rates.h"
#include "report/compare.h"
#include "report/progress.h"
#include "report/statistics.h"

#include <scenes/drystone_backend.h>
#include <scenes/recorder.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ostream>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Cost of a pass for each contact and for each body: bytes read and written, and operations as counted in
/// the kernels.
struct Pass {
    bool each_sub_step;
    double contact_bytes, contact_operations;
    double body_bytes, body_operations;
};

constexpr double row = 4.0;
// Bytes of a body's data: pose, its remainder, velocity, force and damping (a quad each); mass data; solver
// state; integration data.
constexpr double quad = 16.0;
constexpr double mass = 32.0;
constexpr double state = 32.0;
constexpr double integration = 10 * row;
constexpr double moved_event = 40.0;

constexpr std::array passes{
    // Loading: converts remainder, velocity, mass, force and damping to state and integration data.
    Pass{false, 0.0, 0.0, 4 * quad + mass + state + integration, 30.0},
    // Narrow phase of a kept contact: reads identifiers, normal and arms, writes four rows of separations.
    Pass{false, (15 + 10 + 4) * row, 70.0, 2 * quad, 0.0},
    // Settling: reads normal impulses, masses, what they have settled under and for how long, loads and their
    // limits, and writes all but the first two.
    Pass{false, (9 + 6) * row, 60.0, 0.0, 0.0},
    // Velocities: half of the state, and the integration data; also writes the initial position of the
    // sub-step.
    Pass{true, 0.0, 0.0, 2 * quad + integration + 3 * row, 12.0},
    // Warm start of the first sub-step: body indices, normal, arms and impulses.
    Pass{false, 16 * row, 50.0, 2 * quad, 0.0},
    // Solve: reads body indices, normal, arms, masses, impulses, what they have settled under, limits of
    // loads and separations; writes impulses.
    Pass{true, (17 + 2) * row, 90.0, 2 * quad, 0.0},
    // Positions: the state, and the part of the velocity gain that is applied late.
    Pass{true, 0.0, 0.0, state + quad + row, 25.0},
    // Relax: reads all other rows; writes normal and friction impulses, and separations.
    Pass{true, (25 + 6) * row, 170.0, state + quad, 0.0},
    // Storing: converts the state to pose, remainder and velocity, and reports the moved body.
    Pass{false, 0.0, 0.0, state + 5 * quad + moved_event, 65.0},
};

// Box of each shape: compares pose, frame and fat box.
constexpr double shape_bytes = quad + 2 * quad + quad;
constexpr double shape_operations = 40.0;

/// Counts the work of the current step.
StepCounts count_now(const drystone::World& world, int sub_steps) {
    const drystone::Counters counters = world.counters();
    StepCounts counts{.bodies = static_cast<double>(counters.awake_bodies), .sub_steps = sub_steps};
    // Assumes that sleeping bodies have as many shapes as awake ones.
    counts.shapes = counters.bodies > 0 ? counts.bodies * counters.shapes / counters.bodies : 0.0;
    world.visit_contacts([&](const drystone::ContactView& contact) {
        // Only contacts in the solver have a colour.
        counts.contacts += contact.color >= 0 ? 1.0 : 0.0;
    });
    return counts;
}

/// Steps from one count to the next, since a count takes as long as a step.
constexpr int steps_between_counts = 16;

RooflineRow measure_scene(const scenes::SceneInfo& info, int steps, Progress& progress) {
    scenes::DrystoneBackend backend(info.world, drystone::WorldDefinition{.threads = 1});
    scenes::Recorder recorder(backend);
    const std::unique_ptr<scenes::Scene> scene = info.create();
    scene->build(recorder);
    RooflineRow result;
    result.scene = info.name;
    result.counts.sub_steps = info.world.sub_steps;
    std::vector<double> times;
    int counted = 0;
    for (int step = 0; step < steps; ++step) {
        scene->before_step(recorder, step);
        const Clock::time_point start = Clock::now();
        backend.world().step(info.world.time_step, info.world.sub_steps);
        const double taken = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        if (step > 0) {
            times.push_back(taken);
        }
        if (step % steps_between_counts == 1) {
            const StepCounts now = count_now(backend.world(), info.world.sub_steps);
            result.counts.bodies += now.bodies;
            result.counts.shapes += now.shapes;
            result.counts.contacts += now.contacts;
            ++counted;
        }
        progress.show(info.name, step, steps);
    }
    result.counts.bodies /= counted;
    result.counts.shapes /= counted;
    result.counts.contacts /= counted;
    result.work = count_work(result.counts);
    // The mean, as for the counts: scenes change during the run.
    result.milliseconds = mean_of(times);
    return result;
}

}  // namespace

StepWork count_work(const StepCounts& counts) {
    StepWork work;
    for (const Pass& pass : passes) {
        const double times = pass.each_sub_step ? counts.sub_steps : 1.0;
        work.bytes += times * (counts.contacts * pass.contact_bytes + counts.bodies * pass.body_bytes);
        work.operations +=
            times * (counts.contacts * pass.contact_operations + counts.bodies * pass.body_operations);
    }
    work.bytes += counts.shapes * shape_bytes;
    work.operations += counts.shapes * shape_operations;
    work.footprint = counts.contacts * (31 + 15) * row +
                     counts.bodies * (5 * quad + mass + state + integration + moved_event) +
                     counts.shapes * 3 * quad;
    return work;
}

double RooflineRow::distance() const {
    const double floor = std::max(memory_floor(), arithmetic_floor());
    return floor > 0.0 ? milliseconds / floor : 0.0;
}

Table roofline_table(const std::vector<RooflineRow>& rows) {
    Table table({"scene", "bodies", "contacts", "MB hot", "MB/step", "Mop/step", "GB/s", "Gop/s", "memory ms",
                 "arithm ms", "step ms", "times"});
    for (const RooflineRow& each : rows) {
        table.add({each.scene, fixed(each.counts.bodies, 0), fixed(each.counts.contacts, 0),
                   fixed(1e-6 * each.work.footprint, 2), fixed(1e-6 * each.work.bytes, 2),
                   fixed(1e-6 * each.work.operations, 2), fixed(1e-9 * each.rates.bandwidth, 1),
                   fixed(1e-9 * each.rates.arithmetic, 1), fixed(each.memory_floor(), 3),
                   fixed(each.arithmetic_floor(), 3), fixed(each.milliseconds, 3),
                   fixed(each.distance(), 2)});
    }
    return table;
}

std::vector<RooflineRow> roofline(const RooflineOptions& options, std::ostream& out) {
    const std::vector<const scenes::SceneInfo*> selected = select_scenes(options.scenes);
    out << summary_line(describe_machine()) << '\n'
        << "drystone on 1 thread, means over the run; MB hot: rows that a step works on; MB/step, Mop/step:\n"
           "what its passes move and compute at the least; GB/s: a stream as large as the hot rows; Gop/s:\n"
           "additions and multiplications; memory, arithm: the least time of a step by either; times: the\n"
           "step's own time as a multiple of the greater one\n\n";
    Progress progress;
    const double arithmetic = measure_arithmetic(options.seconds);
    std::vector<RooflineRow> rows;
    for (const scenes::SceneInfo* scene : selected) {
        RooflineRow result =
            measure_scene(*scene, options.steps > 0 ? options.steps : scene->steps, progress);
        result.rates = {measure_bandwidth(static_cast<std::size_t>(result.work.footprint), options.seconds),
                        arithmetic};
        rows.push_back(result);
    }
    progress.clear();
    roofline_table(rows).print(out);
    return rows;
}

}  // namespace bench
