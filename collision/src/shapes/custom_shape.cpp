#include <drystone/collision/custom_shape.h>

#include <drystone/collision/error.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <utility>

namespace drystone {
namespace {

/// Maximum length of the chords that approximate curves, as a part of the size.
constexpr double max_chord = 0.125;
/// Maximum bulge of the shape beyond a chord that counts as a straight side, as a part of the size.
constexpr double flatness = 2e-6;
/// Distance below which two points count as one, as a part of the size.
constexpr double same_point = 1e-5;
constexpr std::size_t max_points = 64;
constexpr std::size_t min_curved_points = 9;

/// Points of a border, with a flag for each straight connection from one to the next.
struct Border {
    std::vector<Vec2> points;
    std::vector<bool> straight;
};

/// Walks along the border of a shape and collects its vertices.
class Sampler {
public:
    Sampler(FunctionRef<Vec2(const Vec2&)> support, double size, double chord)
        : support_(support), size_(size), chord_(chord * size) {}

    void sample() {
        constexpr int starts = 4;
        const Vec2 directions[starts] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
        Vec2 corners[starts];
        for (int i = 0; i < starts; ++i) {
            corners[i] = support_(directions[i]);
        }
        for (int i = 0; i < starts; ++i) {
            walk(corners[i], corners[(i + 1) % starts], 0);
        }
    }

    Border border;
    bool cut_short = false;  ///< Shorter chords would resolve more of a curve.

private:
    /// Adds the points from p, included, to q, excluded.
    void walk(const Vec2& p, const Vec2& q, int depth) {
        constexpr int deepest = 24;
        if (border.points.size() > max_points) {
            return;  // The chords are too short, or this is no support mapping of a convex shape.
        }
        const Vec2d way = to_double(q) - to_double(p);
        const double length = drystone::length(way);
        if (length <= same_point * size_) {
            return;
        }
        const Vec2d normal = Vec2d{way.y, -way.x} / length;
        const Vec2 farthest = support_(to_float(normal));
        const Vec2d to_farthest = to_double(farthest) - to_double(p);
        const double bulge = dot(normal, to_farthest);
        const bool is_straight = bulge <= flatness * size_;
        const double nearest = std::min(drystone::length(to_farthest), drystone::length(way - to_farthest));
        const bool is_new = nearest > same_point * size_ && depth < deepest;
        if (is_straight || length <= chord_ || !is_new) {
            border.points.push_back(p);
            border.straight.push_back(is_straight);
            cut_short |= !is_straight && is_new;
            return;
        }
        walk(p, farthest, depth + 1);
        walk(farthest, q, depth + 1);
    }

    FunctionRef<Vec2(const Vec2&)> support_;
    double size_;
    double chord_;
};

/// Removes points at which the border does not turn: samples in the middle of a side.
Border join_straight_sides(const Border& border, double size) {
    Border joined;
    const std::size_t count = border.points.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t before = (i + count - 1) % count;
        const Vec2d from = to_double(border.points[before]);
        const Vec2d here = to_double(border.points[i]);
        const Vec2d to = to_double(border.points[(i + 1) % count]);
        const Vec2d way = normalized(to - from);
        const bool turns = cross(way, from - here) > flatness * size;
        if (turns || !border.straight[before] || !border.straight[i]) {
            joined.points.push_back(border.points[i]);
            joined.straight.push_back(border.straight[i]);
        }
    }
    return joined;
}

/// Returns the larger of the extents along x and y [m]. Throws unless the mapping gives finite points that
/// are not nearer in their directions than the opposite ones, up to rounding.
double size_of(FunctionRef<Vec2(const Vec2&)> support) {
    const Vec2 right = support({1.0f, 0.0f});
    const Vec2 left = support({-1.0f, 0.0f});
    const Vec2 top = support({0.0f, 1.0f});
    const Vec2 bottom = support({0.0f, -1.0f});
    for (const Vec2& point : {right, left, top, bottom}) {
        if (!is_finite(point)) {
            fail("CustomShape: the support mapping gives points that are not finite");
        }
    }
    const double width = static_cast<double>(right.x) - static_cast<double>(left.x);
    const double height = static_cast<double>(top.y) - static_cast<double>(bottom.y);
    const double reach =
        static_cast<double>(max_coordinate(max(max(abs(right), abs(left)), max(abs(top), abs(bottom)))));
    if (std::min(width, height) < -same_point * reach) {
        fail("CustomShape", "points of the support mapping", "the farthest ones in their directions",
             std::min(width, height));
    }
    return std::max({width, height, 0.0});
}

/// Samples the border of a core with at most `max_points`; a curved one with at least `min_curved_points`
/// where possible.
Border sample_border(FunctionRef<Vec2(const Vec2&)> support) {
    const double size = size_of(support);
    double chord = max_chord;
    bool were_too_many = false;
    for (;;) {
        Sampler sampler(support, size, chord);
        sampler.sample();
        if (sampler.border.points.size() > max_points) {
            were_too_many = true;
            chord *= 1.5;
            continue;
        }
        Border border = join_straight_sides(sampler.border, size);
        if (!sampler.cut_short || border.points.size() >= min_curved_points || were_too_many) {
            return border;
        }
        chord *= 0.7;
    }
}

}  // namespace

