#pragma once

#include <drystone/events.h>

#include "contacts/contact_context.h"
#include "joints/joint_solver.h"
#include "solver/solver.h"
#include "store/body_store.h"
#include "store/joint_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Bodies of a step that got non-finite numbers.
struct Quarantine {
    /// A body that is taken as a cause, and its state before the step.
    struct Record {
        std::uint32_t body = no_index;
        BodyPose pose;
        BodyMass mass;
        QuarantineReason reason = QuarantineReason::Load;
    };
    /// A body that ended the step with a non-finite number, and the group of such bodies that it is connected
    /// with.
    struct AffectedBody {
        std::uint32_t body = no_index;
        std::uint32_t group = 0;
    };

    std::vector<Record> records;
    std::vector<AffectedBody> affected;
    std::vector<BodyQuarantined> events;

    [[nodiscard]] std::size_t bytes() const {
        return records.capacity() * sizeof(Record) + affected.capacity() * sizeof(AffectedBody) +
               events.capacity() * sizeof(BodyQuarantined);
    }
};

/// Stores and solver data that quarantine reads and changes.
struct QuarantineContext {
    const ContactContext& lifecycle;  ///< Contacts of isolated bodies are destroyed through it.
    BodyStore& bodies;
    JointStore& joints;
    JointConstraintSolver& joint_solver;
    ContactStore& contacts;
    ConstraintGraph& graph;
    Solver& solver;
    Quarantine& quarantine;
    std::uint16_t number;  ///< Number of the world, part of every handle.
};

/// Isolates the bodies that were loaded with a non-finite number, before another stage reads them: their
/// contacts end, and they are immovable in this step. Call it after the bodies were loaded.
void isolate_non_finite_loads(const QuarantineContext& context);

/// Quarantines the bodies that may be the cause of non-finite results, and clears the data that would carry
/// them into the next step. Call it after the bodies were stored, if some were not finite; these are back at
/// their poses before the step.
///
/// Within a pass of the solver, a non-finite number spreads through all connected bodies, so its origin
/// cannot be seen. Of each connected group of such bodies, one body is taken: the first that is not dynamic;
/// else the one whose mass, inertia or size is farthest from one in its units, the first of equals, since
/// numbers overflow at extremes. If the cause was another body, the next step takes the next one.
void contain_non_finite_bodies(const QuarantineContext& context);

/// Restores the recorded bodies to their state before the step, and writes the events.
void publish_quarantine(const QuarantineContext& context);

}  // namespace drystone
