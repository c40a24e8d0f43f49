#include "micro/micro.h"

#include "engines/engine_list.h"
#include "machine/machine.h"
#include "report/progress.h"
#include "report/statistics.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <ostream>
#include <string>

namespace bench {
namespace {

#ifdef DRYSTONE_BENCH_BOX2D3
constexpr bool has_peer = true;
constexpr auto make_peer = make_box2d3_runner;
#else
constexpr bool has_peer = false;
constexpr std::unique_ptr<MicroRunner> (*make_peer)(const MicroCase&) = nullptr;
#endif

std::string full_name(const MicroCase& row) {
    return std::string(name_of(row.query)) + "/" + kind_of(row) + "/" + std::to_string(row.size);
}

float allowed_difference(MicroQuery query) {
    switch (query) {
        case MicroQuery::Distance:
        case MicroQuery::Collide:
        case MicroQuery::Ray:
        case MicroQuery::TreeRay:
        case MicroQuery::TreeBox: return 1e-3f;
        case MicroQuery::TimeOfImpact: return 1e-2f;
        default: return 0.0f;
    }
}

/// Collects the measurements of Google Benchmark by name.
class Collector final : public benchmark::BenchmarkReporter {
public:
    void expect(const std::string& name, std::vector<double>& times, std::size_t queries) {
        rows_[name] = {&times, queries};
    }
    bool ReportContext(const Context& /*context*/) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            const auto found = rows_.find(run.run_name.function_name);
            if (run.run_type == Run::RT_Iteration && !run.error_occurred && found != rows_.end()) {
                const double queries =
                    static_cast<double>(run.iterations) * static_cast<double>(found->second.queries);
                found->second.times->push_back(1e9 * run.cpu_accumulated_time / queries);
            }
        }
    }

private:
    struct Expected {
        std::vector<double>* times = nullptr;
        std::size_t queries = 0;
    };
    std::map<std::string, Expected> rows_;
};

/// Measures processor time, which other processes do not affect.
void register_row(const std::string& name, const MicroCase& row,
                  std::unique_ptr<MicroRunner> (*make)(const MicroCase&), Progress& progress) {
    benchmark::RegisterBenchmark(name.c_str(), [&row, make, &progress, name](benchmark::State& state) {
        progress.show("micro: " + name, 0, 1);
        const std::unique_ptr<MicroRunner> runner = make(row);
        // Fills the caches of the queries and of the processor.
        runner->run();
        runner->run();
        for ([[maybe_unused]] const auto _ : state) {
            runner->run();
        }
    });
}

void measure(const MicroOptions& options, std::vector<MicroResult>& results) {
    std::vector<std::string> arguments{"drystone-bench", "--benchmark_enable_random_interleaving=true",
                                       "--benchmark_repetitions=" + std::to_string(options.repeat),
                                       "--benchmark_min_time=" + std::to_string(options.seconds)};
    arguments.insert(arguments.end(), options.flags.begin(), options.flags.end());
    std::vector<char*> pointers;
    pointers.reserve(arguments.size());
    for (std::string& argument : arguments) {
        pointers.push_back(argument.data());
    }
    int count = static_cast<int>(pointers.size());
    benchmark::Initialize(&count, pointers.data());
    if (count > 1) {
        throw UsageError("Google Benchmark does not know \"" + std::string(pointers[1]) + "\"");
    }
    Collector collector;
    Progress progress;
    benchmark::ClearRegisteredBenchmarks();
    for (MicroResult& result : results) {
        const std::string name = full_name(result.row);
        collector.expect(name + "/drystone", result.drystone, result.row.queries());
        register_row(name + "/drystone", result.row, make_drystone_runner, progress);
        if (has_peer) {
            collector.expect(name + "/box2d3", result.box2d3, result.row.queries());
            register_row(name + "/box2d3", result.row, make_peer, progress);
        }
    }
    benchmark::RunSpecifiedBenchmarks(&collector);
    benchmark::ClearRegisteredBenchmarks();
    progress.clear();
}

double time_of(const std::vector<double>& times) { return times.empty() ? std::nan("") : median(times); }

double ratio_of(const MicroResult& result) { return time_of(result.box2d3) / time_of(result.drystone); }

}  // namespace

bool has_box2d3_micro() { return has_peer; }

int count_disagreements(const MicroCase& row) {
    if (!has_peer) {
        return 0;
    }
    const std::unique_ptr<MicroRunner> ours = make_drystone_runner(row);
    const std::unique_ptr<MicroRunner> theirs = make_peer(row);
    const float allowed = allowed_difference(row.query);
    int count = 0;
    for (int run = 0; run < 2; ++run) {
        ours->run();
        theirs->run();
        if (ours->answers().size() != theirs->answers().size()) {
            return static_cast<int>(row.queries());
        }
        for (std::size_t i = 0; i < ours->answers().size(); ++i) {
            count += std::abs(ours->answers()[i] - theirs->answers()[i]) <= allowed ? 0 : 1;
        }
    }
    return count;
}

Table micro_table(const std::vector<MicroResult>& results) {
    std::vector<std::string> headings{"query", "kind", "n", "drystone ns"};
    if (has_box2d3_micro()) {
        headings.insert(headings.end(), {"box2d3 ns", "ratio"});
    }
    Table table(std::move(headings));
    for (const MicroResult& result : results) {
        std::vector<std::string> row{name_of(result.row.query), kind_of(result.row),
                                     std::to_string(result.row.size), fixed(time_of(result.drystone), 1)};
        if (has_box2d3_micro()) {
            row.push_back(fixed(time_of(result.box2d3), 1));
            row.push_back(fixed(ratio_of(result), 2));
        }
        table.add(std::move(row));
    }
    return table;
}

std::string micro_verdict(const std::vector<MicroResult>& results) {
    if (!has_box2d3_micro()) {
        return {};
    }
    int slower = 0;
    int twice = 0;
    for (const MicroResult& result : results) {
        slower += ratio_of(result) < 1.0 ? 1 : 0;
        twice += ratio_of(result) >= 2.0 ? 1 : 0;
    }
    return "drystone slower than box2d3 in " + std::to_string(slower) + " of " +
           std::to_string(results.size()) + " rows; at least twice as fast in " + std::to_string(twice);
}

std::vector<MicroResult> micro(const MicroOptions& options, std::ostream& out) {
    std::vector<MicroResult> results;
    for (MicroCase& row : make_micro_cases(options.queries)) {
        if (full_name(row).find(options.only) != std::string::npos) {
            results.push_back({std::move(row), {}, {}, 0});
        }
    }
    if (results.empty()) {
        throw UsageError("no row has \"" + options.only + "\" in its name");
    }
    out << summary_line(describe_machine()) << '\n'
        << options.queries << " queries a row; medians of " << options.repeat
        << " interleaved measurements of processor time;\nns per query; ratio: to drystone's\n\n";
    int disagreements = 0;
    for (MicroResult& result : results) {
        result.disagreements = count_disagreements(result.row);
        disagreements += result.disagreements;
    }
    measure(options, results);
    micro_table(results).print(out);
    if (has_box2d3_micro()) {
        for (const MicroResult& result : results) {
            if (result.disagreements > 0) {
                out << "\n  answered differently, of " << 2 * result.row.queries() << ": "
                    << result.disagreements << " in " << full_name(result.row);
            }
        }
        out << "\n  answered differently in all: " << disagreements << '\n' << micro_verdict(results) << '\n';
    }
    return results;
}

}  // namespace bench
