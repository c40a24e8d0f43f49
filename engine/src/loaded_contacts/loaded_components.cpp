#include "loaded_contacts/loaded_components.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "loaded_contacts/component_load.h"
#include "loaded_contacts/load_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Extra iterations of what is swept. Columns: with fewer, arches would sink visibly. Extreme: softness alone
/// would let joints gape by centimetres, and walls sink into themselves.
constexpr int column_iterations = 7;
constexpr int pile_iterations = 3;
constexpr int extreme_iterations = 15;
/// Greatest number of closed loops of contacts of something like a column, and of those that are eliminated
/// beside joints: with more, the solvers of joints and contacts that alternate would not agree.
constexpr std::size_t few_loops = 16;
/// Greatest number of closed loops of contacts that are eliminated, without joints; more would cost too much.
/// Ten rows of ten boxes have 243, as boxes touch at their corners, too.
constexpr std::size_t many_loops = 256;
/// The same where some bodies are much heavier than others: sweeps would let them fall through and fling the
/// others away. Walls of 20 x 10 boxes have 341.
constexpr std::size_t max_loops = 512;
/// Sub-steps of free fall after which what has closed loops of contacts is no structure any more, but rubble.
/// Structures that sag as they are built are slower.
constexpr double rubble_fall = 12.0;

/// Greatest ratio of masses in a component; beyond, rounding of the heavy bodies' velocities moves the light.
constexpr float max_mass_ratio = 1e6f;

constexpr std::uint8_t not_found = 0;
constexpr std::uint8_t found = 1;
constexpr std::uint8_t left_out = 2;

}  // namespace

/// Search through one component after another.
class LoadedComponents::Walk {
public:
    Walk(LoadedComponents& to, const LoadSearch& search) : to_(to), search_(search), limits_(search) {}

