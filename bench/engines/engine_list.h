#pragma once

#include "engines/engine.h"

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

/// The engine against which peers are held.
inline constexpr const char* reference_engine = "drystone";

using EngineFactory = std::unique_ptr<Engine> (*)(const scenes::WorldSettings&, const EngineOptions&);

struct EngineEntry {
    std::string name;              ///< With its variant, if it is one: "drystone:scalar".
    EngineFactory make = nullptr;  ///< Null where this build has no such engine.
    std::string how_to_get;        ///< What brings it into a build.
    /// Other ways in which it can run; each is selected as "name:variant" and stands as an engine of its own.
    std::vector<std::string> variants{};
    std::string variant{};  ///< The one that was selected; empty: its usual way.

    /// Makes a world in it. `options` are the command line's, to which the variant is added.
    [[nodiscard]] std::unique_ptr<Engine> make_world(const scenes::WorldSettings& settings,
                                                     EngineOptions options) const;
};

/// What the user asked for cannot be done; the text says why and what would do.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// All engines that the bench knows, built in or not, the reference first.
std::span<const EngineEntry> known_engines();

/// Those with the given names, in that order; all that are built in, without their variants, when there are
/// none. Throws `UsageError` for a name or variant that is unknown, not built in or given twice.
std::vector<EngineEntry> select_engines(std::span<const std::string> names);

}  // namespace bench
