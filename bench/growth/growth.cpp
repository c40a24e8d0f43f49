#include "growth/growth.h"

#include "engines/engine_list.h"
#include "machine/machine_json.h"
#include "report/progress.h"
#include "report/report_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ostream>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace bench {
namespace {

/// Points of a row that the exponent is taken from.
constexpr std::size_t last_points = 4;
/// Shorter times are left out [s]: the clock counts microseconds, and what is the same for all counts hides
/// growth.
constexpr double shortest_time = 20e-6;
/// Less memory is left out [bytes]: most of it is the same for all counts.
constexpr double min_memory = 16384.0;

std::optional<double> exponent(const GrowthResult& result, double GrowthPoint::*value, double least) {
    std::vector<std::pair<double, double>> logs;
    const std::size_t count = result.points.size();
    for (std::size_t i = count > last_points ? count - last_points : 0; i < count; ++i) {
        const GrowthPoint& point = result.points[i];
        if (point.*value >= least) {
            logs.emplace_back(std::log(static_cast<double>(point.count)), std::log(point.*value));
        }
    }
    if (logs.size() < 2) {
        return std::nullopt;
    }
    double mean_x = 0.0;
    double mean_y = 0.0;
    for (const auto& [x, y] : logs) {
        mean_x += x / static_cast<double>(logs.size());
        mean_y += y / static_cast<double>(logs.size());
    }
    double above = 0.0;
    double below = 0.0;
    for (const auto& [x, y] : logs) {
        above += (x - mean_x) * (y - mean_y);
        below += (x - mean_x) * (x - mean_x);
    }
    return above / below;
}

std::string exponent_text(const std::optional<double>& value) { return value ? fixed(*value, 2) : "-"; }

std::string time_text(double seconds) {
    return seconds < 1e-2 ? fixed(1e6 * seconds, 0) + " us" : fixed(1e3 * seconds, 0) + " ms";
}

std::string counts_text(const GrowthResult& result) {
    return std::to_string(result.points.front().count) + ".." + std::to_string(result.points.back().count);
}

std::string verdict_text(const GrowthResult& result) {
    return is_fault(result) ? "FAULT" : exceeds(result) ? result.reason : "";
}

std::vector<std::string> cells_of(const GrowthResult& result) {
    return {result.name,
            counts_text(result),
            time_text(result.points.front().seconds),
            time_text(result.points.back().seconds),
            exponent_text(time_exponent(result)),
            fixed(1e-3 * result.points.back().bytes, 0),
            exponent_text(memory_exponent(result)),
            verdict_text(result)};
}

const std::vector<std::string> headings{"row", "count", "first", "last", "time", "kB", "memory", "reason"};

/// Returns the sample with the least time of several runs, and the least memory.
GrowthPoint measure_point(const GrowthRow& row, int count, const GrowthOptions& options) {
    GrowthPoint point{count, 0.0, 0.0};
    for (int i = 0; i < options.repeat; ++i) {
        GrowthMeter meter;
        row.run(count, meter);
        const double bytes = static_cast<double>(meter.sample().bytes);
        point.seconds = i == 0 ? meter.sample().seconds : std::min(point.seconds, meter.sample().seconds);
        point.bytes = i == 0 ? bytes : std::min(point.bytes, bytes);
        if (point.seconds > options.limit) {
            break;
        }
    }
    return point;
}

/// Lets the allocator keep freed memory: pages that go to the system and come back cost more than what is
/// measured, from the first count whose arrays are larger than a limit.
void keep_freed_memory() {
#if defined(__GLIBC__)
    constexpr int large = 1 << 30;
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, large);
#endif
}

}  // namespace

std::size_t held_bytes() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

std::vector<GrowthRow> growth_rows() {
    std::vector<GrowthRow> all;
    for (const auto make :
         {growth_rows_of_bodies, growth_rows_of_shapes, growth_rows_of_impacts, growth_rows_of_contacts,
          growth_rows_of_joints, growth_rows_of_levels, growth_rows_of_effects, growth_rows_of_states,
          growth_rows_of_queries, growth_rows_of_changes}) {
        std::vector<GrowthRow> rows = make();
        all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    }
    return all;
}

std::optional<double> time_exponent(const GrowthResult& result) {
    return exponent(result, &GrowthPoint::seconds, shortest_time);
}

std::optional<double> memory_exponent(const GrowthResult& result) {
    return exponent(result, &GrowthPoint::bytes, min_memory);
}

bool exceeds(const GrowthResult& result) {
    return time_exponent(result).value_or(0.0) > largest_exponent ||
           memory_exponent(result).value_or(0.0) > largest_exponent;
}

bool is_fault(const GrowthResult& result) { return exceeds(result) && result.reason.empty(); }

GrowthResult measure_growth(const GrowthRow& row, const GrowthOptions& options) {
    GrowthResult result{row.name, row.reason, {}};
    for (int i = 0; i <= options.doublings; ++i) {
        result.points.push_back(measure_point(row, row.smallest << i, options));
        if (result.points.back().seconds > options.limit) {
            break;
        }
    }
    return result;
}

Table growth_table(const std::vector<GrowthResult>& results) {
    Table table(headings);
    for (const GrowthResult& result : results) {
        table.add(cells_of(result));
    }
    return table;
}

void write_growth_json(std::ostream& out, const Machine& machine, const std::vector<GrowthResult>& results) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const GrowthResult& result : results) {
        nlohmann::ordered_json points = nlohmann::ordered_json::array();
        for (const GrowthPoint& point : result.points) {
            points.push_back({{"count", point.count}, {"seconds", point.seconds}, {"bytes", point.bytes}});
        }
        nlohmann::ordered_json row{{"row", result.name}, {"points", points}};
        row["time_exponent"] = nullptr;
        row["memory_exponent"] = nullptr;
        if (const std::optional<double> time = time_exponent(result)) {
            row["time_exponent"] = *time;
        }
        if (const std::optional<double> memory = memory_exponent(result)) {
            row["memory_exponent"] = *memory;
        }
        row["reason"] = result.reason;
        row["fault"] = is_fault(result);
        rows.push_back(std::move(row));
    }
    out << nlohmann::ordered_json{{"machine", to_json(machine)}, {"rows", rows}}.dump(2) << '\n';
}

std::vector<GrowthResult> growth(const GrowthOptions& options, std::ostream& out) {
    keep_freed_memory();
    std::vector<GrowthRow> rows = growth_rows();
    std::erase_if(rows,
                  [&](const GrowthRow& row) { return row.name.find(options.only) == std::string::npos; });
    if (rows.empty()) {
        throw UsageError("no row has \"" + options.only + "\" in its name");
    }
    std::ofstream json = open_report_file(options.json);
    const Machine machine = describe_machine();
    out << summary_line(machine) << '\n'
        << "processor time, the least of " << options.repeat
        << " runs; memory held at its end; exponents: least squares over the last " << last_points
        << " counts\n\n";
    Progress progress;
    std::vector<GrowthResult> results;
    for (const GrowthRow& row : rows) {
        progress.show("growth: " + row.name, static_cast<int>(results.size()), static_cast<int>(rows.size()));
        results.push_back(measure_growth(row, options));
    }
    progress.clear();
    const Table table = growth_table(results);
    if (options.markdown) {
        table.print_markdown(out);
    } else {
        table.print(out);
    }
    const auto faults = std::count_if(results.begin(), results.end(), is_fault);
    out << '\n' << faults << " of " << results.size() << " rows grow too fast without a reason\n";
    if (json.is_open()) {
        write_growth_json(json, machine, results);
        close_report_file(json, options.json);
    }
    return results;
}

}  // namespace bench
