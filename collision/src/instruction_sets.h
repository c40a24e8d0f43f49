#pragma once

/// One function for several instruction sets, chosen where it runs.
namespace drystone::detail {

// What is inlined into a function is compiled for the instruction set of that function.
#define DRYSTONE_INLINE inline __attribute__((always_inline))

/// The kernel, a function of `DRYSTONE_INLINE`, for the best instruction set that the processor has. The
/// results are the same with each.
template <auto kernel>
struct Dispatched;

template <class Result, class... Inputs, Result (*kernel)(Inputs...)>
struct Dispatched<kernel> {
    static Result run(Inputs... inputs) {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx2")) [[likely]] {
            return run_avx2(inputs...);
        }
#endif
        return run_plainly(inputs...);
    }

private:
#if defined(__x86_64__)
    __attribute__((noinline, target("avx2"))) static Result run_avx2(Inputs... inputs) {
        return kernel(inputs...);
    }
#endif
    __attribute__((noinline)) static Result run_plainly(Inputs... inputs) { return kernel(inputs...); }
};

}  // namespace drystone::detail
