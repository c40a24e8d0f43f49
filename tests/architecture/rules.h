#pragma once

#include <string_view>
#include <vector>

/// The architecture, as tables. `checks.h` holds a source tree against them.
namespace architecture {

/// A layer and the files in it, by their short names: `collision/` and `drystone/` for what users include as
/// <drystone/collision/...> and <drystone/...>, `collision/` and `engine/` for what stands in those modules'
/// src folders, the path from the root for all else. A `*` stands for any characters; a name without one goes
/// before those with.
struct Layer {
    std::string_view name;
    std::vector<std::string_view> files;
};

/// Layers, lowest first: a file includes files of its own layer and of rows above its own in this table,
/// nothing else. The layers of one row do not see each other.
const std::vector<std::vector<Layer>>& layer_rows();

/// Headers from outside that only some of our files may include.
struct Confinement {
    std::string_view header;  ///< As it is written in the include; `*` stands for any characters.
    std::vector<std::string_view> allowed_in;
    std::string_view why;
};
const std::vector<Confinement>& confinements();

/// Names that code in collision/ and engine/ does not use.
struct Ban {
    std::vector<std::string_view> names;  ///< `*` stands for any characters.
    bool calls_only;                      ///< The name is fine for anything but a function.
    std::string_view why;
};
const std::vector<Ban>& bans();

/// A banned name that one file may use.
struct Allowance {
    std::string_view file;
    std::string_view name;
    std::string_view why;
};
const std::vector<Allowance>& allowances();

/// Maximum number of lines of a file.
constexpr int max_lines = 400;

}  // namespace architecture
