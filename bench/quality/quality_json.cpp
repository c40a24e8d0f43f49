#include "machine/machine_json.h"
#include "quality/quality.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace bench {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Metric& metric) {
    if (!metric.words.empty()) {
        return metric.words;
    }
    return std::isfinite(metric.value) ? ordered_json(metric.value) : ordered_json(nullptr);
}

}  // namespace

void write_json(std::ostream& out, const Quality& quality) {
    ordered_json rows = ordered_json::array();
    for (const QualityResult& result : quality.results) {
        ordered_json row{{"scene", result.scene},
                         {"row", result.row.name},
                         {"unit", result.row.unit},
                         {"ideal", result.row.ideal}};
        for (std::size_t i = 0; i < quality.engines.size(); ++i) {
            row["figures"][quality.engines[i]] = to_json(result.metrics[i]);
        }
        row["verdict"] = verdict_text(result.verdict);
        rows.push_back(std::move(row));
    }
    const ordered_json json{
        {"machine", to_json(quality.machine)}, {"rows", rows}, {"summary", quality_summary(quality)}};
    out << json.dump(2) << '\n';
}

}  // namespace bench
