// The symbols of the shared libraries are what the public headers declare: all of it, and nothing else.
#include "architecture/declarations.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>

using namespace architecture;

namespace {

/// Returns the demangled names of the symbols that a library defines for others.
std::set<std::string> symbols_of(const std::string& library) {
    const std::string command = DRYSTONE_NM " --dynamic --defined-only --demangle --format=posix " + library;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "r"), pclose);
    REQUIRE(output != nullptr);
    std::set<std::string> symbols;
    std::string line;
    for (int c = std::fgetc(output.get()); c != EOF; c = std::fgetc(output.get())) {
        if (c != '\n') {
            line += static_cast<char>(c);
            continue;
        }
        // Behind the name: a type of one letter, the address, the size.
        for (int field = 0; field < 3; ++field) {
            line.resize(line.find_last_not_of(' ') + 1);
            line.resize(line.rfind(' '));
        }
        symbols.insert(line.substr(0, line.find_last_not_of(' ') + 1));
        line.clear();
    }
    return symbols;
}

/// Returns the name of a function or class without parameters, arguments of templates and tags such as
/// [abi:cxx11].
std::string name_of(const std::string& symbol) {
    std::string name;
    int depth = 0;
    for (std::size_t i = 0; i < symbol.size(); ++i) {
        const char c = symbol[i];
        if (depth == 0 && c == '(') {
            break;
        }
        if (symbol.compare(i, 5, "[abi:") == 0) {
            i = symbol.find(']', i);
            continue;
        }
        depth += c == '<' ? 1 : c == '>' ? -1 : 0;
        if (depth == 0 && c != '>') {
            name += c;
        }
    }
    return name;
}

/// Returns the class that a table of virtual functions or a type's description belongs to; else empty.
std::string class_of(const std::string& symbol) {
    for (const std::string prefix : {"vtable for ", "typeinfo for ", "typeinfo name for "}) {
        if (symbol.starts_with(prefix)) {
            return name_of(symbol.substr(prefix.size()));
        }
    }
    return {};
}

/// Functions and classes that the headers of a library declare.
struct Interface {
    explicit Interface(const char* folder) {
        std::map<std::string, int> friends;
        for (const SourceFile& header : read_tree(DRYSTONE_SOURCE_DIR, {folder})) {
            for (const Declaration& declaration : read_declarations(header)) {
                if (declaration.is_class) {
                    classes.insert(declaration.name);
                } else {
                    ++(declaration.is_friend ? friends : functions)[declaration.name];
                }
            }
        }
        // A friend is declared in its namespace, too, unless only its arguments find it.
        functions.insert(friends.begin(), friends.end());
    }
    /// Returns whether a function is a member of a class template with instances in the library.
    [[nodiscard]] bool is_of_instance(const std::string& symbol) const {
        const std::string name = name_of(symbol);
        return symbol.find(">::") < symbol.find('(') && classes.contains(name.substr(0, name.rfind("::")));
    }

    std::map<std::string, int> functions;  ///< Number of overloads, by name.
    std::set<std::string> classes;
};

/// Compares a library with the headers in a folder of the repository.
void compare(const std::string& library, const char* folder) {
    const Interface declared(folder);
    REQUIRE(declared.functions.size() > 5);
    std::map<std::string, int> found;
    for (const std::string& symbol : symbols_of(library)) {
        const std::string owner = class_of(symbol);
        if (!owner.empty()) {
            CHECK_MESSAGE(declared.classes.contains(owner),
                          "no public header declares the class of: " << symbol);
        } else if (!declared.is_of_instance(symbol)) {
            CHECK_MESSAGE(declared.functions.contains(name_of(symbol)),
                          "no public header declares " << symbol);
            ++found[name_of(symbol)];
        }
    }
    for (const auto& [name, overloads] : declared.functions) {
        CHECK_MESSAGE(found[name] == overloads, name << " has " << overloads
                                                     << " declarations in the headers, and " << found[name]
                                                     << " definitions in the library");
    }
}

}  // namespace

TEST_CASE("the collision library shows what its headers declare") {
    compare(DRYSTONE_COLLISION_LIBRARY, "collision/include");
}

TEST_CASE("the engine shows what its headers declare") { compare(DRYSTONE_LIBRARY, "engine/include"); }

#ifdef DRYSTONE_SCENE_LIBRARY
TEST_CASE("the library of scene files shows what its headers declare") {
    compare(DRYSTONE_SCENE_LIBRARY, "scene/include");
}
#endif
