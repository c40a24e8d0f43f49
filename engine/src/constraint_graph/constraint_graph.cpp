#include "constraint_graph/constraint_graph.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/finite.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

/// Fills the rows that do not come from the narrow phase.
void write_lane(ContactList& list, std::uint32_t index, const Contact& contact, float scale) {
    const std::size_t i = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    ContactBlock& block = list.blocks[i];
    ContactIds& ids = list.ids[i];
    ids.contact[lane] = static_cast<std::int32_t>(index);
    ids.body_a[lane] = static_cast<std::int32_t>(contact.body_a);
    ids.body_b[lane] = static_cast<std::int32_t>(contact.body_b);
    ids.frame_a[lane] = static_cast<std::int32_t>(contact.frame_a);
    ids.frame_b[lane] = static_cast<std::int32_t>(contact.frame_b);
    block.friction[lane] = contact.friction;
    block.stale_states = true;
    list.write_impacts(contact.place, contact.restitution, contact.hit_events);
    for (int point = 0; point < 2; ++point) {
        ids.feature[point][lane] = contact.points[point].feature;
        block.normal_impulse[point][lane] = nearest_finite(scale * contact.points[point].normal_impulse);
        block.friction_impulse[point][lane] = nearest_finite(scale * contact.points[point].friction_impulse);
        block.settled[point][lane] = block.normal_impulse[point][lane] > 0.0f ? settled_at_rest : 0.0f;
    }
    block.settling_age[lane] = 0.0f;
    block.load[lane] = block.normal_impulse[0][lane] + block.normal_impulse[1][lane];
    block.friction_load[lane] = block.friction_impulse[0][lane] + block.friction_impulse[1][lane];
    block.bearable[lane] = nearest_finite(borne_forces * block.load[lane]);
}

void save_lane(const ContactList& list, Contact& contact, float scale) {
    const std::size_t i = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    const ContactBlock& block = list.blocks[i];
    for (int point = 0; point < 2; ++point) {
        contact.points[point] = {nearest_finite(scale * block.normal_impulse[point][lane]),
                                 nearest_finite(scale * block.friction_impulse[point][lane]),
                                 list.ids[i].feature[point][lane]};
    }
}

void scale_value(float& value, float factor) { value = nearest_finite(value * factor); }

void scale_row(Row& row, float factor) {
    for (float& value : row) {
        scale_value(value, factor);
    }
}

/// Loads are forces, which give impulses in proportion to the sub-step. The rest of an impulse stops motion:
/// it does not grow, or it would throw bodies after a short step with a long one.
void scale_impulses(ContactList& list, float factor) {
    const float rest_factor = std::min(factor, 1.0f);
    for (ContactBlock& block : list.blocks) {
        for (int lane = 0; lane < block_lanes; ++lane) {
            const float impulse = block.normal_impulse[0][lane] + block.normal_impulse[1][lane];
            const float part = impulse > 0.0f ? std::min(block.load[lane] / impulse, 1.0f) : 0.0f;
            const float scale = part * factor + (1.0f - part) * rest_factor;
            // The load of friction is no part of it, as it may have the other sign: the points share it.
            const bool two_points = block.tangent_mass[0][lane] > 0.0f && block.tangent_mass[1][lane] > 0.0f;
            const float added =
                (two_points ? 0.5f : 1.0f) * (factor - rest_factor) * block.friction_load[lane];
            for (int point = 0; point < 2; ++point) {
                const bool is_present = block.tangent_mass[point][lane] > 0.0f;
                float& friction = block.friction_impulse[point][lane];
                friction = nearest_finite(rest_factor * friction + (is_present ? added : 0.0f));
                scale_value(block.normal_impulse[point][lane], scale);
            }
        }
        scale_row(block.load, factor);
        scale_row(block.friction_load, factor);
        scale_row(block.settled[0], factor);
        scale_row(block.settled[1], factor);
        scale_row(block.bearable, factor);
    }
    for (SurfaceBlock& block : list.surfaces) {
        scale_row(block.rolling_impulse, factor);
    }
}

static_assert(ConstraintGraph::color_count <= BodyColors::max_colors, "a body has a bit for each colour");
static_assert(contact_kind_count + 1 <= first_slot, "every list of a colour has a dummy of its own");

}  // namespace

ConstraintGraph::ConstraintGraph() {
    for (int color = 0; color <= no_response; ++color) {
        std::uint32_t dummy_slot = 1;
        for (ContactList& list : colors_[static_cast<std::size_t>(color)].lists) {
            list.fixed_a = is_static_color(color);
            list.dummy_slot = dummy_slot++;
        }
    }
}

