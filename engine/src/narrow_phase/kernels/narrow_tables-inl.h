// Table of the narrow phase's kernels over the lane type `Real`; include after all of them.

/// Collides the boxes of one vector of lanes.
template <class Real>
struct BoxCollider {
    const FrameInput& input;

    DRYSTONE_LANE_INLINE LaneManifold<Real> operator()(const std::int32_t* body_a, const std::int32_t* body_b,
                                                       const std::int32_t* frame_a,
                                                       const std::int32_t* frame_b) const {
        return collide_boxes<Real>(body_a, body_b, frame_a, frame_b, input);
    }
};

template <class Real>
void collide_box_pairs(const LanePairs& pairs, const FrameInput& input, ManifoldRows& out, int lanes) {
    collide_pairs<Real>(pairs, out, lanes, BoxCollider<Real>{input});
}

template <class Real>
void update_box_blocks(ContactBlock* blocks, ContactIds* ids, std::size_t count, const ContactInput& input,
                       const Row& reused) {
    update_blocks<Real>(blocks, ids, count, input, reused, BoxCollider<Real>{input});
}

template <class Real, int NA, int NB>
void collide_polygon_pairs(const LanePairs& pairs, const FrameInput& input, ManifoldRows& out, int lanes) {
    for (int lane = 0; lane < lanes; lane += Real::width) {
        store_manifold<Real>(
            collide_polygons<Real, NA, NB>(pairs.body_a + lane, pairs.body_b + lane, pairs.frame_a + lane,
                                           pairs.frame_b + lane, input),
            out, lane);
    }
}

template <class Real>
NarrowKernels make_narrow_kernels(const char* name) {
    return {name,
            &collide_box_pairs<Real>,
            &update_box_blocks<Real>,
            {{&collide_polygon_pairs<Real, 4, 4>, &collide_polygon_pairs<Real, 4, 8>},
             {&collide_polygon_pairs<Real, 8, 4>, &collide_polygon_pairs<Real, 8, 8>}},
            &write_block<Real>,
            &turn_manifolds<Real>,
            &reuse_manifolds<Real>,
            &find_speculative_margins<Real>,
            &find_motions<Real>,
            &write_approach_speeds<Real>,
            std::size_t{Real::width}};
}
