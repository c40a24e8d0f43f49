#include "narrow_phase/narrow_phase.h"

#include "memory/arrays.h"
#include "narrow_phase/general_contacts.h"
#include "narrow_phase/surface_rows.h"
#include "store/prefetch.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

const float* box_frames(const NarrowPhaseInput& input) {
    return reinterpret_cast<const float*>(input.shapes.boxes.data());
}

/// Where the lanes of a kind gather from.
FrameInput frame_input(const NarrowPhaseInput& input, ContactKind kind) {
    const auto* const polygons = reinterpret_cast<const float*>(input.shapes.frames.data());
    return {reinterpret_cast<const float*>(input.bodies.poses.data()),
            kind == ContactKind::Boxes ? box_frames(input) : polygons, input.speculative_distance};
}

/// What finds the contacts of a kind in lanes; null where they are found one by one.
CollidePairs find_kernel(const NarrowKernels& kernels, ContactKind kind) {
    switch (kind) {
        case ContactKind::Boxes: return kernels.collide_boxes;
        case ContactKind::Small: return kernels.collide_polygons[0][0];
        case ContactKind::SmallMedium: return kernels.collide_polygons[0][1];
        case ContactKind::MediumSmall: return kernels.collide_polygons[1][0];
        case ContactKind::Medium: return kernels.collide_polygons[1][1];
        case ContactKind::General: break;
    }
    return nullptr;
}

bool touches(const ManifoldRows& manifolds, int lane) {
    return manifolds.feature[0][lane] != 0.0f || manifolds.feature[1][lane] != 0.0f;
}

/// Candidates of a worker's chunk: those to be looked at together are collected until there are sixteen.
class CandidateBatch {
public:
    CandidateBatch(CollidePairs collide, const NarrowPhaseInput& narrow, const FrameInput& input,
                   OrderedOutput& begun, int worker)
        : collide_(collide), narrow_(narrow), input_(input), begun_(begun), worker_(worker) {}

    void add(std::uint32_t item, std::uint32_t index, const Contact& contact) {
        items_[count_] = item;
        numbers_[count_] = index;
        contacts_[count_] = &contact;
        pairs_.body_a[count_] = static_cast<std::int32_t>(contact.body_a);
        pairs_.body_b[count_] = static_cast<std::int32_t>(contact.body_b);
        pairs_.frame_a[count_] = static_cast<std::int32_t>(contact.frame_a);
        pairs_.frame_b[count_] = static_cast<std::int32_t>(contact.frame_b);
        if (++count_ == block_lanes) {
            flush();
        }
    }

    void flush() {
        if (count_ == 0) {
            return;
        }
        for (int lane = count_; lane < block_lanes; ++lane) {
            pairs_.body_a[lane] = pairs_.body_a[0];
            pairs_.body_b[lane] = pairs_.body_b[0];
            pairs_.frame_a[lane] = pairs_.frame_a[0];
            pairs_.frame_b[lane] = pairs_.frame_b[0];
        }
        ManifoldRows manifolds;
        collide_(pairs_, input_, manifolds);
        for (int lane = 0; lane < count_; ++lane) {
            if (touches(manifolds, lane) && !is_behind_seam(manifolds, lane)) {
                begun_.add(worker_, items_[lane], numbers_[lane]);
            }
        }
        count_ = 0;
    }

private:
    [[nodiscard]] bool is_behind_seam(const ManifoldRows& manifolds, int lane) const {
        const Vec2 normal{manifolds.normal_x[lane], manifolds.normal_y[lane]};
        CollisionCache unused;
        return !narrow_.shapes.seams.empty() && is_hidden_contact(narrow_, *contacts_[lane], normal) &&
               collide_shapes(narrow_, *contacts_[lane], unused).count == 0;
    }

    CollidePairs collide_;
    const NarrowPhaseInput& narrow_;
    FrameInput input_;
    OrderedOutput& begun_;
    int worker_;
    LanePairs pairs_{};
    std::uint32_t items_[block_lanes] = {};
    std::uint32_t numbers_[block_lanes] = {};
    const Contact* contacts_[block_lanes] = {};
    int count_ = 0;
};

/// Looks up where the lanes' bodies are in the solver; that changes when bodies fall asleep and wake.
void refresh_states(const BodyStore& bodies, const ContactNames& names, ContactBlock& block, int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        block.state_a[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(names.body_a[lane])]);
        block.state_b[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(names.body_b[lane])]);
    }
    block.stale_states = false;
}

BlockSoftness usual_softness(const SolverConstants& constants, bool is_static) {
    return {is_static ? constants.static_contact : constants.contact, is_static};
}

/// Notes the contacts of the lanes that have no point any more, by their numbers: lanes have no order of
/// their own.
void note_ended(const ContactNames& names, int lanes, int worker, OrderedOutput& ended) {
    bool any = false;
    for (int lane = 0; lane < block_lanes; ++lane) {
        any = any || names.feature[0][lane] + names.feature[1][lane] == 0.0f;
    }
    for (int lane = 0; any && lane < lanes; ++lane) {
        if (names.feature[0][lane] == 0.0f && names.feature[1][lane] == 0.0f) {
            const auto contact = static_cast<std::uint32_t>(names.contact[lane]);
            ended.add(worker, contact, contact);
        }
    }
}

