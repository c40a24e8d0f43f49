#pragma once

#include "report/compare.h"

#include <iosfwd>

namespace bench {

/// Prints the machine, the settings of the runs and the meaning of the columns.
void print_heading(std::ostream& out, const Machine& machine, const CompareOptions& options);
/// Prints the tables of a scene, its notes and, if requested, the stages.
void print_scene(std::ostream& out, const SceneResult& scene, const CompareOptions& options);
/// Prints two lines per peer: `box2d3/drystone: geomean 2.31, min 1.50 (washer); 4 of 6 scenes below 2.5` and
/// `overlaps over the run deeper in drystone, of 6 scenes: mean 1 (rain), worst 0, deepest 1 (rain)`. The
/// second is left out if no run had a moment at which overlaps are measured.
void print_summaries(std::ostream& out, const std::vector<Summary>& summaries);

}  // namespace bench
