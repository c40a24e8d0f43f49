#include "islands/islands.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "core/union_find.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Calls `visitor(body A, body B)` for every contact of a list.
template <class Visitor>
void visit_touching(const ContactList& list, Visitor&& visitor) {
    for (std::size_t i = 0; i < list.blocks.size(); ++i) {
        for (int lane = 0; lane < list.lanes_in(i); ++lane) {
            visitor(static_cast<std::uint32_t>(list.ids[i].body_a[lane]),
                    static_cast<std::uint32_t>(list.ids[i].body_b[lane]));
        }
    }
}

/// Calls `visitor(body A, body B)` for every contact of the graph that pushes and has this colour or a later
/// one.
template <class Visitor>
void visit_touching(const ConstraintGraph& graph, int color, Visitor&& visitor) {
    graph.visit_lists(color, ConstraintGraph::overflow + 1,
                      [&](const ContactList& list) { visit_touching(list, visitor); });
}

/// Calls `visitor(body)` for the other bodies of the joints of a body.
template <class Visitor>
void visit_jointed(const JointStore& joints, std::uint32_t body, Visitor&& visitor) {
    visit_joints_of_body(joints, body, [&](std::uint32_t joint) {
        if (!joints.is_active(joint)) {
            return;
        }
        visit_bodies_of_joint(joints, joint, [&](std::uint32_t other) {
            if (other != body) {
                visitor(other);
            }
        });
    });
}

/// Links two bodies of one island. One moving body keeps its whole island awake: only still bodies are
/// united, and those that are linked with a moving one are marked as kept awake.
void link(const SleepContext& context, std::uint32_t body_a, std::uint32_t body_b) {
    IslandStore& islands = context.islands;
    const SleepState a = islands.sleep_states[body_a];
    const SleepState b = islands.sleep_states[body_b];
    if (a == SleepState::NoPart || b == SleepState::NoPart ||
        (a == SleepState::Moves && b == SleepState::Moves)) {
        return;
    }
    const std::uint32_t place_a = context.bodies.solver_slots[body_a] - first_slot;
    const std::uint32_t place_b = context.bodies.solver_slots[body_b] - first_slot;
    if (a == b) {
        unite(islands.parents, place_a, place_b);
    } else {
        islands.kept_awake[a == SleepState::Still ? place_a : place_b] = 1;
    }
}

void link_jointed(const SleepContext& context) {
    if (context.joints.empty()) {
        return;
    }
    for (const std::uint32_t body : context.bodies.awake) {
        if (context.islands.sleep_states[body] == SleepState::Still) {
            visit_jointed(context.joints, body, [&](std::uint32_t other) { link(context, body, other); });
        }
    }
}

/// Unites the still bodies that touch or are joined, and marks those that moving bodies keep awake.
void unite_still(const SleepContext& context, float time_to_sleep) {
    IslandStore& islands = context.islands;
    const BodyStore& bodies = context.bodies;
    const std::size_t count = bodies.awake.size();
    islands.parents.resize(count);
    islands.kept_awake.assign(count, 0);
    islands.sleep_states.assign(bodies.slots.size(), SleepState::NoPart);
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t body = bodies.awake[k];
        islands.parents[k] = k;
        if (bodies.is_dynamic(body)) {
            islands.sleep_states[body] =
                bodies.velocities[body].still_time >= time_to_sleep ? SleepState::Still : SleepState::Moves;
        }
    }
    visit_touching(context.graph, 0,
                   [&](std::uint32_t body_a, std::uint32_t body_b) { link(context, body_a, body_b); });
    link_jointed(context);
}

/// Writes the bodies of all still islands into `falling_asleep`, grouped by island.
void collect_still_islands(const SleepContext& context) {
    IslandStore& islands = context.islands;
    for (const std::uint32_t body : context.bodies.awake) {
        const std::uint32_t root = still_island(context, body);
        if (root != no_index) {
            islands.falling_asleep.push_back({root, body});
        }
    }
    sort_items(islands.falling_asleep.begin(), islands.falling_asleep.end());
}

/// Returns the number of an empty island with room for some bodies.
std::uint32_t make_sleeping_island(IslandStore& islands, std::size_t bodies) {
    if (islands.free.empty()) {
        prepare_room(islands.free, 1);
        islands.sleeping.emplace_back();
        islands.free.push_back(static_cast<std::uint32_t>(islands.sleeping.size() - 1));
    }
    const std::uint32_t island = islands.free.back();
    prepare_room(islands.sleeping[island], bodies);
    islands.free.pop_back();
    return island;
}