/// Recomputes the contacts of runs of blocks.
class RunUpdate {
public:
    RunUpdate(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
              bool states_moved)
        : input_(input), solver_(solver), contacts_(contacts), states_moved_(states_moved) {}

    void update(const BlockRun& run, int worker, OrderedOutput& ended) const {
        const ApproachInput approach{solver_.states.data(), solver_.integration.data(),
                                     solver_.constants.inverse_h};
        for (std::uint32_t i = 0; i < run.count; ++i) {
            ContactBlock& block = run.blocks[i];
            ContactNames& names = run.names[i];
            prefetch_object(&block + 1);
            prefetch_object(&names + 1);
            const int lanes = run.lanes_in(i);
            if (states_moved_ || block.stale_states) {
                refresh_states(input_.bodies, names, block, lanes);
            }
            find_contacts(run, block, names, lanes);
            block.round = run.kind != ContactKind::Boxes;
            const BlockSoftness usual =
                usual_softness(solver_.constants, ConstraintGraph::is_static_color(run.color));
            block.softness = usual.softness;
            // In all blocks of the list: lanes may still move to another one.
            if (run.surfaces != nullptr && run.is_in_order()) {
                write_surfaces_in_order(names, block, lanes, run.surfaces[i]);
            } else if (run.surfaces != nullptr) {
                write_surface_rows(input_.bodies, names, lanes, usual, solver_.constants, run.surfaces[i]);
            }
            if (block.watches_impacts) {
                input_.kernels.write_approach_speeds(approach, block, run.impacts[i]);
            }
            note_ended(names, lanes, worker, ended);
        }
    }

private:
    /// In the overflow, each contact has the softness of its own bodies.
    void write_surfaces_in_order(const ContactNames& names, const ContactBlock& block, int lanes,
                                 SurfaceBlock& surfaces) const {
        for (int lane = 0; lane < lanes; ++lane) {
            const bool is_static =
                has_infinite_mass(solver_.states.data(), block.state_a[lane], block.state_b[lane]);
            write_surface_lane(input_.bodies, names, lane, usual_softness(solver_.constants, is_static),
                               solver_.constants, surfaces);
        }
    }

    void find_contacts(const BlockRun& run, ContactBlock& block, ContactNames& names, int lanes) const {
        const ContactKind kind = run.kind;
        const ContactInput lane_input{frame_input(input_, kind),
                                      reinterpret_cast<const float*>(input_.bodies.masses.data())};
        alignas(64) Row kept{};
        if (may_keep(names)) {
            input_.kernels.keep_block(block, names, lane_input, kept);
            if (std::all_of(kept, kept + lanes, [](float lane) { return lane != 0.0f; })) {
                return;
            }
        }
        const CollidePairs collide_lanes = find_kernel(input_.kernels, kind);
        if (kind == ContactKind::Boxes) {
            input_.kernels.update_boxes(&block, &names, 1, lane_input, kept);
        } else {
            ManifoldRows manifolds{};
            if (collide_lanes != nullptr) {
                // In lanes, only shapes that nothing pushes have seams.
                const bool may_be_static =
                    ConstraintGraph::is_static_color(run.color) || run.color == ConstraintGraph::overflow;
                const bool may_be_hidden = may_be_static && !input_.shapes.seams.empty();
                for (int lane = 0; may_be_hidden && lane < lanes; ++lane) {
                    prefetch(&contacts_.contacts[static_cast<std::size_t>(names.contact[lane])]);
                }
                collide_lanes(names, lane_input, manifolds);
                if (may_be_hidden) {
                    replace_hidden(names, lanes, kept, manifolds);
                }
            }
            for (int lane = 0; collide_lanes == nullptr && lane < lanes; ++lane) {
                const auto number = static_cast<std::size_t>(names.contact[lane]);
                if (kept[lane] == 0.0f) {
                    find_general_manifold(input_, contacts_.contacts[number], contacts_.caches[number],
                                          manifolds, lane);
                }
            }
            input_.kernels.write_block(block, names, manifolds, lane_input, kept);
        }
        for (int lane = lanes; lane < block_lanes; ++lane) {
            ContactList::clear_lane_of(block, names, lane, run.dummy_slot);
        }
    }

    /// Finds those anew that the lanes found along normals that nothing can touch.
    void replace_hidden(const ContactNames& names, int lanes, const Row& kept,
                        ManifoldRows& manifolds) const {
        for (int lane = 0; lane < lanes; ++lane) {
            if (kept[lane] != 0.0f || !touches(manifolds, lane)) {
                continue;
            }
            const auto number = static_cast<std::size_t>(names.contact[lane]);
            const Vec2 normal{manifolds.normal_x[lane], manifolds.normal_y[lane]};
            if (is_hidden_contact(input_, contacts_.contacts[number], normal)) {
                CollisionCache unused;
                find_general_manifold(input_, contacts_.contacts[number], unused, manifolds, lane);
            }
        }
    }

