#include "import/merge.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace drystone::scene {
namespace {

/// Joins lines at points where exactly two ends meet.
class LineJoiner {
public:
    explicit LineJoiner(std::span<const GridLine> lines) {
        for (const GridLine& line : lines) {
            GridLine distinct = line;
            distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
            if (distinct.size() < 2) {
                continue;
            }
            ends_[distinct.front()].push_back(lines_.size());
            ends_[distinct.back()].push_back(lines_.size());
            lines_.push_back(std::move(distinct));
        }
        is_done_.assign(lines_.size(), false);
    }

    std::vector<MergedLine> join() {
        std::vector<MergedLine> joined;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (is_done_[i]) {
                continue;
            }
            MergedLine line;
            line.points = std::move(lines_[i]);
            is_done_[i] = true;
            for (int side = 0; side < 2; ++side) {
                extend(line.points);
                std::reverse(line.points.begin(), line.points.end());
            }
            if (line.points.size() > 3 && line.points.front() == line.points.back() &&
                ends_.at(line.points.front()).size() == 2) {
                line.points.pop_back();
                line.is_loop = true;
            }
            joined.push_back(std::move(line));
        }
        return joined;
    }

private:
    /// Appends the lines that continue this one.
    void extend(GridLine& points) {
        while (true) {
            const std::vector<std::size_t>& meeting = ends_.at(points.back());
            const auto other = std::find_if(meeting.begin(), meeting.end(),
                                            [&](std::size_t line) { return !is_done_[line]; });
            if (meeting.size() != 2 || other == meeting.end()) {
                return;
            }
            GridLine& line = lines_[*other];
            is_done_[*other] = true;
            if (line.front() != points.back()) {
                std::reverse(line.begin(), line.end());
            }
            points.insert(points.end(), line.begin() + 1, line.end());
        }
    }

    std::vector<GridLine> lines_;
    std::map<GridPoint, std::vector<std::size_t>> ends_;
    std::vector<bool> is_done_;
};

}  // namespace

std::vector<MergedLine> merge_lines(std::span<const GridLine> lines) { return LineJoiner(lines).join(); }

}  // namespace drystone::scene
