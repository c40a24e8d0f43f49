#include "solver/bounces.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"

#include <algorithm>

namespace drystone {

namespace {

/// Number of times that contacts may be looked at in a sub-step: for each that meets, times its squared
/// restitution, which is the part of the energy that it can give back; and for a few.
constexpr float looks_per_energy = 256.0f;
constexpr std::size_t free_looks = 64;
/// Maximum of them: one for every `bodies_per_look` bodies, and `max_free_looks`.
constexpr std::size_t bodies_per_look = 2;
constexpr std::size_t max_free_looks = 4096;
/// Number of looks that an impact costs, at least.
constexpr std::size_t looks_per_impact = 8;

/// Calls `visitor(batch, block number)` for the blocks with restitution.
template <class Visitor>
void visit_blocks(const ContactBatches& batches, Visitor&& visitor) {
    for (std::size_t i = 0; i < batches.size(); ++i) {
        const ContactBatch& batch = batches[i];
        for (std::uint32_t k = 0; batch.bounces && k < batch.count; ++k) {
            if (batch.blocks[k].bounces) {
                visitor(batch, k);
            }
        }
    }
}

template <class Visitor>
void visit_blocks(const std::vector<const ContactBatches*>& all, Visitor&& visitor) {
    for (const ContactBatches* batches : all) {
        visit_blocks(*batches, visitor);
    }
}

/// Calls `visitor(lane)` for the bits that are set.
template <class Visitor>
void visit_bits(std::uint32_t bits, Visitor&& visitor) {
    for (int lane = 0; bits != 0; ++lane, bits >>= 1) {
        if ((bits & 1) != 0) {
            visitor(lane);
        }
    }
}

}  // namespace

void Bounces::clear() {
    batches_.clear();
    connected_ = any_left_out_ = false;
}

void Bounces::add(const ContactBatches& batches) {
    if (batches.any_bounces()) {
        grow_push_back(batches_, &batches);
        visit_blocks(batches,
                     [](const ContactBatch& batch, std::uint32_t k) { batch.blocks[k].left_out = 0; });
    }
}

/// Collects all contacts with restitution, once a step.
void Bounces::collect(const std::vector<BodySolverState>& states) {
    if (connected_) {
        return;
    }
    clear_and_shrink(lanes_);
    visit_blocks(batches_, [&](const ContactBatch& batch, std::uint32_t k) {
        ContactBlock& block = batch.blocks[k];
        SurfaceBlock* const surfaces =
            batch.surfaces != nullptr && block.has_surfaces ? batch.surfaces + k : nullptr;
        for (int lane = 0; lane < batch.lanes_in(k); ++lane) {
            const bool is_spring = surfaces != nullptr && surfaces->is_spring[lane] != 0.0f;
            const std::size_t slot_a = slot_of_state(block.state_a[lane]);
            const std::size_t slot_b = slot_of_state(block.state_b[lane]);
            const bool pushes = states[slot_a].inverse_mass > 0.0f || states[slot_b].inverse_mass > 0.0f;
            if (batch.impacts[k].restitution[lane] > 0.0f && pushes && !is_spring) {
                grow_push_back(lanes_, {.block = &block,
                                        .impacts = batch.impacts + k,
                                        .surfaces = surfaces,
                                        .lane = lane,
                                        .contact = static_cast<std::uint32_t>(batch.ids[k].contact[lane]),
                                        .slot_a = static_cast<std::uint32_t>(slot_a),
                                        .slot_b = static_cast<std::uint32_t>(slot_b)});
            }
        }
    });
}

/// Counts the contacts that meet in this sub-step, and the looks that they may cost. Sums are of whole
/// numbers, and only of lanes that meet: which blocks have them, and in which order, depends on the number of
/// threads.
std::size_t Bounces::find_meeting(std::size_t bodies) {
    std::size_t meeting = 0;
    std::size_t looks = free_looks;
    visit_blocks(batches_, [&](const ContactBatch& batch, std::uint32_t k) {
        const ContactBlock& block = batch.blocks[k];
        any_left_out_ = any_left_out_ || block.left_out != 0;
        visit_bits(block.meets, [&](int lane) {
            const float restitution = batch.impacts[k].restitution[lane];
            ++meeting;
            looks += static_cast<std::size_t>(looks_per_energy * (restitution * restitution));
        });
    });
    looks_ = std::min(looks, max_free_looks + bodies / bodies_per_look);
    return meeting;
}

void Bounces::leave_out_meeting() {
    any_left_out_ = true;
    visit_blocks(batches_, [](const ContactBatch& batch, std::uint32_t k) {
        ContactBlock& block = batch.blocks[k];
        block.left_out = static_cast<std::uint16_t>(block.left_out | block.meets);
    });
}

/// Leaves out the contacts that still meet when the looks are used up.
void Bounces::leave_out_queued() {
    for (const std::uint32_t i : queue_) {
        const BouncingLane& lane = lanes_[i];
        if (lane.bounces) {
            any_left_out_ = true;
            lane.block->left_out = static_cast<std::uint16_t>(lane.block->left_out | 1U << lane.lane);
        }
    }
}

/// Queues the contacts that meet in this sub-step at the present velocities. Returns whether there are any.
bool Bounces::find_first(const BounceArrays& arrays) {
    clear_and_shrink(queue_);
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        BouncingLane& lane = lanes_[i];
        lane.hit = lane.queued = false;
        if ((lane.block->meets >> lane.lane & 1) != 0) {
            find_impact(arrays, lane);
            lane.queued = lane.time != BouncingBody::never;
        }
        if (lane.queued) {
            grow_push_back(queue_, static_cast<std::uint32_t>(i));
        }
    }
    return !queue_.empty();
}

