#pragma once

#include <drystone/collision/mass.h>
#include <drystone/collision/shapes.h>
#include <drystone/collision/support.h>

#include <span>
#include <utility>
#include <vector>

namespace drystone {

/// Any convex shape that tells its support points, kept for a body: an ellipse, a Minkowski sum, a user's own
/// type. Copies share it, and it never changes.
///
///     world.create_shape(body, CustomShape{Ellipse{0.8f, 0.4f}});
///     world.create_shape(body, CustomShape{Superellipse{0.5f, 0.5f, 4.0f}});
///     world.create_shape(body, CustomShape{HullOf{Circle{{0, 0}, 0.5f}, Circle{{2, 0}, 0.2f}}});
///
/// Its outline is sampled once: along the boundary it holds every straight side that is at least an eighth of
/// the shape's size, exactly, and bridges curves by chords shorter than that. Contacts and queries ask the
/// mapping itself; the outline is for drawing, for the straight sides on which a shape rests with two points,
/// and for time of impact. A shape that has nothing but straight sides is a polygon, and treated as one.
class CustomShape {
public:
    /// Keeps a copy. Throws `Error` where the shape gives points that are not finite or has no area, and
    /// where the copy does not answer the same twice.
    template <ConvexShape Shape>
    requires(!std::same_as<Shape, CustomShape>) explicit CustomShape(Shape shape)
        // In braces: the radius is read before the shape is moved.
        : CustomShape{core_radius(shape), new Shape(std::move(shape)), &CustomShape::support_of<Shape>,
                      &CustomShape::destroy<Shape>} {}
    CustomShape(const CustomShape& other) noexcept;
    CustomShape(CustomShape&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    CustomShape& operator=(CustomShape other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    ~CustomShape();

    /// The farthest point along a direction that is not zero, radius included [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const;
    /// The same of the shape without its radius.
    [[nodiscard]] Vec2 core_support(const Vec2& direction) const {
        const Vec2 point = data_->support(data_->shape, direction);
        return data_->inner_radius > 0.0f ? grown(point, data_->inner_radius, direction) : point;
    }
    [[nodiscard]] float radius() const { return data_->radius; }

    /// A straight side of the core, from one vertex of the outline to the next.
    struct Side {
        Vec2 from{0.0f, 0.0f};
        Vec2 to{0.0f, 0.0f};
        Vec2 normal{1.0f, 0.0f};  ///< Unit, outward.
    };
    /// Points of the core's border, counter-clockwise [m]; at most 64.
    [[nodiscard]] std::span<const Vec2> outline() const { return data_->outline; }
    [[nodiscard]] std::span<const Side> sides() const { return data_->sides; }
    /// Has it nothing but straight sides, except for the radius?
    [[nodiscard]] bool is_polygon() const { return data_->sides.size() == data_->outline.size(); }
    /// The outline with the radius. Of a polygon the shape itself, else one inside of it.
    [[nodiscard]] Polygon polygon() const { return make_hull(data_->outline, data_->radius); }
    /// Of uniform `density` [kg/m^2]; by `sample_mass`, of a polygon exact.
    [[nodiscard]] MassProperties mass(float density) const;
    /// The greatest extent along an axis [m].
    [[nodiscard]] float size() const { return data_->size; }

private:
    using SupportFunction = Vec2 (*)(const void* shape, const Vec2& direction);
    using DestroyFunction = void (*)(const void* shape);
    /// What copies share; what counts them is known to the library alone.
    struct Data {
        const void* shape = nullptr;
        SupportFunction support = nullptr;
        float radius = 0.0f;
        float inner_radius = 0.0f;  ///< In the core itself, where that would be a line or a point.
        float size = 0.0f;
        std::vector<Vec2> outline;
        std::vector<Side> sides;
        MassProperties unit_mass;  ///< Of a density of 1 kg/m^2.
    };

    struct SharedData;

    /// Takes over the shape, also where it throws.
    CustomShape(float radius, const void* shape, SupportFunction support, DestroyFunction destroy);
    void complete(Data& data) const;

    static Vec2 grown(const Vec2& point, float radius, const Vec2& direction);

    template <class Shape>
    static Vec2 support_of(const void* shape, const Vec2& direction) {
        return core_mapping(*static_cast<const Shape*>(shape)).support(direction);
    }
    template <class Shape>
    static void destroy(const void* shape) {
        delete static_cast<const Shape*>(shape);
    }

    const Data* data_ = nullptr;
};

/// What GJK and EPA run on.
struct CustomCore {
    const CustomShape* shape;

    [[nodiscard]] Vec2 support(const Vec2& direction) const { return shape->core_support(direction); }
};
inline CustomCore core_mapping(const CustomShape& shape) { return {&shape}; }
inline float core_radius(const CustomShape& shape) { return shape.radius(); }

/// A shape on a body: a core, or where there is a custom shape, that.
struct AnyShape {
    ConvexCore core;
    const CustomShape* custom = nullptr;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return custom != nullptr ? custom->core_support(direction) : CoreMapping{core}.support(direction);
    }
};
inline const AnyShape& core_mapping(const AnyShape& shape) { return shape; }
inline float core_radius(const AnyShape& shape) {
    return shape.custom != nullptr ? shape.custom->radius() : shape.core.radius;
}

}  // namespace drystone
