#include "store/joint_lists.h"

namespace drystone {

std::uint32_t JointLists::find(std::uint32_t joint, std::uint32_t body) const {
    std::uint32_t of_body = body < lists_.size() ? lists_[body].first : no_index;
    std::uint32_t of_joint = joint < of_joint_.size() ? of_joint_[joint] : no_index;
    // Each of the two lists has all: the shorter one ends the search.
    while (of_body != no_index && of_joint != no_index) {
        if (links_[of_body].joint == joint) {
            return of_body;
        }
        if (links_[of_joint].body == body) {
            return of_joint;
        }
        of_body = links_[of_body].next;
        of_joint = links_[of_joint].next_of_joint;
    }
    return no_index;
}

void JointLists::enter(std::uint32_t link) {
    Link& own = links_.edit(link);
    List& list = lists_.edit(own.body);
    own.previous = list.last;
    (list.count == 0 ? list.first : links_.edit(list.last).next) = link;
    list.last = link;
    ++list.count;
    std::uint32_t& first = of_joint_.edit(own.joint);
    own.next_of_joint = first;
    if (first != no_index) {
        links_.edit(first).previous_of_joint = link;
    }
    first = link;
}

void JointLists::attach(std::uint32_t joint, std::uint32_t body) {
    prepare(body, free_ == no_index ? 1 : 0);
    prepare_joint(joint);
    if (find(joint, body) != no_index) {
        return;
    }
    std::uint32_t link = free_;
    if (link == no_index) {
        link = static_cast<std::uint32_t>(links_.size());
        links_.push_back({joint, body});
    } else {
        free_ = links_[link].next;
        links_.edit(link) = {joint, body};
    }
    enter(link);
}

void JointLists::detach(std::uint32_t joint, std::uint32_t body) {
    const std::uint32_t link = find(joint, body);
    if (link == no_index) {
        return;
    }
    const Link own = links_[link];
    List& list = lists_.edit(body);
    (own.previous == no_index ? list.first : links_.edit(own.previous).next) = own.next;
    (own.next == no_index ? list.last : links_.edit(own.next).previous) = own.previous;
    --list.count;
    const bool is_first = own.previous_of_joint == no_index;
    (is_first ? of_joint_.edit(joint) : links_.edit(own.previous_of_joint).next_of_joint) = own.next_of_joint;
    if (own.next_of_joint != no_index) {
        links_.edit(own.next_of_joint).previous_of_joint = own.previous_of_joint;
    }
    links_.edit(link) = {.next = free_};
    free_ = link;
}

std::vector<std::vector<std::uint32_t>> JointLists::collect() const {
    std::vector<std::vector<std::uint32_t>> lists(lists_.size());
    for (std::uint32_t body = 0; body < body_count(); ++body) {
        lists[body].reserve(count(body));
        visit(body, [&](std::uint32_t joint) { lists[body].push_back(joint); });
    }
    return lists;
}

void JointLists::set(const std::vector<std::vector<std::uint32_t>>& lists) {
    links_.edit().clear();
    of_joint_.edit().clear();
    lists_.edit().assign(lists.size(), {});
    free_ = no_index;
    for (std::uint32_t body = 0; body < body_count(); ++body) {
        for (const std::uint32_t joint : lists[body]) {
            prepare_joint(joint);
            const auto link = static_cast<std::uint32_t>(links_.size());
            links_.push_back({joint, body});
            enter(link);
        }
    }
}

}  // namespace drystone
