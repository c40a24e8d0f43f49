#include "regions/corner_cuts.h"

#include "math/orientation.h"
#include "regions/edge_boxes.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace drystone::detail {
namespace {

/// A way to cut off a corner [units].
struct CutSize {
    double window;  ///< Points of the loop as near as this to the corner are removed with it.
    double chord;   ///< Distance from the corner of the two points, on its edges, in its place.
    double inset;   ///< If the chord is zero: distance from both edges of the one point in its place.
};

/// The first that works. Chords cut off least. Between corners that are nearly a straight line, only points
/// that are inset are apart for sure; the edges turn a bit with them.
constexpr CutSize cut_sizes[] = {{2.0, 4.0, 0.0},      {16.0, 64.0, 0.0},   {4.0, 0.0, 1.5},
                                 {16.0, 0.0, 3.0},     {64.0, 0.0, 8.0},    {256.0, 0.0, 32.0},
                                 {1024.0, 0.0, 128.0}, {4096.0, 0.0, 512.0}};

/// Visit of a loop to a node.
struct Visit {
    std::uint32_t loop;
    std::uint32_t node;
    std::uint32_t point;
};

/// Corner that is cut off.
struct Cut {
    std::uint32_t loop;
    std::uint32_t point;
    std::uint8_t size = 0;         ///< Index in `cut_sizes`.
    std::uint32_t run = no_index;  ///< Run of points that it is in.
};

class CornerCutter {
public:
    CornerCutter(BorderLoops& loops, double unit) : loops_(loops), unit_(unit) {}

    bool run() {
        find_cuts();
        if (cuts_.empty()) {
            return true;
        }
        for (;;) {
            build();
            const std::size_t failed = lengthen_cuts_that_meet();
            if (failed == 0) {
                break;
            }
            if (failed > 1) {
                remove_loops();
                return false;
            }
        }
        take_result();
        return true;
    }

private:
    [[nodiscard]] std::uint32_t previous(std::uint32_t loop, std::uint32_t i) const {
        return i == loops_.starts[loop] ? loops_.starts[loop + 1] - 1 : i - 1;
    }
    [[nodiscard]] std::uint32_t following(std::uint32_t loop, std::uint32_t i) const {
        return i + 1 == loops_.starts[loop + 1] ? loops_.starts[loop] : i + 1;
    }
    [[nodiscard]] double sharpness(const Visit& visit) const;
    void find_cuts();
    [[nodiscard]] Vec2 part_of_edge(std::uint32_t from, std::uint32_t to, double length) const;
    [[nodiscard]] Vec2 inset_corner(std::uint32_t before, std::uint32_t corner, std::uint32_t after,
                                    double inset) const;
    void build();
    void mark_removed();
    void add_point(const Vec2& point, std::uint32_t source, std::uint32_t run);
    void add_loop(std::uint32_t loop);
    [[nodiscard]] bool is_bad_meeting(std::uint32_t e, std::uint32_t f) const;
    [[nodiscard]] bool is_bad_touch(std::uint32_t e, std::uint32_t point) const;
    std::size_t lengthen_cuts_that_meet();
    void take_result();
    void remove_loops();

