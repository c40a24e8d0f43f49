#include "store/prefetch.h"

namespace drystone {

namespace {

bool is_amd() {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    return __builtin_cpu_is("amd") != 0;
#else
    return false;
#endif
}

}  // namespace

bool rows_are_worth_asking_for() {
    static const bool worth = is_amd();
    return worth;
}

}  // namespace drystone
