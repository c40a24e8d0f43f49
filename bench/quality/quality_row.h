#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Rows and metrics of the quality table.
namespace bench {

/// Result of one engine in one row: a number, or the reason why there is none.
struct Metric {
    double value = 0.0;
    std::string words{};  ///< "falls", "no bullets"; empty: `value` is the result.

    Metric(double number) : value(number) {}  // NOLINT: a number is a metric
    /// Returns the worst metric: the scene could not be played, or did not end as it must.
    [[nodiscard]] static Metric failure(std::string words);

    /// Returns the distance from `ideal`; infinity if there is no number, or it is not finite.
    [[nodiscard]] double error(double ideal) const;
    /// Returns the words, or the number with that many decimals.
    [[nodiscard]] std::string text(int decimals) const;
};

struct QualityRow {
    std::string name;  ///< "sag of the top"
    std::string unit;
    double ideal = 0.0;
    int decimals = 2;  ///< Decimals shown; results that differ by at most one unit in the last are equal.
};

enum class Verdict : std::uint8_t { Better, Equal, Worse, None };

/// Maximum difference of two errors that count as equal, relative to the larger one.
inline constexpr double equal_part = 0.02;

/// Compares the errors of `ours` and `theirs`.
Verdict judge(const QualityRow& row, const Metric& ours, const Metric& theirs);
std::string verdict_text(Verdict verdict);

}  // namespace bench
