#include "store/constraint_graph.h"

namespace drystone {

namespace {

/// Fills the rows that do not come from the narrow phase.
void write_lane(ContactBlock& block, int lane, std::uint32_t index, const Contact& contact) {
    clear_lane(block, lane);
    block.contact[lane] = static_cast<std::int32_t>(index);
    block.body_a[lane] = static_cast<std::int32_t>(contact.body_a);
    block.body_b[lane] = static_cast<std::int32_t>(contact.body_b);
    block.shape_a[lane] = static_cast<std::int32_t>(contact.shape_a);
    block.shape_b[lane] = static_cast<std::int32_t>(contact.shape_b);
    block.friction[lane] = contact.friction;
    block.restitution[lane] = contact.restitution;
    block.has_restitution = block.has_restitution || contact.restitution > 0.0f;
    for (int i = 0; i < 2; ++i) {
        block.feature[i][lane] = contact.points[i].feature;
        block.normal_impulse[i][lane] = contact.points[i].normal_impulse;
        block.friction_impulse[i][lane] = contact.points[i].friction_impulse;
    }
}

void save_lane(const ContactBlock& block, int lane, Contact& contact) {
    contact.normal_x = block.normal_x[lane];
    contact.normal_y = block.normal_y[lane];
    for (int i = 0; i < 2; ++i) {
        contact.points[i] = {block.point_x[i][lane],          block.point_y[i][lane],
                             block.separation[i][lane],       block.normal_impulse[i][lane],
                             block.friction_impulse[i][lane], block.feature[i][lane]};
    }
}

}  // namespace

ConstraintGraph::ConstraintGraph() {
    for (ContactList& list : colors_[overflow].lists) {
        list.lanes_per_block = 1;
    }
}

int ConstraintGraph::find_color(const Contact& contact, bool dynamic_a, bool dynamic_b) const {
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
}

void ConstraintGraph::open_lane(std::uint32_t index, Contact& contact) {
    contact.state = ContactState::Touching;
    contact.touching = true;
    ContactList& list = list_of(contact);
    contact.place = list.count++;
    if (list.blocks.size() * list.lanes_per_block < list.count) {
        ContactBlock& block = list.blocks.emplace_back();
        for (int lane = 0; lane < block_lanes; ++lane) {
            clear_lane(block, lane);
        }
    }
    write_lane(list.block(contact.place), list.lane(contact.place), index, contact);
}

void ConstraintGraph::remove(std::vector<Contact>& contacts, std::uint32_t index) {
    Contact& contact = contacts[index];
    GraphColor& color = colors_[static_cast<std::size_t>(contact.color)];
    ContactList& list = color.lists[static_cast<std::size_t>(contact.kind)];
    if (contact.color != overflow) {
        color.bodies.clear(contact.body_a);
        color.bodies.clear(contact.body_b);
    }
    ContactBlock& block = list.block(contact.place);
    const int lane = list.lane(contact.place);
    save_lane(block, lane, contact);

    const std::uint32_t last = --list.count;
    ContactBlock& last_block = list.block(last);
    if (last != contact.place) {
        copy_lane(last_block, list.lane(last), block, lane);
        block.has_restitution = block.has_restitution || block.restitution[lane] > 0.0f;
        contacts[static_cast<std::uint32_t>(block.contact[lane])].place = contact.place;
    }
    clear_lane(last_block, list.lane(last));
    if (list.lane(last) == 0) {
        list.blocks.pop_back();
    }
    contact.color = -1;
    contact.place = no_index;
    contact.state = ContactState::Asleep;
}

std::uint32_t ConstraintGraph::count(int color) const {
    std::uint32_t sum = 0;
    for (const ContactList& list : colors_[static_cast<std::size_t>(color)].lists) {
        sum += list.count;
    }
    return sum;
}

std::size_t ConstraintGraph::bytes() const {
    std::size_t sum = 0;
    for (const GraphColor& color : colors_) {
        sum += color.bodies.bytes();
        for (const ContactList& list : color.lists) {
            sum += list.blocks.capacity() * sizeof(ContactBlock);
        }
    }
    return sum;
}

}  // namespace drystone
