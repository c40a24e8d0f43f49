#pragma once

#include "constraint_graph/contact_block.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Blocks of one colour and kind, in parallel arrays. Lanes are filled from the front. The contacts of the
/// overflow may share bodies and so are solved one after another.
struct ContactList {
    std::vector<ContactBlock> blocks;
    std::vector<ContactIds> ids;
    std::vector<ImpactBlock> impacts;    ///< Empty, or one per block.
    std::vector<SurfaceBlock> surfaces;  ///< Empty, or one per block.
    std::uint32_t count = 0;             ///< Number of contacts.
    bool fixed_a = false;                ///< Value for all blocks, see `ContactBlock`.
    /// Some contact in the list, present or recently removed, has restitution, or reports hits; if not,
    /// impacts are not checked.
    bool bounces = false;
    bool reports_hits = false;
    /// Slot to which empty lanes point: lists that are solved concurrently have different ones.
    std::uint32_t dummy_slot = 0;

    /// Returns the number of the block that holds the contact at `place`; `lane` returns its lane there.
    [[nodiscard]] static std::size_t block(std::uint32_t place) { return place / block_lanes; }
    [[nodiscard]] static int lane(std::uint32_t place) { return static_cast<int>(place % block_lanes); }
    /// Returns the number of lanes in use in block number `i`.
    [[nodiscard]] int lanes_in(std::size_t i) const {
        const std::size_t left = count - i * block_lanes;
        return static_cast<int>(left < block_lanes ? left : block_lanes);
    }
    /// Adds an empty lane at the end and returns its place.
    std::uint32_t push();
    /// Makes room for `more` contacts; capacity grows as if they were added one by one.
    void reserve_additional(std::uint32_t more);
    /// Removes the contact at `place`; the last one moves there. Returns whether one moved.
    bool remove(std::uint32_t place);
    /// Appends a copy of a contact of another list; returns its place.
    std::uint32_t take(const ContactList& from, std::uint32_t from_place);
    /// Removes all contacts and the marks of earlier ones; their memory is kept.
    void make_unused() {
        blocks.clear();
        ids.clear();
        impacts.clear();
        surfaces.clear();
        count = 0;
        bounces = reports_hits = false;
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.blocks, self.ids, self.impacts, self.surfaces, self.count, self.fixed_a, self.bounces,
                self.reports_hits, self.dummy_slot);
    }
    [[nodiscard]] std::size_t bytes() const {
        return blocks.capacity() * sizeof(ContactBlock) + ids.capacity() * sizeof(ContactIds) +
               impacts.capacity() * sizeof(ImpactBlock) + surfaces.capacity() * sizeof(SurfaceBlock);
    }
    /// Allocates the impact blocks, if there are none.
    void open_impacts();
    /// Writes restitution and hit events of a contact.
    void write_impacts(std::uint32_t place, float restitution, bool hit_events);
    /// Clears the flags of blocks that have no contact with restitution or hit events left.
    void forget_impacts();
    /// Allocates the surface blocks, if there are none.
    void open_surfaces();
    /// Sets each flag in all blocks if it is set in some block, after lanes have moved between blocks.
    void spread_flags();

private:
    void release();
    void clear(std::uint32_t place);
};

/// Copies all rows of a contact that both lists have.
void copy_contact(const ContactList& from, std::uint32_t from_place, ContactList& to, std::uint32_t place);

}  // namespace drystone
