// Texts that were changed at random: each is refused with an error, or gives a scene that can be used. The
// fuzz targets in tests/fuzz do the same, with more of them.
#include <doctest/doctest.h>

#include "support/scene_use.h"
#include "support/text_mutations.h"
#include "support/world_build.h"

using namespace drystone;

TEST_CASE("scene: changed texts are refused, or give scenes that can be used") {
    const int count = test::scaled(1500, 400);
    for (int kind = 0; kind < 3; ++kind) {
        CAPTURE(kind);
        const std::vector<std::string> texts = test::scene_texts(kind);
        test::Random random(static_cast<std::uint32_t>(kind) + 1);
        int refused = 0;
        for (int i = 0; i < count; ++i) {
            CAPTURE(i);
            const std::size_t number = static_cast<std::size_t>(i) % texts.size();
            std::string text = texts[number];
            for (int k = random.below(2); k >= 0; --k) {
                const std::uint32_t place = random.next();
                const auto choice = static_cast<std::uint8_t>(random.below(256));
                test::mutate_text(text, place, choice, random.next());
            }
            scene::Description description;
            try {
                description = test::read_scene(kind, text, number);
            } catch (const Error&) {
                ++refused;
                continue;
            }
            const char* const fault = test::use_scene(description);
            CHECK_MESSAGE(fault == nullptr, fault);
        }
        // Importers leave out what is faulty, and refuse what is no text of their format.
        CHECK(refused > count / 20);
        CHECK(refused < count * 19 / 20);
    }
}
