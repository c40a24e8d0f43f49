#pragma once

#include <drystone/events.h>

#include "constraint_graph/constraint_graph.h"
#include "contacts/contact_view.h"
#include "store/contact_store.h"
#include "store/shape_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// A touching contact of a shape that asks how hard it is pressed, and what it had to bear so far.
///
/// In every sub-step the impulses that are left after its last pass are those that acted in it, so their sum
/// is the whole momentum that passed through the contact.
struct MonitoredContact {
    std::uint32_t contact = no_index;
    float threshold = 0.0f;          ///< [N]
    float normal[2] = {0.0f, 0.0f};  ///< Sums of the sub-steps [N s].
    float friction[2] = {0.0f, 0.0f};
    float last_normal[2] = {0.0f, 0.0f};  ///< Before restitution.
};

/// The shapes that ask for forces, and sums over the sub-steps for their contacts alone: nothing else of a
/// step knows of them.
class ContactForceEvents {
public:
    /// The shape asks, or no longer does.
    void add(std::uint32_t shape);
    void remove(std::uint32_t shape);

    /// Finds the contacts of the graph to be watched in this step, in the order of their slots.
    void begin_step(const ShapeStore& shapes, const BodyStore& bodies, const ContactStore& contacts);
    /// After each sub-step.
    void add_sub_step(const ContactStore& contacts, const ConstraintGraph& graph);
    /// Restitution changes the impulses of the last sub-step.
    void add_restitution(const ContactStore& contacts, const ConstraintGraph& graph);

    [[nodiscard]] const std::vector<MonitoredContact>& contacts() const { return contacts_; }
    [[nodiscard]] std::size_t bytes() const {
        return shapes_.capacity() * sizeof(std::uint32_t) + contacts_.capacity() * sizeof(MonitoredContact);
    }

private:
    std::vector<std::uint32_t> shapes_;  ///< Sorted.
    std::vector<MonitoredContact> contacts_;
};

/// Appends an event for every contact that was pressed harder than the thresholds of its shapes. `time_step`
/// [s] > 0.
void report_contact_forces(const ContactViewContext& view, const ContactForceEvents& watch, float time_step,
                           std::vector<ContactForce>& forces);

}  // namespace drystone
