#pragma once

#include "narrow_phase/narrow_phase.h"

namespace drystone {

inline const float* box_frames(const NarrowPhaseInput& input) {
    return reinterpret_cast<const float*>(input.shapes.boxes.data());
}

/// Returns the sources of the gathers for a kind.
inline FrameInput frame_input(const NarrowPhaseInput& input, ContactKind kind, float max_separation) {
    const auto* const polygons = reinterpret_cast<const float*>(input.shapes.frames.data());
    return {reinterpret_cast<const float*>(input.bodies.poses.data()),
            kind == ContactKind::Boxes ? box_frames(input) : polygons, max_separation};
}

/// Returns the kernel that collides a kind in lanes; null if its pairs are collided one by one.
inline CollidePairs find_kernel(const NarrowKernels& kernels, ContactKind kind) {
    switch (kind) {
        case ContactKind::Boxes: return kernels.collide_boxes;
        case ContactKind::Small: return kernels.collide_polygons[0][0];
        case ContactKind::SmallMedium: return kernels.collide_polygons[0][1];
        case ContactKind::MediumSmall: return kernels.collide_polygons[1][0];
        case ContactKind::Medium: return kernels.collide_polygons[1][1];
        case ContactKind::General: break;
    }
    return nullptr;
}

inline bool touches(const ManifoldRows& manifolds, int lane) {
    return manifolds.feature[0][lane] != 0.0f || manifolds.feature[1][lane] != 0.0f;
}

}  // namespace drystone
