#pragma once

#include <viewer/model/inspection.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace viewer {

/// Course of values of an object over the last steps.
class Traces {
public:
    static constexpr std::size_t capacity = 240;

    /// Begins again with another object.
    void clear();
    /// Notes the values of a step; from another step than the one after the last, the course begins again.
    void add(int step, const std::vector<Value>& values);
    /// Returns the values with that label, oldest first.
    [[nodiscard]] const std::vector<float>& of(const std::string& label) const;

private:
    std::map<std::string, std::vector<float>> courses_;
    int last_step_ = -1;
};

}  // namespace viewer