/// Deactivates the contacts of a body that has fallen asleep. A touching contact that pushes sleeps if either
/// body sleeps; others sleep if both bodies sleep or are static.
void deactivate_contacts(const SleepContext& context, std::uint32_t body) {
    visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = context.contacts.contacts[index];
        const bool awake = context.bodies.is_awake(contact.body_a) || context.bodies.is_awake(contact.body_b);
        if (contact.state == ContactState::Touching && (contact.pushes_b() || !awake)) {
            context.graph.take_out(context.contacts.contacts, index);
        } else if (contact.state == ContactState::Apart && !awake) {
            context.contacts.remove_candidate(index);
        } else if (contact.state == ContactState::Waiting &&
                   ((contact.touching && contact.pushes_b()) || !awake)) {
            context.contacts.remove_waiting(index);
        }
    });
}

/// Puts one body to sleep. The caller closes the gaps that its contacts leave in the graph.
void fall_asleep(const SleepContext& context, std::uint32_t body, std::uint32_t island) {
    context.islands.sleeping[island].push_back(body);
    context.islands.changed.push_back(body);
    context.bodies.records.edit(body).island = island;
    context.bodies.velocities[body] = {};
    context.bodies.leave_solver(body);
    deactivate_contacts(context, body);
}

void activate_contacts(const SleepContext& context, std::uint32_t body) {
    visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.state != ContactState::Asleep) {
            return;
        }
        if (contact.touching && contact.pushes_b()) {
            wake(context, contact.body_a);
            wake(context, contact.body_b);
        }
        if (contact.state == ContactState::Asleep) {
            context.contacts.add_waiting(index);
        }
    });
}

bool is_moving_kinematic(const BodyStore& bodies, std::uint32_t body) {
    const BodyVelocity& velocity = bodies.velocities[body];
    return bodies.types[body] == BodyType::Kinematic &&
           (velocity.x != 0.0f || velocity.y != 0.0f || velocity.w != 0.0f);
}

}  // namespace

std::size_t IslandStore::bytes() const {
    std::size_t sum =
        (free.capacity() + parents.capacity() + 2 * falling_asleep.capacity() + changed.capacity()) *
            sizeof(std::uint32_t) +
        kept_awake.capacity() + sleep_states.capacity() + changed_bits.capacity() * sizeof(std::uint64_t) +
        sleeping.capacity() * sizeof(std::vector<std::uint32_t>);
    for (const std::vector<std::uint32_t>& island : sleeping) {
        sum += island.capacity() * sizeof(std::uint32_t);
    }
    return sum;
}

void keep_awake_by_kinematic(const SleepContext& context) {
    BodyStore& bodies = context.bodies;
    if (bodies.kinematic_count == 0) {
        return;
    }
    bool any = false;
    for (const std::uint32_t body : bodies.awake) {
        if (is_moving_kinematic(bodies, body)) {
            any = true;
            visit_jointed(context.joints, body,
                          [&](std::uint32_t other) { bodies.velocities[other].still_time = 0.0f; });
        }
    }
    if (!any) {
        return;
    }
    // Pushing contacts of a kinematic body have a static colour or are in the overflow. These lists are short
    // compared with all contacts of a body such as a drum, most of which do not touch.
    visit_touching(context.graph, ConstraintGraph::dynamic_color_count,
                   [&](std::uint32_t body_a, std::uint32_t body_b) {
                       if (is_moving_kinematic(bodies, body_a)) {
                           bodies.velocities[body_b].still_time = 0.0f;
                       } else if (is_moving_kinematic(bodies, body_b)) {
                           bodies.velocities[body_a].still_time = 0.0f;
                       }
                   });
}

bool searches_next(const SleepContext& context, const SleepLimits& limits) {
    const BodyStore& bodies = context.bodies;
    return context.islands.steps + 1 == steps_between_searches &&
           std::any_of(bodies.awake.begin(), bodies.awake.end(), [&](std::uint32_t body) {
               return bodies.is_dynamic(body) && bodies.velocities[body].still_time >= limits.time_to_sleep;
           });
}

void find_still_islands(const SleepContext& context, float time_to_sleep) {
    IslandStore& islands = context.islands;
    unite_still(context, time_to_sleep);
    for (std::uint32_t k = 0; k < context.bodies.awake.size(); ++k) {
        if (islands.kept_awake[k] != 0) {
            islands.kept_awake[find_root(islands.parents, k)] = 1;
        }
    }
}

std::uint32_t still_island(const SleepContext& context, std::uint32_t body) {
    IslandStore& islands = context.islands;
    if (islands.sleep_states[body] != SleepState::Still) {
        return no_index;
    }
    const std::uint32_t root = find_root(islands.parents, context.bodies.solver_slots[body] - first_slot);
    return islands.kept_awake[root] == 0 ? root : no_index;
}

