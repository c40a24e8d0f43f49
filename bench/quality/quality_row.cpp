#include "quality/quality_row.h"

#include "report/table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace bench {

Metric Metric::failure(std::string words) {
    Metric metric(std::numeric_limits<double>::quiet_NaN());
    metric.words = std::move(words);
    return metric;
}

double Metric::error(double ideal) const {
    const double distance = std::abs(value - ideal);
    return words.empty() && std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

std::string Metric::text(int decimals) const {
    if (!words.empty()) {
        return words;
    }
    const std::string number = fixed(value, decimals);
    const bool zero = number.find_first_not_of("-0.") == std::string::npos;
    return zero && std::isfinite(value) ? fixed(0.0, decimals) : number;
}

Verdict judge(const QualityRow& row, const Metric& ours, const Metric& theirs) {
    const double our_error = ours.error(row.ideal);
    const double their_error = theirs.error(row.ideal);
    if (our_error == their_error) {
        return Verdict::Equal;
    }
    const double last_digit = std::pow(10.0, -row.decimals);
    const double greater = std::max(our_error, their_error);
    if (std::isfinite(greater) &&
        std::abs(our_error - their_error) <= std::max(last_digit, equal_part * greater)) {
        return Verdict::Equal;
    }
    return our_error < their_error ? Verdict::Better : Verdict::Worse;
}

std::string verdict_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::Better: return "better";
        case Verdict::Equal: return "equal";
        case Verdict::Worse: return "WORSE";
        case Verdict::None: break;
    }
    return "-";
}

}  // namespace bench
