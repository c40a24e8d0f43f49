// Structure of the linear systems: contacts, rows and their order.
#include "loaded_contacts/contact_system.h"
#include "store/contact_yield.h"

#include "core/arrays.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Penalty of a contact, relative to the mass that it bears or that of its lighter body, rounded up. Greater
/// ones need more iterations where bodies rest on more contacts than they need.
constexpr double relative_penalty = 2.0;
/// Largest impulse of a contact, in weights of all bodies of its component, that the next step starts with.
/// The impulse of an impact is far more: it would throw the bodies up again until the contacts are solved,
/// and joints that are solved before would fling them aside.
constexpr double lasting_weights = 2.0;

/// Reduces the impulses of a contact whose normal impulses exceed `largest` [N s] together.
void limit_impulses(double largest, int lane, ContactBlock& block) {
    const double sum = static_cast<double>(block.normal_impulse[0][lane]) +
                       static_cast<double>(block.normal_impulse[1][lane]);
    if (!(sum > largest)) {
        return;
    }
    const auto part = static_cast<float>(largest / sum);
    for (int i = 0; i < 2; ++i) {
        block.normal_impulse[i][lane] *= part;
        block.friction_impulse[i][lane] *= part;
    }
}

bool is_spring(const SystemContact& contact) {
    return contact.surfaces != nullptr && contact.surfaces->is_spring[contact.lane] != 0.0f;
}

/// Returns whether the elimination leaves the contact's points to sweeps.
bool has_own_rules(const SystemContact& contact) {
    return is_spring(contact) ||
           (contact.surfaces != nullptr && contact.surfaces->has_uneven_friction(contact.lane));
}

SoftImpulse soft_impulse(const SystemContact& contact, int point, const SolverConstants& constants) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    const ContactYield yield = is_spring(contact) ? ContactYield{} : constants.yield;
    const auto mass = static_cast<double>(block.normal_mass[point][lane]);
    const auto impulse = static_cast<double>(block.normal_impulse[point][lane]);
    const auto bearable = static_cast<double>(block.bearable[lane]);
    const double scale = static_cast<double>(block.softness.impulse_scale) /
                         (mass * static_cast<double>(block.softness.mass_scale));
    const bool is_load = load_of(impulse, mass, bearable, yield) == impulse;
    const double part = is_load ? yielding_part(impulse, mass, yield) : 1.0;
    const double left =
        yielding_impulse(impulse, mass, bearable, yield) - static_cast<double>(block.settled[point][lane]);
    return {scale * std::max(0.0, left), scale * part * part};
}

}  // namespace

void ContactSystem::begin_step(const LoadedComponents& components, ConstraintGraph& graph,
                               std::span<const BodySolverState> states, float weight) {
    weight_ = static_cast<double>(weight);
    grow_resize(row_of_slot_, std::max(row_of_slot_.size(), states.size()));
    grow_resize(component_of_slot_, std::max(component_of_slot_.size(), states.size()));
    collect_components(components);
    collect_contacts(graph, states);
    describe_structure(components);
    if (new_structure_ != structure_) {
        structure_.swap(new_structure_);
        grow_resize(places_, components.slots().size());
        find_order();
    }
    place_rows(components, states);
    for (const Component& component : components_) {
        for (SystemContact& contact : contacts_of(component)) {
            write_rows(component, contact);
        }
    }
}

void ContactSystem::collect_components(const LoadedComponents& components) {
    components_.clear();
    std::uint32_t contacts = 0;
    for (const LoadedComponent& from : components.components()) {
        for (const std::uint32_t slot : components.slots().subspan(from.first_body, from.body_count)) {
            component_of_slot_[slot] = static_cast<std::uint32_t>(components_.size());
        }
        Component component;
        component.first_row = from.first_body;
        component.row_count = from.body_count;
        component.first_contact = contacts;
        grow_push_back(components_, component);
        contacts += from.contact_count;
    }
    contacts_.clear();
    grow_resize(contacts_, contacts);
}

