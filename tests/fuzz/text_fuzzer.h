#pragma once

#include "fuzz_input.h"

#include "support/scene_use.h"
#include "support/text_mutations.h"

namespace drystone::test {

/// Changes one of the texts of that kind, see `read_scene`, as the input says: it is refused with an `Error`,
/// or gives a scene that can be written, read, loaded and stepped.
inline void fuzz_scene_text(int kind, FuzzInput input) {
    static const std::vector<std::string> texts = scene_texts(kind, false);
    const std::size_t number = input.byte() % texts.size();
    std::string text = texts[number];
    while (!input.empty()) {
        const std::uint8_t choice = input.byte();
        const std::uint32_t place = input.bits(3);
        mutate_text(text, place, choice, input.bits(2));
    }
    scene::Description description;
    try {
        description = read_scene(kind, text, number);
    } catch (const Error&) {
        return;
    }
    try {
        const char* const fault = use_scene(description);
        expect(fault == nullptr, fault);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        expect(false, "a scene that was accepted can be used");
    }
}

}  // namespace drystone::test
