#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Every persistent contact, with its impulse.
class ContactForces final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int row = 0; row < 6; ++row) {
            for (int column = 0; column < 6 - row; ++column) {
                add_dynamic(world(),
                            {1.1f * (static_cast<float>(column) - 0.5f * static_cast<float>(5 - row)),
                             0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(color::cream));
            }
        }
    }
    void prepare(int step) override {
        if (step == 120) {
            add_dynamic(world(), {0.0f, 9.0f}, Circle{{0.0f, 0.0f}, 0.7f},
                        painted(color::charcoal, {.density = 5.0f}));
        }
    }
    void draw(Picture& picture) const override {
        world().visit_contacts([&](const ContactView& contact) {
            for (int i = 0; i < contact.count; ++i) {
                const float force = 240.0f * contact.points[i].normal_impulse;
                picture.arrow(contact.points[i].point,
                              contact.points[i].point + 0.02f * force * contact.normal, color::rust);
            }
        });
    }
};

}  // namespace

scenes::SceneInfo persistent_contacts_sample() {
    return entry<ContactForces>("Events", "persistent_contacts", "Persistent contacts",
                                "The force of each contact, read after every step.", {{0.0f, 4.0f}, 11.0f});
}

}  // namespace samples
