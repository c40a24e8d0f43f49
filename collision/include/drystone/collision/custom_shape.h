#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/mass.h>
#include <drystone/collision/shapes.h>
#include <drystone/collision/support.h>

#include <span>
#include <utility>
#include <vector>

namespace drystone {

/// Any convex support mapping, stored as the shape of a body: an ellipse, a Minkowski sum, a user's own type.
/// Immutable; copies share the data.
///
///     world.create_shape(body, CustomShape{Ellipse{0.8f, 0.4f}});
///     world.create_shape(body, CustomShape{Superellipse{0.5f, 0.5f, 4.0f}});
///     world.create_shape(body, CustomShape{HullOf{Circle{{0, 0}, 0.5f}, Circle{{2, 0}, 0.2f}}});
///
/// The outline is sampled once. It contains every straight side of at least an eighth of the shape's size
/// exactly, and approximates curves by chords shorter than that (longer ones where it would exceed 64
/// points). Contacts and queries use the mapping itself; the outline is used for drawing, for the straight
/// sides on which a shape rests with two points, and for time of impact. A shape whose outline has only
/// straight sides is treated as a polygon.
class DRYSTONE_COLLISION_API CustomShape {
public:
    /// Keeps a copy. Throws `Error` where the shape returns points that are not finite or has no area.
    template <ConvexShape Shape>
    requires(!std::same_as<Shape, CustomShape>) explicit CustomShape(Shape shape)
        // Braces keep the order: the radius is read before the shape is moved.
        : CustomShape{core_radius(shape), new Shape(std::move(shape)), &CustomShape::support_of<Shape>,
                      &CustomShape::destroy<Shape>} {}
    /// Shares the shape with the other.
    CustomShape(const CustomShape& other) noexcept;
    /// Takes the shape; the other can only be destroyed or assigned to.
    CustomShape(CustomShape&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    /// Replaces the shape.
    CustomShape& operator=(CustomShape other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    ~CustomShape();

    /// Returns the farthest point [m] along a direction that is not zero, radius included.
    [[nodiscard]] Vec2 support(const Vec2& direction) const;
    /// Returns the farthest point [m] of the shape without its radius.
    [[nodiscard]] Vec2 core_support(const Vec2& direction) const {
        const Data& own = data();
        const Vec2 point = own.support(own.shape, direction);
        return own.inner_radius > 0.0f ? grown(point, own.inner_radius, direction) : point;
    }
    /// Returns the rounding radius that is added to the core [m].
    [[nodiscard]] float radius() const { return data().radius; }

    /// A straight side of the core, from one vertex of the outline to the next.
    struct Side {
        Vec2 from{0.0f, 0.0f};    ///< First corner [m].
        Vec2 to{0.0f, 0.0f};      ///< Second corner [m].
        Vec2 normal{1.0f, 0.0f};  ///< Outward unit normal.
    };
    /// Returns points of the core's border, counter-clockwise [m]; at most 64.
    [[nodiscard]] std::span<const Vec2> outline() const { return data().outline; }
    /// Returns the straight sides of the outline.
    [[nodiscard]] std::span<const Side> sides() const { return data().sides; }
    /// Returns whether the outline has only straight sides.
    [[nodiscard]] bool is_polygon() const { return data().sides.size() == data().outline.size(); }
    /// Returns the outline with the radius: the shape itself where it is a polygon, else a polygon inside it.
    [[nodiscard]] Polygon polygon() const { return make_hull(data().outline, data().radius); }
    /// Returns the mass properties at uniform `density` [kg/m^2]: exact for a polygon, else by `sample_mass`.
    [[nodiscard]] MassProperties mass(float density) const;
    /// Returns whether both share their data, as copies do.
    [[nodiscard]] bool is_copy_of(const CustomShape& other) const { return data_ == other.data_; }
    /// Returns the larger of the extents along x and y, radius included [m].
    [[nodiscard]] float size() const { return data().size; }

private:
    using SupportFunction = Vec2 (*)(const void* shape, const Vec2& direction);
    using DestroyFunction = void (*)(const void* shape);
    /// Data shared by copies; only the library knows the reference count.
    struct Data {
        const void* shape = nullptr;
        SupportFunction support = nullptr;
        float radius = 0.0f;
        /// Radius inside the core, where the core would otherwise be a line or a point [m].
        float inner_radius = 0.0f;
        float size = 0.0f;
        std::vector<Vec2> outline;
        std::vector<Side> sides;
        MassProperties unit_mass;  ///< Mass properties at a density of 1 kg/m^2.
    };

    struct SharedData;

    /// Takes ownership of the shape, also where it throws.
    CustomShape(float radius, const void* shape, SupportFunction support, DestroyFunction destroy);
    /// Throws `Error` if the shape was moved from.
    [[nodiscard]] const Data& data() const {
        if (data_ == nullptr) {
            fail_moved_from();
        }
        return *data_;
    }
    [[noreturn]] static void fail_moved_from();
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

/// Support mapping of the core of a custom shape, for GJK and EPA.
struct CustomCore {
    const CustomShape* shape;  ///< Shape, which must outlive this.

    /// Returns the farthest point of the core [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const { return shape->core_support(direction); }
};
/// Returns the core of a custom shape as a mapping.
inline CustomCore core_mapping(const CustomShape& shape) { return {&shape}; }
/// Returns the radius that is added to the core [m].
inline float core_radius(const CustomShape& shape) { return shape.radius(); }

/// A shape of a body: the custom shape where there is one, else the core.
struct AnyShape {
    ConvexCore core;  ///< Core of a built-in shape, or the sampled outline of a custom one.
    const CustomShape* custom = nullptr;  ///< Custom shape; null for a built-in one.

    /// Returns the farthest point of the core [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return custom != nullptr ? custom->core_support(direction) : CoreMapping{core}.support(direction);
    }
};
/// Returns the shape itself.
inline const AnyShape& core_mapping(const AnyShape& shape) { return shape; }
/// Returns the radius that is added to the core [m].
inline float core_radius(const AnyShape& shape) {
    return shape.custom != nullptr ? shape.custom->radius() : shape.core.radius;
}

}  // namespace drystone
