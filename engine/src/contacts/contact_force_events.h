#pragma once

#include <drystone/events.h>

#include "constraint_graph/constraint_graph.h"
#include "contacts/contact_view.h"
#include "store/contact_store.h"
#include "store/shape_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// A touching contact of a shape with force events, and its impulses so far in this step.
///
/// The impulses left after the last pass of a sub-step are those that acted in it, so their sum over the
/// sub-steps, and those of impacts, is the total impulse of the contact.
struct MonitoredContact {
    std::uint32_t contact = no_index;
    float threshold = 0.0f;          ///< [N]
    float normal[2] = {0.0f, 0.0f};  ///< Sums over the sub-steps [N s].
    float friction[2] = {0.0f, 0.0f};
};

/// Shapes with force events, and impulse sums over the sub-steps for their contacts only; no other stage of
/// the step is involved.
class ContactForceEvents {
public:
    /// Makes room for one more shape.
    void prepare();
    /// Registers or unregisters a shape with force events.
    void add(std::uint32_t shape);
    void remove(std::uint32_t shape);

    /// Finds the contacts of the graph to monitor in this step, in slot order.
    void begin_step(const ShapeStore& shapes, const BodyStore& bodies, const ContactStore& contacts);
    /// Adds the impulses of a sub-step; called after each one.
    void add_sub_step(const ContactStore& contacts, const ConstraintGraph& graph);
    /// Adds the impulses of the impacts of a step, see `Bounces`; called after the last sub-step.
    void add_bounces(const ContactStore& contacts, const ConstraintGraph& graph);

    [[nodiscard]] const std::vector<MonitoredContact>& contacts() const { return contacts_; }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.shapes_);
    }
    [[nodiscard]] std::size_t bytes() const {
        return shapes_.capacity() * sizeof(std::uint32_t) + contacts_.capacity() * sizeof(MonitoredContact);
    }

private:
    std::vector<std::uint32_t> shapes_;  ///< Sorted.
    std::vector<MonitoredContact> contacts_;
};

/// Appends an event for every contact whose mean force over the step exceeds its threshold, and notes in
/// `contacts`, those of the view, which have one. `time_step` must be positive [s].
void report_contact_forces(const ContactViewContext& view, const ContactForceEvents& watch, float time_step,
                           ContactStore& contacts, std::vector<ContactForce>& forces);

}  // namespace drystone
