#include "contacts/contact_lifecycle.h"

#include "contacts/contact_classification.h"
#include "contacts/contact_prefetch.h"
#include "core/arrays.h"
#include "parallel/radix_sort.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace drystone {

namespace {

/// Returns a pseudorandom hash of its argument. Source: Steele, Lea, Flood, Fast Splittable Pseudorandom
/// Number Generators, 2014 (the finalizer).
std::uint64_t scrambled(std::uint64_t x) {
    x = (x + 1) * 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/// Writes the items in a pseudorandom order, the same in every run.
void shuffle(const std::vector<std::uint32_t>& items, std::vector<ShuffledItem>& shuffled,
             std::vector<ShuffledItem>& spare) {
    clear_and_shrink(shuffled);
    for (const std::uint32_t item : items) {
        shuffled.push_back({scrambled(item), item});
    }
    radix_sort(shuffled, spare, [](const ShuffledItem& item) { return item.key; });
}

/// Returns whether one of the shapes has contact events.
bool wants_events(const ContactContext& context, const Contact& contact) {
    return context.shapes.records[contact.shape_a].contact_events ||
           context.shapes.records[contact.shape_b].contact_events;
}

}  // namespace

void destroy_contact(const ContactContext& context, std::uint32_t index, std::vector<ContactEnd>& ends) {
    const Contact& contact = context.contacts.contacts[index];
    if (contact.touching && wants_events(context, contact)) {
        ends.push_back({shape_id(context, contact.shape_a), shape_id(context, contact.shape_b),
                        contact_id(context, index)});
    }
    if (contact.state == ContactState::Touching) {
        context.graph.remove(context.contacts.contacts, index);
    } else if (contact.state == ContactState::Apart) {
        context.contacts.remove_candidate(index);
    } else if (contact.state == ContactState::Waiting) {
        context.contacts.remove_waiting(index);
    }
    context.contacts.destroy(index, context.bodies);
}

void activate_waiting(const ContactContext& context) {
    std::vector<std::uint32_t>& waiting = context.contacts.waiting;
    for (const std::uint32_t index : waiting) {
        Contact& contact = context.contacts.contacts.edit(index);
        contact.place = no_index;
        if (contact.touching) {
            context.graph.add(index, contact, context.bodies.is_dynamic(contact.body_a),
                              context.bodies.is_dynamic(contact.body_b));
        } else {
            context.contacts.add_candidate(index);
        }
    }
    waiting.clear();
}

void close_until_step(ContactStore& contacts, ConstraintGraph& graph, std::uint32_t index) {
    const ContactState state = contacts.contacts[index].state;
    if (state == ContactState::Touching) {
        graph.remove(contacts.contacts, index);
    } else if (state == ContactState::Apart) {
        contacts.remove_candidate(index);
    }
    if (state == ContactState::Touching || state == ContactState::Apart) {
        contacts.add_waiting(index);
    }
}

namespace {

/// Makes a touching contact that has left its lane a candidate, and records its end.
void become_candidate(const ContactContext& context, std::uint32_t index) {
    Contact& contact = context.contacts.contacts.edit(index);
    contact.touching = false;
    contact.force_reported = false;
    contact.points[0] = {};
    contact.points[1] = {};
    remove_constraint(context.bodies, contact);
    context.graph.forget_impulse(index);
    context.contacts.add_candidate(index);
    if (wants_events(context, contact)) {
        context.events.ends.push_back({shape_id(context, contact.shape_a), shape_id(context, contact.shape_b),
                                       contact_id(context, index)});
    }
}

bool is_asleep(const BodyStore& bodies, std::uint32_t body) {
    return bodies.records[body].island != no_index;
}

/// Returns whether a contact that begins pushes a sleeping body.
bool wakes_any(const ContactContext& context, const std::vector<std::uint32_t>& begun) {
    return std::any_of(begun.begin(), begun.end(), [&](std::uint32_t index) {
        const Contact& contact = context.contacts.contacts[index];
        return contact.pushes_b() &&
               (is_asleep(context.bodies, contact.body_a) || is_asleep(context.bodies, contact.body_b));
    });
}

/// Wakes the bodies that beginning contacts push. Their own contacts become candidates, except those that
/// already are: the beginning contacts must therefore still be candidates.
void wake_pushed(const ContactContext& context, const std::vector<std::uint32_t>& begun) {
    for (const std::uint32_t index : begun) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.pushes_b()) {
            wake(sleep_context(context), contact.body_a);
            wake(sleep_context(context), contact.body_b);
        }
    }
}

/// Minimum number of beginning contacts per worker: about 5 us for each task.
constexpr std::size_t begun_per_worker = 64;

void destroy_separated(const ContactContext& context) {
    const std::vector<std::uint32_t>& separated = context.changes.separated;
    for (std::size_t i = 0; i < separated.size(); ++i) {
        prefetch_contacts(context, separated, i);
        context.contacts.remove_candidate(separated[i]);
        context.contacts.destroy(separated[i], context.bodies);
    }
}

