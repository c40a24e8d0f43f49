#include "step/hits.h"

#include "memory/arrays.h"
#include "step/contact_view.h"

namespace drystone {

namespace {

/// The point of a lane that was hit faster than the threshold, the fastest; -1: none.
int hit_point(const ImpactBlock& impacts, int lane, float threshold) {
    int hit = -1;
    float fastest = threshold;
    for (int i = 0; i < 2; ++i) {
        const float speed = -impacts.approach_speed[i][lane];
        if (impacts.greatest_impulse[i][lane] > 0.0f && speed > fastest) {
            fastest = speed;
            hit = i;
        }
    }
    return hit;
}

void note_hits(const BlockRun& run, float threshold, int worker, OrderedOutput& found) {
    for (std::uint32_t i = 0; run.reports_hits && i < run.count; ++i) {
        for (int lane = 0; run.blocks[i].watches_impacts && lane < run.lanes_in(i); ++lane) {
            if (run.impacts[i].hit_events[lane] != 0.0f && hit_point(run.impacts[i], lane, threshold) >= 0) {
                const auto contact = static_cast<std::uint32_t>(run.names[i].contact[lane]);
                found.add(worker, contact, contact);
            }
        }
    }
}

ContactHit make_hit(const WorldState& world, std::uint32_t index) {
    const Contact& contact = world.contacts.contacts[index];
    const ContactList& list = world.graph.list_of(contact);
    const std::size_t block = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    const int point = hit_point(list.impacts[block], lane, world.settings.hit_threshold);
    return {shape_id(world, contact.shape_a),
            shape_id(world, contact.shape_b),
            world.contacts.slots.handle<ContactId>(index, world.number),
            lane_point(world, contact, point),
            {list.blocks[block].normal_x[lane], list.blocks[block].normal_y[lane]},
            -list.impacts[block].approach_speed[point][lane]};
}

}  // namespace

void report_hits(WorldState& world) {
    const BlockRuns& runs = world.solver.runs;
    if (!runs.any_hits()) {
        return;
    }
    OrderedOutput& found = world.changes.found;
    found.clear(world.team->size());
    world.team->parallel_for(runs.size(), 1, [&](std::size_t begin, std::size_t end, int worker) {
        for (std::size_t i = begin; i < end; ++i) {
            note_hits(runs[i], world.settings.hit_threshold, worker, found);
        }
    });
    clear_after_step(world.changes.hits);
    found.append_to(world.changes.hits);
    for (const std::uint32_t contact : world.changes.hits) {
        world.contact_hits.push_back(make_hit(world, contact));
    }
}

}  // namespace drystone
