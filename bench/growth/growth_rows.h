#pragma once

#include "growth/growth_meter.h"

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// A count of a world that grows.
struct GrowthRow {
    std::string name;
    int smallest = 0;                              ///< First count; the others are its doubles.
    std::function<void(int, GrowthMeter&)> run{};  ///< Makes a world with that count and times a part of it.
    /// Cause for which time or memory grow faster than the count; empty: they need not.
    std::string reason{};
};

/// Return the rows of one subject.
std::vector<GrowthRow> growth_rows_of_bodies();
std::vector<GrowthRow> growth_rows_of_shapes();
std::vector<GrowthRow> growth_rows_of_impacts();
std::vector<GrowthRow> growth_rows_of_contacts();
std::vector<GrowthRow> growth_rows_of_joints();
std::vector<GrowthRow> growth_rows_of_levels();
std::vector<GrowthRow> growth_rows_of_effects();
std::vector<GrowthRow> growth_rows_of_states();
std::vector<GrowthRow> growth_rows_of_queries();
std::vector<GrowthRow> growth_rows_of_changes();

/// Returns all rows.
std::vector<GrowthRow> growth_rows();

}  // namespace bench