int ConstraintGraph::find_color(const Contact& contact, bool dynamic_a, bool dynamic_b) const {
    if (!contact.pushes_b()) {
        return no_response;
    }
    if (contact.one_by_one) {
        return overflow;
    }
    if (dynamic_a && dynamic_b) {
        const int color = find_dynamic_color(contact.body_a, contact.body_b);
        return color < dynamic_color_count ? color : overflow;
    }
    // Taken from the back, so that the first static contact of each body has the last colour of all.
    const std::uint32_t used = body_colors_.of(dynamic_a ? contact.body_a : contact.body_b);
    const int color = color_count - 1 - std::countl_one(used << (32 - color_count));
    return color >= dynamic_color_count ? color : overflow;
}

/// Returns the first colour that is free for both, even if it is not a dynamic colour.
int ConstraintGraph::find_dynamic_color(std::uint32_t body_a, std::uint32_t body_b) const {
    return std::countr_one(body_colors_.of(body_a) | body_colors_.of(body_b));
}

void ConstraintGraph::assign_color(Contact& contact, bool dynamic_a, bool dynamic_b) {
    const bool pushed_a = dynamic_a && contact.pushes_a();
    const int found = find_color(contact, pushed_a, dynamic_b);
    if (found < overflow && pushed_a) {
        body_colors_.take(contact.body_a, found);
    }
    if (found < overflow && dynamic_b) {
        body_colors_.take(contact.body_b, found);
    }
    contact.color = static_cast<std::int8_t>(found);
}

void ConstraintGraph::reserve_additional(std::span<const std::uint32_t> numbers,
                                         const DefinitionArray<Contact>& contacts) {
    constexpr std::size_t many = 256;
    if (numbers.size() < many) {
        return;  // Lists seldom grow by more than a block.
    }
    std::array<std::array<std::uint32_t, contact_kind_count>, no_response + 1> counts{};
    for (const std::uint32_t number : numbers) {
        const Contact& contact = contacts[number];
        ++counts[static_cast<std::size_t>(contact.color)][GraphColor::list_number(contact)];
    }
    for (std::size_t color = 0; color < counts.size(); ++color) {
        for (std::size_t list = 0; list < counts[color].size(); ++list) {
            if (counts[color][list] != 0) {
                colors_[color].lists[list].reserve_additional(counts[color][list]);
            }
        }
    }
}

void ConstraintGraph::open_lane(std::uint32_t index, Contact& contact) {
    contact.state = ContactState::Touching;
    contact.touching = true;
    ContactList& list = list_of(contact);
    contact.place = list.push();
    record_use(contact, true);
    write_lane(list, index, contact, sub_step_ratio());
    if (contact.surface) {
        write_surface(index, contact);
        list.surfaces[ContactList::block(contact.place)].rolling_impulse[ContactList::lane(contact.place)] =
            nearest_finite(sub_step_ratio() * surfaces_[index].rolling_impulse);
    }
}

void ConstraintGraph::release_color(const Contact& contact) {
    if (contact.color >= overflow) {
        return;
    }
    // The dominating body does not hold the colour for this contact, but may hold it for another.
    if (contact.pushes_a()) {
        body_colors_.release(contact.body_a, contact.color);
    }
    body_colors_.release(contact.body_b, contact.color);
}

/// Saves the data of a contact's lane.
void ConstraintGraph::save(std::uint32_t index, Contact& contact) {
    save_lane(list_of(contact), contact, reference_sub_step_ / sub_step_);
    save_surface(index, contact);
}

void ConstraintGraph::close_lane(DefinitionArray<Contact>& contacts, std::uint32_t index) {
    Contact& contact = contacts.edit(index);
    ContactList& list = list_of(contact);
    save(index, contact);
    if (list.remove(contact.place)) {
        const std::int32_t moved =
            list.ids[ContactList::block(contact.place)].contact[ContactList::lane(contact.place)];
        contacts.edit(static_cast<std::uint32_t>(moved)).place = contact.place;
    }
    record_use(contact, list.count > 0);
    forget_lane(contact);
}

void ConstraintGraph::set_sub_step(float length) {
    // Ratios of any two of these lengths are finite.
    constexpr float shortest = 1e-9f;
    constexpr float longest = 1e9f;
    const float h = std::clamp(length, shortest, longest);
    if (is_sub_step_set_ && h == sub_step_) {
        return;
    }
    if (!is_sub_step_set_) {
        is_sub_step_set_ = true;
        sub_step_ = reference_sub_step_ = h;
        return;
    }
    visit_lists(0, no_response + 1, [&](ContactList& list) { scale_impulses(list, h / sub_step_); });
    sub_step_ = h;
}

