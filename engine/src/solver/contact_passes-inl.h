// Passes over contact blocks, for the table of kernels. Include it after body_kernels-inl.h,
// contact_yield-inl.h, contact_kernels-inl.h, surface_kernels-inl.h and impact_kernels-inl.h. Blocks are
// filled from the front: unused lanes at the end of the last one are skipped where the lane width allows it,
// and blocks whose lanes are all extracted.

/// Moves the load of each contact towards its impulse. About 5 operations per contact.
template <class Real>
DRYSTONE_LANE_INLINE void update_load(ContactBlock& block, int lane, const SolverConstants& constants) {
    const Real impulse =
        Real::load(block.normal_impulse[0] + lane) + Real::load(block.normal_impulse[1] + lane);
    const Real load = Real::load(block.load + lane);
    const Real next = load + Real::splat(constants.load_rate) * (impulse - load);
    select(finite_part(next) == Real::zero(), next, Real::zero()).store(block.load + lane);
    const Real friction =
        Real::load(block.friction_impulse[0] + lane) + Real::load(block.friction_impulse[1] + lane);
    const Real friction_load = Real::load(block.friction_load + lane);
    const Real next_friction = friction_load + Real::splat(constants.load_rate) * (friction - friction_load);
    select(finite_part(next_friction) == Real::zero(), next_friction, Real::zero())
        .store(block.friction_load + lane);
}

/// Lets contacts settle under their loads, and updates these. About 50 operations per contact and step.
template <class Real>
void settle_blocks(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                   const SolverConstants& constants) {
    const Real zero = Real::zero();
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            settle_lanes<Real>(blocks[i], lane, constants);
            update_load<Real>(blocks[i], lane, constants);
        }
        // The depth of springs is intended.
        for (int lane = 0; blocks[i].has_surfaces && lane < lanes; lane += Real::width) {
            const auto spring = Real::load(surfaces[i].is_spring + lane) > zero;
            for (Row& settled : blocks[i].settled) {
                select(spring, zero, Real::load(settled + lane)).store(settled + lane);
            }
        }
    }
}

template <class Real>
void warm_start_blocks(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                       BodySolverState* states) {
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        if (blocks[i].extracted == lanes) {
            continue;
        }
        for (int lane = 0; lane < lanes; lane += Real::width) {
            warm_start_lanes<Real>(blocks[i], lane, states);
        }
        for (int lane = 0; blocks[i].has_surfaces && lane < lanes; lane += Real::width) {
            warm_start_rolling<Real>(blocks[i], surfaces[i], lane, states);
        }
    }
}

template <class Real, class Changes>
void solve_blocks_with(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                       BodySolverState* states, const SolverConstants& constants, Changes& changes) {
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        if (blocks[i].extracted == lanes) {
            continue;
        }
        if (blocks[i].has_surfaces) {
            for (int lane = 0; lane < lanes; lane += Real::width) {
                solve_lanes<Real>(blocks[i], lane, states,
                                  softness_of_lanes<Real>(surfaces[i], lane, constants), changes);
            }
            continue;
        }
        const BiasLanes<Real> soft = bias_of<Real>(blocks[i].softness, constants);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            solve_lanes<Real>(blocks[i], lane, states, soft, changes);
        }
    }
}

template <class Real>
void solve_blocks(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants) {
    IgnoredChanges changes;
    solve_blocks_with<Real>(blocks, surfaces, contacts, states, constants, changes);
}

template <class Real>
bool solve_blocks_changing(ContactBlock* blocks, const SurfaceBlock* surfaces, std::size_t contacts,
                           BodySolverState* states, const SolverConstants& constants, float limit) {
    LargeChanges<Real> changes{Real::splat(limit)};
    solve_blocks_with<Real>(blocks, surfaces, contacts, states, constants, changes);
    return changes.any();
}

/// Runs a relax pass over the lanes of a block. `surfaces_of(lane)` gives their surface properties.
template <class Real, bool round, class SurfacesOf, class Changes>
void relax_block_with(ContactBlock& block, const ImpactBlock* impacts, int lanes, BodySolverState* states,
                      const SolverConstants& constants, const SurfacesOf& surfaces_of, Changes& changes) {
    const Real inverse_h = Real::splat(constants.inverse_h);
    if (!block.bounces) {
        for (int lane = 0; lane < lanes; lane += Real::width) {
            relax_lanes<Real, round>(block, lane, states, inverse_h, surfaces_of(lane), changes);
        }
        return;
    }
    const Real threshold = Real::splat(slow_impact * constants.restitution_threshold);
    for (int lane = 0; lane < lanes; lane += Real::width) {
        const BouncingSurfaces<Real, decltype(surfaces_of(lane))> bouncing{surfaces_of(lane), *impacts, lane,
                                                                           threshold};
        relax_lanes<Real, round>(block, lane, states, inverse_h, bouncing, changes);
    }
}