    /// Adds the component of a contact, unless it was found before or is not to be considered. An impact
    /// counts in components that can be eliminated alone.
    /// \param kept_as  level that its contacts are kept with for the next step
    /// \param time_without  time for which it has not had this level
    /// \param has_load  the contact has it now
    void add_component(const Contact& start, Level level, Level kept_as, float time_without, bool has_load) {
        const bool is_impact = level == Impact;
        kept_as_ = kept_as;
        time_without_ = time_without;
        first_ = to_.visited_.size();
        first_contact_ = to_.contacts_.size();
        couplings_ = 0;
        jointed_ = asks_ = false;
        fits_ = true;
        min_inverse_mass_ = std::numeric_limits<float>::max();
        max_inverse_mass_ = 0.0f;
        load_ = {};
        visit(start.body_a);
        visit(start.body_b);
        if (to_.visited_.size() == first_) {
            return;
        }
        for (std::size_t next = first_; fits_ && next < to_.visited_.size(); ++next) {
            follow(to_.visited_[next]);
            fits_ = fits_ && (!is_impact || can_be_eliminated()) &&
                    (level != High || (has_few_loops() && !jointed_));
        }
        if (!is_impact) {
            bound_level(start, has_load, level);
            kept_as_ = level;
            fits_ = fits_ && ((level == Extreme && is_unequal()) || !is_rubble());
        }
        if (!fits_) {
            leave_out(is_impact ? not_found : left_out);
        } else if (level >= Extreme && can_be_eliminated()) {
            accept();
            if (jointed_) {
                grow_push_back(to_.jointed_, {to_.visited_[first_], extreme_iterations});
            }
        } else {
            sweep(level);
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
            if (is_solved(search_.joints, search_.bodies, joint)) {
                jointed_ = true;
                fits_ = fits_ && !search_.joints.records[joint].direct;
                visit_pushed_bodies(search_.joints, joint, [&](std::uint32_t other) { visit(other); });
            }
        });
        asks_ = asks_ || search_.bodies.records[body].extra_iterations != 0;
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
            visit(contact.body_a == body ? contact.body_b : contact.body_a);
        });
        const float inverse_mass = search_.bodies.masses[body].inverse_mass;
        load_.add(search_, body);
        min_inverse_mass_ = std::min(min_inverse_mass_, inverse_mass);
        max_inverse_mass_ = std::max(max_inverse_mass_, inverse_mass);
        fits_ = fits_ && max_inverse_mass_ <= max_mass_ratio * min_inverse_mass_;
    }
    [[nodiscard]] std::size_t body_count() const { return to_.visited_.size() - first_; }
    /// Returns true if the component may still turn out to have few, while the search is under way.
    [[nodiscard]] bool has_few_loops() const { return couplings_ <= body_count() + few_loops; }
    [[nodiscard]] bool can_be_eliminated() const {
        const std::size_t loops = is_unequal() ? max_loops : many_loops;
        return jointed_ ? has_few_loops() : couplings_ <= body_count() + loops;
    }
    /// Lowers the level to what forces can cause, except for a moment where they have caused it before: the
    /// bodies still have the impulses of a load that is suddenly gone.
    void bound_level(const Contact& start, bool has_load, Level& level) {
        const bool was_kept = time_without_ < kept_time;
        Level borne = level;
        const bool bears = bound_by_forces(start, borne);
        const bool lasts = has_load && bears && borne == level;
        if (!lasts && !(has_load && was_kept)) {
            level = borne;
            fits_ = fits_ && bears;
        }
        time_without_ = lasts || !was_kept ? 0.0f : time_without_;
    }
    /// Lowers the level to what the weights of the bodies, and other forces on them, can cause, and returns
    /// whether that is a load at all. More is none, but something that is squeezed between immovable bodies:
    /// to share it out among the contacts would not lessen it. Joints may exert any force.
    [[nodiscard]] bool bound_by_forces(const Contact& start, Level& level) const {
        if (jointed_) {
            return true;
        }
        float lighter = 0.0f;
        for (const std::uint32_t body : {start.body_a, start.body_b}) {
            lighter = std::max(lighter, moves(body) ? search_.bodies.masses[body].inverse_mass : 0.0f);
        }
        const auto largest = static_cast<float>(load_.forces * static_cast<double>(lighter));
        if (!(largest > limits_.velocities[High])) {
            return false;
        }
        level = limits_.level_of(largest, 1.0f, level + 1u);
        return level != High || has_few_loops();
    }
    /// Returns whether the component has closed loops of contacts, no joints, and moves fast: the root mean
    /// square, by mass, of the speeds.
    [[nodiscard]] bool is_rubble() const {
        const double speed = rubble_fall * static_cast<double>(search_.weight);
        return couplings_ >= body_count() && !jointed_ && load_.energy > speed * speed * load_.mass;
    }
    /// Returns whether some bodies are much heavier than others: these may lie under them.
    [[nodiscard]] bool is_unequal() const { return max_inverse_mass_ > unequal_masses * min_inverse_mass_; }
    /// Drops the component. Loads may find it again if its bodies are marked as not found.
    void leave_out(std::uint8_t mark) {
        for (std::size_t i = first_; i < to_.visited_.size(); ++i) {
            to_.found_[to_.visited_[i]] = mark;
        }
        to_.visited_.resize(mark == not_found ? first_ : to_.visited_.size());
        to_.contacts_.resize(first_contact_);
    }
    /// Remembers the contacts of the component for the next step, and says what they may bear.
    void keep() {
        const float bearable = load_.bearable();
        for (const std::uint32_t index : std::span(to_.contacts_).subspan(first_contact_)) {
            const Contact& contact = search_.contacts.contacts[index];
            ContactBlock& block = search_.graph.list_of(contact).blocks[ContactList::block(contact.place)];
            block.bearable[ContactList::lane(contact.place)] = bearable;
            grow_push_back(to_.kept_, {index, kept_as_, time_without_});
        }
    }
    void accept() {
        keep();
        LoadedComponent component;
        component.first_body = static_cast<std::uint32_t>(to_.slots_.size());
        component.body_count = static_cast<std::uint32_t>(body_count());
        component.first_contact = static_cast<std::uint32_t>(first_contact_);
        component.contact_count = static_cast<std::uint32_t>(to_.contacts_.size() - first_contact_);
        for (std::size_t i = first_; i < to_.visited_.size(); ++i) {
            grow_push_back(to_.slots_, search_.bodies.solver_slots[to_.visited_[i]]);
        }
        sort_items(to_.slots_.begin() + static_cast<std::ptrdiff_t>(component.first_body), to_.slots_.end());
        grow_push_back(to_.components_, component);
    }
    void sweep(Level level) {
        keep();
        int iterations = pile_iterations;
        if (level >= Extreme && !is_rubble()) {
            iterations = extreme_iterations;
        } else if (has_few_loops() && !jointed_) {
            iterations = column_iterations;
        }
        if (jointed_ || asks_) {
            grow_push_back(to_.jointed_, {to_.visited_[first_], iterations});
        } else {
            const auto contacts = std::span(to_.contacts_).subspan(first_contact_);
            grow_push_back(to_.unjointed_,
                           {iterations, static_cast<std::uint32_t>(to_.swept_contacts_.size()),
                            static_cast<std::uint32_t>(contacts.size())});
            to_.swept_contacts_.insert(to_.swept_contacts_.end(), contacts.begin(), contacts.end());
        }
        to_.contacts_.resize(first_contact_);
    }

    LoadedComponents& to_;
    const LoadSearch& search_;
    const Limits limits_;
    std::size_t first_ = 0;
    std::size_t first_contact_ = 0;
    std::size_t couplings_ = 0;      ///< Contacts between bodies that move.
    float min_inverse_mass_ = 0.0f;  ///< Inverse masses.
    float max_inverse_mass_ = 0.0f;
    ComponentLoad load_;
    Level kept_as_ = High;
    float time_without_ = 0.0f;
    bool jointed_ = false;  ///< Some bodies have joints.
    bool asks_ = false;     ///< Some bodies have extra iterations of their own.
    bool fits_ = true;
};

