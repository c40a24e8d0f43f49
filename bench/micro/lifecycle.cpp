#include "micro/lifecycle.h"

#include "report/progress.h"
#include "report/statistics.h"

#include <scenes/random.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <ostream>
#include <string>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array<const char*, lifecycle_phase_count> phase_names{
    "create, in a new world",  "destroy all", "create",
    "destroy half, scattered", "create half", "destroy all"};
constexpr std::array kept_phases{LifecyclePhase::Create, LifecyclePhase::DestroyHalf,
                                 LifecyclePhase::CreateAgain, LifecyclePhase::DestroyAll};

double& at(LifecycleTimes& times, LifecyclePhase phase) { return times[static_cast<std::size_t>(phase)]; }
double at(const LifecycleTimes& times, LifecyclePhase phase) {
    return times[static_cast<std::size_t>(phase)];
}

/// One world in which the cells of a grid are filled and emptied.
class LifecycleRunner {
public:
    LifecycleRunner(const EngineEntry& engine, const EngineOptions& options, int bodies)
        : engine_(engine.make_world(settings, options)),
          numbers_(static_cast<std::size_t>(bodies)),
          columns_(static_cast<int>(std::ceil(std::sqrt(bodies)))) {}

    void create(LifecyclePhase phase, const std::vector<int>& places) {
        timed(phase, places, [&](int place) {
            const int column = place % columns_;
            const int row = place / columns_;
            const scenes::Point position{spacing * static_cast<float>(column),
                                         spacing * static_cast<float>(row)};
            const scenes::BodyNumber body =
                engine_->create_body({.kind = scenes::BodyKind::Dynamic, .position = position});
            engine_->add_box(body, {0.5f, 0.5f});
            numbers_[static_cast<std::size_t>(place)] = body;
        });
    }
    void destroy(LifecyclePhase phase, const std::vector<int>& places) {
        timed(phase, places,
              [&](int place) { engine_->destroy_body(numbers_[static_cast<std::size_t>(place)]); });
    }
    [[nodiscard]] const LifecycleRun& run() const { return run_; }

private:
    static constexpr float spacing = 2.0f;
    static constexpr scenes::WorldSettings settings{.gravity = {0.0f, 0.0f}};

    template <class Action>
    void timed(LifecyclePhase phase, const std::vector<int>& places, const Action& action) {
        const auto per_body = [&](Clock::duration duration) {
            return std::chrono::duration<double, std::nano>(duration).count() /
                   static_cast<double>(places.size());
        };
        const Clock::time_point start = Clock::now();
        for (const int place : places) {
            action(place);
        }
        const Clock::time_point acted = Clock::now();
        engine_->step(settings.time_step, settings.sub_steps);
        at(run_.calls, phase) = per_body(acted - start);
        at(run_.steps, phase) = per_body(Clock::now() - acted);
    }

    std::unique_ptr<Engine> engine_;
    std::vector<scenes::BodyNumber> numbers_;
    int columns_;
    LifecycleRun run_{};
};

/// Returns the time of the calls and steps of a cycle in the reused world, per body created or destroyed in
/// it [ns].
double whole_cycle(const LifecycleRun& run) {
    // Any even number of bodies gives the same result.
    constexpr int bodies = 2;
    double time = 0.0;
    int replaced = 0;
    for (const LifecyclePhase phase : kept_phases) {
        const int count = replaced_bodies(phase, bodies);
        time += count * (at(run.calls, phase) + at(run.steps, phase));
        replaced += count;
    }
    return time / replaced;
}

const LifecycleResult* find_reference(const std::vector<LifecycleResult>& results) {
    const auto found = std::find_if(results.begin(), results.end(), [](const LifecycleResult& result) {
        return result.engine == reference_engine;
    });
    return found == results.end() ? nullptr : &*found;
}

/// Adds a row with one time of every engine, and its ratio to the reference engine's.
template <class Time>
void add_row(Table& table, std::string name, const std::vector<LifecycleResult>& results, const Time& time) {
    const LifecycleResult* const reference = find_reference(results);
    std::vector<std::string> row{std::move(name)};
    for (const LifecycleResult& result : results) {
        row.push_back(fixed(time(result.medians), 1));
        if (reference != nullptr && &result != reference) {
            row.push_back(fixed(time(result.medians) / time(reference->medians), 2));
        }
    }
    table.add(std::move(row));
}

}  // namespace

