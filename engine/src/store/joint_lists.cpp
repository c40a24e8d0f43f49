#include "store/joint_lists.h"

namespace drystone {

void JointLists::attach(std::uint32_t joint, std::uint32_t body) {
    prepare(body, free_ == no_index ? 1 : 0);
    bool is_attached = false;
    visit(body, [&](std::uint32_t other) { is_attached = is_attached || other == joint; });
    if (is_attached) {
        return;
    }
    std::uint32_t link = free_;
    if (link == no_index) {
        link = static_cast<std::uint32_t>(links_.size());
        links_.push_back({joint, no_index});
    } else {
        free_ = links_[link].next;
        links_.edit(link) = {joint, no_index};
    }
    List& list = lists_.edit(body);
    if (list.count == 0) {
        list.first = link;
    } else {
        links_.edit(list.last).next = link;
    }
    list.last = link;
    ++list.count;
}

void JointLists::detach(std::uint32_t joint, std::uint32_t body) {
    std::uint32_t previous = no_index;
    std::uint32_t link = body < lists_.size() ? lists_[body].first : no_index;
    while (link != no_index && links_[link].joint != joint) {
        previous = link;
        link = links_[link].next;
    }
    if (link == no_index) {
        return;
    }
    List& list = lists_.edit(body);
    const std::uint32_t next = links_[link].next;
    if (previous == no_index) {
        list.first = next;
    } else {
        links_.edit(previous).next = next;
    }
    list.last = list.last == link ? previous : list.last;
    --list.count;
    links_.edit(link) = {no_index, free_};
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
    lists_.edit().assign(lists.size(), {});
    free_ = no_index;
    for (std::uint32_t body = 0; body < body_count(); ++body) {
        List& list = lists_.edit(body);
        for (const std::uint32_t joint : lists[body]) {
            const auto link = static_cast<std::uint32_t>(links_.size());
            (list.count == 0 ? list.first : links_.edit(list.last).next) = link;
            links_.push_back({joint, no_index});
            list.last = link;
            ++list.count;
        }
    }
}

}  // namespace drystone
