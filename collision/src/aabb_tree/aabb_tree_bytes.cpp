#include <drystone/collision/aabb_tree.h>

namespace drystone {

namespace {

template <class Item>
std::size_t bytes_of(const std::vector<Item>& items) {
    return items.capacity() * sizeof(Item);
}

}  // namespace

std::size_t AabbTree::bytes() const {
    std::size_t sum = bytes_of(entries_) + bytes_of(boxes_) + bytes_of(proxies_) + bytes_of(categories_) +
                      bytes_of(lanes_) + bytes_of(previous_) + bytes_of(block_bounds_) + bytes_of(marks_) +
                      bytes_of(perimeters_) + bytes_of(moved_parts_) + bytes_of(items_) +
                      bytes_of(items_spare_) + bytes_of(order_) + bytes_of(boxes_spare_) +
                      bytes_of(proxies_spare_) + bytes_of(categories_spare_) + bytes_of(previous_spare_) +
                      bytes_of(marks_spare_) + pair_scratch_.bytes();
    for (const detail::TreeLevel& level : levels_) {
        sum += bytes_of(level.children) + bytes_of(level.categories) + bytes_of(level.moved) +
               bytes_of(level.stale);
    }
    return sum;
}

std::size_t detail::PairScratch::bytes() const {
    std::size_t sum = bytes_of(keys) + bytes_of(sorted);
    for (const std::vector<std::uint32_t>& list : lists) {
        sum += bytes_of(list);
    }
    return sum;
}

std::size_t PairSearch::bytes() const {
    std::size_t sum = 0;
    for (const detail::PairScratch& scratch : scratches_) {
        sum += scratch.bytes();
    }
    return sum;
}

}  // namespace drystone
