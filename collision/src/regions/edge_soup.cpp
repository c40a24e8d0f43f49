#include "regions/edge_soup.h"

#include <numeric>

namespace drystone::detail {

void EdgeSoup::reserve(std::size_t count) {
    points.reserve(count);
    next.reserve(count);
    marks.reserve(count);
}

void EdgeSoup::add_point(const Vec2& point, std::uint8_t mark) {
    if (points.size() > starts.back() && points.back() == point) {
        marks.back() = static_cast<std::uint8_t>(marks.back() | mark);
        return;
    }
    points.push_back(point);
    next.push_back(size());
    marks.push_back(mark);
}

void EdgeSoup::close_loop() {
    const std::uint32_t begin = starts.back();
    while (size() > begin + 1 && points.back() == points[begin]) {
        marks[begin] = static_cast<std::uint8_t>(marks[begin] | (marks.back() & meets));
        points.pop_back();
        next.pop_back();
        marks.pop_back();
    }
    if (size() < begin + 3) {
        points.resize(begin);
        next.resize(begin);
        marks.resize(begin);
        return;
    }
    next.back() = begin;
    starts.push_back(size());
}

void EdgeSoup::add_loop(std::span<const Vec2> loop, bool is_reversed) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
        add_point(is_reversed ? loop[loop.size() - 1 - i] : loop[i]);
    }
    close_loop();
}

void EdgeSoup::add_simple_loop(std::span<const Vec2> loop) {
    const std::size_t begin = points.size();
    points.insert(points.end(), loop.begin(), loop.end());
    next.resize(points.size());
    std::iota(next.begin() + static_cast<std::ptrdiff_t>(begin), next.end(),
              static_cast<std::uint32_t>(begin) + 1);
    next.back() = static_cast<std::uint32_t>(begin);
    marks.resize(points.size(), 0);
    starts.push_back(size());
}

void EdgeSoup::append_points(const EdgeSoup& from, std::uint32_t begin, std::uint32_t end) {
    const std::size_t old = points.size();
    const auto first = static_cast<std::ptrdiff_t>(begin);
    const auto last = static_cast<std::ptrdiff_t>(end);
    points.insert(points.end(), from.points.begin() + first, from.points.begin() + last);
    next.resize(points.size());
    std::iota(next.begin() + static_cast<std::ptrdiff_t>(old), next.end(),
              static_cast<std::uint32_t>(old) + 1);
    marks.insert(marks.end(), from.marks.begin() + first, from.marks.begin() + last);
}

}  // namespace drystone::detail
