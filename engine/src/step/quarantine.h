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

/// The bodies of a step that got numbers which are not finite.
struct Quarantine {
    /// A body that is the cause, and what it was before the step.
    struct Record {
        std::uint32_t body = no_index;
        BodyPose pose;
        BodyMass mass;
        QuarantineReason reason = QuarantineReason::Load;
    };
    /// A body that ended the step with a number that is not finite, and who it had to do with.
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
    std::uint16_t number;  ///< Of the world, part of every handle.
};

/// After the bodies were loaded and some number of it was not finite: takes those bodies out of the step
/// before anything has seen them. Their contacts end; in the step they stand still and nothing moves them.
void isolate_non_finite_loads(const QuarantineContext& context);

/// After the bodies were stored and some were not finite, which are back where they were: takes out who may
/// be the cause and clears what would carry it into the next step.
///
/// Within a pass of the solver a bad number runs through all that hangs together, so who began cannot be
/// seen. Of each group of such bodies that touch or are joined, the kinematic ones are taken, else the one
/// whose mass, inertia or size is farthest from one in its units, the first of equals: numbers overflow by
/// extremes. If it was another, the next step takes the next.
void contain_non_finite_bodies(const QuarantineContext& context);

/// Puts those that are taken out back to where they were, and writes the events.
void publish_quarantine(const QuarantineContext& context);

}  // namespace drystone
