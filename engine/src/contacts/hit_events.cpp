#include "contacts/hit_events.h"

#include "contacts/contact_context.h"
#include "core/arrays.h"
#include "core/finite.h"

namespace drystone {

namespace {

/// Returns the point of a lane with the highest approach speed above the threshold; -1: none.
int hit_point(const ImpactBlock& impacts, int lane, float threshold) {
    int hit = -1;
    float fastest = threshold;
    for (int i = 0; i < 2; ++i) {
        const float speed = -impacts.approach_speed[i][lane];
        if (impacts.max_impulse[i][lane] > 0.0f && speed > fastest) {
            fastest = speed;
            hit = i;
        }
    }
    return hit;
}

void record_hit_events(const ContactBatch& batch, float threshold, int worker,
                       DeterministicCollector& found) {
    for (std::uint32_t i = 0; batch.reports_hits && i < batch.count; ++i) {
        for (int lane = 0; batch.blocks[i].tracks_impacts && lane < batch.lanes_in(i); ++lane) {
            if (batch.impacts[i].hit_events[lane] != 0.0f &&
                hit_point(batch.impacts[i], lane, threshold) >= 0) {
                const auto contact = static_cast<std::uint32_t>(batch.ids[i].contact[lane]);
                found.add(worker, contact, contact);
            }
        }
    }
}

ContactHit make_hit(const ContactViewContext& context, float threshold, std::uint32_t index) {
    const Contact& contact = context.contacts.contacts[index];
    const ContactList& list = context.graph.list_of(contact);
    const std::size_t block = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    const int point = hit_point(list.impacts[block], lane, threshold);
    return {shape_id(context, contact.shape_a),
            shape_id(context, contact.shape_b),
            contact_id(context, index),
            nearest_finite(lane_point(context, contact, point)),
            {list.blocks[block].normal_x[lane], list.blocks[block].normal_y[lane]},
            nearest_finite(-list.impacts[block].approach_speed[point][lane])};
}

}  // namespace

void report_hit_events(const HitEventContext& context, std::vector<ContactHit>& hits) {
    constexpr std::size_t blocks_per_worker = 64;  // About 5 us of work.
    const ContactBatches& batches = context.batches;
    if (!batches.any_hits()) {
        return;
    }
    ContactChanges& changes = context.changes;
    changes.found.clear(context.team.size());
    const int workers = workers_for(batches.total_blocks(), blocks_per_worker);
    context.team.parallel_for(batches.size(), 1, workers,
                              [&](std::size_t begin, std::size_t end, int worker) {
                                  for (std::size_t i = begin; i < end; ++i) {
                                      record_hit_events(batches[i], context.threshold, worker, changes.found);
                                  }
                              });
    clear_and_shrink(changes.hits);
    changes.found.append_to(changes.hits);
    for (const std::uint32_t contact : changes.hits) {
        hits.push_back(make_hit(context.view, context.threshold, contact));
    }
}

}  // namespace drystone
