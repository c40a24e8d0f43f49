#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What the rows of the quality table are made of.
namespace bench {

/// What one engine reached in one row: a number, or in words why there is none.
struct Metric {
    double value = 0.0;
    std::string words{};  ///< "falls", "no bullets"; empty: `value` is the figure.

    Metric(double number) : value(number) {}  // NOLINT: a number is a figure
    /// As bad as can be: the scene could not be done, or did not end as it must.
    [[nodiscard]] static Metric failure(std::string words);

    /// How far from `ideal`; infinity where there is no number, or one that is not finite.
    [[nodiscard]] double error(double ideal) const;
    /// The words, or the number with that many decimals.
    [[nodiscard]] std::string text(int decimals) const;
};

struct QualityRow {
    std::string name;  ///< "sag of the top"
    std::string unit;
    double ideal = 0.0;
    int decimals = 2;  ///< Of every figure; what differs by no more than one in the last is equal.
};

enum class Verdict : std::uint8_t { Better, Equal, Worse, None };

/// Part of the greater of two errors by which they may differ and still be equal.
inline constexpr double equal_part = 0.02;

/// How `ours` stands beside `theirs`: by the distance to the ideal.
Verdict judge(const QualityRow& row, const Metric& ours, const Metric& theirs);
std::string verdict_text(Verdict verdict);

}  // namespace bench
