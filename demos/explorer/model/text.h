#pragma once

#include "tutorial.h"

#include <string>
#include <string_view>
#include <vector>

namespace explorer {

/// Fill in a step's title, and what was asked, found and decided.
void describe_question(Step& step, const Tutorial& tutorial);
void describe(Step& step, const drystone::GjkStep& trace);
void describe(Step& step, const drystone::EpaStep& trace);
void describe_answer(Step& step, const Tutorial& tutorial, const drystone::TraceRecord& record);

/// A letter with a subscript number: "w" and 12 make "w₁₂".
std::string subscripted(const char* letter, int number);
/// A length, with as many digits as it deserves: "0.53 m".
std::string metres(float length);
/// The same with so many digits that lengths which differ by `difference` [m] look different.
std::string metres(float length, float difference);
/// Breaks a text between words into lines of at most so many characters (UTF-8), longer words excepted.
std::vector<std::string> wrap(std::string_view text, int columns);

}  // namespace explorer
