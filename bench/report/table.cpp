#include "report/table.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>

namespace bench {

std::string fixed(double value, int decimals) {
    if (!std::isfinite(value)) {
        return "-";
    }
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << value;
    return text.str();
}

std::string megabytes(const std::optional<std::size_t>& bytes) {
    return bytes ? fixed(1e-6 * static_cast<double>(*bytes), 2) : "-";
}

void Table::print(std::ostream& out) const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - row[i].size(), ' ');
            out << "  " << (i == 0 ? row[i] + padding : padding + row[i]);
        }
        out << '\n';
    }
}

void Table::print_markdown(std::ostream& out) const {
    const auto print_row = [&](const std::vector<std::string>& cells) {
        for (const std::string& cell : cells) {
            out << "| " << cell << ' ';
        }
        out << "|\n";
    };
    print_row(rows_.front());
    std::vector<std::string> alignment(rows_.front().size(), "---:");
    alignment.front() = "---";
    print_row(alignment);
    std::for_each(rows_.begin() + 1, rows_.end(), print_row);
}

}  // namespace bench
