#include "contacts/pre_solve_edits.h"

#include "contacts/contact_view.h"
#include "narrow_phase/kernels/point_rows.h"

namespace drystone {

namespace {

/// The points of a lane, in the context.
struct LanePoints {
    Vec2 points[2];
    float separations[2];
};

/// What the user made of the points that he was shown; where lanes found another, it stays.
LanePoints edited_points(const ContactViewContext& view, const Contact& contact,
                         const PreSolveVerdict& verdict, const ContactBlock& block, const ContactNames& names,
                         int lane) {
    LanePoints result{};
    for (int i = 0; i < 2; ++i) {
        const float name = names.feature[i][lane];
        if (name == 0.0f) {
            continue;
        }
        const int k = name == verdict.names[0] ? 0 : name == verdict.names[1] ? 1 : -1;
        result.points[i] = k < 0 ? lane_point(view, contact, i) : verdict.points[k];
        result.separations[i] = k < 0 ? block.separation[i][lane] : verdict.separations[k];
    }
    return result;
}

void edit(const ContactViewContext& view, const SolverInput& solver, const PreSolveVerdict& verdict,
          ConstraintGraph& graph) {
    const Contact& contact = view.contacts.contacts[verdict.contact];
    ContactList& list = graph.list_of(contact);
    const std::size_t i = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    ContactBlock& block = list.blocks[i];
    ContactNames& names = list.names[i];
    const LanePoints edited = edited_points(view, contact, verdict, block, names, lane);
    block.normal_x[lane] = verdict.normal.x;
    block.normal_y[lane] = verdict.normal.y;
    const BodyPose& a = view.bodies.poses[contact.body_a];
    const BodyPose& b = view.bodies.poses[contact.body_b];
    for (int point = 0; point < 2; ++point) {
        if (names.feature[point][lane] == 0.0f) {
            continue;
        }
        const Vec2& at = edited.points[point];
        write_point_arms({at - Vec2{a.x, a.y}, at - Vec2{b.x, b.y}}, verdict.normal,
                         view.bodies.masses[contact.body_a], view.bodies.masses[contact.body_b], block, lane,
                         point);
        block.separation[point][lane] = block.current_separation[point][lane] = edited.separations[point];
    }
    // What is found in the next step is not to be taken from here.
    names.forget(lane);
    if (block.watches_impacts) {
        view.narrow_kernels.write_approach_speeds(
            {solver.states.data(), solver.integration.data(), solver.constants.inverse_h}, block,
            list.impacts[i]);
    }
}

}  // namespace

void edit_manifolds(const ContactViewContext& view, const SolverInput& solver, const ContactRules& rules,
                    ConstraintGraph& graph) {
    for (const PreSolveVerdict& verdict : rules.verdicts) {
        if (verdict.edited && view.contacts.contacts[verdict.contact].state == ContactState::Touching) {
            edit(view, solver, verdict, graph);
        }
    }
}

}  // namespace drystone
