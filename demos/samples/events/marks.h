#pragma once

#include <samples/sample.h>

#include <vector>

namespace samples {

/// Trace of an event in the picture, which fades.
struct Mark {
    Vec2 at{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f};
    float strength = 0.0f;
    int age = 0;
};

/// Counts a step, and removes marks that are older than `limit` steps.
inline void grow_old(std::vector<Mark>& marks, int limit) {
    for (Mark& mark : marks) {
        ++mark.age;
    }
    std::erase_if(marks, [limit](const Mark& mark) { return mark.age > limit; });
}

}  // namespace samples
