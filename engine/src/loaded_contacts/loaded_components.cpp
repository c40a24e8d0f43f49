#include "loaded_contacts/loaded_components.h"

#include "core/arrays.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Weights of the lighter body from which a contact is loaded. High: soft contacts of a column would yield
/// visibly. Very high: those of a pile or a pyramid would, too. Extreme: sweeps would need hundreds of
/// iterations.
constexpr float level_loads[] = {8.0f, 24.0f, 100.0f};
/// Greatest number of closed loops of contacts with which elimination costs little more than for a column.
constexpr std::size_t few_loops = 16;
/// Greatest number of bodies for which elimination is worth its cost in spite of many loops.
constexpr std::size_t few_bodies = 256;

/// Ratio of masses from which a moving body is loaded, too.
constexpr float unequal_masses = 16.0f;
/// Greatest ratio of masses in a component; beyond, rounding of the heavy bodies' velocities moves the light.
constexpr float max_mass_ratio = 1e6f;

constexpr std::uint8_t not_found = 0;
constexpr std::uint8_t found = 1;
constexpr std::uint8_t left_out = 2;

float impulse_of(const ContactBlock& block, int lane) {
    return block.normal_impulse[0][lane] + block.normal_impulse[1][lane];
}

/// Returns whether some lane of the block may be loaded: the effective mass of a point is at most the mass of
/// the lighter body.
bool may_be_loaded(const ContactBlock& block, float min_velocity) {
    int loaded = 0;
    for (int lane = 0; lane < block_lanes; ++lane) {
        loaded += impulse_of(block, lane) > min_velocity * block.normal_mass[0][lane] ? 1 : 0;
    }
    return loaded != 0;
}

float speed_of(const BodySolverState& state) {
    return std::sqrt(state.velocity_x * state.velocity_x + state.velocity_y * state.velocity_y);
}

/// Returns the change of velocity that the impulse would give to the lighter body alone, if it is more than
/// `least`; else 0. Also 0 for the impulse of a blow: the lighter body moves, and the other is not much
/// heavier.
float load_of(const ContactBlock& block, int lane, float least, const LoadSearch& search) {
    const float impulse = impulse_of(block, lane);
    if (!(impulse > least * block.normal_mass[0][lane])) {
        return 0.0f;
    }
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

}  // namespace

/// Search through one component after another.
class LoadedComponents::Walk {
public:
    Walk(LoadedComponents& to, const LoadSearch& search) : to_(to), search_(search) {}

    /// Adds the component of a contact, unless it was found before or is not to be considered.
    void add_component(const Contact& start, Level level) {
        first_ = to_.visited_.size();
        first_contact_ = to_.contacts_.size();
        couplings_ = 0;
        fits_ = true;
        min_inverse_mass_ = std::numeric_limits<float>::max();
        max_inverse_mass_ = 0.0f;
        visit(start.body_a);
        visit(start.body_b);
        if (to_.visited_.size() == first_) {
            return;
        }
        for (std::size_t next = first_; fits_ && next < to_.visited_.size(); ++next) {
            follow(to_.visited_[next]);
            fits_ = fits_ && (level != High || has_few_loops());
        }
        if (!fits_) {
            leave_out();
        } else if (has_few_loops() || (level == Extreme && body_count() <= few_bodies)) {
            accept();
        } else {
            accept_dense();
        }
    }

private:
    [[nodiscard]] bool moves(std::uint32_t body) const {
        return search_.bodies.is_dynamic(body) && search_.bodies.is_awake(body);
    }
    void visit(std::uint32_t body) {
        if (!moves(body)) {
            return;
        }
        std::uint8_t& mark = to_.found_[body];
        fits_ = fits_ && mark != left_out;
        if (mark == not_found) {
            mark = found;
            grow_push_back(to_.visited_, body);
            fits_ = fits_ && body_count() <= max_bodies;
        }
    }
    void follow(std::uint32_t body) {
        visit_joints_of_body(search_.joints, body, [&](std::uint32_t joint) {
            fits_ = fits_ && !is_solved(search_.joints, search_.bodies, joint);
        });
        fits_ = fits_ && search_.bodies.records[body].extra_iterations == 0;
        visit_contacts_of_body(search_.bodies, search_.contacts, body, [&](std::uint32_t index) {
            const Contact& contact = search_.contacts.contacts[index];
            if (contact.state != ContactState::Touching || !contact.pushes_b()) {
                return;
            }
            fits_ = fits_ && contact.pushes_a() && !contact.coupled && !contact.one_by_one &&
                    !contact.initial_overlap;
            // B is dynamic, so the search visits it exactly once.
            if (contact.body_b == body) {
                grow_push_back(to_.contacts_, index);
                couplings_ += moves(contact.body_a) ? 1 : 0;
            }
            const std::uint32_t other = contact.body_a == body ? contact.body_b : contact.body_a;
            fits_ = fits_ && !is_driven(other);
            visit(other);
        });
        const float inverse_mass = search_.bodies.masses[body].inverse_mass;
        min_inverse_mass_ = std::min(min_inverse_mass_, inverse_mass);
        max_inverse_mass_ = std::max(max_inverse_mass_, inverse_mass);
        fits_ = fits_ && max_inverse_mass_ <= max_mass_ratio * min_inverse_mass_;
    }
    /// Returns whether the body is kinematic and moves: what it squeezes bears any load.
    [[nodiscard]] bool is_driven(std::uint32_t body) const {
        const BodyVelocity& velocity = search_.bodies.velocities[body];
        return search_.bodies.types[body] == BodyType::Kinematic &&
               (velocity.x != 0.0f || velocity.y != 0.0f || velocity.w != 0.0f);
    }
    [[nodiscard]] std::size_t body_count() const { return to_.visited_.size() - first_; }
    /// Returns true if the component may still turn out to have few, while the search is under way.
    [[nodiscard]] bool has_few_loops() const { return couplings_ <= body_count() + few_loops; }
    void leave_out() {
        for (std::size_t i = first_; i < to_.visited_.size(); ++i) {
            to_.found_[to_.visited_[i]] = left_out;
        }
        to_.contacts_.resize(first_contact_);
    }
    void accept() {
        LoadedComponent component;
        component.first_body = static_cast<std::uint32_t>(to_.slots_.size());
        component.body_count = static_cast<std::uint32_t>(body_count());
        component.first_contact = static_cast<std::uint32_t>(first_contact_);
        component.contact_count = static_cast<std::uint32_t>(to_.contacts_.size() - first_contact_);
        for (std::size_t i = first_; i < to_.visited_.size(); ++i) {
            grow_push_back(to_.slots_, search_.bodies.solver_slots[to_.visited_[i]]);
        }
        std::sort(to_.slots_.begin() + static_cast<std::ptrdiff_t>(component.first_body), to_.slots_.end());
        grow_push_back(to_.components_, component);
    }

