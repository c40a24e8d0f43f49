#pragma once

#include "constraint_graph/contact_block.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Blocks of one colour and kind, in arrays that run side by side. Lanes are filled from the front. The
/// contacts of the overflow may share bodies and so are solved one after another.
struct ContactList {
    std::vector<ContactBlock> blocks;
    std::vector<ContactIds> ids;
    std::vector<ImpactBlock> impacts;    ///< Empty, or one for each block.
    std::vector<SurfaceBlock> surfaces;  ///< The same.
    std::uint32_t count = 0;             ///< Contacts.
    bool fixed_a = false;                ///< For all blocks, see `ContactBlock`.
    /// Some contact that is here, or was until lately, has restitution, or reports hits: else nobody need
    /// look for it.
    bool bounces = false;
    bool reports_hits = false;
    /// Slot that empty lanes point to: lists that are solved at the same time have different ones.
    std::uint32_t dummy_slot = 0;

    /// Number of the block that holds the contact at `place`, and its lane there.
    [[nodiscard]] static std::size_t block(std::uint32_t place) { return place / block_lanes; }
    [[nodiscard]] static int lane(std::uint32_t place) { return static_cast<int>(place % block_lanes); }
    /// Lanes in use in block number `i`.
    [[nodiscard]] int lanes_in(std::size_t i) const {
        const std::size_t left = count - i * block_lanes;
        return static_cast<int>(left < block_lanes ? left : block_lanes);
    }
    /// Makes room for one more contact at the end and returns its place; its lane is empty.
    std::uint32_t push();
    /// Makes room for so many more contacts, as much as they would make one by one.
    void reserve_additional(std::uint32_t more);
    /// Empties a lane.
    static void clear_lane_of(ContactBlock& block, ContactIds& ids, int lane, std::uint32_t dummy_slot);
    /// Takes the contact at `place` out; the last one moves there. True if one did.
    bool remove(std::uint32_t place);
    /// A copy of a contact of another list at the end of this one; returns its place.
    std::uint32_t take(const ContactList& from, std::uint32_t from_place);
    [[nodiscard]] std::size_t bytes() const {
        return blocks.capacity() * sizeof(ContactBlock) + ids.capacity() * sizeof(ContactIds) +
               impacts.capacity() * sizeof(ImpactBlock) + surfaces.capacity() * sizeof(SurfaceBlock);
    }
    /// Makes the blocks of impacts where there are none.
    void open_impacts();
    /// Whether the contact bounces and reports hits.
    void write_impacts(std::uint32_t place, float restitution, bool hit_events);
    /// Blocks whose contacts that bounce or report hits have gone need not be looked at any more.
    void forget_impacts();
    /// Makes the blocks of surfaces where there are none.
    void open_surfaces();
    /// What some block says of its lanes, every block says from now on: lanes have gone from one to another.
    void spread_flags();

private:
    void release();
    void clear(std::uint32_t place);
};

/// Copies all rows of a contact, as far as the lists have them.
void copy_contact(const ContactList& from, std::uint32_t from_place, ContactList& to, std::uint32_t place);

}  // namespace drystone
