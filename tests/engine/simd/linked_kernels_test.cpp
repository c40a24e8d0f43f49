#include "simd/linked_kernels.h"
#include "broad_phase/fat_box_kernels.h"
#include "joints/iterative/joint_kernels.h"
#include "narrow_phase/kernels/narrow_kernels.h"
#include "solver/solver_kernels.h"

#include <drystone/simd.h>

#include <doctest/doctest.h>

#include <cstddef>

namespace drystone {
namespace {

/// Checks the choices of a chain of kernels against the widths of its members.
template <class Kernels>
void check_choices(const Kernels& kernels) {
    for (std::size_t lanes = 0; lanes <= std::size_t{block_lanes}; ++lanes) {
        const Kernels& chosen = fitting(kernels, lanes, max_mixed_blocks);
        CHECK((chosen.width >= lanes || chosen.width == 1 || &chosen == &kernels));
        CHECK((chosen.width == 1) == (lanes <= few_lanes || kernels.width == 1));
        if (chosen.narrower != nullptr) {
            CHECK(chosen.narrower->width < chosen.width);
            CHECK(chosen.narrower->width < lanes);
        }
        const Kernels& of_many = fitting(kernels, lanes, max_mixed_blocks + 1);
        CHECK((&of_many == &kernels || of_many.width == 1));
        CHECK((of_many.width == 1) == (chosen.width == 1));
    }
}

TEST_CASE("lists of a few lanes get the narrowest kernels that take them at once") {
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        check_choices(solver_kernels(target));
        check_choices(narrow_kernels(target));
        check_choices(joint_kernels(target));
        check_choices(fat_box_kernels(target));
    }
}

}  // namespace
}  // namespace drystone
