// Passes over contact blocks, for the table of kernels. Include it after body_kernels-inl.h,
// contact_kernels-inl.h and surface_kernels-inl.h. Blocks are filled from the front: unused lanes at the end
// of the last one are skipped where the lane width allows it.

template <class Real>
void warm_start_blocks(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                       BodySolverState* states) {
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            warm_start_lanes<Real>(blocks[i], lane, states);
        }
        for (int lane = 0; blocks[i].has_surfaces && lane < lanes; lane += Real::width) {
            warm_start_rolling<Real>(blocks[i], surfaces[i], lane, states);
        }
    }
}

template <class Real>
void solve_blocks(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants) {
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        if (blocks[i].has_surfaces) {
            for (int lane = 0; lane < lanes; lane += Real::width) {
                solve_lanes<Real>(blocks[i], lane, states,
                                  softness_of_lanes<Real>(surfaces[i], lane, constants));
            }
            continue;
        }
        const BiasLanes<Real> soft = bias_of<Real>(blocks[i].softness, constants);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            solve_lanes<Real>(blocks[i], lane, states, soft);
        }
    }
}

template <class Real, bool round>
void relax_block(ContactBlock& block, SurfaceBlock* surfaces, int lanes, BodySolverState* states,
                 Real inverse_h) {
    if (block.has_surfaces) {
        for (int lane = 0; lane < lanes; lane += Real::width) {
            relax_lanes<Real, round>(block, lane, states, inverse_h, LaneSurfaces<Real>{*surfaces, lane});
        }
    } else {
        for (int lane = 0; lane < lanes; lane += Real::width) {
            relax_lanes<Real, round>(block, lane, states, inverse_h, DefaultSurfaces<Real>{});
        }
    }
}

template <class Real>
void relax_blocks(ContactBlock* blocks, ImpactBlock* impacts, SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants) {
    const Real inverse_h = Real::splat(constants.inverse_h);
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        SurfaceBlock* const own = surfaces != nullptr ? surfaces + i : nullptr;
        if (blocks[i].round) {
            relax_block<Real, true>(blocks[i], own, lanes, states, inverse_h);
        } else {
            relax_block<Real, false>(blocks[i], own, lanes, states, inverse_h);
        }
        for (int lane = 0; blocks[i].tracks_impacts && lane < lanes; lane += Real::width) {
            track_impacts<Real>(blocks[i], impacts[i], lane);
        }
    }
}

template <class Real>
void apply_restitution_blocks(ContactBlock* blocks, const ImpactBlock* impacts, std::size_t contacts,
                              BodySolverState* states, const SolverConstants& constants) {
    const Real threshold = Real::splat(constants.restitution_threshold);
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        if (!blocks[i].bounces) {
            continue;
        }
        for (int lane = 0; lane < lanes; lane += Real::width) {
            restitution_lanes<Real>(blocks[i], impacts[i], lane, states, threshold);
        }
    }
}
