#pragma once

#include <drystone/collision/detail/simplex.h>

namespace drystone::detail {

/// The polytope that EPA expands inside the Minkowski difference: a convex polygon, counter-clockwise, of
/// fixed capacity.
///
/// Normals and distances of its faces are kept in double precision, in which the vertices are exact: faces of
/// a curved shape become so short that in floats rounding would dominate their direction.
template <class Difference>
class Polytope {
public:
    using Vertex = typename Difference::Vertex;
    static constexpr int capacity = 128;

    struct Face {
        int first = 0;  ///< The face leads from this vertex to the next.
        Vec2d normal{1.0, 0.0};
        /// Signed distance of its line from the origin; negative where the origin lies beyond the face.
        double distance = 0.0;
        bool proper = false;  ///< True if the face has a length, and so a normal.
    };

    /// Starts with the support points of four directions. In their order they are corners of the difference,
    /// counter-clockwise, and none of them lies inside, as the vertices of a cached simplex might.
    explicit Polytope(const Difference& difference) {
        constexpr float axes[4][2] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
        for (const auto& axis : axes) {
            const Vertex vertex = difference.support(Vec2{axis[0], axis[1]});
            if (count_ == 0 || !(vertices_[count_ - 1].w == vertex.w || vertices_[0].w == vertex.w)) {
                vertices_[count_++] = vertex;
            }
        }
        for (int i = 0; i < count_; ++i) {
            measure(i);
        }
    }

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] bool full() const { return count_ == capacity; }
    [[nodiscard]] const Vertex& vertex(int i) const { return vertices_[i]; }
    [[nodiscard]] const Vertex& first(const Face& face) const { return vertices_[face.first]; }
    [[nodiscard]] const Vertex& second(const Face& face) const { return vertices_[next(face.first)]; }

    /// Returns the face with the smallest distance from the origin; of equals the first. Not proper where
    /// there is none, as in a polytope of one point.
    [[nodiscard]] Face nearest_face() const {
        Face best;
        for (int i = 0; i < count_; ++i) {
            const bool better = faces_[i].proper && (!best.proper || faces_[i].distance < best.distance);
            best = better ? faces_[i] : best;
        }
        return best;
    }

    /// Inserts a support point between the ends of the face and drops neighbours that have become reflex.
    void expand(const Face& face, const Vertex& vertex) {
        const int at = face.first + 1;
        for (int i = count_; i > at; --i) {
            vertices_[i] = vertices_[i - 1];
            faces_[i] = faces_[i - 1];
            faces_[i].first = i;
        }
        vertices_[at] = vertex;
        ++count_;
        const int kept = drop_reflex(drop_reflex(at, 1), -1);
        measure(kept);
        measure(previous(kept));
    }

private:
    [[nodiscard]] int next(int i) const { return i + 1 < count_ ? i + 1 : 0; }
    [[nodiscard]] int previous(int i) const { return i > 0 ? i - 1 : count_ - 1; }

    /// Computes normal and distance of the face that begins at vertex i.
    void measure(int i) {
        const Vec2d p = to_double(vertices_[i].w);
        const Vec2d edge = to_double(vertices_[next(i)].w) - p;
        const double length = drystone::length(edge);
        Face& face = faces_[i];
        face = {i, {1.0, 0.0}, 0.0, length > 0.0};
        if (face.proper) {
            face.normal = Vec2d{edge.y, -edge.x} / length;
            face.distance = dot(face.normal, p);
        }
    }

    void remove(int at) {
        for (int i = at; i + 1 < count_; ++i) {
            vertices_[i] = vertices_[i + 1];
            faces_[i] = faces_[i + 1];
            faces_[i].first = i;
        }
        --count_;
    }

    /// Drops the vertices next to `at`, on one side, that are no longer corners.
    /// \return  index of the vertex afterwards
    int drop_reflex(int at, int step) {
        while (count_ > 3) {
            const int beside = step > 0 ? next(at) : previous(at);
            const int beyond = step > 0 ? next(beside) : previous(beside);
            const Vec2d corner = to_double(vertices_[at].w);
            const Vec2d side = to_double(vertices_[beside].w) - corner;
            const Vec2d way = to_double(vertices_[beyond].w) - corner;
            if (step * (side.x * way.y - side.y * way.x) > 0.0) {
                break;
            }
            remove(beside);
            at -= beside < at ? 1 : 0;
        }
        return at;
    }

    Vertex vertices_[capacity + 1];
    Face faces_[capacity + 1];
    int count_ = 0;
};

}  // namespace drystone::detail
