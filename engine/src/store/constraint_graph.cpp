#include "store/constraint_graph.h"

#include <algorithm>
#include <cstring>

namespace drystone {

namespace {

/// Fills the rows that do not come from the narrow phase.
void write_lane(ContactList& list, std::uint32_t index, const Contact& contact) {
    const std::size_t i = list.block(contact.place);
    const int lane = list.lane(contact.place);
    ContactBlock& block = list.blocks[i];
    ContactNames& names = list.names[i];
    names.contact[lane] = static_cast<std::int32_t>(index);
    names.body_a[lane] = static_cast<std::int32_t>(contact.body_a);
    names.body_b[lane] = static_cast<std::int32_t>(contact.body_b);
    names.frame_a[lane] = static_cast<std::int32_t>(contact.frame_a);
    names.frame_b[lane] = static_cast<std::int32_t>(contact.frame_b);
    block.friction[lane] = contact.friction;
    block.stale_states = true;
    list.impacts[i].restitution[lane] = contact.restitution;
    list.impacts[i].hit_events[lane] = contact.hit_events ? 1.0f : 0.0f;
    block.bounces = block.bounces || contact.restitution > 0.0f;
    list.bounces = list.bounces || contact.restitution > 0.0f;
    list.reports_hits = list.reports_hits || contact.hit_events;
    block.watches_impacts = block.watches_impacts || contact.restitution > 0.0f || contact.hit_events;
    for (int point = 0; point < 2; ++point) {
        names.feature[point][lane] = contact.points[point].feature;
        block.normal_impulse[point][lane] = contact.points[point].normal_impulse;
        block.friction_impulse[point][lane] = contact.points[point].friction_impulse;
    }
}

void save_lane(const ContactList& list, Contact& contact) {
    const std::size_t i = list.block(contact.place);
    const int lane = list.lane(contact.place);
    const ContactBlock& block = list.blocks[i];
    for (int point = 0; point < 2; ++point) {
        contact.points[point] = {block.normal_impulse[point][lane], block.friction_impulse[point][lane],
                                 list.names[i].feature[point][lane]};
    }
}

template <class Block>
void shrink(std::vector<Block>& blocks, std::size_t capacity) {
    std::vector<Block> smaller;
    smaller.reserve(capacity);
    smaller.assign(blocks.begin(), blocks.end());
    blocks.swap(smaller);
}

static_assert(2 * contact_kind_count + 1 <= first_slot, "every list of a colour has a dummy of its own");

}  // namespace

void ContactList::clear_lane_of(ContactBlock& block, ContactNames& names, int lane,
                                std::uint32_t dummy_slot) {
    clear_lane(block, lane);
    clear_lane(names, lane);
    names.contact[lane] = -1;
    block.state_a[lane] = state_offset(dummy_slot);
    block.state_b[lane] = state_offset(dummy_slot);
}

void ContactList::clear(std::uint32_t place) {
    const std::size_t i = block(place);
    clear_lane_of(blocks[i], names[i], lane(place), dummy_slot);
    clear_lane(impacts[i], lane(place));
    if (!surfaces.empty()) {
        clear_lane(surfaces[i], lane(place));
    }
}

/// The memory of a peak that is long gone. Between this and the next growth lies a quarter of the size.
void ContactList::give_back() {
    constexpr std::size_t kept_anyway = 64;
    if (blocks.capacity() > kept_anyway && 2 * blocks.size() < blocks.capacity()) {
        const std::size_t capacity = blocks.size() + blocks.size() / 4;
        shrink(blocks, capacity);
        shrink(names, capacity);
        shrink(impacts, capacity);
        if (!surfaces.empty()) {
            shrink(surfaces, capacity);
        }
    }
}

void ContactList::grow() {
    // The first two at once: a small scene then seldom needs more. By half, not twice: blocks are most of a
    // world's memory.
    const std::size_t capacity = std::max<std::size_t>(2, blocks.capacity() + (blocks.capacity() + 1) / 2);
    blocks.reserve(capacity);
    names.reserve(capacity);
    impacts.reserve(capacity);
    if (!surfaces.empty()) {
        surfaces.reserve(capacity);
    }
}

void ContactList::open_surfaces() {
    if (surfaces.empty()) {
        surfaces.reserve(blocks.capacity());
        surfaces.assign(blocks.size(), SurfaceBlock{});
    }
}

std::uint32_t ContactList::push() {
    const std::uint32_t place = count++;
    if (blocks.size() * lanes_per_block < count) {
        if (blocks.size() == blocks.capacity()) {
            grow();
        }
        if (!surfaces.empty()) {
            surfaces.emplace_back();
        }
        blocks.emplace_back().fixed_a = fixed_a;
        names.emplace_back();
        impacts.emplace_back();
        for (int lane = 0; lane < block_lanes; ++lane) {
            clear_lane_of(blocks.back(), names.back(), lane, dummy_slot);
            clear_lane(impacts.back(), lane);
        }
    }
    return place;
}

bool ContactList::remove(std::uint32_t place) {
    const std::uint32_t last = --count;
    const std::size_t from = block(last);
    if (last != place) {
        const std::size_t to = block(place);
        copy_lane(blocks[from], lane(last), blocks[to], lane(place));
        copy_lane(names[from], lane(last), names[to], lane(place));
        copy_lane(impacts[from], lane(last), impacts[to], lane(place));
        if (!surfaces.empty()) {
            copy_lane(surfaces[from], lane(last), surfaces[to], lane(place));
        }
        blocks[to].has_surfaces = blocks[to].has_surfaces || blocks[from].has_surfaces;
        blocks[to].bounces = blocks[to].bounces || blocks[from].bounces;
        blocks[to].watches_impacts = blocks[to].watches_impacts || blocks[from].watches_impacts;
        blocks[to].stale_states = blocks[to].stale_states || blocks[from].stale_states;
    }
    clear(last);
    if (lane(last) == 0) {
        blocks.pop_back();
        names.pop_back();
        impacts.pop_back();
        if (!surfaces.empty()) {
            surfaces.pop_back();
        }
        give_back();
    }
    return last != place;
}

ConstraintGraph::ConstraintGraph() {
    for (int color = 0; color <= overflow; ++color) {
        std::uint32_t dummy_slot = 1;
        for (ContactList& list : colors_[static_cast<std::size_t>(color)].lists) {
            list.fixed_a = is_static_color(color);
            list.dummy_slot = dummy_slot++;
        }
    }
    for (ContactList& list : colors_[overflow].lists) {
        list.lanes_per_block = 1;
    }
}

int ConstraintGraph::find_color(const Contact& contact, bool dynamic_a, bool dynamic_b) const {
    if (contact.one_by_one) {
        return overflow;
    }
    if (dynamic_a && dynamic_b) {
        for (int color = 0; color < dynamic_color_count; ++color) {
            const BitSet& bodies = colors_[static_cast<std::size_t>(color)].bodies;
            if (!bodies.test(contact.body_a) && !bodies.test(contact.body_b)) {
                return color;
            }
        }
        return overflow;
    }
    // From the back, so that the first static contact of each body shares the last colour of all.
    const std::uint32_t body = dynamic_a ? contact.body_a : contact.body_b;
    for (int color = color_count - 1; color >= dynamic_color_count; --color) {
        if (!colors_[static_cast<std::size_t>(color)].bodies.test(body)) {
            return color;
        }
    }
    return overflow;
}

void ConstraintGraph::assign_color(Contact& contact, bool dynamic_a, bool dynamic_b) {
    const int found = find_color(contact, dynamic_a, dynamic_b);
    GraphColor& color = colors_[static_cast<std::size_t>(found)];
    if (found != overflow && dynamic_a) {
        color.bodies.set(contact.body_a);
    }
    if (found != overflow && dynamic_b) {
        color.bodies.set(contact.body_b);
    }
    contact.color = static_cast<std::int8_t>(found);
    // The order of the overflow decides what is found.
    contact.second_half = contact.second_half && found != overflow;
}

void ConstraintGraph::open_lane(std::uint32_t index, Contact& contact) {
    contact.state = ContactState::Touching;
    contact.touching = true;
    ContactList& list = list_of(contact);
    contact.place = list.push();
    write_lane(list, index, contact);
    if (contact.surface) {
        write_surface(index, contact);
        list.surfaces[list.block(contact.place)].rolling_impulse[list.lane(contact.place)] =
            surfaces_[index].rolling_impulse;
    }
}

void ConstraintGraph::remove(std::vector<Contact>& contacts, std::uint32_t index) {
    Contact& contact = contacts[index];
    GraphColor& color = colors_[static_cast<std::size_t>(contact.color)];
    ContactList& list = list_of(contact);
    if (contact.color != overflow) {
        color.bodies.clear(contact.body_a);
        color.bodies.clear(contact.body_b);
    }
    save_lane(list, contact);
    save_surface(index, contact);
    if (list.remove(contact.place)) {
        const std::int32_t moved = list.names[list.block(contact.place)].contact[list.lane(contact.place)];
        contacts[static_cast<std::uint32_t>(moved)].place = contact.place;
    }
    contact.color = -1;
    contact.place = no_index;
    contact.state = ContactState::Asleep;
}

void ConstraintGraph::sort_lanes(std::vector<Contact>& contacts,
                                 const std::vector<std::uint32_t>& solver_slots, int color) {
    for (ContactList& list : colors_[static_cast<std::size_t>(color)].lists) {
        sort_list(contacts, solver_slots, list);
    }
}

void ConstraintGraph::sort_list(std::vector<Contact>& contacts,
                                const std::vector<std::uint32_t>& solver_slots, ContactList& list) {
    order_.clear();
    for (std::uint32_t place = 0; place < list.count; ++place) {
        const ContactNames& names = list.names[list.block(place)];
        const int lane = list.lane(place);
        const std::uint32_t a = solver_slots[static_cast<std::size_t>(names.body_a[lane])];
        const std::uint32_t b = solver_slots[static_cast<std::size_t>(names.body_b[lane])];
        order_.push_back({a == 0 || (b != 0 && b < a) ? b : a, place});
    }
    const auto before = [](const LaneOrder& p, const LaneOrder& q) {
        return p.key != q.key ? p.key < q.key : p.place < q.place;
    };
    if (std::is_sorted(order_.begin(), order_.end(), before)) {
        return;
    }
    std::sort(order_.begin(), order_.end(), before);
    sorted_.blocks.resize(list.blocks.size());
    sorted_.names.resize(list.blocks.size());
    sorted_.impacts.resize(list.blocks.size());
    sorted_.surfaces.resize(list.surfaces.size());
    for (std::uint32_t place = 0; place < list.count; ++place) {
        const std::uint32_t old = order_[place].place;
        const std::size_t from = list.block(old);
        const std::size_t to = list.block(place);
        copy_lane(list.blocks[from], list.lane(old), sorted_.blocks[to], list.lane(place));
        copy_lane(list.names[from], list.lane(old), sorted_.names[to], list.lane(place));
        copy_lane(list.impacts[from], list.lane(old), sorted_.impacts[to], list.lane(place));
        if (!list.surfaces.empty()) {
            copy_lane(list.surfaces[from], list.lane(old), sorted_.surfaces[to], list.lane(place));
        }
        contacts[static_cast<std::size_t>(sorted_.names[to].contact[list.lane(place)])].place = place;
    }
    finish_sorted(list);
    list.blocks.swap(sorted_.blocks);
    list.names.swap(sorted_.names);
    list.impacts.swap(sorted_.impacts);
    list.surfaces.swap(sorted_.surfaces);
}

/// The flags of the sorted blocks, and the empty lanes of the last one.
void ConstraintGraph::finish_sorted(const ContactList& list) {
    bool watches = false;
    bool bounces = false;
    bool stale = false;
    bool surfaces = false;
    for (const ContactBlock& block : list.blocks) {
        watches = watches || block.watches_impacts;
        bounces = bounces || block.bounces;
        stale = stale || block.stale_states;
        surfaces = surfaces || block.has_surfaces;
    }
    for (ContactBlock& block : sorted_.blocks) {
        block.watches_impacts = watches;
        block.bounces = bounces;
        block.stale_states = stale;
        block.has_surfaces = surfaces;
        block.fixed_a = list.fixed_a;
    }
    for (std::uint32_t place = list.count; place < sorted_.blocks.size() * list.lanes_per_block; ++place) {
        const std::size_t i = list.block(place);
        ContactList::clear_lane_of(sorted_.blocks[i], sorted_.names[i], list.lane(place), list.dummy_slot);
        clear_lane(sorted_.impacts[i], list.lane(place));
        if (!sorted_.surfaces.empty()) {
            clear_lane(sorted_.surfaces[i], list.lane(place));
        }
    }
}

std::uint32_t ConstraintGraph::count(int color) const {
    std::uint32_t sum = 0;
    for (const ContactList& list : colors_[static_cast<std::size_t>(color)].lists) {
        sum += list.count;
    }
    return sum;
}

std::size_t ConstraintGraph::bytes() const {
    std::size_t sum = surfaces_.capacity() * sizeof(PairSurface);
    for (const GraphColor& color : colors_) {
        sum += color.bodies.bytes();
        for (const ContactList& list : color.lists) {
            sum += list.bytes();
        }
    }
    return sum;
}

}  // namespace drystone