    void accept_dense() {
        to_.dense_contacts_.insert(to_.dense_contacts_.end(),
                                   to_.contacts_.begin() + static_cast<std::ptrdiff_t>(first_contact_),
                                   to_.contacts_.end());
        to_.contacts_.resize(first_contact_);
    }

    LoadedComponents& to_;
    const LoadSearch& search_;
    std::size_t first_ = 0;
    std::size_t first_contact_ = 0;
    std::size_t couplings_ = 0;      ///< Contacts between bodies that move.
    float min_inverse_mass_ = 0.0f;  ///< Inverse masses.
    float max_inverse_mass_ = 0.0f;
    bool fits_ = true;
};

void LoadedComponents::collect_seeds(const LoadSearch& search) {
    for (std::vector<std::uint32_t>& seeds : seeds_) {
        seeds.clear();
    }
    float least = level_loads[High] * search.weight;
    if (least == 0.0f) {
        return;
    }
    for (std::size_t i = 0; i < search.batches.size(); ++i) {
        const ContactBatch& batch = search.batches[i];
        if (seeds_[High].size() + seeds_[VeryHigh].size() > max_seeds) {
            least = level_loads[Extreme] * search.weight;
        }
        for (std::uint32_t k = 0; k < batch.count; ++k) {
            if (!may_be_loaded(batch.blocks[k], least)) {
                continue;
            }
            for (int lane = 0; lane < batch.lanes_in(k); ++lane) {
                const float velocity = load_of(batch.blocks[k], lane, least, search);
                if (velocity > least) {
                    const Level level = velocity > level_loads[Extreme] * search.weight    ? Extreme
                                        : velocity > level_loads[VeryHigh] * search.weight ? VeryHigh
                                                                                           : High;
                    grow_push_back(seeds_[level], static_cast<std::uint32_t>(batch.ids[k].contact[lane]));
                }
            }
        }
    }
}

/// Sets the marks of bodies that are locked along an axis.
void LoadedComponents::mark_locked(const BodyStore& bodies, std::uint8_t mark) {
    for (const MotionLimits& limits : bodies.all_motion_limits) {
        if (limits.locks.linear_x || limits.locks.linear_y) {
            found_[limits.body] = mark;
        }
    }
}

bool LoadedComponents::finds_loads(const LoadSearch& search) {
    collect_seeds(search);
    if (seeds_[High].size() + seeds_[VeryHigh].size() > max_seeds) {
        seeds_[High].clear();
        seeds_[VeryHigh].clear();
    }
    return !seeds_[High].empty() || !seeds_[VeryHigh].empty() || !seeds_[Extreme].empty();
}

void LoadedComponents::find(const LoadSearch& search) {
    components_.clear();
    slots_.clear();
    contacts_.clear();
    dense_contacts_.clear();
    if (finds_loads(search)) {
        find_components(search);
    }
}

void LoadedComponents::find_components(const LoadSearch& search) {
    grow_resize(found_, search.bodies.slots.size());
    mark_locked(search.bodies, left_out);
    Walk walk(*this, search);
    for (const Level level : {Extreme, VeryHigh, High}) {
        for (const std::uint32_t seed : seeds_[level]) {
            walk.add_component(search.contacts.contacts[seed], level);
        }
    }
    for (const std::uint32_t body : visited_) {
        found_[body] = not_found;
    }
    visited_.clear();
    mark_locked(search.bodies, not_found);
}

}  // namespace drystone
