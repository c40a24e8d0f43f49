#include "dragging.h"

namespace explorer {

using drystone::Vec2;

Points corners_of(const Tutorial& tutorial, bool of_b) {
    // The borders of curved shapes are traced with many more vertices.
    constexpr std::size_t max_corners = 12;
    const PlacedShape& shape = of_b ? tutorial.question.b : tutorial.question.a;
    if (!shape.corners.empty()) {
        Points corners;
        for (const Vec2& corner : shape.corners) {
            corners.push_back(transform(shape.pose(), corner));
        }
        return corners;
    }
    const bool has_radius = !(of_b ? tutorial.core_b : tutorial.core_a).empty();
    const Points& border = of_b ? tutorial.border_b : tutorial.border_a;
    return has_radius || border.size() > max_corners ? Points{} : border;
}

std::optional<Corner> find_corner(const Tutorial& tutorial, const Vec2& point, float reach) {
    std::optional<Corner> nearest;
    for (const bool of_b : {true, false}) {
        const Points corners = corners_of(tutorial, of_b);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const float distance = length(corners[i] - point);
            if (distance < reach) {
                reach = distance;
                nearest = Corner{of_b, i};
            }
        }
    }
    return nearest;
}

void move_corner(Question& question, const Tutorial& tutorial, const Corner& corner, const Vec2& to) {
    PlacedShape& shape = corner.of_b ? question.b : question.a;
    if (shape.corners.empty()) {
        for (const Vec2& p : corners_of(tutorial, corner.of_b)) {
            shape.corners.push_back(inverse_transform(shape.pose(), p));
        }
    }
    shape.corners.at(corner.index) = inverse_transform(shape.pose(), to);
}

}  // namespace explorer
