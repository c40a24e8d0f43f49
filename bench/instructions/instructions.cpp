#include "instructions/instructions.h"

#include "micro/small.h"
#include "report/progress.h"
#include "report/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include <unistd.h>

/// Collection is switched on and off by callgrind where this function begins and ends.
extern "C" [[gnu::noinline]] void drystone_bench_counted_step(const std::function<void()>& step) { step(); }

namespace bench {
namespace {

/// Steps a world, with collection on in the counted steps.
void play(const InstructionsRow& row, const EngineEntry& engine) {
    const std::optional<CountedWorld> world = row.make(engine);
    for (int i = 0; world && i < row.first_steps + row.steps; ++i) {
        if (world->before) {
            world->before();
        }
        if (i < row.first_steps) {
            world->step();
        } else {
            drystone_bench_counted_step(world->step);
        }
    }
}

/// Returns a path that no other process uses.
std::filesystem::path output_path() {
    return std::filesystem::temp_directory_path() /
           ("drystone-instructions-" + std::to_string(::getpid()) + ".out");
}

/// Returns a word of a shell's command that stands for the text.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) {
        result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return result + "'";
}

/// Runs a row in this program under callgrind.
std::optional<CallgrindCounts> count(const InstructionsRow& row, const EngineEntry& engine) {
    const std::filesystem::path path = output_path();
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string command =
        "valgrind -q --tool=callgrind --collect-atstart=no --toggle-collect=drystone_bench_counted_step "
        "--cache-sim=yes --branch-sim=yes --I1=32768,8,64 --D1=32768,8,64 --callgrind-out-file=" +
        quoted(path.string()) + " " + quoted(program) + " instructions --play " + quoted(row.name) +
        " --engines " + quoted(engine.name) + " >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream file(path);
    const std::optional<CallgrindCounts> counts = read_callgrind(file, row.steps);
    file.close();
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    if (status != 0) {
        throw UsageError("instructions: valgrind ended with status " + std::to_string(status) + " in \"" +
                         row.name + "\" of " + engine.name + " (Debian: valgrind)");
    }
    return counts;
}

}  // namespace

std::optional<CallgrindCounts> read_callgrind(std::istream& file, int steps) {
    std::vector<std::string> events;
    std::map<std::string, double> sums;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string key;
        words >> key;
        if (key == "events:") {
            for (std::string event; words >> event;) {
                events.push_back(event);
            }
        } else if (key == "totals:") {
            for (const std::string& event : events) {
                words >> sums[event];
            }
        }
    }
    if (sums["Ir"] <= 0.0) {
        return std::nullopt;
    }
    const auto mean = [&](double sum) { return sum / steps; };
    return CallgrindCounts{mean(sums["Ir"]), mean(sums["I1mr"]), mean(sums["D1mr"] + sums["D1mw"]),
                           mean(sums["Bcm"] + sums["Bim"])};
}

Table instructions_table(const std::vector<InstructionsResult>& results,
                         const std::vector<EngineEntry>& engines) {
    std::vector<std::string> headings{"world"};
    for (const EngineEntry& engine : engines) {
        for (const char* const what : {"instructions", "I1 misses", "D1 misses", "mispredicted"}) {
            headings.push_back(engine.name + " " + what);
        }
        if (engine.name != reference_engine) {
            headings.push_back("ratio");
        }
    }
    Table table(std::move(headings));
    for (const InstructionsResult& result : results) {
        std::vector<std::string> cells{result.name};
        for (std::size_t i = 0; i < engines.size(); ++i) {
            const std::optional<CallgrindCounts>& counts = result.engines[i];
            for (const auto member : {&CallgrindCounts::instructions, &CallgrindCounts::instruction_misses,
                                      &CallgrindCounts::data_misses, &CallgrindCounts::branch_misses}) {
                cells.push_back(counts ? fixed((*counts).*member, 0) : "");
            }
            if (engines[i].name != reference_engine) {
                const bool both =
                    counts && engines.front().name == reference_engine && result.engines.front();
                cells.push_back(both ? fixed(counts->instructions / result.engines.front()->instructions, 2)
                                     : "");
            }
        }
        table.add(std::move(cells));
    }
    return table;
}

std::vector<InstructionsResult> instructions(const InstructionsOptions& options, std::ostream& out) {
    const std::vector<EngineEntry> engines = engines_of_small(options.engines);
    std::vector<InstructionsRow> rows = instructions_rows();
    std::erase_if(rows, [&](const InstructionsRow& row) {
        return options.play.empty() ? row.name.find(options.only) == std::string::npos
                                    : row.name != options.play;
    });
    if (rows.empty()) {
        throw UsageError("instructions has no row with this name");
    }
    if (!options.play.empty()) {
        play(rows.front(), engines.front());
        return {};
    }
    std::vector<InstructionsResult> results;
    Progress progress;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        InstructionsResult result{rows[i].name, {}};
        for (const EngineEntry& engine : engines) {
            progress.show(rows[i].name + ": " + engine.name, static_cast<int>(i),
                          static_cast<int>(rows.size()));
            result.engines.push_back(count(rows[i], engine));
        }
        results.push_back(std::move(result));
    }
    progress.clear();
    const Table table = instructions_table(results, engines);
    if (options.markdown) {
        table.print_markdown(out);
    } else {
        table.print(out);
    }
    return results;
}

}  // namespace bench