/// Collects the contacts by component, in each in the order of the graph.
void ContactSystem::collect_contacts(ConstraintGraph& graph, std::span<const BodySolverState> states) {
    graph.visit_lists(0, ConstraintGraph::overflow + 1,
                      [&](ContactList& list) { collect_list(list, states); });
}

void ContactSystem::collect_list(ContactList& list, std::span<const BodySolverState> states) {
    for (std::uint32_t place = 0; place < list.count; ++place) {
        const std::size_t block = ContactList::block(place);
        const int lane = ContactList::lane(place);
        const std::size_t slot_a = slot_of_state(list.blocks[block].state_a[lane]);
        const std::size_t slot_b = slot_of_state(list.blocks[block].state_b[lane]);
        Component& component = components_[component_of_slot_[slot_b]];
        SystemContact& contact = contacts_[component.first_contact + component.contact_count++];
        contact.block = &list.blocks[block];
        contact.lane = lane;
        contact.impacts = list.impacts.empty() ? nullptr : &list.impacts[block];
        contact.surfaces = contact.block->has_surfaces ? &list.surfaces[block] : nullptr;
        // Slots, until the rows are known.
        contact.row_a = states[slot_a].inverse_mass > 0.0f ? static_cast<std::int32_t>(slot_a) : -1;
        contact.row_b = states[slot_b].inverse_mass > 0.0f ? static_cast<std::int32_t>(slot_b) : -1;
    }
}

/// Lists the numbers of bodies and contacts of each component, then the two bodies of each contact, equal
/// ones where it couples none.
void ContactSystem::describe_structure(const LoadedComponents& components) {
    for (std::uint32_t i = 0; i < components.slots().size(); ++i) {
        row_of_slot_[components.slots()[i]] = i;
    }
    new_structure_.clear();
    for (const Component& component : components_) {
        grow_push_back(new_structure_, static_cast<std::uint32_t>(component.row_count));
        grow_push_back(new_structure_, static_cast<std::uint32_t>(component.contact_count));
        const auto first = static_cast<std::uint32_t>(component.first_row);
        for (const SystemContact& contact : contacts_of(component)) {
            const bool couples = contact.row_a >= 0 && contact.row_b >= 0;
            for (const std::int32_t slot : {contact.row_a, contact.row_b}) {
                grow_push_back(new_structure_,
                               couples ? row_of_slot_[static_cast<std::size_t>(slot)] - first : 0U);
            }
        }
    }
}

void ContactSystem::find_order() {
    for (BlockMatrix& matrix : matrices_) {
        matrix.clear();
    }
    const std::uint32_t* next = structure_.data();
    for (const Component& component : components_) {
        order_.begin(static_cast<std::uint32_t>(component.row_count));
        next += 2;
        for (std::size_t i = 0; i < component.contact_count; ++i, next += 2) {
            if (next[0] != next[1]) {
                order_.couple(next[0], next[1]);
            }
        }
        order_.find();
        for (BlockMatrix& matrix : matrices_) {
            matrix.append(order_);
        }
        for (std::uint32_t i = 0; i < component.row_count; ++i) {
            places_[component.first_row + i] =
                static_cast<std::uint32_t>(component.first_row) + order_.place(i);
        }
    }
}

void ContactSystem::place_rows(const LoadedComponents& components, std::span<const BodySolverState> states) {
    const std::span<const std::uint32_t> slots = components.slots();
    grow_resize(rows_, slots.size());
    grow_resize(values_, slots.size());
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
        row_of_slot_[slots[i]] = places_[i];
        rows_[places_[i]].slot = slots[i];
        rows_[places_[i]].mass = 1.0 / static_cast<double>(states[slots[i]].inverse_mass);
    }
    for (Component& component : components_) {
        for (const Row& row : rows_of(component)) {
            component.mass += row.mass;
        }
    }
}