    BorderLoops& loops_;
    double unit_;
    std::vector<Cut> cuts_;               ///< Sorted by their points.
    std::vector<std::uint32_t> cut_at_;   ///< Cut of each point of the loops; `no_index`: none.
    std::vector<bool> is_removed_;        ///< Points of the loops that are cut off.
    std::vector<bool> is_joined_;         ///< Points that are cut off together with the next one.
    EdgeSoup soup_;                       ///< The loops with all corners cut off.
    std::vector<std::uint32_t> sources_;  ///< Point of the loops for each point of `soup_`; `no_index`: new.
    std::vector<std::uint32_t> run_of_;   ///< Run of removed points that a new point ends; `no_index`: none.
    std::uint32_t run_count_ = 0;
};

/// Returns how sharp a corner of the inside is: from -1 for one of half a turn or more to 2 for the sharpest.
double CornerCutter::sharpness(const Visit& visit) const {
    const Vec2& corner = loops_.points[visit.point];
    const Vec2& before = loops_.points[previous(visit.loop, visit.point)];
    const Vec2& after = loops_.points[following(visit.loop, visit.point)];
    if (orientation(before, corner, after) <= 0) {
        return -1.0;
    }
    const Vec2d in = to_double(corner) - to_double(before);
    const Vec2d out = to_double(after) - to_double(corner);
    return 1.0 - dot(in, out) / std::sqrt(length_squared(in) * length_squared(out));
}

void CornerCutter::find_cuts() {
    std::vector<std::uint32_t> times(loops_.node_count, 0);
    std::vector<Visit> visits;
    for (std::uint32_t loop = 0; loop < loops_.loop_count(); ++loop) {
        for (std::uint32_t i = loops_.starts[loop]; i < loops_.starts[loop + 1]; ++i) {
            if (loops_.nodes[i] != no_index) {
                ++times[loops_.nodes[i]];
                visits.push_back({loop, loops_.nodes[i], i});
            }
        }
    }
    std::erase_if(visits, [&](const Visit& visit) { return times[visit.node] < 2; });
    sort_items(visits.begin(), visits.end(), [](const Visit& a, const Visit& b) {
        return std::tie(a.loop, a.node, a.point) < std::tie(b.loop, b.node, b.point);
    });
    for (std::size_t begin = 0, end = 0; begin < visits.size(); begin = end) {
        std::size_t widest = begin;
        double minimum = 3.0;
        for (end = begin; end < visits.size() && visits[end].loop == visits[begin].loop &&
                          visits[end].node == visits[begin].node;
             ++end) {
            const double own = sharpness(visits[end]);
            widest = own < minimum ? end : widest;
            minimum = std::min(minimum, own);
        }
        for (std::size_t i = begin; i < end; ++i) {
            if (i != widest) {
                cuts_.push_back({visits[i].loop, visits[i].point});
            }
        }
    }
    sort_items(cuts_.begin(), cuts_.end(), [](const Cut& a, const Cut& b) { return a.point < b.point; });
    cut_at_.assign(loops_.points.size(), no_index);
    for (std::uint32_t i = 0; i < cuts_.size(); ++i) {
        cut_at_[cuts_[i].point] = i;
    }
}

/// Returns the point of an edge at a distance from its beginning, or at a quarter of it.
Vec2 CornerCutter::part_of_edge(std::uint32_t from, std::uint32_t to, double distance) const {
    const Vec2d start = to_double(loops_.points[from]);
    const Vec2d way = to_double(loops_.points[to]) - start;
    const double share = std::min(distance / std::sqrt(length_squared(way)), 0.25);
    return round_point(start + share * way, 0.0);
}

/// Returns a point to the left of both edges at a corner, at the same distance from both unless the corner is
/// too sharp.
Vec2 CornerCutter::inset_corner(std::uint32_t before, std::uint32_t corner, std::uint32_t after,
                                double inset) const {
    const Vec2d center = to_double(loops_.points[corner]);
    const Vec2d in = center - to_double(loops_.points[before]);
    const Vec2d out = to_double(loops_.points[after]) - center;
    const double in_length = std::sqrt(length_squared(in));
    const double out_length = std::sqrt(length_squared(out));
    const Vec2d normal = left_perp(in / in_length);
    const Vec2d other = left_perp(out / out_length);
    const double below = std::max(1.0 + dot(normal, other), 1e-12);
    const Vec2d way = (inset / below) * (normal + other);
    const double longest = 0.5 * std::min(in_length, out_length);
    const double length = std::sqrt(length_squared(way));
    return round_point(center + (length > longest ? longest / length : 1.0) * way, 0.0);
}

void CornerCutter::mark_removed() {
    is_removed_.assign(loops_.points.size(), false);
    is_joined_.assign(loops_.points.size(), false);
    for (const Cut& cut : cuts_) {
        const Vec2d corner = to_double(loops_.points[cut.point]);
        const double length = unit_ * cut_sizes[cut.size].window;
        const auto is_near = [&](std::uint32_t i) {
            return length_squared(to_double(loops_.points[i]) - corner) < length * length;
        };
        is_removed_[cut.point] = true;
        for (std::uint32_t i = following(cut.loop, cut.point); i != cut.point && is_near(i);
             i = following(cut.loop, i)) {
            is_removed_[i] = true;
            is_joined_[previous(cut.loop, i)] = true;
        }
        for (std::uint32_t i = previous(cut.loop, cut.point); i != cut.point && is_near(i);
             i = previous(cut.loop, i)) {
            is_removed_[i] = true;
            is_joined_[i] = true;
        }
    }
}

void CornerCutter::add_point(const Vec2& point, std::uint32_t source, std::uint32_t run) {
    soup_.add_point(point);
    sources_.resize(soup_.points.size(), source);
    run_of_.resize(soup_.points.size(), run);
}

/// Adds a loop with one or two points in place of each run of removed ones; nothing if all are removed.
void CornerCutter::add_loop(std::uint32_t loop) {
    const std::uint32_t end = loops_.starts[loop + 1];
    std::uint32_t first = loops_.starts[loop];
    while (first < end && is_joined_[previous(loop, first)]) {
        ++first;
    }
    if (first == end) {
        return;
    }
    std::uint32_t i = first;
    do {
        if (!is_removed_[i]) {
            add_point(loops_.points[i], i, no_index);
            i = following(loop, i);
            continue;
        }
        const std::uint32_t run = run_count_++;
        const std::uint32_t begin = i;
        std::uint32_t last = i;
        const Cut* cut = nullptr;
        for (bool goes_on = true; goes_on; i = following(loop, i)) {
            last = i;
            goes_on = is_joined_[i];
            if (cut_at_[i] != no_index) {
                Cut& own = cuts_[cut_at_[i]];
                own.run = run;
                cut = cut == nullptr || own.size > cut->size ? &own : cut;
            }
        }
        const CutSize& size = cut_sizes[cut->size];
        const std::uint32_t before = previous(loop, begin);
        if (size.chord > 0.0) {
            add_point(part_of_edge(begin, before, unit_ * size.chord), no_index, run);
            add_point(part_of_edge(last, i, unit_ * size.chord), no_index, run);
        } else {
            add_point(inset_corner(before, cut->point, i, unit_ * size.inset), no_index, run);
        }
    } while (i != first);
    soup_.close_loop();
    sources_.resize(soup_.points.size());
    run_of_.resize(soup_.points.size());
}

void CornerCutter::build() {
    soup_ = {};
    sources_.clear();
    run_of_.clear();
    run_count_ = 0;
    for (Cut& cut : cuts_) {
        cut.run = no_index;
    }
    mark_removed();
    for (std::uint32_t loop = 0; loop < loops_.loop_count(); ++loop) {
        add_loop(loop);
    }
    soup_.end_a();
}

/// Returns whether a point is within an edge, or where a cut has an end.
bool CornerCutter::is_bad_touch(std::uint32_t e, std::uint32_t point) const {
    const Vec2& p = soup_.points[point];
    const std::uint32_t to = soup_.next[e];
    if (p == soup_.points[e]) {
        return run_of_[e] != no_index || run_of_[point] != no_index;
    }
    if (p == soup_.points[to]) {
        return run_of_[to] != no_index || run_of_[point] != no_index;
    }
    return segments_touch(soup_.points[e], soup_.points[to], p, p);
}

/// Returns whether two edges meet in more than points that the loops visited before.
bool CornerCutter::is_bad_meeting(std::uint32_t e, std::uint32_t f) const {
    if (soup_.next[e] == f || soup_.next[f] == e) {
        return edges_meet(soup_, e, f);
    }
    const Vec2& a = soup_.points[e];
    const Vec2& b = soup_.end(e);
    const Vec2& c = soup_.points[f];
    const Vec2& d = soup_.end(f);
    if (!segments_touch(a, b, c, d)) {
        return false;
    }
    const bool crosses =
        orientation(a, b, c) * orientation(a, b, d) < 0 && orientation(c, d, a) * orientation(c, d, b) < 0;
    return crosses || is_bad_touch(e, f) || is_bad_touch(e, soup_.next[f]) || is_bad_touch(f, e) ||
           is_bad_touch(f, soup_.next[e]);
}

/// Returns 0 if no edge of a cut meets another one, 1 if all that do could be made longer, else 2.
std::size_t CornerCutter::lengthen_cuts_that_meet() {
    EdgeBoxes boxes;
    boxes.build(soup_, 0, soup_.size());
    std::vector<bool> is_longer(run_count_, false);
    const auto lengthen = [&](std::uint32_t edge) {
        for (const std::uint32_t point : {edge, soup_.next[edge]}) {
            if (run_of_[point] != no_index) {
                is_longer[run_of_[point]] = true;
            }
        }
    };
    for (std::uint32_t e = 0; e < soup_.size(); ++e) {
        if (run_of_[e] == no_index && run_of_[soup_.next[e]] == no_index) {
            continue;
        }
        boxes.visit(soup_, EdgeBoxes::box_of(soup_, e), [&](std::uint32_t f) {
            if (f != e && is_bad_meeting(e, f)) {
                lengthen(e);
                lengthen(f);
            }
        });
    }
    std::size_t result = 0;
    for (Cut& cut : cuts_) {
        if (cut.run != no_index && is_longer[cut.run]) {
            result = std::max<std::size_t>(result, ++cut.size < std::size(cut_sizes) ? 1 : 2);
        }
    }
    return result;
}

void CornerCutter::take_result() {
    std::vector<std::uint32_t> nodes(soup_.points.size(), no_index);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i] = sources_[i] != no_index ? loops_.nodes[sources_[i]] : no_index;
    }
    loops_.nodes = std::move(nodes);
    loops_.points = std::move(soup_.points);
    loops_.starts = std::move(soup_.starts);
}

void CornerCutter::remove_loops() {
    BorderLoops kept;
    kept.node_count = loops_.node_count;
    std::size_t cut = 0;
    for (std::size_t loop = 0; loop < loops_.loop_count(); ++loop) {
        const auto begin = static_cast<std::ptrdiff_t>(loops_.starts[loop]);
        const auto end = static_cast<std::ptrdiff_t>(loops_.starts[loop + 1]);
        const std::size_t first = cut;
        while (cut < cuts_.size() && static_cast<std::ptrdiff_t>(cuts_[cut].point) < end) {
            ++cut;
        }
        if (cut == first) {
            kept.points.insert(kept.points.end(), loops_.points.begin() + begin, loops_.points.begin() + end);
            kept.nodes.insert(kept.nodes.end(), loops_.nodes.begin() + begin, loops_.nodes.begin() + end);
            kept.starts.push_back(static_cast<std::uint32_t>(kept.points.size()));
        }
    }
    loops_ = std::move(kept);
}

}  // namespace

bool cut_touching_corners(BorderLoops& loops, double unit) { return CornerCutter(loops, unit).run(); }

}  // namespace drystone::detail
