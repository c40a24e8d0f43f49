#pragma once

#include "source_tree.h"

#include <string>
#include <vector>

namespace architecture {

/// Something that a library has to show: a function without a body in its header, or a class that has such
/// functions or is marked.
struct Declaration {
    std::string name;  ///< With its namespaces and classes, as in "drystone::World::step".
    int line = 0;
    bool is_class = false;
    bool is_friend = false;  ///< A function, declared in a class that it is a friend of.
    bool is_marked = false;  ///< By an export macro, or as a member of a class that is.
};

/// Lists what a header declares and a source defines, in its order. Templates are left out, except classes
/// that are marked: those have instances in the library.
std::vector<Declaration> read_declarations(const SourceFile& header);

/// Finds declarations of public headers without the export macro of their library, or with that of another
/// one. One line each.
std::vector<std::string> check_exports(const SourceTree& headers);

}  // namespace architecture