int replaced_bodies(LifecyclePhase phase, int bodies) {
    return phase == LifecyclePhase::DestroyHalf || phase == LifecyclePhase::CreateAgain ? bodies / 2 : bodies;
}

std::vector<int> scattered_order(int count) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    scenes::Random random(7);
    for (int i = count - 1; i > 0; --i) {
        std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
    }
    return order;
}

LifecycleRun run_lifecycle_once(const EngineEntry& engine, const EngineOptions& options, int bodies) {
    std::vector<int> all(static_cast<std::size_t>(bodies));
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> half = scattered_order(bodies);
    half.resize(static_cast<std::size_t>(replaced_bodies(LifecyclePhase::DestroyHalf, bodies)));

    LifecycleRunner runner(engine, options, bodies);
    runner.create(LifecyclePhase::CreateInNewWorld, all);
    runner.destroy(LifecyclePhase::DestroyAllOfNew, all);
    runner.create(LifecyclePhase::Create, all);
    runner.destroy(LifecyclePhase::DestroyHalf, half);
    runner.create(LifecyclePhase::CreateAgain, half);
    runner.destroy(LifecyclePhase::DestroyAll, all);
    return runner.run();
}

LifecycleRun lifecycle_medians(const std::vector<LifecycleRun>& runs) {
    const auto medians = [&](LifecycleTimes LifecycleRun::*times) {
        LifecycleTimes result{};
        for (std::size_t phase = 0; phase < lifecycle_phase_count; ++phase) {
            std::vector<double> values;
            values.reserve(runs.size());
            for (const LifecycleRun& run : runs) {
                values.push_back((run.*times)[phase]);
            }
            result[phase] = median(std::move(values));
        }
        return result;
    };
    return {medians(&LifecycleRun::calls), medians(&LifecycleRun::steps)};
}

Table lifecycle_table(const std::vector<LifecycleResult>& results) {
    const LifecycleResult* const reference = find_reference(results);
    std::vector<std::string> headings{"ns per body"};
    for (const LifecycleResult& result : results) {
        headings.push_back(result.engine);
        if (reference != nullptr && &result != reference) {
            headings.emplace_back("ratio");
        }
    }
    Table table(std::move(headings));
    for (std::size_t phase = 0; phase < lifecycle_phase_count; ++phase) {
        add_row(table, phase_names[phase], results,
                [&](const LifecycleRun& run) { return run.calls[phase]; });
        add_row(table, "  the step after it", results,
                [&](const LifecycleRun& run) { return run.steps[phase]; });
    }
    add_row(table, "the last four and their steps", results, whole_cycle);
    return table;
}

std::vector<LifecycleResult> lifecycle(const LifecycleOptions& options, std::ostream& out) {
    const std::vector<EngineEntry> engines = select_engines(options.engines);
    std::vector<LifecycleResult> results;
    results.reserve(engines.size());
    for (const EngineEntry& engine : engines) {
        results.push_back({engine.name, engine.make_world({}, {})->version(), {}, {}});
    }
    out << summary_line(describe_machine()) << '\n'
        << options.bodies << " bodies of one box each that do not touch; medians of " << options.repeat
        << " runs of each engine in turn;\nper body made or destroyed; ratio: to " << reference_engine
        << "'s\n\n";
    Progress progress;
    for (int round = 0; round < options.repeat; ++round) {
        for (std::size_t turn = 0; turn < engines.size(); ++turn) {
            const std::size_t i = (turn + static_cast<std::size_t>(round)) % engines.size();
            progress.show("lifecycle: " + engines[i].name, round, options.repeat);
            results[i].runs.push_back(run_lifecycle_once(engines[i], options.engine, options.bodies));
        }
    }
    progress.clear();
    for (LifecycleResult& result : results) {
        result.medians = lifecycle_medians(result.runs);
    }
    lifecycle_table(results).print(out);
    return results;
}

}  // namespace bench
