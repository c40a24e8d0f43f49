#pragma once

#include "import/notes.h"
#include "import/origins.h"

#include <drystone/scene/import.h>

#include <string>
#include <vector>

namespace drystone::scene {

/// Scene that is being imported, and what was made of it so far.
struct RubeScene {
    Description scene{};
    Origins origins{};
    ImportNotes notes{};
    /// Index of the entry of each body of the file, and of each of its joints that are no gears; `no_entry`:
    /// it was left out.
    std::vector<EntryIndex> bodies{};
    std::vector<EntryIndex> joints{};
};

/// Returns what stands at a place, for notes: "body \"wheel\"".
std::string rube_name(const Place& place, std::string_view kind);

/// Adds a body with its fixtures. Throws `Error` for a body that cannot be read.
void import_rube_body(const Place& place, RubeScene& scene);

/// Adds all joints of the array; gears after the others.
void import_rube_joints(const Place& list, RubeScene& scene);

}  // namespace drystone::scene
