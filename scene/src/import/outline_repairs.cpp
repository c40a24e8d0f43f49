#include "import/outline_repairs.h"

#include <drystone/error.h>

#include <algorithm>
#include <tuple>

namespace drystone::scene {

bool OutlineRepairs::Before::operator()(const std::vector<Vec2>& a, const std::vector<Vec2>& b) const {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const Vec2& p, const Vec2& q) { return std::tie(p.x, p.y) < std::tie(q.x, q.y); });
}

OutlineRepairs::Result OutlineRepairs::look_for(const std::vector<Vec2>& points) {
    OutlineRepair repair = repair_outline(points);
    if (repair.fault.status == DecompositionStatus::Ok) {
        return {};
    }
    if (repair.size() == 0) {
        return {std::nullopt,
                describe(repair.fault).append(repair.is_too_complex ? ", and too many others, too" : "")};
    }
    return {std::move(repair), {}};
}

const OutlineRepair* OutlineRepairs::find(const std::vector<Vec2>& points) {
    auto known = known_.find(points);
    if (known == known_.end()) {
        known = known_.emplace(points, look_for(points)).first;
    }
    const Result& result = known->second;
    if (!result.fault.empty()) {
        fail(result.fault);
    }
    return result.repair ? &*result.repair : nullptr;
}

}  // namespace drystone::scene
