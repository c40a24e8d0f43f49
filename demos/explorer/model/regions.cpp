#include "regions.h"

#include <algorithm>

namespace explorer {

using drystone::Vec2;

namespace {

Points far_square() {
    constexpr float far = 60.0f;  // In metres: always off the screen.
    return {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
}

Region region_of_vertex(const Points& simplex, int vertex) {
    Region region{{vertex}, far_square()};
    const Vec2& p = simplex[static_cast<std::size_t>(vertex)];
    for (const Vec2& other : simplex) {
        region.area = clip(region.area, p, p - other);
    }
    return region;
}

Region region_of_edge(const Points& simplex, int first, int second) {
    Region region{{first, second}, far_square()};
    const Vec2& p = simplex[static_cast<std::size_t>(first)];
    const Vec2& q = simplex[static_cast<std::size_t>(second)];
    region.area = clip(region.area, p, q - p);
    region.area = clip(region.area, q, p - q);
    if (simplex.size() == 3) {
        const Vec2& r = simplex[static_cast<std::size_t>(3 - first - second)];
        const Vec2 side = drystone::left_perp(q - p);
        region.area = clip(region.area, p, dot(side, r - p) > 0.0f ? -side : side);
    }
    return region;
}

}  // namespace

std::vector<Region> voronoi_regions(const Points& simplex) {
    std::vector<Region> regions;
    const int count = static_cast<int>(simplex.size());
    if (count == 3) {
        Points area = simplex;
        if (drystone::cross(area[1] - area[0], area[2] - area[0]) < 0.0f) {
            std::swap(area[1], area[2]);
        }
        regions.push_back({{0, 1, 2}, area});
    }
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            regions.push_back(region_of_edge(simplex, i, j));
        }
    }
    for (int i = 0; i < count; ++i) {
        regions.push_back(region_of_vertex(simplex, i));
    }
    for (Region& region : regions) {
        if (covers(region.area, Vec2{0.0f, 0.0f}, 1e-6f)) {
            region.holds_origin = true;
            break;
        }
    }
    return regions;
}

}  // namespace explorer
