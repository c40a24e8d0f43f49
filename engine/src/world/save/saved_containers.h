#pragma once

#include "core/slot_pool.h"
#include "core/sparse_set.h"
#include "world/save/schema.h"

#include <string>

namespace drystone {

template <>
struct Saved<SlotPool> {
    static std::string name() { return "Slots"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        SlotPool::visit_state(self, [&](auto& generations, auto& live, auto& free, auto& live_count) {
            archive("generations", generations);
            archive("live", live);
            archive("free", free);
            archive("live_count", live_count);
        });
    }
};

template <class T>
struct Saved<SparseSet<T>> {
    static std::string name() { return std::string("Map<").append(Schema().type_name(T{})).append(">"); }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        SparseSet<T>::visit_state(self, [&](auto& places, auto& values, auto& free) {
            archive("places", places);
            archive("values", values);
            archive("free", free);
        });
    }
};

}  // namespace drystone
