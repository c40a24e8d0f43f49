#include "joints/direct/elimination_order.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <functional>

namespace drystone {

namespace {

constexpr std::uint32_t not_yet = 0xffffffffu;

}  // namespace

void EliminationOrder::begin(std::uint32_t count) {
    if (neighbours_.size() < count) {
        neighbours_.resize(count);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        neighbours_[i].clear();
    }
    degrees_.assign(count, 0);
    places_.assign(count, not_yet);
    order_.clear();
    heap_.clear();
}

void EliminationOrder::couple(std::uint32_t a, std::uint32_t b) {
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
}

void EliminationOrder::offer(std::uint32_t unknown) {
    heap_.emplace_back(degrees_[unknown], ~unknown);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

/// Adds a clique to the neighbours of one of its members.
void EliminationOrder::merge(std::uint32_t into, const std::vector<std::uint32_t>& clique) {
    merged_.clear();
    const auto add = [&](std::uint32_t other) {
        if (other != into && places_[other] == not_yet && (merged_.empty() || merged_.back() != other)) {
            merged_.push_back(other);
        }
    };
    const std::vector<std::uint32_t>& own = neighbours_[into];
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < own.size() || k < clique.size()) {
        if (k == clique.size() || (i < own.size() && own[i] < clique[k])) {
            add(own[i++]);
        } else {
            add(clique[k++]);
        }
    }
    neighbours_[into].swap(merged_);
    degrees_[into] = static_cast<std::uint32_t>(neighbours_[into].size());
}

void EliminationOrder::eliminate(std::uint32_t unknown) {
    places_[unknown] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(unknown);
    std::vector<std::uint32_t>& own = neighbours_[unknown];
    own.erase(std::remove_if(own.begin(), own.end(),
                             [&](std::uint32_t other) { return places_[other] != not_yet; }),
              own.end());
    for (const std::uint32_t other : own) {
        if (own.size() == 1) {
            --degrees_[other];  // Keeps the cost of a hub linear in its number of spokes.
        } else {
            merge(other, own);
        }
        offer(other);
    }
}

void EliminationOrder::find() {
    const auto count = static_cast<std::uint32_t>(places_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        std::vector<std::uint32_t>& own = neighbours_[i];
        sort_items(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        degrees_[i] = static_cast<std::uint32_t>(own.size());
        offer(i);
    }
    while (!heap_.empty()) {
        const Candidate next = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
        heap_.pop_back();
        const std::uint32_t unknown = ~next.second;
        if (places_[unknown] == not_yet && degrees_[unknown] == next.first) {
            eliminate(unknown);
        }
    }
}

void EliminationOrder::collect_column(std::uint32_t place, std::vector<std::uint32_t>& column) const {
    column.clear();
    for (const std::uint32_t other : neighbours_[order_[place]]) {
        column.push_back(places_[other]);
    }
    sort_items(column.begin(), column.end());
}

std::size_t EliminationOrder::bytes() const {
    std::size_t sum = neighbours_.capacity() * sizeof(std::vector<std::uint32_t>) +
                      (degrees_.capacity() + order_.capacity() + places_.capacity() + merged_.capacity()) *
                          sizeof(std::uint32_t) +
                      heap_.capacity() * sizeof(Candidate);
    for (const std::vector<std::uint32_t>& list : neighbours_) {
        sum += list.capacity() * sizeof(std::uint32_t);
    }
    return sum;
}

}  // namespace drystone
