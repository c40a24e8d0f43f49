#include "micro/steady_state.h"

#include "engines/engine_list.h"
#include "machine/machine_json.h"
#include "report/progress.h"
#include "report/report_file.h"
#include "report/statistics.h"

#include <cmath>
#include <ctime>
#include <ostream>
#include <string>

namespace bench {
namespace {

using Maker = std::unique_ptr<SteadyStateRunner> (*)(SteadyStateTask, const SteadyStateSize&);

#ifdef DRYSTONE_BENCH_BOX2D3
constexpr bool has_peer = true;
constexpr Maker make_peer = make_box2d3_steady_state;
#else
constexpr bool has_peer = false;
constexpr Maker make_peer = nullptr;
#endif

/// Returns the processor time of one run [s], which other processes do not affect; repeats runs until the
/// measurement is long enough. Reading this clock takes as long as a short run, so it is read after batches
/// of runs: at least ten times in all.
double time_runs(SteadyStateRunner& runner, double seconds) {
    const std::clock_t start = std::clock();
    int runs = 0;
    int runs_at_once = 1;
    double passed = 0.0;
    while (passed < seconds) {
        for (int i = 0; i < runs_at_once; ++i) {
            runner.run();
        }
        runs += runs_at_once;
        const double before = passed;
        passed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        runs_at_once *= passed - before < 0.05 * seconds ? 2 : 1;
    }
    return passed / runs;
}

double time_of(const std::vector<double>& times) { return times.empty() ? std::nan("") : median(times); }
double ratio_of(const SteadyStateResult& result) { return time_of(result.box2d3) / time_of(result.drystone); }

/// Formats a time with at least three digits, in a suitable unit.
std::string in_words(double nanoseconds) {
    if (!(nanoseconds >= 1e4)) {
        return fixed(nanoseconds, 1) + " ns";
    }
    return nanoseconds < 1e7 ? fixed(1e-3 * nanoseconds, 1) + " us" : fixed(1e-6 * nanoseconds, 1) + " ms";
}

}  // namespace

SteadyStateResult measure_steady_state(SteadyStateTask task, const SteadyStateOptions& options) {
    SteadyStateResult result;
    result.task = task;
    const std::unique_ptr<SteadyStateRunner> ours = make_drystone_steady_state(task, options.size);
    const std::unique_ptr<SteadyStateRunner> theirs = has_peer ? make_peer(task, options.size) : nullptr;
    const double per_operation = 1e9 / steady_state_operations(task, options.size);
    ours->run();
    result.drystone_answer = ours->answer();
    if (theirs != nullptr) {
        theirs->run();
        result.box2d3_answer = theirs->answer();
    }
    for (int i = 0; i < options.repeat; ++i) {
        result.drystone.push_back(per_operation * time_runs(*ours, options.seconds));
        if (theirs != nullptr) {
            result.box2d3.push_back(per_operation * time_runs(*theirs, options.seconds));
        }
    }
    return result;
}

Table steady_state_table(const std::vector<SteadyStateResult>& results) {
    std::vector<std::string> headings{"task", "time per", "drystone"};
    if (has_peer) {
        headings.insert(headings.end(), {"box2d3", "ratio", "answers"});
    }
    Table table(std::move(headings));
    for (const SteadyStateResult& result : results) {
        std::vector<std::string> row{name_of(result.task), steady_state_unit(result.task),
                                     in_words(time_of(result.drystone))};
        if (has_peer) {
            row.push_back(in_words(time_of(result.box2d3)));
            row.push_back(fixed(ratio_of(result), 2));
            row.push_back(fixed(result.drystone_answer, 1) + " | " + fixed(result.box2d3_answer, 1));
        }
        table.add(std::move(row));
    }
    return table;
}

std::string steady_state_verdict(const std::vector<SteadyStateResult>& results) {
    if (!has_peer) {
        return {};
    }
    int slower = 0;
    for (const SteadyStateResult& result : results) {
        slower += ratio_of(result) < 1.0 ? 1 : 0;
    }
    return "drystone slower than box2d3 in " + std::to_string(slower) + " of " +
           std::to_string(results.size()) + " rows";
}

void write_steady_state_json(std::ostream& out, const Machine& machine,
                             const std::vector<SteadyStateResult>& results) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const SteadyStateResult& result : results) {
        nlohmann::ordered_json row{{"task", name_of(result.task)},
                                   {"per", steady_state_unit(result.task)},
                                   {"drystone_ns", result.drystone},
                                   {"drystone_answer", result.drystone_answer}};
        if (has_peer) {
            row["box2d3_ns"] = result.box2d3;
            row["box2d3_answer"] = result.box2d3_answer;
            row["ratio_of_medians"] = ratio_of(result);
        }
        rows.push_back(std::move(row));
    }
    out << nlohmann::ordered_json{{"machine", to_json(machine)}, {"rows", rows}}.dump(2) << '\n';
}

std::vector<SteadyStateResult> steady_state(const SteadyStateOptions& options, std::ostream& out) {
    std::vector<SteadyStateTask> tasks;
    for (std::size_t i = 0; i < steady_state_task_count; ++i) {
        const auto task = static_cast<SteadyStateTask>(i);
        if (std::string(name_of(task)).find(options.only) != std::string::npos) {
            tasks.push_back(task);
        }
    }
    if (tasks.empty()) {
        throw UsageError("no row has \"" + options.only + "\" in its name");
    }
    std::ofstream json = open_report_file(options.json);
    const Machine machine = describe_machine();
    out << summary_line(machine) << '\n'
        << "medians of " << options.repeat
        << " measurements of processor time, the engines in turn; ratio: to drystone's\n\n";
    Progress progress;
    std::vector<SteadyStateResult> results;
    for (const SteadyStateTask task : tasks) {
        progress.show(std::string("steady state: ") + name_of(task), static_cast<int>(results.size()),
                      static_cast<int>(tasks.size()));
        results.push_back(measure_steady_state(task, options));
    }
    progress.clear();
    steady_state_table(results).print(out);
    if (has_peer) {
        out << '\n' << steady_state_verdict(results) << '\n';
    }
    if (json.is_open()) {
        write_steady_state_json(json, machine, results);
        close_report_file(json, options.json);
    }
    return results;
}

}  // namespace bench
