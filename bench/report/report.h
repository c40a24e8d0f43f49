#pragma once

#include "report/compare.h"

#include <iosfwd>

namespace bench {

/// The machine, how runs are made, what the columns mean.
void print_heading(std::ostream& out, const Machine& machine, const CompareOptions& options);
/// The tables of a scene, its notes and, if asked for, the stages.
void print_scene(std::ostream& out, const SceneResult& scene, const CompareOptions& options);
/// Two lines per peer: `box2d3/drystone: geomean 2.31, min 1.50 (washer); 4 of 6 scenes below 2.5` and
/// `overlaps over the run deeper in drystone, of 6 scenes: mean 1 (rain), worst 0, deepest 1 (rain)`, which
/// is left out where no run had a moment at which overlaps are read.
void print_summaries(std::ostream& out, const std::vector<Summary>& summaries);

}  // namespace bench
