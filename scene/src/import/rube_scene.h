#pragma once

#include "import/origins.h"

#include <drystone/scene/import.h>

#include <vector>

namespace drystone::scene {

/// Scene that is being imported, and what was made of it so far.
struct RubeScene {
    Imported result{};
    Origins origins{};

    void note(const Place& place, std::string_view what) {
        result.notes.push_back(place.where().append(": ").append(what));
    }
};

/// Adds a body with its fixtures.
void import_rube_body(const Place& place, RubeScene& scene);

/// Adds all joints of the array; gears after the others.
void import_rube_joints(const Place& list, RubeScene& scene);

}  // namespace drystone::scene
