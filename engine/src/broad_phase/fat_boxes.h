#pragma once

#include "broad_phase/broad_phase.h"
#include "broad_phase/fat_box_kernels.h"
#include "parallel/team.h"
#include "store/body_store.h"
#include "store/shape_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Fat boxes of the bodies that the solver moves, updated after each step. Shapes are sorted by the kernel
/// that finds their boxes.
class FatBoxUpdate {
public:
    const FatBoxKernels* kernels = &scalar_fat_box_kernels();

    /// Replaces the fat boxes that no longer contain their shapes and the motion of the next step, and those
    /// of fast ones, and moves them in the trees. Cost: a few nanoseconds per shape.
    void update(const BodyStore& bodies, ShapeStore& shapes, float border, float time_step,
                BroadPhase& broad_phase, Team& team);
    /// Forgets the collected shapes, after bodies and shapes were replaced.
    void forget();
    /// Extends the boxes of the bodies that were given a velocity since the last step, or of all that move if
    /// `all`, as far as they move in the coming step, and empties `bodies.sped_up`.
    void reach_ahead(BodyStore& bodies, ShapeStore& shapes, float border, float time_step, bool all,
                     BroadPhase& broad_phase, Team& team);
    [[nodiscard]] std::size_t bytes() const;

private:
    /// Numbers of shapes of one kind, of their bodies and of their frames. The last block of lanes is filled
    /// up with copies of its first shape.
    struct ShapeList {
        std::vector<std::int32_t> bodies;
        std::vector<std::int32_t> shapes;
        std::vector<std::int32_t> frames;
        std::vector<std::uint16_t> escaped;  ///< Lanes with replaced boxes as bits, by block.
        std::size_t count = 0;

        void clear();
        void add(std::uint32_t body, std::uint32_t shape, std::uint32_t frame);
        void fill_block();
        /// Removes the copies that `fill_block` added.
        void empty_block();
        void update(const FatBoxKernels& kernels, UpdateFatBoxes FatBoxKernels::*kind,
                    const FatBoxInput& input, Team& team);
        [[nodiscard]] std::size_t bytes() const;
    };

    void collect_shapes(const BodyStore& bodies, ShapeStore& shapes);
    void add_shapes(const BodyStore& bodies, ShapeStore& shapes, std::uint32_t body);
    [[nodiscard]] std::size_t escaped_count() const;
    static bool move_all(const ShapeStore& shapes, AabbTree& tree, Team& team);
    static void move_escaped(const ShapeList& list, const BodyStore& bodies, const ShapeStore& shapes,
                             BroadPhase& broad_phase, bool only_kinematic);
    void update_others(const BodyStore& bodies, ShapeStore& shapes, float border, float time_step,
                       BroadPhase& broad_phase) const;

    std::uint32_t seen_bodies_ = no_index;
    std::size_t seen_awake_ = 0;
    std::uint32_t seen_shapes_ = no_index;
    ShapeList boxes_;
    ShapeList small_polygons_;
    ShapeList medium_polygons_;
    ShapeList others_;  ///< Cores with more than `max_frame_points` points; one by one.
};

/// Returns the tight box of a shape at its body's pose, with the border that speculative contacts need.
Aabb tight_box(const BodyStore& bodies, const ShapeStore& shapes, std::uint32_t shape, float border);

/// Returns the tight box with the margin of a body at rest.
Aabb with_margin(const Aabb& tight);

/// Sets the fat box of a shape in the store and in the tree.
void set_fat_box(ShapeStore& shapes, AabbTree& tree, std::uint32_t shape, const Aabb& box);

}  // namespace drystone