/// Lists the lanes of each body, once a step.
void Bounces::connect(std::size_t slots) {
    if (connected_) {
        return;
    }
    connected_ = true;
    row_starts_.assign(slots + 1, 0);
    for (const BouncingLane& lane : lanes_) {
        ++row_starts_[lane.slot_a];
        ++row_starts_[lane.slot_b];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& start : row_starts_) {
        sum += start;
        start = sum;
    }
    grow_resize(rows_, sum);
    for (std::size_t i = lanes_.size(); i-- > 0;) {
        rows_[--row_starts_[lanes_[i].slot_a]] = static_cast<std::uint32_t>(i);
        rows_[--row_starts_[lanes_[i].slot_b]] = static_cast<std::uint32_t>(i);
    }
}

void Bounces::solve(const Context& context) {
    const std::size_t meeting = find_meeting(context.states.size());
    if (meeting == 0) {
        return;
    }
    if (meeting * looks_per_impact > looks_) {
        leave_out_meeting();
        return;
    }
    collect(context.states);
    if (bodies_.size() < context.states.size()) {
        grow_resize(bodies_, context.states.size());
    }
    const BounceArrays arrays{context.states, context.integration, bodies_, context.h, context.threshold};
    connect(context.states.size());
    if (!find_first(arrays)) {
        return;
    }
    context.limited.visit_locks([&](std::uint32_t slot, bool lock_x, bool lock_y) {
        bodies_[slot].free_x = lock_x ? 0.0 : 1.0;
        bodies_[slot].free_y = lock_y ? 0.0 : 1.0;
    });
    while (!queue_.empty() && looks_ >= queue_.size()) {
        looks_ -= queue_.size();
        find_next(arrays);
        choose(arrays);
        solve_chosen(arrays, context.proxies);
    }
    leave_out_queued();
    shift_bodies(arrays);
    context.limited.visit_locks([&](std::uint32_t slot, bool, bool) { bodies_[slot] = {}; });
}

