#include <drystone/collision/regions.h>

#include "math/orientation.h"
#include "regions/region_build.h"
#include "regions/small_loops.h"

#include <drystone/collision/error.h>

#include <cmath>

namespace drystone {
namespace {

using detail::EdgeSoup;
using detail::InsideRule;
using detail::RegionAccess;
using detail::RegionOperation;

void check_finite(std::span<const Vec2> points) {
    for (const Vec2& point : points) {
        if (!is_finite(point)) {
            fail("Region", "points of an outline", "finite",
                 static_cast<double>(is_finite(point.x) ? point.y : point.x));
        }
    }
}

/// Adds a loop; counter-clockwise by its area if it is to be counted beside others.
void add_loop(EdgeSoup& soup, std::span<const Vec2> loop, bool is_even_odd) {
    if (loop.size() >= 3) {
        soup.add_loop(loop, !is_even_odd && detail::twice_loop_area(loop) < 0.0);
    }
}

/// Returns the inside of a line. Two loops of one outline may turn in different directions where it crosses
/// itself, so each line is counted on its own.
Region inside_of_loop(std::span<const Vec2> loop, FillRule rule) {
    check_finite(loop);
    if (detail::is_convex_outline(loop)) {
        Region region;
        RegionAccess::add_part(region, std::span<const std::span<const Vec2>>(&loop, 1));
        return region;
    }
    EdgeSoup soup;
    soup.reserve(loop.size());
    add_loop(soup, loop, rule == FillRule::EvenOdd);
    soup.end_a();
    return detail::build_region(soup, false, true, {RegionOperation::Unite, detail::rule_of(rule), {}});
}

/// Returns the inside of outlines less their holes: at once where all of them are simple, as mostly.
Region inside_of(const Outline& outline, FillRule rule) {
    if (outline.holes.empty()) {
        return inside_of_loop(outline.points, rule);
    }
    Region holes;
    if (outline.holes.size() == 1) {
        holes = inside_of_loop(outline.holes[0], rule);
    } else {
        std::vector<Outline> lines;
        for (const std::vector<Vec2>& hole : outline.holes) {
            lines.push_back({hole, {}});
        }
        holes = Region(std::span<const Outline>(lines), rule);
    }
    return subtract(inside_of_loop(outline.points, rule), holes);
}

Region combine(const Region& a, const Region& b, RegionOperation operation) {
    EdgeSoup soup;
    soup.reserve(RegionAccess::points(a).size() + RegionAccess::points(b).size());
    RegionAccess::append(a, soup);
    soup.end_a();
    RegionAccess::append(b, soup);
    return detail::build_region(soup, !RegionAccess::has_touching(a), !RegionAccess::has_touching(b),
                                {operation, InsideRule::Positive, InsideRule::Positive});
}

}  // namespace

namespace detail {

Region unite_all(std::vector<Region> regions) {
    while (regions.size() > 1) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < regions.size(); i += 2) {
            regions[kept++] = i + 1 < regions.size() ? unite(regions[i], regions[i + 1]) : regions[i];
        }
        regions.resize(kept);
    }
    return regions.empty() ? Region() : regions[0];
}

}  // namespace detail

Region::Region(const Outline& outline, FillRule rule) : Region(inside_of(outline, rule)) {}

Region::Region(std::span<const Vec2> points, FillRule rule) : Region(inside_of_loop(points, rule)) {}

Region::Region(std::span<const Outline> outlines, FillRule rule) {
    if (rule == FillRule::EvenOdd) {
        EdgeSoup soup;
        for (const Outline& outline : outlines) {
            check_finite(outline.points);
            add_loop(soup, outline.points, true);
            for (const std::vector<Vec2>& hole : outline.holes) {
                check_finite(hole);
                add_loop(soup, hole, true);
            }
        }
        soup.end_a();
        *this = detail::build_region(soup, false, true, {RegionOperation::Unite, InsideRule::EvenOdd, {}});
        return;
    }
    std::vector<Region> regions;
    for (const Outline& outline : outlines) {
        regions.push_back(inside_of(outline, rule));
    }
    *this = detail::unite_all(std::move(regions));
}

/// Returns the number of the loop of an outline.
int Region::first_loop(const char* function, int i) const {
    if (i < 0 || i >= size()) {
        fail(function, "i", ">= 0 and less than the number of outlines", static_cast<double>(i));
    }
    return firsts_[static_cast<std::size_t>(i)];
}

std::span<const Vec2> Region::outline(int i) const { return loop(first_loop("Region::outline", i)); }

int Region::hole_count(int i) const {
    const int first = first_loop("Region::hole_count", i);
    return firsts_[static_cast<std::size_t>(i) + 1] - first - 1;
}

std::span<const Vec2> Region::hole(int i, int number) const {
    const int first = first_loop("Region::hole", i);
    if (number < 0 || number >= hole_count(i)) {
        fail("Region::hole", "number", ">= 0 and less than the number of holes", static_cast<double>(number));
    }
    return loop(first + 1 + number);
}

std::vector<Outline> Region::outlines() const {
    std::vector<Outline> result(static_cast<std::size_t>(size()));
    for (int i = 0; i < size(); ++i) {
        Outline& own = result[static_cast<std::size_t>(i)];
        own.points.assign(outline(i).begin(), outline(i).end());
        for (int k = 0; k < hole_count(i); ++k) {
            own.holes.emplace_back(hole(i, k).begin(), hole(i, k).end());
        }
    }
    return result;
}

double Region::area() const {
    double sum = 0.0;
    for (int i = 0; i + 1 < static_cast<int>(starts_.size()); ++i) {
        sum += 0.5 * detail::twice_loop_area(loop(i));
    }
    return sum;
}

bool Region::contains(const Vec2& point) const {
    bool is_inside = false;
    for (int number = 0; number + 1 < static_cast<int>(starts_.size()); ++number) {
        const std::span<const Vec2> own = loop(number);
        for (std::size_t i = 0; i < own.size(); ++i) {
            const Vec2& p = own[i];
            const Vec2& q = own[i + 1 < own.size() ? i + 1 : 0];
            if ((p.y > point.y) != (q.y > point.y)) {
                const int side = detail::orientation(p, q, point);
                is_inside = is_inside != (side != 0 && (side < 0) == (q.y > point.y));
            }
        }
    }
    return is_inside;
}

Region unite(const Region& a, const Region& b) { return combine(a, b, RegionOperation::Unite); }
Region intersect(const Region& a, const Region& b) { return combine(a, b, RegionOperation::Intersect); }
Region subtract(const Region& a, const Region& b) { return combine(a, b, RegionOperation::Subtract); }
Region exclusive(const Region& a, const Region& b) { return combine(a, b, RegionOperation::Exclusive); }

}  // namespace drystone