const std::vector<IslandMember>& sleep_islands(const SleepContext& context, const SleepLimits& limits) {
    IslandStore& islands = context.islands;
    islands.falling_asleep.clear();
    const bool searches = searches_next(context, limits);
    islands.steps = (islands.steps + 1) % steps_between_searches;
    if (!searches) {
        return islands.falling_asleep;
    }
    find_still_islands(context, limits.time_to_sleep);
    collect_still_islands(context);
    std::uint32_t root = no_index;
    std::uint32_t island = no_index;
    for (const IslandMember& member : islands.falling_asleep) {
        if (member.root != root) {
            root = member.root;
            island = make_sleeping_island(islands, 1);
        }
        fall_asleep(context, member.body, island);
    }
    context.graph.close_gaps(context.contacts.contacts);
    return islands.falling_asleep;
}

void put_to_sleep(const SleepContext& context, std::uint32_t body) {
    prepare_room(context.islands.changed, 1);
    fall_asleep(context, body, make_sleeping_island(context.islands, 1));
    context.graph.close_gaps(context.contacts.contacts);
}

bool put_island_to_sleep(const SleepContext& context, std::uint32_t body) {
    BodyStore& bodies = context.bodies;
    if (!bodies.is_dynamic(body) || !bodies.is_awake(body)) {
        return bodies.records[body].island != no_index;
    }
    std::vector<std::uint32_t> members{body};
    std::vector<bool> found(bodies.awake.size(), false);
    found[bodies.solver_slots[body] - first_slot] = true;
    bool may_sleep = true;
    for (std::size_t i = 0; i < members.size(); ++i) {
        may_sleep = may_sleep && bodies.damping_and_sleep[members[i]].sleep_speed >= 0.0f;
        const auto visit = [&](std::uint32_t other) {
            if (!bodies.is_awake(other)) {
                return;
            }
            may_sleep = may_sleep && !is_moving_kinematic(bodies, other);
            const std::size_t place = bodies.solver_slots[other] - first_slot;
            if (bodies.is_dynamic(other) && !found[place]) {
                found[place] = true;
                members.push_back(other);
            }
        };
        const std::uint32_t member = members[i];
        visit_contacts_of_body(bodies, context.contacts, member, [&](std::uint32_t index) {
            const Contact& contact = context.contacts.contacts[index];
            if (contact.touching && contact.pushes_b()) {
                visit(contact.body_a == member ? contact.body_b : contact.body_a);
            }
        });
        visit_jointed(context.joints, member, visit);
    }
    if (!may_sleep) {
        return false;
    }
    prepare_room(context.islands.changed, members.size());
    prepare_to_wake(context);
    const std::uint32_t island = make_sleeping_island(context.islands, members.size());
    for (const std::uint32_t member : members) {
        BodyForce& force = bodies.forces[member];
        force = {0.0f, 0.0f, 0.0f, force.gravity_scale};
        fall_asleep(context, member, island);
    }
    context.graph.close_gaps(context.contacts.contacts);
    return true;
}

void prepare_to_wake(const SleepContext& context) {
    IslandStore& islands = context.islands;
    const std::size_t bodies = context.bodies.slots.live_count();
    grow_reserve(context.bodies.awake, bodies);
    grow_reserve(context.bodies.sped_up, context.bodies.slots.size());
    grow_reserve(context.contacts.waiting, context.contacts.slots.live_count());
    if (islands.sleeping.size() != islands.free.size()) {
        grow_reserve(islands.changed, islands.changed.size() + bodies - context.bodies.awake.size());
    }
}

void wake_island(const SleepContext& context, std::uint32_t body) {
    prepare_to_wake(context);
    IslandStore& islands = context.islands;
    const std::uint32_t island = context.bodies.records[body].island;
    // Waking may reach other islands through contacts, so the list is moved out first.
    std::vector<std::uint32_t> members;
    members.swap(islands.sleeping[island]);
    try_push_back(islands.free, island);
    for (const std::uint32_t member : members) {
        context.bodies.records.edit(member).island = no_index;
        islands.changed.push_back(member);
        context.bodies.enter_solver(member);
    }
    for (const std::uint32_t member : members) {
        activate_contacts(context, member);
        visit_jointed(context.joints, member, [&](std::uint32_t other) { wake(context, other); });
    }
    // Returns the memory of the list to the slot, for the next island there.
    members.clear();
    members.swap(islands.sleeping[island]);
}

void recheck_contacts(const SleepContext& context, std::uint32_t body) {
    visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.state == ContactState::Asleep && !contact.touching) {
            context.contacts.add_waiting(index);
        }
    });
}

void wake_touching(const SleepContext& context, std::uint32_t body) {
    wake(context, body);
    visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.touching && contact.pushes_b()) {
            wake(context, contact.body_a);
            wake(context, contact.body_b);
        }
    });
    visit_jointed(context.joints, body, [&](std::uint32_t other) { wake(context, other); });
}

}  // namespace drystone