/// Sets the marks of bodies that are locked along an axis.
void LoadedComponents::mark_locked(const BodyStore& bodies, std::uint8_t mark) {
    for (const MotionLimits& limits : bodies.all_motion_limits) {
        if (limits.locks.linear_x || limits.locks.linear_y) {
            found_[limits.body] = mark;
        }
    }
}

void LoadedComponents::clear_components() {
    components_.clear();
    slots_.clear();
    contacts_.clear();
    mechanisms_.clear();
    jointed_.clear();
    unjointed_.clear();
    swept_contacts_.clear();
    kept_.clear();
}

void LoadedComponents::find_components(const LoadSearch& search) {
    grow_resize(found_, search.bodies.slots.size());
    mark_locked(search.bodies, left_out);
    Walk walk(*this, search);
    const auto add = [&](std::uint32_t contact, Level level, Level kept_as, float time_without,
                         bool has_load) {
        walk.add_component(search.contacts.contacts[contact], level, kept_as, time_without, has_load);
    };
    for (const std::uint32_t seed : impacts_) {
        add(seed, Impact, Impact, 0.0f, true);
    }
    for (const Level level : {Impact, Extreme, VeryHigh, High}) {
        for (const HeldContact& held : held_) {
            if (held.loaded == level) {
                add(held.contact, level, std::min(level, Extreme), held.time_without, true);
            }
        }
        for (const std::uint32_t seed : seeds_[level]) {
            add(seed, level, level, kept_time, true);
        }
        for (const HeldContact& held : held_) {
            if (held.loaded != held.level && held.time_without < kept_time &&
                std::min(held.level, static_cast<std::uint32_t>(Extreme)) == level) {
                add(held.contact, level, level, held.time_without, false);
            }
        }
    }
    for (const std::uint32_t body : visited_) {
        found_[body] = not_found;
    }
    visited_.clear();
    mark_locked(search.bodies, not_found);
}

std::size_t LoadedComponents::bytes() const {
    std::size_t numbers = visited_.capacity() + slots_.capacity() + contacts_.capacity() +
                          swept_contacts_.capacity() + impacts_.capacity() + mechanisms_.capacity() +
                          joined_.capacity();
    for (const std::vector<std::uint32_t>& seeds : seeds_) {
        numbers += seeds.capacity();
    }
    return numbers * sizeof(std::uint32_t) + components_.capacity() * sizeof(LoadedComponent) +
           found_.capacity() + jointed_.capacity() * sizeof(WantedIterations) +
           unjointed_.capacity() * sizeof(IterationComponent) +
           (kept_.capacity() + held_.capacity()) * sizeof(LoadedContact);
}

}  // namespace drystone