/// Updates the times of the queued contacts, and removes those that do not meet.
void Bounces::find_next(const BounceArrays& arrays) {
    std::size_t kept = 0;
    for (const std::uint32_t i : queue_) {
        BouncingLane& lane = lanes_[i];
        find_impact(arrays, lane);
        lane.queued = lane.time != BouncingBody::never;
        if (lane.queued) {
            queue_[kept++] = i;
            visit_dynamic(arrays, lane, [&](std::uint32_t slot) {
                bodies_[slot].earliest = BouncingBody::never;
                bodies_[slot].impacts = 0;
                bodies_[slot].group = slot;
            });
        }
    }
    queue_.resize(kept);
    for (const std::uint32_t i : queue_) {
        visit_dynamic(arrays, lanes_[i], [&](std::uint32_t slot) {
            bodies_[slot].earliest = std::min(bodies_[slot].earliest, lanes_[i].time);
        });
    }
}

/// Chooses the impacts that are the next ones of both their bodies. They are put in the order of the
/// contacts: the places of contacts in a colour, and with them the order of the queue, depend on the number
/// of threads.
void Bounces::choose(const BounceArrays& arrays) {
    clear_and_shrink(chosen_);
    for (const std::uint32_t i : queue_) {
        const BouncingLane& lane = lanes_[i];
        bool next = true;
        visit_dynamic(arrays, lane,
                      [&](std::uint32_t slot) { next = next && bodies_[slot].earliest == lane.time; });
        if (next) {
            grow_push_back(chosen_, i);
            visit_dynamic(arrays, lane, [&](std::uint32_t slot) { ++bodies_[slot].impacts; });
        }
    }
    sort_items(chosen_.begin(), chosen_.end(),
               [&](std::uint32_t a, std::uint32_t b) { return lanes_[a].contact < lanes_[b].contact; });
}

void Bounces::solve_chosen(const BounceArrays& arrays, const DominanceProxies& proxies) {
    join_groups(arrays);
    weigh_groups(arrays);
    apply_normals(arrays);
    apply_friction(arrays);
    proxies.sync_from_body(arrays.states);
    for (const std::uint32_t i : chosen_) {
        visit_dynamic(arrays, lanes_[i], [&](std::uint32_t slot) { queue_contacts_of(slot); });
    }
}

void Bounces::queue_contacts_of(std::uint32_t slot) {
    for (std::uint32_t k = row_starts_[slot]; k < row_starts_[slot + 1]; ++k) {
        BouncingLane& lane = lanes_[rows_[k]];
        if (!lane.queued) {
            lane.queued = true;
            grow_push_back(queue_, rows_[k]);
        }
    }
}

/// Displaces the bodies, updates the separations of their contacts, and forgets what belongs to this
/// sub-step.
void Bounces::shift_bodies(const BounceArrays& arrays) {
    for (const std::uint32_t i : queue_) {
        lanes_[i].queued = false;
    }
    clear_and_shrink(queue_);
    for (const std::uint32_t slot : moved_) {
        queue_contacts_of(slot);
    }
    for (const std::uint32_t i : queue_) {
        shift_separations(arrays, lanes_[i]);
    }
    for (const std::uint32_t slot : moved_) {
        BodySolverState& state = arrays.states[slot];
        const float g = arrays.integration[slot / block_lanes].normalisation[slot % block_lanes];
        const BouncingBody& body = bodies_[slot];
        state.delta_x += body.shift_x;
        state.delta_y += body.shift_y;
        const float sine = state.delta_sin;
        state.delta_sin += body.shift_w * (1.0f + g * state.delta_cos);
        state.delta_cos -= body.shift_w * (g * sine);
        bodies_[slot] = {};
    }
    clear_and_shrink(moved_);
}

std::size_t Bounces::bytes() const {
    return batches_.capacity() * sizeof(const ContactBatches*) + lanes_.capacity() * sizeof(BouncingLane) +
           bodies_.capacity() * sizeof(BouncingBody) +
           (queue_.capacity() + chosen_.capacity() + moved_.capacity() + row_starts_.capacity() +
            rows_.capacity()) *
               sizeof(std::uint32_t);
}

}  // namespace drystone
