#include <samples/all_samples.h>
#include <samples/collision/query_view.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/collision/hull.h>

#include <scenes/random.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Hull of points that change every second, some of them on lines and twice.
class ConvexHulls final : public Sample {
    enum Parameters : std::size_t { points, grid };

    void create() override { choose(); }
    void prepare(int step) override {
        if (step % 60 == 59 || input().action) {
            choose();
        }
    }
    void choose() {
        points_.clear();
        for (int i = 0; i < count(points); ++i) {
            Vec2 at{random_.between(-6.0f, 6.0f), random_.between(-5.0f, 5.0f)};
            if (parameter(grid) > 0.5f) {
                at = {static_cast<float>(static_cast<int>(at.x)), static_cast<float>(static_cast<int>(at.y))};
            }
            points_.push_back(at);
        }
        hull_ = compute_hull(points_).points;
        for (std::size_t i = 0; i < hull_.size() && hull_.size() > 2; ++i) {
            const Vec2& a = hull_[i];
            const Vec2& b = hull_[(i + 1) % hull_.size()];
            for (const Vec2& point : points_) {
                outside_ += cross(b - a, point - a) < -1e-4f ? 1 : 0;
            }
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < hull_.size(); ++i) {
            picture.line(hull_[i], hull_[(i + 1) % hull_.size()], color::teal);
        }
        for (const Vec2& point : points_) {
            picture.point(point, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override {
        return std::to_string(points_.size()) + " points, " + std::to_string(hull_.size()) + " vertices";
    }
    [[nodiscard]] int failures() const override { return outside_; }

    scenes::Random random_{3};
    std::vector<Vec2> points_;
    std::vector<Vec2> hull_;
    int outside_ = 0;
};

}  // namespace

scenes::SceneInfo convex_hull_sample() {
    return entry<ConvexHulls>("Collision", "convex_hull", "Convex hull",
                              "The hull of points that change; G: others.", query_view, weightless, 600,
                              {{"points", 24.0f, 1.0f, 100.0f, ParameterKind::Count},
                               {"on a grid", 0.0f, 0.0f, 1.0f, ParameterKind::Switch}});
}

}  // namespace samples