/// Removes beginning contacts from the candidates, counts them as constraints of their bodies and records
/// begin events. Runs in parallel with `assign_colors`.
void follow_begun(const ContactContext& context) {
    const std::vector<std::uint32_t>& begun = context.changes.begun;
    for (std::size_t i = 0; i < begun.size(); ++i) {
        prefetch_contacts(context, begun, i);
        context.contacts.leave_candidates(begun[i]);
        const Contact& contact = context.contacts.contacts[begun[i]];
        add_constraint(context.bodies, contact);
        if (wants_events(context, contact)) {
            context.events.begins.push_back({shape_id(context, contact.shape_a),
                                             shape_id(context, contact.shape_b),
                                             contact_id(context, begun[i])});
        }
    }
}

/// Assigns colours to contacts that have none, in pseudorandom order. In creation order, all left supports of
/// a pyramid's boxes would be solved before the right ones, and it would lean; in any regular order, waves
/// take longer to die away.
void assign_colors(const ContactContext& context, const std::vector<std::uint32_t>& contacts) {
    shuffle(contacts, context.changes.shuffled, context.changes.shuffled_spare);
    const std::vector<ShuffledItem>& shuffled = context.changes.shuffled;
    for (std::size_t i = 0; i < shuffled.size(); ++i) {
        prefetch_shuffled(context, shuffled, i);
        Contact& contact = context.contacts.contacts.edit(shuffled[i].contact);
        context.graph.assign_color(contact, context.bodies.is_dynamic(contact.body_a),
                                   context.bodies.is_dynamic(contact.body_b));
    }
}

}  // namespace

void begin_contacts(const ContactContext& context, const std::function<void()>& meanwhile) {
    const std::vector<std::uint32_t>& begun = context.changes.begun;
    const bool wakes = wakes_any(context, begun);
    if (wakes) {
        // Waking bodies must not find them among their contacts.
        destroy_separated(context);
        wake_pushed(context, begun);
        activate_waiting(context);
    }
    const auto follow_changes = [&] {
        if (!wakes) {
            destroy_separated(context);
        }
        follow_begun(context);
    };
    // Three tasks that run in parallel.
    const int workers = workers_for(begun.size(), begun_per_worker);
    context.team.parallel_for_beside(follow_changes, 2, 1, workers, [&](std::size_t task, std::size_t, int) {
        if (task == 0) {
            assign_colors(context, begun);
        } else {
            meanwhile();
        }
    });
    // Lanes are opened in creation order, in which neighbouring contacts follow each other: gathers then hit
    // the same cache lines.
    context.changes.by_color.visit(
        begun, context.contacts.contacts, context.team,
        [&](std::span<const std::uint32_t> contacts, std::size_t i) {
            if (i == 0) {
                context.graph.reserve_additional(contacts, context.contacts.contacts);
            }
            context.graph.open_lane(contacts[i], context.contacts.contacts.edit(contacts[i]));
        });
}

void end_contacts(const ContactContext& context) {
    const std::vector<std::uint32_t>& ended = context.changes.ended;
    // Colours are released on one thread, because a body may have contacts in many colours.
    for (std::size_t i = 0; i < ended.size(); ++i) {
        prefetch_contact(context, ended, i);
        context.graph.release_color(context.contacts.contacts[ended[i]]);
    }
    context.changes.by_color.visit(ended, context.contacts.contacts, context.team,
                                   [&](std::span<const std::uint32_t> contacts, std::size_t i) {
                                       prefetch_contacts(context, contacts, i);
                                       context.graph.close_lane(context.contacts.contacts, contacts[i]);
                                   });
    for (std::size_t i = 0; i < ended.size(); ++i) {
        prefetch_parted(context, ended, i);
        const std::uint32_t index = ended[i];
        const Contact& contact = context.contacts.contacts[index];
        // A contact is destroyed in the step in which its fat boxes part: when they meet again, the broad
        // phase reports the pair as new.
        if (!fat_boxes_overlap(contact, context.shapes)) {
            destroy_contact(context, index, context.events.ends);
            continue;
        }
        become_candidate(context, index);
    }
}

void stop_touching(const ContactContext& context, std::uint32_t index) {
    context.graph.remove(context.contacts.contacts, index);
    become_candidate(context, index);
}

void put_begun_to_sleep(const ContactContext& context) {
    if (context.shapes.solver_filters.empty()) {
        return;  // All contacts push.
    }
    bool any = false;
    for (const std::uint32_t index : context.changes.begun) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.state == ContactState::Touching && !contact.pushes_b() &&
            !context.bodies.is_awake(contact.body_a) && !context.bodies.is_awake(contact.body_b)) {
            context.graph.take_out(context.contacts.contacts, index);
            any = true;
        }
    }
    if (any) {
        context.graph.close_gaps(context.contacts.contacts);
    }
}

}  // namespace drystone