void ConstraintGraph::compact(DefinitionArray<Contact>& contacts, int color) {
    for (std::uint32_t lists = used_lists(color); lists != 0; lists &= lists - 1) {
        const auto number = static_cast<std::size_t>(std::countr_zero(lists));
        const ContactList& list = colors_[static_cast<std::size_t>(color)].lists[number];
        // From the end: the last lane moves into the place of a removed one.
        for (std::uint32_t place = list.count; place-- > 0;) {
            const ContactIds& ids = list.ids[ContactList::block(place)];
            const int lane = ContactList::lane(place);
            if (find_dynamic_color(static_cast<std::uint32_t>(ids.body_a[lane]),
                                   static_cast<std::uint32_t>(ids.body_b[lane])) < color) {
                const auto index = static_cast<std::uint32_t>(ids.contact[lane]);
                const ContactBlock& block = list.blocks[ContactList::block(place)];
                const float settled[2] = {block.settled[0][lane], block.settled[1][lane]};
                const float bearable = block.bearable[lane];
                const float settling_age = block.settling_age[lane];
                remove(contacts, index);
                Contact& contact = contacts.edit(index);
                add(index, contact, true, true);
                ContactBlock& target = list_of(contact).blocks[ContactList::block(contact.place)];
                const int target_lane = ContactList::lane(contact.place);
                target.settled[0][target_lane] = settled[0];
                target.settled[1][target_lane] = settled[1];
                target.bearable[target_lane] = bearable;
                target.settling_age[target_lane] = settling_age;
            }
        }
    }
}

void ConstraintGraph::sort_blocks(DefinitionArray<Contact>& contacts,
                                  const std::vector<std::uint32_t>& solver_slots, int color) {
    for (ContactList& list : colors_[static_cast<std::size_t>(color)].lists) {
        sort_list(contacts, solver_slots, list);
    }
}

void ConstraintGraph::sort_list(DefinitionArray<Contact>& contacts,
                                const std::vector<std::uint32_t>& solver_slots, ContactList& list) {
    order_.clear();
    for (std::uint32_t place = 0; place < list.count; ++place) {
        const ContactIds& ids = list.ids[ContactList::block(place)];
        const int lane = ContactList::lane(place);
        const std::uint32_t a = solver_slots[static_cast<std::size_t>(ids.body_a[lane])];
        const std::uint32_t b = solver_slots[static_cast<std::size_t>(ids.body_b[lane])];
        order_.push_back({a == 0 || (b != 0 && b < a) ? b : a, place});
    }
    const auto before = [](const LaneOrder& p, const LaneOrder& q) {
        return p.key != q.key ? p.key < q.key : p.place < q.place;
    };
    if (std::is_sorted(order_.begin(), order_.end(), before)) {
        return;
    }
    sort_items(order_.begin(), order_.end(), before);
    permute_lanes(contacts, list);
}

/// Permutes the lanes of a list into `order_`, cycle by cycle.
void ConstraintGraph::permute_lanes(DefinitionArray<Contact>& contacts, ContactList& list) {
    if (spare_.blocks.empty()) {
        spare_.push();
        spare_.open_impacts();
        spare_.open_surfaces();
    }
    for (std::uint32_t start = 0; start < list.count; ++start) {
        if (order_[start].place == start) {
            continue;
        }
        copy_contact(list, start, spare_, 0);
        std::uint32_t place = start;
        while (order_[place].place != start) {
            const std::uint32_t from = order_[place].place;
            copy_contact(list, from, list, place);
            order_[place].place = place;
            place = from;
        }
        copy_contact(spare_, 0, list, place);
        order_[place].place = place;
    }
    for (std::uint32_t place = 0; place < list.count; ++place) {
        const std::int32_t contact = list.ids[ContactList::block(place)].contact[ContactList::lane(place)];
        contacts.edit(static_cast<std::size_t>(contact)).place = place;
    }
    list.spread_flags();
}

std::uint32_t ConstraintGraph::count(int color) const {
    std::uint32_t sum = 0;
    visit_lists(color, color + 1, [&](const ContactList& list) { sum += list.count; });
    return sum;
}

std::size_t ConstraintGraph::bytes() const {
    std::size_t sum = surfaces_.capacity() * sizeof(PairSurface) + order_.capacity() * sizeof(LaneOrder) +
                      spare_.bytes() + body_colors_.bytes();
    for (const GraphColor& color : colors_) {
        for (const ContactList& list : color.lists) {
            sum += list.bytes();
        }
    }
    return sum;
}

}  // namespace drystone