/// Writes the Jacobians, and as the first guess of all states what pushed and slid at the end of the last
/// step.
void ContactSystem::write_rows(const Component& component, SystemContact& contact) const {
    for (std::int32_t* const row : {&contact.row_a, &contact.row_b}) {
        *row = *row < 0 ? -1 : static_cast<std::int32_t>(row_of_slot_[static_cast<std::size_t>(*row)]);
    }
    if (contact.row_a >= 0 && contact.row_b >= 0) {
        contact.coupling =
            matrices_[0].find_block(static_cast<std::size_t>(std::min(contact.row_a, contact.row_b)),
                                    static_cast<std::size_t>(std::max(contact.row_a, contact.row_b)));
    }
    contact.lighter = component.mass;
    for (const std::int32_t row : {contact.row_a, contact.row_b}) {
        if (row >= 0) {
            contact.lighter = std::min(contact.lighter, rows_[static_cast<std::size_t>(row)].mass);
        }
    }
    const int lane = contact.lane;
    limit_impulses(lasting_weights * component.mass * weight_, lane, *contact.block);
    const ContactBlock& block = *contact.block;
    const auto x = static_cast<double>(block.normal_x[lane]);
    const auto y = static_cast<double>(block.normal_y[lane]);
    contact.friction = static_cast<double>(block.friction[lane]);
    const bool own_rules = has_own_rules(contact);
    for (int i = 0; i < 2; ++i) {
        SystemPoint& point = contact.points[i];
        point = {};
        point.present = block.normal_mass[i][lane] > 0.0f && !own_rules;
        const auto along = static_cast<double>(block.normal_impulse[i][lane]);
        const auto across = static_cast<double>(block.friction_impulse[i][lane]);
        PointState state{along > 0.0, Friction::Stick};
        if (std::abs(across) >= 0.999999 * contact.friction * along) {
            state.friction = across > 0.0 ? Friction::Forward : Friction::Backward;
        }
        std::fill_n(point.kept, contact_pass_count, state);
        point.rows_a[0] = {-x, -y, -static_cast<double>(block.normal_arm_a[i][lane])};
        point.rows_b[0] = {x, y, static_cast<double>(block.normal_arm_b[i][lane])};
        // The tangent is the normal turned by -90 degrees.
        point.rows_a[1] = {-y, x, -static_cast<double>(block.tangent_arm_a[i][lane])};
        point.rows_b[1] = {y, -x, static_cast<double>(block.tangent_arm_b[i][lane])};
    }
}

bool ContactSystem::needs_sweeps() const {
    return std::any_of(contacts_.begin(), contacts_.end(), [](const SystemContact& contact) {
        return has_own_rules(contact) ||
               (contact.surfaces != nullptr && contact.surfaces->rolling_length[contact.lane] != 0.0f);
    });
}

/// Cuts the friction that the normal impulses no longer bear. The velocities of the bodies without it are
/// where a pass begins, but not where the search for its end does: that is near those with it.
void ContactSystem::cut_friction(const Component& component) {
    std::fill_n(values_.data() + component.first_row, component.row_count, Twist{});
    for (SystemContact& contact : contacts_of(component)) {
        for (int i = 0; i < 2; ++i) {
            float& impulse = contact.block->friction_impulse[i][contact.lane];
            const auto limit = static_cast<float>(
                contact.friction * static_cast<double>(contact.block->normal_impulse[i][contact.lane]));
            if (contact.points[i].present && std::abs(impulse) > limit) {
                const float cut = std::clamp(impulse, -limit, limit);
                add_impulse(contact, contact.points[i], 1,
                            static_cast<double>(cut) - static_cast<double>(impulse));
                impulse = cut;
            }
        }
    }
    for (std::size_t i = component.first_row; i < component.first_row + component.row_count; ++i) {
        add_scaled(rows_[i].old_velocity, 1.0 / rows_[i].mass, values_[i]);
        add_scaled(rows_[i].change, -1.0 / rows_[i].mass, values_[i]);
    }
}

/// Records the largest normal impulse of each point, for hit events and restitution.
void ContactSystem::track_impacts(const Component& component) const {
    for (const SystemContact& contact : contacts_of(component)) {
        for (int i = 0; contact.impacts != nullptr && i < 2; ++i) {
            float& largest = contact.impacts->max_impulse[i][contact.lane];
            largest = std::max(largest, contact.block->normal_impulse[i][contact.lane]);
        }
    }
}

