#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_context.h"

#include <cstddef>
#include <vector>

namespace drystone {

/// What a contact's surfaces do, by the materials of its shapes and the user's say. Its lane, if it has one,
/// does not know yet.
void set_pair_material(const ContactContext& context, std::uint32_t index);

/// The contact of two shapes, touching or not; `no_index` where there is none.
std::uint32_t find_contact(const ContactContext& context, std::uint32_t shape, std::uint32_t other);

/// Whether everything lets the pair collide; the user is asked last.
bool may_collide(const ContactContext& context, const ShapePair& pair);

/// Makes a contact of every pair that may collide: not of one body, at least one dynamic, filters agree.
/// Pairs of bodies that were allowed to collide again come after the new ones.
class NewContacts {
public:
    /// Both must outlive it.
    NewContacts(const ContactContext& context, const std::vector<ShapePair>& pairs);

    /// Makes contacts as long as nobody has to be asked and nothing that there is moves in memory, so that
    /// others may look at candidates meanwhile.
    void make_some();
    /// Makes all others.
    void make_rest();

private:
    const ContactContext& context_;
    const std::vector<ShapePair>& pairs_;
    std::size_t done_ = 0;
};

}  // namespace drystone
