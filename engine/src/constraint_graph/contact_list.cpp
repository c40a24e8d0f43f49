#include "constraint_graph/contact_list.h"

#include "core/growth_policy.h"

#include <algorithm>

namespace drystone {

namespace {

/// Adds the flags of a block to another one, into which one of its lanes has moved.
void add_flags(const ContactBlock& from, ContactBlock& to) {
    to.has_surfaces = to.has_surfaces || from.has_surfaces;
    to.bounces = to.bounces || from.bounces;
    to.tracks_impacts = to.tracks_impacts || from.tracks_impacts;
    to.stale_states = to.stale_states || from.stale_states;
}

}  // namespace

void copy_contact(const ContactList& from, std::uint32_t from_place, ContactList& to, std::uint32_t place) {
    const std::size_t source = ContactList::block(from_place);
    const std::size_t target = ContactList::block(place);
    copy_lane(from.blocks[source], ContactList::lane(from_place), to.blocks[target],
              ContactList::lane(place));
    copy_lane(from.ids[source], ContactList::lane(from_place), to.ids[target], ContactList::lane(place));
    if (!from.impacts.empty() && !to.impacts.empty()) {
        copy_lane(from.impacts[source], ContactList::lane(from_place), to.impacts[target],
                  ContactList::lane(place));
    }
    if (!from.surfaces.empty() && !to.surfaces.empty()) {
        copy_lane(from.surfaces[source], ContactList::lane(from_place), to.surfaces[target],
                  ContactList::lane(place));
    }
}

void ContactList::clear(std::uint32_t place) {
    const std::size_t i = block(place);
    clear_lane(blocks[i], lane(place));
    clear_lane(ids[i], lane(place));
    ids[i].contact[lane(place)] = -1;
    blocks[i].state_a[lane(place)] = state_offset(dummy_slot);
    blocks[i].state_b[lane(place)] = state_offset(dummy_slot);
    if (!impacts.empty()) {
        clear_lane(impacts[i], lane(place));
    }
    if (!surfaces.empty()) {
        clear_lane(surfaces[i], lane(place));
    }
}

/// Releases memory of an earlier peak. The remaining spare capacity is a quarter of the size, so shrinking
/// and growing do not alternate.
void ContactList::release() {
    constexpr std::size_t kept_anyway = 64;
    if (blocks.capacity() > kept_anyway && 2 * blocks.size() < blocks.capacity()) {
        const std::size_t capacity = blocks.size() + blocks.size() / 4;
        shrink_to(blocks, capacity);
        shrink_to(ids, capacity);
        if (!impacts.empty()) {
            shrink_to(impacts, capacity);
        }
        if (!surfaces.empty()) {
            shrink_to(surfaces, capacity);
        }
    }
}

void ContactList::reserve_additional(std::uint32_t more) {
    const std::size_t needed = (count + more + block_lanes - 1) / block_lanes;
    std::size_t capacity = blocks.capacity();
    if (capacity >= needed) {
        return;
    }
    while (capacity < needed) {
        // The first two blocks are allocated at once, which is often enough for a small scene. Growth is by a
        // quarter, since blocks are most of a world's memory.
        capacity = std::max<std::size_t>(2, capacity + (capacity + 3) / 4);
    }
    blocks.reserve(capacity);
    ids.reserve(capacity);
    if (!impacts.empty()) {
        impacts.reserve(capacity);
    }
    if (!surfaces.empty()) {
        surfaces.reserve(capacity);
    }
}

void ContactList::open_impacts() {
    if (impacts.empty()) {
        impacts.reserve(blocks.capacity());
        impacts.assign(blocks.size(), ImpactBlock{});
    }
}

void ContactList::write_impacts(std::uint32_t place, float restitution, bool hit_events) {
    const std::size_t i = block(place);
    if (restitution > 0.0f || hit_events) {
        open_impacts();
        blocks[i].tracks_impacts = true;
        blocks[i].bounces = blocks[i].bounces || restitution > 0.0f;
        bounces = bounces || restitution > 0.0f;
        reports_hits = reports_hits || hit_events;
    }
    if (!impacts.empty()) {
        impacts[i].restitution[lane(place)] = restitution;
        impacts[i].hit_events[lane(place)] = hit_events ? 1.0f : 0.0f;
    }
}

void ContactList::open_surfaces() {
    if (surfaces.empty()) {
        surfaces.reserve(blocks.capacity());
        surfaces.assign(blocks.size(), SurfaceBlock{});
    }
}

std::uint32_t ContactList::push() {
    reserve_additional(1);
    const std::uint32_t place = count++;
    if (blocks.size() * block_lanes < count) {
        if (!impacts.empty()) {
            impacts.emplace_back();
        }
        if (!surfaces.empty()) {
            surfaces.emplace_back();
        }
        blocks.emplace_back().fixed_a = fixed_a;
        ids.emplace_back();
        // All other values are zero by default.
        std::fill_n(blocks.back().state_a, block_lanes, state_offset(dummy_slot));
        std::fill_n(blocks.back().state_b, block_lanes, state_offset(dummy_slot));
        std::fill_n(ids.back().contact, block_lanes, -1);
    }
    return place;
}

std::uint32_t ContactList::take(const ContactList& from, std::uint32_t from_place) {
    const std::uint32_t place = push();
    if (!from.impacts.empty()) {
        open_impacts();
    }
    if (!from.surfaces.empty()) {
        open_surfaces();
    }
    copy_contact(from, from_place, *this, place);
    add_flags(from.blocks[block(from_place)], blocks[block(place)]);
    bounces = bounces || from.bounces;
    reports_hits = reports_hits || from.reports_hits;
    return place;
}

bool ContactList::remove(std::uint32_t place) {
    const std::uint32_t last = --count;
    const std::size_t from = block(last);
    if (last != place) {
        const std::size_t to = block(place);
        copy_contact(*this, last, *this, place);
        add_flags(blocks[from], blocks[to]);
    }
    clear(last);
    if (lane(last) == 0) {
        blocks.pop_back();
        ids.pop_back();
        if (!impacts.empty()) {
            impacts.pop_back();
        }
        if (!surfaces.empty()) {
            surfaces.pop_back();
        }
        release();
    }
    if (count == 0) {
        bounces = reports_hits = false;
    }
    return last != place;
}

void ContactList::forget_impacts() {
    if (!bounces && !reports_hits) {
        return;
    }
    bounces = reports_hits = false;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        ContactBlock& block = blocks[i];
        if (!block.tracks_impacts) {
            continue;
        }
        bool hits = false;
        block.bounces = false;
        for (int lane = 0; lane < lanes_in(i); ++lane) {
            block.bounces = block.bounces || impacts[i].restitution[lane] > 0.0f;
            hits = hits || impacts[i].hit_events[lane] > 0.0f;
        }
        block.tracks_impacts = block.bounces || hits;
        bounces = bounces || block.bounces;
        reports_hits = reports_hits || hits;
    }
}

void ContactList::spread_flags() {
    bool watch = false;
    bool bounce = false;
    bool stale = false;
    bool surfaced = false;
    for (const ContactBlock& block : blocks) {
        watch = watch || block.tracks_impacts;
        bounce = bounce || block.bounces;
        stale = stale || block.stale_states;
        surfaced = surfaced || block.has_surfaces;
    }
    for (ContactBlock& block : blocks) {
        block.tracks_impacts = watch;
        block.bounces = bounce;
        block.stale_states = stale;
        block.has_surfaces = surfaced;
    }
}

}  // namespace drystone
