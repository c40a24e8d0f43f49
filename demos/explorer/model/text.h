#pragma once

#include "tutorial.h"

#include <string>
#include <string_view>
#include <vector>

namespace explorer {

/// Fill in a step's title and its texts: the question, the support point found, and the decision.
void describe_question(Step& step, const Tutorial& tutorial);
void describe(Step& step, const drystone::GjkStep& trace);
void describe(Step& step, const drystone::EpaStep& trace);
void describe_answer(Step& step, const Tutorial& tutorial, const drystone::TraceRecord& record);

/// Returns a letter with a subscript number: "w" and 12 give "w₁₂".
std::string subscripted(const char* letter, int number);
/// Formats a length with a suitable number of digits: "0.53 m".
std::string metres(float length);
/// Formats a length with enough digits to distinguish lengths that differ by `difference` [m].
std::string metres(float length, float difference);
/// Breaks a text between words into lines of at most `columns` characters (UTF-8), longer words excepted.
std::vector<std::string> wrap(std::string_view text, int columns);

}  // namespace explorer
