#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace bench {

/// A number with a fixed count of decimals; "-" where it is none.
std::string fixed(double value, int decimals);

/// Rows of text under headings: the first column is set to the left, all others to the right.
class Table {
public:
    explicit Table(std::vector<std::string> headings) : rows_{std::move(headings)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    void print(std::ostream& out) const;

private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace bench
