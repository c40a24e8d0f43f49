#pragma once

#include <drystone/handles.h>
#include <drystone/hints.h>

#include "core/arrays.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace drystone {

/// Notes of what `World::hints` cannot see later. They decide nothing, and belong to the world, not to its
/// state.
struct HintNotes {
    static constexpr float long_step = 0.1f;   ///< Longest usual step [s].
    static constexpr int many_sub_steps = 64;  ///< Most usual sub-steps.

    /// A value that an object was created with.
    template <class Id>
    struct Note {
        Id object{};
        float value = 0.0f;
    };
    /// The last notes of a kind, and the number of all.
    template <class Id>
    struct List {
        std::vector<Note<Id>> last;
        int count = 0;

        void add(const Id& object, float value) {
            const auto place = static_cast<std::size_t>(count++ % max_hints_of_kind);
            if (place < last.size()) {
                last[place] = {object, value};
            } else {
                static_cast<void>(try_push_back(last, {object, value}));
            }
        }
    };

    float longest_step = 0.0f;  ///< Longest unusual step [s]; 0: none.
    int max_sub_steps = 0;      ///< Most sub-steps of an unusual step; 0: none.
    const char* long_step_function = "World::step";
    const char* sub_steps_function = "World::step";
    List<BodyId> body_angles;
    List<JointId> far_anchors;

    /// Returns whether an angle [rad] is beyond a whole turn and a whole multiple of `degrees`, as angles in
    /// degrees are. Sums of angles in radians are beyond a turn, too, but hardly whole.
    [[nodiscard]] static bool looks_like_degrees(float angle, float degrees) {
        constexpr float whole_turn = 6.28319f;
        constexpr float large = 1e5f;
        const float magnitude = std::abs(angle);
        return magnitude > whole_turn && magnitude < large &&
               degrees * std::floor(magnitude / degrees) == magnitude;
    }
    [[nodiscard]] static bool is_usual(float time_step, int sub_steps) {
        return time_step <= long_step && sub_steps <= many_sub_steps;
    }
    /// Records a step that is not usual.
    void record_step(const char* function, float time_step, int sub_steps) {
        if (time_step > long_step && time_step > longest_step) {
            longest_step = time_step;
            long_step_function = function;
        }
        if (sub_steps > many_sub_steps && sub_steps > max_sub_steps) {
            max_sub_steps = sub_steps;
            sub_steps_function = function;
        }
    }
    /// Drops what is noted of objects: a world that returned to an earlier state may give their handles to
    /// others.
    void forget_objects() {
        body_angles = {};
        far_anchors = {};
    }
};

}  // namespace drystone
