#include "contacts/pre_solve_edits.h"

#include "contacts/contact_view.h"
#include "narrow_phase/kernels/point_rows.h"

namespace drystone {

namespace {

/// The points of a lane, in world coordinates.
struct LanePoints {
    Vec2 points[2];
    float separations[2];
};

/// Returns the points as edited by the callback; a point that it was not shown keeps the values that lanes
/// found.
LanePoints edited_points(const ContactViewContext& view, const Contact& contact,
                         const PreSolveResult& pre_solve_result, const ContactBlock& block,
                         const ContactIds& ids, int lane) {
    LanePoints result{};
    for (int i = 0; i < 2; ++i) {
        const float feature_id = ids.feature[i][lane];
        if (feature_id == 0.0f) {
            continue;
        }
        const int k = feature_id == pre_solve_result.ids[0]   ? 0
                      : feature_id == pre_solve_result.ids[1] ? 1
                                                              : -1;
        result.points[i] = k < 0 ? lane_point(view, contact, i) : pre_solve_result.points[k];
        result.separations[i] = k < 0 ? block.separation[i][lane] : pre_solve_result.separations[k];
    }
    return result;
}

void edit(const ContactViewContext& view, const SolverInput& solver, const PreSolveResult& pre_solve_result,
          ConstraintGraph& graph) {
    const Contact& contact = view.contacts.contacts[pre_solve_result.contact];
    ContactList& list = graph.list_of(contact);
    const std::size_t i = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    ContactBlock& block = list.blocks[i];
    ContactIds& ids = list.ids[i];
    const LanePoints edited = edited_points(view, contact, pre_solve_result, block, ids, lane);
    block.normal_x[lane] = pre_solve_result.normal.x;
    block.normal_y[lane] = pre_solve_result.normal.y;
    const BodyPose& a = view.bodies.poses[contact.body_a];
    const BodyPose& b = view.bodies.poses[contact.body_b];
    for (int point = 0; point < 2; ++point) {
        if (ids.feature[point][lane] == 0.0f) {
            continue;
        }
        const Vec2& at = edited.points[point];
        write_point_arms({at - Vec2{a.x, a.y}, at - Vec2{b.x, b.y}}, pre_solve_result.normal,
                         view.bodies.masses[contact.body_a], view.bodies.masses[contact.body_b], block, lane,
                         point);
        block.separation[point][lane] = block.current_separation[point][lane] = edited.separations[point];
    }
    // The next step must not reuse this manifold.
    ids.forget(lane);
    if (block.tracks_impacts) {
        view.narrow_kernels.write_approach_speeds(
            {solver.states.data(), solver.integration.data(), solver.constants.inverse_h}, block,
            list.impacts[i], block_lanes);
    }
}

}  // namespace

void apply_pre_solve_edits(const ContactViewContext& view, const SolverInput& solver,
                           const ContactRules& rules, ConstraintGraph& graph) {
    for (const PreSolveResult& pre_solve_result : rules.results) {
        if (pre_solve_result.edited &&
            view.contacts.contacts[pre_solve_result.contact].state == ContactState::Touching) {
            edit(view, solver, pre_solve_result, graph);
        }
    }
}

}  // namespace drystone
