#pragma once

#include "machine/machine.h"

#include <nlohmann/json.hpp>

namespace bench {

inline nlohmann::ordered_json to_json(const Machine& machine) {
    return {{"cpu", machine.cpu},           {"logical_cores", machine.logical_cores},
            {"load_average", machine.load}, {"system", machine.system},
            {"compiler", machine.compiler}, {"build", machine.build},
            {"time", machine.time}};
}

}  // namespace bench
