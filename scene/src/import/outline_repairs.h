#pragma once

#include <drystone/collision/repair_outline.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace drystone::scene {

/// Repairs of outlines, each looked for once: a map may have the same outline at many places.
class OutlineRepairs {
public:
    /// Returns what an outline is repaired to; null if it is simple. Throws `Error` for one that has no
    /// inside. Cost for a known one: that of comparing points.
    const OutlineRepair* find(const std::vector<Vec2>& points);

private:
    struct Result {
        std::optional<OutlineRepair> repair{};
        std::string fault{};  ///< Reason for which it cannot be repaired; empty: it can.
    };
    struct Before {
        bool operator()(const std::vector<Vec2>& a, const std::vector<Vec2>& b) const;
    };
    static Result look_for(const std::vector<Vec2>& points);

    std::map<std::vector<Vec2>, Result, Before> known_;
};

}  // namespace drystone::scene
