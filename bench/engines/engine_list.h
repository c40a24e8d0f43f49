#pragma once

#include "engines/engine.h"

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

/// Name of the engine with which peers are compared.
inline constexpr const char* reference_engine = "drystone";

using EngineFactory = std::unique_ptr<Engine> (*)(const scenes::WorldSettings&, const EngineOptions&);

struct EngineEntry {
    std::string name;              ///< Includes the variant, if one is selected: "drystone:scalar".
    EngineFactory make = nullptr;  ///< Null if this build does not have the engine.
    std::string how_to_get;        ///< Instructions for getting the engine into a build.
    /// Variants of the engine; each is selected as "name:variant" and listed as an engine of its own.
    std::vector<std::string> variants{};
    std::string variant{};  ///< Selected variant; empty: the default.

    /// Creates a world. `options` are those of the command line, to which the variant is added.
    [[nodiscard]] std::unique_ptr<Engine> make_world(const scenes::WorldSettings& settings,
                                                     EngineOptions options) const;
};

/// Error of a request that cannot be met; the text says why and what would work.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns all engines that the bench knows, built in or not, the reference first.
std::span<const EngineEntry> known_engines();

/// Returns the engines with the given names, in that order; with no names, all built-in engines without their
/// variants. Throws `UsageError` for a name or variant that is unknown, not built in or given twice.
std::vector<EngineEntry> select_engines(std::span<const std::string> names);

}  // namespace bench
