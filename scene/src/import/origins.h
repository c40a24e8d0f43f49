#pragma once

#include "import/notes.h"
#include "json/place.h"

#include <drystone/scene/description.h>

#include <map>
#include <string>
#include <vector>

namespace drystone::scene {

/// Place in an imported file that an entry of a description comes from.
struct Origin {
    std::string where{};  ///< "file:line: path".
    std::string what{};   ///< Name of what stands there, for notes.
    /// Places of single members, by their names in the definitions.
    std::map<std::string, std::string, std::less<>> members{};
};

/// Origins of the entries of a description.
struct Origins {
    struct Body {
        Origin self;
        std::vector<Origin> shapes{};
        std::vector<Origin> chains{};
    };

    std::string name{};  ///< Name of the file.
    std::vector<Body> bodies{};
    std::vector<Origin> joints{};
    std::vector<Origin> tile_grids{};
};

/// Creates everything in a world that is thrown away. Removes what cannot be created from the description,
/// and what needs it, and notes that. Throws `Error` for settings and materials that are refused.
void remove_refused(Description& description, const Origins& origins, ImportNotes& notes);

}  // namespace drystone::scene
