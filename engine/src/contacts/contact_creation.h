#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_context.h"

#include <cstddef>
#include <vector>

namespace drystone {

/// Returns the surface values of a contact from the materials of its shapes and the mixing callback. If that
/// fails, the rules keep its error for `ContactRules::rethrow`.
MixedMaterial find_pair_material(const ContactContext& context, std::uint32_t index);

/// Sets the surface values of a contact. Does not update the contact's lane, if it has one.
void set_pair_material(const ContactContext& context, std::uint32_t index, const MixedMaterial& mixed);

/// Computes what the materials of beginning contacts make, where that was left for now, see
/// `Contact::unmixed`.
void mix_begun(const ContactContext& context);

/// Returns the contact of two shapes, touching or not; `no_index` if there is none.
std::uint32_t find_contact(const ContactContext& context, std::uint32_t shape, std::uint32_t other);

/// Returns whether the pair may collide: on different bodies, no sensor, allowed by filters, exclusions and
/// joints. The filter callback is called last, once until the fat boxes of the shapes part.
bool may_collide(const ContactContext& context, const ShapePair& pair);

/// Creates a contact for every pair that may collide: on different bodies, at least one dynamic, filters
/// agree. Pairs of bodies that were allowed to collide again come after the new pairs.
class NewContacts {
public:
    /// Both arguments must outlive the object.
    NewContacts(const ContactContext& context, const std::vector<ShapePair>& pairs);

    /// Creates contacts as long as no callback is needed and nothing in memory moves, so that other workers
    /// may test candidates meanwhile.
    void make_some();
    /// Creates all remaining contacts.
    void make_rest();

private:
    const ContactContext& context_;
    const std::vector<ShapePair>& pairs_;
    std::size_t done_ = 0;
};

}  // namespace drystone
