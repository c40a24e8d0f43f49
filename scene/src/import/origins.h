#pragma once

#include "json/place.h"

#include <drystone/scene/description.h>

#include <map>
#include <string>
#include <vector>

namespace drystone::scene {

/// Place in an imported file that an entry of a description comes from.
struct Origin {
    std::string where;  ///< "file:line: path".
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

    std::string name;  ///< Name of the file.
    std::vector<Body> bodies{};
    std::vector<Origin> joints{};
    std::vector<Origin> tile_grids{};
};

/// Creates everything in a world that is thrown away. Throws `Error` with the origin of what is refused.
void check(const Description& description, const Origins& origins);

}  // namespace drystone::scene
