// Search for the contacts that are loaded, or that an impact will load.
#include "core/arrays.h"
#include "loaded_contacts/load_limits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace drystone {

namespace {

/// Part of these loads below which a component is left.
constexpr float kept_part = 0.5f;
/// Ratio of masses from which an impact may load the lighter body extremely.
constexpr float unequal_impact = 4.0f;
/// Depth [m] to which sweeps may let a heavy body sink into a light one. In a sub-step they stop about as
/// much of its motion as the light one is part of its mass: it sinks in by the way of a sub-step times the
/// ratio.
constexpr float tolerated_depth = 0.02f;

/// Returns, as bits, the lanes of the block that may be loaded: the effective mass of a point is at most the
/// mass of the lighter body.
std::uint32_t loaded_lanes(const ContactBlock& block, float least) {
    int count = 0;
    for (int lane = 0; lane < block_lanes; ++lane) {
        count += normal_impulse_of(block, lane) > least * block.normal_mass[0][lane] ? 1 : 0;
    }
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < block_lanes && count != 0; ++lane) {
        lanes |= (normal_impulse_of(block, lane) > least * block.normal_mass[0][lane] ? 1u : 0u) << lane;
    }
    return lanes;
}

float speed_of(const BodySolverState& state) {
    return std::sqrt(state.velocity_x * state.velocity_x + state.velocity_y * state.velocity_y);
}

/// Returns the change of velocity that the impulse would give to the lighter body alone, if it is more than
/// `least`; else 0. Also 0 for the impulse of a blow: the lighter body moves, and the other is not much
/// heavier.
float load_of(const ContactBlock& block, int lane, float least, const LoadSearch& search) {
    const float impulse = normal_impulse_of(block, lane);
    const BodySolverState& a = search.states[slot_of_state(block.state_a[lane])];
    const BodySolverState& b = search.states[slot_of_state(block.state_b[lane])];
    const float lighter = std::max(a.inverse_mass, b.inverse_mass);
    const float heavier = std::min(a.inverse_mass, b.inverse_mass);
    if (!(impulse * lighter > least)) {
        return 0.0f;
    }
    const bool unequal = heavier > 0.0f && lighter > unequal_masses * heavier;
    const float speed = speed_of(a.inverse_mass > b.inverse_mass ? a : b);
    return unequal || speed <= search.weight ? impulse * lighter : 0.0f;
}

/// Returns whether another contact than this one pushes the body, too.
bool is_held(const LoadSearch& search, std::uint32_t body, std::uint32_t number) {
    bool held = false;
    visit_contacts_of_body(search.bodies, search.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = search.contacts.contacts[index];
        held = held || (index != number && contact.state == ContactState::Touching && contact.pushes_b());
    });
    return held;
}

}  // namespace

/// Collects the loaded contacts of components that were solved apart in the last step.
void LoadedComponents::collect_kept_seeds(const LoadSearch& search, const Limits& limits) {
    const float least = kept_part * limits.velocities[High];
    for (const LoadedContact& kept : kept_) {
        if (kept.contact >= search.contacts.contacts.size()) {
            continue;
        }
        const Contact& contact = search.contacts.contacts[kept.contact];
        if (contact.state != ContactState::Touching || !contact.pushes_b() || contact.color < 0) {
            continue;
        }
        const ContactBlock& block = search.graph.list_of(contact).blocks[ContactList::block(contact.place)];
        const float velocity = load_of(block, ContactList::lane(contact.place), least, search);
        const Level level = limits.level_of(velocity, kept_part, kept.level + 1);
        const float time_without = kept.time_without + search.time_step;
        const bool is_loaded = velocity > kept_part * limits.velocities[level];
        if (is_loaded || time_without < kept_time) {
            const std::uint32_t loaded = is_loaded ? std::uint32_t{level} : std::uint32_t{level_count};
            grow_push_back(held_, {{kept.contact, kept.level, time_without}, loaded});
        }
    }
}

/// Collects the contacts in which a heavy body meets a light one, which touches something else, so fast that
/// it would sink in deeply before the impulses show the load, or that loads the light one extremely by its
/// weight alone. What sinks in is thrown out again.
void LoadedComponents::collect_impacts(const LoadSearch& search, std::span<const std::uint32_t> contacts) {
    for (const std::uint32_t number : contacts) {
        if (number >= search.contacts.contacts.size()) {
            continue;
        }
        const Contact& contact = search.contacts.contacts[number];
        const float of_a = search.bodies.masses[contact.body_a].inverse_mass;
        const float of_b = search.bodies.masses[contact.body_b].inverse_mass;
        const float heavier = std::min(of_a, of_b);
        const float lighter = std::max(of_a, of_b);
        if (heavier == 0.0f || lighter < unequal_impact * heavier ||
            contact.state != ContactState::Touching || contact.color < 0 || !contact.pushes_a() ||
            !contact.pushes_b()) {
            continue;
        }
        const BodyVelocity& a = search.bodies.velocities[contact.body_a];
        const BodyVelocity& b = search.bodies.velocities[contact.body_b];
        const float speed = length(Vec2{b.x - a.x, b.y - a.y});
        const std::uint32_t light = of_a > of_b ? contact.body_a : contact.body_b;
        const bool sinks_in = speed * lighter * search.h > tolerated_depth * heavier;
        const bool loads = lighter >= level_loads[Extreme] * heavier;
        if ((sinks_in || loads) && is_held(search, light, number)) {
            grow_push_back(impacts_, number);
        }
    }
}

/// Collects all loaded contacts.
void LoadedComponents::collect_seeds(const LoadSearch& search, const Limits& limits) {
    float least = limits.velocities[High];
    for (std::size_t i = 0; i < search.batches.size(); ++i) {
        const ContactBatch& batch = search.batches[i];
        if (seeds_[High].size() + seeds_[VeryHigh].size() > max_seeds) {
            least = limits.velocities[Extreme];
        }
        for (std::uint32_t k = 0; k < batch.count; ++k) {
            std::uint32_t lanes = loaded_lanes(batch.blocks[k], least);
            lanes &= (1u << batch.lanes_in(k)) - 1;
            for (; lanes != 0; lanes &= lanes - 1) {
                const int lane = std::countr_zero(lanes);
                const float velocity = load_of(batch.blocks[k], lane, least, search);
                if (velocity > least) {
                    grow_push_back(seeds_[limits.level_of(velocity, 1.0f, Impact)],
                                   static_cast<std::uint32_t>(batch.ids[k].contact[lane]));
                }
            }
        }
    }
    if (seeds_[High].size() + seeds_[VeryHigh].size() > max_seeds) {
        seeds_[High].clear();
        seeds_[VeryHigh].clear();
    }
}

bool LoadedComponents::finds_loads(const LoadSearch& search) {
    for (std::vector<std::uint32_t>& seeds : seeds_) {
        seeds.clear();
    }
    impacts_.clear();
    held_.clear();
    if (search.weight > 0.0f) {
        const Limits limits(search);
        if (search.looks) {
            collect_seeds(search, limits);
        }
        collect_kept_seeds(search, limits);
        collect_impacts(search, search.begun);
        collect_impacts(search, search.predicted);
    }
    clear_components();
    return !impacts_.empty() || !held_.empty() ||
           std::any_of(std::begin(seeds_), std::end(seeds_),
                       [](const auto& seeds) { return !seeds.empty(); });
}

}  // namespace drystone
