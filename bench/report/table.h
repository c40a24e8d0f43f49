#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace bench {

/// Formats a number with a fixed count of decimals; "-" for NaN or infinity.
std::string fixed(double value, int decimals);

/// Formats a count of bytes in megabytes (10^6); "-" if there is none.
std::string megabytes(const std::optional<std::size_t>& bytes);

/// Rows of text under headings: the first column is left-aligned, all others are right-aligned.
class Table {
public:
    explicit Table(std::vector<std::string> headings) : rows_{std::move(headings)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    void print(std::ostream& out) const;
    void print_markdown(std::ostream& out) const;

private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace bench
