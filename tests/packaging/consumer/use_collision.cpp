#include <drystone/collision/gjk.h>
#include <drystone/collision/shapes.h>
#include <drystone/collision/support.h>

#include <cmath>
#include <cstdio>

/// Shape that the library does not know: its templates are compiled here, with this project's flags.
struct Ellipse {
    float a;
    float b;

    [[nodiscard]] drystone::Vec2 support(const drystone::Vec2& d) const {
        const float length = std::sqrt(a * a * d.x * d.x + b * b * d.y * d.y);
        return {a * a * d.x / length, b * b * d.y / length};
    }
};

int main() {
    const drystone::Polygon box = drystone::make_box(0.5f, 0.5f);
    const drystone::Pose pose{{3.0f, 0.0f}, {}};

    const drystone::Distance known =
        drystone::distance(drystone::make_core(box), drystone::make_core(box), pose);
    const drystone::Distance own = drystone::distance(Ellipse{1.0f, 0.5f}, box, pose);
    std::printf("box to box %.4f m, ellipse to box %.4f m\n", known.distance, own.distance);
    return std::abs(known.distance - 2.0f) < 1e-4f && std::abs(own.distance - 1.5f) < 1e-3f ? 0 : 1;
}
