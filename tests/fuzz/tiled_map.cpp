// Tiled maps that were changed after they were written, see text_fuzzer.h.
#include "text_fuzzer.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    drystone::test::fuzz_scene_text(1, drystone::test::FuzzInput(data, size));
    return 0;
}