template <class Real, bool round, class Changes>
void relax_block(ContactBlock& block, const ImpactBlock* impacts, SurfaceBlock* surfaces, int lanes,
                 BodySolverState* states, const SolverConstants& constants, Changes& changes) {
    if (block.has_surfaces) {
        relax_block_with<Real, round>(
            block, impacts, lanes, states, constants,
            [&](int lane) {
                return LaneSurfaces<Real>{*surfaces, lane};
            },
            changes);
    } else {
        relax_block_with<Real, round>(
            block, impacts, lanes, states, constants, [](int) { return DefaultSurfaces<Real>{}; }, changes);
    }
}

template <class Real, class Changes>
void relax_blocks_with(ContactBlock* blocks, ImpactBlock* impacts, SurfaceBlock* surfaces,
                       std::size_t contacts, BodySolverState* states, const SolverConstants& constants,
                       Changes& changes) {
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        const int lanes = lanes_in_use(contacts, i);
        if (blocks[i].extracted == lanes) {
            continue;
        }
        const ImpactBlock* const hits = impacts != nullptr ? impacts + i : nullptr;
        SurfaceBlock* const own = surfaces != nullptr ? surfaces + i : nullptr;
        if (blocks[i].round) {
            relax_block<Real, true>(blocks[i], hits, own, lanes, states, constants, changes);
        } else {
            relax_block<Real, false>(blocks[i], hits, own, lanes, states, constants, changes);
        }
        for (int lane = 0; blocks[i].tracks_impacts && lane < lanes; lane += Real::width) {
            track_impacts<Real>(blocks[i], impacts[i], lane);
        }
    }
}

template <class Real>
void relax_blocks(ContactBlock* blocks, ImpactBlock* impacts, SurfaceBlock* surfaces, std::size_t contacts,
                  BodySolverState* states, const SolverConstants& constants) {
    IgnoredChanges changes;
    relax_blocks_with<Real>(blocks, impacts, surfaces, contacts, states, constants, changes);
}

template <class Real>
bool relax_blocks_changing(ContactBlock* blocks, ImpactBlock* impacts, SurfaceBlock* surfaces,
                           std::size_t contacts, BodySolverState* states, const SolverConstants& constants,
                           float limit) {
    LargeChanges<Real> changes{Real::splat(limit)};
    relax_blocks_with<Real>(blocks, impacts, surfaces, contacts, states, constants, changes);
    return changes.any();
}

template <class Real>
void find_impacts_in_blocks(ContactBlock* blocks, const ImpactBlock* impacts, const SurfaceBlock* surfaces,
                            std::size_t contacts, const BodySolverState* states,
                            const SolverConstants& constants) {
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        ContactBlock& block = blocks[i];
        block.meets = 0;
        if (!block.bounces) {
            continue;
        }
        std::uint32_t meets = 0;
        std::uint32_t impact = 0;
        const int lanes = lanes_in_use(contacts, i);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            MeetingLanes<Real> found = find_meeting_lanes<Real>(block, impacts[i], lane, states, constants);
            if (block.has_surfaces) {
                const auto spring = Real::load(surfaces[i].is_spring + lane) > Real::zero();
                found = {without(found.meets, spring), without(found.impact, spring)};
            }
            meets |= bits_of(found.meets) << lane;
            impact |= bits_of(found.impact) << lane;
        }
        // Lanes that are not in use hold what was there before.
        const std::uint32_t in_use = (1U << lanes) - 1U;
        block.meets = static_cast<std::uint16_t>(impact & in_use);
        block.left_out = static_cast<std::uint16_t>(block.left_out | (meets & ~impact & in_use));
    }
}

template <class Real>
void rebound_blocks(ContactBlock* blocks, ImpactBlock* impacts, std::size_t contacts, BodySolverState* states,
                    const SolverConstants& constants) {
    const Real threshold = Real::splat(constants.restitution_threshold);
    for (std::size_t i = 0; i * block_lanes < contacts; ++i) {
        if (!blocks[i].bounces || blocks[i].left_out == 0) {
            continue;
        }
        alignas(64) Row left_out;
        for (int lane = 0; lane < block_lanes; ++lane) {
            left_out[lane] = static_cast<float>(blocks[i].left_out >> lane & 1);
        }
        const int lanes = lanes_in_use(contacts, i);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            rebound_lanes<Real>(blocks[i], impacts[i], lane, states, Real::load(left_out + lane), threshold);
        }
    }
}