std::size_t ContactSystem::bytes() const {
    return components_.capacity() * sizeof(Component) + contacts_.capacity() * sizeof(SystemContact) +
           rows_.capacity() * sizeof(Row) + values_.capacity() * sizeof(Twist) +
           (row_of_slot_.capacity() + component_of_slot_.capacity() + structure_.capacity() +
            new_structure_.capacity() + places_.capacity()) *
               sizeof(std::uint32_t) +
           order_.bytes() + matrices_[0].bytes() + matrices_[1].bytes();
}

/// Returns the penalty for the impulses that a contact has now: a light body that bears little would be flung
/// about by the smallest error of one for a heavy body beside it. A power of two, so that factors last while
/// loads hardly change.
double ContactSystem::penalty_of(const Component& component, const SystemContact& contact) const {
    const double borne = static_cast<double>(normal_impulse_of(*contact.block, contact.lane)) / weight_;
    // What something immovable squeezes would bear without bound.
    const double mass = std::max(contact.lighter, std::min(borne, component.mass));
    int exponent = 0;
    static_cast<void>(std::frexp(mass, &exponent));
    return std::ldexp(relative_penalty, exponent);
}

void ContactSystem::load_point(SystemContact& contact, int number, const Pass& pass) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    SystemPoint& point = contact.points[number];
    const auto separation = static_cast<double>(block.current_separation[number][lane]);
    const auto threshold = static_cast<double>(slow_impact * pass.constants.restitution_threshold);
    point.old_impulse[0] = static_cast<double>(block.normal_impulse[number][lane]);
    point.old_impulse[1] = static_cast<double>(block.friction_impulse[number][lane]);
    // Impacts with restitution are left to the next sub-step, as by the sweeps.
    const bool bounces = pass.kind == ContactPass::Relax && separation > 0.0 && point.old_impulse[0] == 0.0 &&
                         contact.impacts != nullptr && contact.impacts->restitution[lane] > 0.0f &&
                         point.old_velocity[0] < -threshold;
    point.taken = point.present && !bounces;
    if (!point.taken) {
        point.state = {};
        return;
    }
    double speed = 0.0;
    double compliance = 1.0 / point.penalty;
    point.soft = {};
    if (separation > 0.0) {
        speed = -separation * static_cast<double>(pass.constants.inverse_h);
    } else if (pass.kind == ContactPass::Biased) {
        const auto scale = static_cast<double>(block.softness.mass_scale);
        const SoftImpulse soft = soft_impulse(contact, number, pass.constants);
        point.soft = soft;
        const double bias = bias_of_overlap(
            separation, static_cast<double>(block.softness.bias_rate),
            static_cast<double>(
                is_spring(contact) ? 0.0f : block.softness.impulse_scale * pass.constants.shallow_speed) /
                scale);
        speed = std::min({-bias, static_cast<double>(pass.constants.max_bias) / scale,
                          static_cast<double>(pass.constants.max_push_out_velocity) + soft.speed}) +
                soft.compliance * point.old_impulse[0] - soft.speed;
        compliance += soft.compliance;
    }
    point.stiffness = 1.0 / compliance;
    point.offset = point.stiffness * (point.old_impulse[0] / point.penalty + speed);
    point.limit = std::max(contact.friction * point.old_impulse[0], std::abs(point.old_impulse[1]));
    point.state = point.kept[pass.number()];
}

double ContactSystem::nonlinearity(const SystemContact& contact, const SystemPoint& point, const Pass& pass) {
    if (point.soft.compliance == 0.0) {
        return 0.0;
    }
    const auto number = &point - contact.points;
    const double change =
        static_cast<double>(contact.block->normal_impulse[number][contact.lane]) - point.old_impulse[0];
    const double linear = std::max(0.0, point.soft.speed + point.soft.compliance * change);
    return std::abs(soft_impulse(contact, static_cast<int>(number), pass.constants).speed - linear);
}

}  // namespace drystone
