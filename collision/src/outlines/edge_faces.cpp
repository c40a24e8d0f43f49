#include "outlines/edge_faces.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <numeric>

namespace drystone::detail {
namespace {

constexpr std::size_t no_face = ~std::size_t{0};

/// Faces between edges. Half-edge 2 i runs along edge i, and half-edge 2 i + 1 back.
class EdgeFaces {
public:
    EdgeFaces(std::span<const NodedEdge> edges, bool is_even_odd)
        : edges_(edges), is_even_odd_(is_even_odd), outgoing_(2 * edges.size()), place_(2 * edges.size()) {
        sort_outgoing();
        find_faces();
        find_insides();
        join_parts();
    }

    std::vector<FaceLoop> trace() {
        std::vector<FaceLoop> loops;
        std::vector<bool> is_done(2 * edges_.size(), false);
        for (std::size_t first = 0; first < is_done.size(); ++first) {
            if (is_done[first] || !is_border(first)) {
                continue;
            }
            FaceLoop& loop = loops.emplace_back();
            loop.part = part_of(face_[first]);
            for (std::size_t h = first; !is_done[h]; h = next_border(h)) {
                is_done[h] = true;
                loop.points.push_back(origin(h));
            }
        }
        return loops;
    }

private:
    static std::size_t twin(std::size_t h) { return h ^ 1u; }
    [[nodiscard]] const NodePoint& origin(std::size_t h) const {
        return h % 2 == 0 ? edges_[h / 2].from : edges_[h / 2].to;
    }
    [[nodiscard]] NodePoint direction(std::size_t h) const { return origin(twin(h)) - origin(h); }

    /// Sorts the half-edges by their origins, and those of one origin counter-clockwise.
    void sort_outgoing() {
        std::iota(outgoing_.begin(), outgoing_.end(), std::size_t{0});
        sort_items(outgoing_.begin(), outgoing_.end(), [&](std::size_t a, std::size_t b) {
            if (origin(a) != origin(b)) {
                return origin(a) < origin(b);
            }
            const NodePoint d = direction(a);
            const NodePoint e = direction(b);
            // From straight down, which comes last, over the right to the left.
            const auto half = [](const NodePoint& p) { return p.x > 0 || (p.x == 0 && p.y > 0) ? 0 : 1; };
            return half(d) != half(e) ? half(d) < half(e) : cross(d, e) > 0;
        });
        for (std::size_t i = 0; i < outgoing_.size(); ++i) {
            place_[outgoing_[i]] = i;
        }
    }
    /// Returns the half-edge with the same origin that comes next clockwise.
    [[nodiscard]] std::size_t clockwise(std::size_t h) const {
        const std::size_t place = place_[h];
        if (place > 0 && origin(outgoing_[place - 1]) == origin(h)) {
            return outgoing_[place - 1];
        }
        std::size_t last = place;
        while (last + 1 < outgoing_.size() && origin(outgoing_[last + 1]) == origin(h)) {
            ++last;
        }
        return outgoing_[last];
    }
    void find_faces() {
        face_.assign(2 * edges_.size(), no_face);
        for (std::size_t first = 0; first < face_.size(); ++first) {
            if (face_[first] == no_face) {
                for (std::size_t h = first; face_[h] == no_face; h = clockwise(twin(h))) {
                    face_[h] = samples_.size();
                }
                samples_.push_back(first);
            }
        }
    }
    /// Returns how much the number on the left of a half-edge is larger than that on its right.
    [[nodiscard]] int step(std::size_t h) const {
        const NodedEdge& edge = edges_[h / 2];
        return is_even_odd_ ? edge.count : h % 2 == 0 ? edge.winding : -edge.winding;
    }
    /// Numbers the faces by the edges between them and the outside.
    void find_insides() {
        std::vector<int> numbers(samples_.size(), 0);
        std::vector<bool> is_known(samples_.size(), false);
        // All edges from the smallest point run to the right or up, so the last one has the outside to its
        // left.
        std::size_t last = 0;
        while (last + 1 < outgoing_.size() && origin(outgoing_[last + 1]) == origin(outgoing_[0])) {
            ++last;
        }
        std::vector<std::size_t> open{face_[outgoing_[last]]};
        is_known[open.front()] = true;
        while (!open.empty()) {
            const std::size_t face = open.back();
            open.pop_back();
            std::size_t h = samples_[face];
            do {
                const std::size_t other = face_[twin(h)];
                if (!is_known[other]) {
                    is_known[other] = true;
                    numbers[other] = numbers[face] - step(h);
                    open.push_back(other);
                }
                h = clockwise(twin(h));
            } while (h != samples_[face]);
        }
        for (const int number : numbers) {
            is_inside_.push_back(is_even_odd_ ? number % 2 != 0 : number != 0);
        }
    }
    /// Joins faces of the inside that have an edge in common.
    void join_parts() {
        parents_.resize(samples_.size());
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
        for (std::size_t h = 0; h < face_.size(); h += 2) {
            if (is_inside_[face_[h]] && is_inside_[face_[h + 1]]) {
                parents_[part_of(face_[h])] = part_of(face_[h + 1]);
            }
        }
    }
    std::size_t part_of(std::size_t face) {
        while (parents_[face] != face) {
            parents_[face] = parents_[parents_[face]];
            face = parents_[face];
        }
        return face;
    }
    [[nodiscard]] bool is_border(std::size_t h) const {
        return is_inside_[face_[h]] && !is_inside_[face_[twin(h)]];
    }
    /// Returns the half-edge that follows on the border of the same corner of the inside.
    [[nodiscard]] std::size_t next_border(std::size_t h) const {
        std::size_t next = clockwise(twin(h));
        while (!is_border(next)) {
            next = clockwise(next);
        }
        return next;
    }

    std::span<const NodedEdge> edges_;
    bool is_even_odd_;
    std::vector<std::size_t> outgoing_;
    std::vector<std::size_t> place_;    ///< Place of each half-edge in `outgoing_`.
    std::vector<std::size_t> face_;     ///< Face to the left of each half-edge.
    std::vector<std::size_t> samples_;  ///< A half-edge of each face.
    std::vector<bool> is_inside_;
    std::vector<std::size_t> parents_;
};

}  // namespace

std::vector<FaceLoop> trace_inside(std::span<const NodedEdge> edges, bool is_even_odd) {
    return edges.empty() ? std::vector<FaceLoop>() : EdgeFaces(edges, is_even_odd).trace();
}

}  // namespace drystone::detail
