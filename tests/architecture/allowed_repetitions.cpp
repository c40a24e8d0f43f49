#include "repetitions.h"

namespace architecture {

const std::vector<AllowedRepetition>& allowed_repetitions() {
    static const std::vector<AllowedRepetition> allowed{};
    return allowed;
}

}  // namespace architecture