/// Owns the user's shape and counts its users.
struct CustomShape::SharedData : Data {
    explicit SharedData(DestroyFunction function) : destroy_shape(function) {}
    ~SharedData() { destroy_shape(shape); }
    SharedData(const SharedData&) = delete;
    SharedData& operator=(const SharedData&) = delete;

    DestroyFunction destroy_shape;
    mutable std::atomic<int> users{1};
};

CustomShape::CustomShape(float radius, const void* shape, SupportFunction support_function,
                         DestroyFunction destroy_function) {
    std::unique_ptr<SharedData> data;
    try {
        data = std::make_unique<SharedData>(destroy_function);
    } catch (...) {
        destroy_function(shape);
        throw;
    }
    data->shape = shape;
    data->support = support_function;
    data->radius = radius;
    data_ = data.get();
    complete(*data);
    data.release();
}

CustomShape::CustomShape(const CustomShape& other) noexcept : data_(other.data_) {
    if (data_ != nullptr) {
        static_cast<const SharedData*>(data_)->users.fetch_add(1, std::memory_order_relaxed);
    }
}

CustomShape::~CustomShape() {
    const auto* const shared = static_cast<const SharedData*>(data_);
    if (shared != nullptr && shared->users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete shared;
    }
}

/// Samples the shape, whose support mapping must already be usable.
void CustomShape::complete(Data& data) const {
    const float radius = data.radius;
    const auto core = [this](const Vec2& d) -> Vec2 { return core_support(d); };
    const auto whole = [this](const Vec2& d) -> Vec2 { return support(d); };
    data.size = static_cast<float>(size_of(whole));
    const SampledMass mass = sample_mass(FunctionRef<Vec2(const Vec2&)>(whole), 1.0f);
    Border border = sample_border(core);
    if (border.points.size() < 3 && radius > 0.0f) {
        data.inner_radius = radius;
        data.radius = 0.0f;
        border = sample_border(core);
    }
    if (border.points.size() < 3 || mass.status == SampledMassStatus::NoArea ||
        mass.status == SampledMassStatus::NotFinite) {
        fail("CustomShape", "shape", "finite and with an area", static_cast<double>(data.size));
    }
    data.outline = border.points;
    const std::size_t count = data.outline.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2& from = data.outline[i];
        const Vec2& to = data.outline[(i + 1) % count];
        if (border.straight[i]) {
            const Vec2d way = normalized(to_double(to) - to_double(from));
            data.sides.push_back({from, to, Vec2{static_cast<float>(way.y), static_cast<float>(-way.x)}});
        }
    }
    data.unit_mass = is_polygon() ? compute_mass(polygon(), 1.0f) : mass.properties;
}

Vec2 CustomShape::grown(const Vec2& point, float radius, const Vec2& direction) {
    const Vec2d way = normalized(to_double(direction));
    return point + to_float(static_cast<double>(radius) * way);
}

void CustomShape::fail_moved_from() {
    fail("CustomShape: the shape was moved from: it can only be destroyed, or assigned another");
}

Vec2 CustomShape::support(const Vec2& direction) const {
    const Vec2 point = core_support(direction);
    return radius() > 0.0f ? grown(point, radius(), direction) : point;
}

MassProperties CustomShape::mass(float density) const {
    const MassProperties& unit = data().unit_mass;
    return {density * unit.mass, unit.center, density * unit.inertia};
}

}  // namespace drystone