    /// Whether there is a lane that could keep what was found before.
    [[nodiscard]] static bool may_keep(const ContactNames& names) {
        bool any = false;
        for (int lane = 0; lane < block_lanes; ++lane) {
            any = any || names.found_rotation_a[0][lane] != 0.0f || names.found_rotation_a[1][lane] != 0.0f;
        }
        return any;
    }

    const NarrowPhaseInput& input_;
    const SolverInput& solver_;
    ContactStore& contacts_;
    bool states_moved_;
};

/// Candidates that a worker looks at in one go: some ten microseconds.
constexpr std::size_t candidates_per_chunk = 512;

/// Candidates lie all over memory: those that come soon are asked for early, and then their boxes.
void prefetch_candidates(const NarrowPhaseInput& input, const std::vector<Contact>& contacts,
                         const std::vector<std::uint32_t>& candidates, std::size_t i) {
    constexpr std::size_t bodies_ahead = 4;
    constexpr std::size_t boxes_ahead = 8;
    constexpr std::size_t contacts_ahead = 16;
    if (i + contacts_ahead < candidates.size()) {
        prefetch(&contacts[candidates[i + contacts_ahead]]);
        const Contact& soon = contacts[candidates[i + boxes_ahead]];
        prefetch(&input.shapes.fat_boxes[soon.shape_a]);
        prefetch(&input.shapes.fat_boxes[soon.shape_b]);
        const Contact& next = contacts[candidates[i + bodies_ahead]];
        for (const std::uint32_t body : {next.body_a, next.body_b}) {
            prefetch(&input.bodies.poses[body]);
            prefetch(&input.bodies.rests[body]);
        }
    }
}

/// Do the circles that hold the two bodies reach each other?
bool may_touch(const NarrowPhaseInput& input, const Contact& contact) {
    const BodyPose& a = input.bodies.poses[contact.body_a];
    const BodyPose& b = input.bodies.poses[contact.body_b];
    const float x = b.x - a.x;
    const float y = b.y - a.y;
    const float reach = 1.0001f * (input.bodies.rests[contact.body_a].extent +
                                   input.bodies.rests[contact.body_b].extent + input.speculative_distance);
    return !(x * x + y * y > reach * reach);
}

}  // namespace

void test_candidates(const NarrowPhaseInput& input, ContactStore& contacts, Team& team,
                     ContactChanges& changes) {
    clear_after_step(changes.begun);
    clear_after_step(changes.separated);
    for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
        const std::vector<std::uint32_t>& candidates = contacts.candidates[kind];
        if (candidates.empty()) {
            continue;
        }
        const CollidePairs collide_lanes = find_kernel(input.kernels, static_cast<ContactKind>(kind));
        const FrameInput lane_input = frame_input(input, static_cast<ContactKind>(kind));
        changes.found.clear(team.size());
        changes.lost.clear(team.size());
        team.parallel_for(
            candidates.size(), candidates_per_chunk, [&](std::size_t begin, std::size_t end, int worker) {
                CandidateBatch batch(collide_lanes, input, lane_input, changes.found, worker);
                for (std::size_t i = begin; i < end; ++i) {
                    const auto item = static_cast<std::uint32_t>(i);
                    prefetch_candidates(input, contacts.contacts, candidates, i);
                    const Contact& contact = contacts.contacts[candidates[i]];
                    if (!fat_boxes_overlap(contact, input.shapes)) {
                        changes.lost.add(worker, item, candidates[i]);
                    } else if (collide_lanes != nullptr) {
                        if (may_touch(input, contact)) {
                            batch.add(item, candidates[i], contact);
                        }
                    } else if (collide_shapes(input, contact, contacts.caches[candidates[i]]).count > 0) {
                        changes.found.add(worker, item, candidates[i]);
                    }
                }
                batch.flush();
            });
        changes.found.append_to(changes.begun);
        changes.lost.append_to(changes.separated);
    }
}

void update_contacts(const NarrowPhaseInput& input, const SolverInput& solver, ContactStore& contacts,
                     ConstraintGraph& graph, Team& team, ContactChanges& changes) {
    const bool states_moved = graph.seen_order != input.bodies.order_version;
    graph.seen_order = input.bodies.order_version;
    const RunUpdate update(input, solver, contacts, states_moved);
    clear_after_step(changes.ended);
    changes.lost.clear(team.size());
    changes.runs.collect(graph);
    team.parallel_for(changes.runs.size(), 1, [&](std::size_t begin, std::size_t end, int worker) {
        for (std::size_t i = begin; i < end; ++i) {
            update.update(changes.runs[changes.runs.spread(i)], worker, changes.lost);
        }
    });
    changes.lost.append_to(changes.ended);
}

}  // namespace drystone
