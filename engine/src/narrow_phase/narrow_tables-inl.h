// The table of the narrow phase's kernels over the lane type `Real`; to be included after all of them.

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
void collide_box_pairs(const LanePairs& pairs, const FrameInput& input, ManifoldRows& out) {
    collide_pairs<Real>(pairs, out, BoxCollider<Real>{input});
}

template <class Real>
void update_box_blocks(ContactBlock* blocks, ContactNames* names, std::size_t count,
                       const ContactInput& input) {
    update_blocks<Real>(blocks, names, count, input, BoxCollider<Real>{input});
}

template <class Real>
NarrowKernels make_narrow_kernels(const char* name) {
    return {name, {&collide_box_pairs<Real>, &update_box_blocks<Real>}, &write_block<Real>};
}
