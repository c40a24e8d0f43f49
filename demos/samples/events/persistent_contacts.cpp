#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Every persistent contact, with its impulse.
class ContactForces final : public Sample {
    enum Parameters : std::size_t { rows, ball_density, scale };

    void create() override {
        add_ground(world(), 30.0f);
        const int rows_in_all = count(rows);
        for (int row = 0; row < rows_in_all; ++row) {
            for (int column = 0; column < rows_in_all - row; ++column) {
                add_dynamic(
                    world(),
                    {1.1f * (static_cast<float>(column) - 0.5f * static_cast<float>(rows_in_all - 1 - row)),
                     0.5f + static_cast<float>(row)},
                    make_box(0.5f, 0.5f), painted(color::cream));
            }
        }
    }
    void prepare(int step) override {
        if (step == 120) {
            add_dynamic(world(), {0.0f, 9.0f}, Circle{{0.0f, 0.0f}, 0.7f},
                        painted(color::charcoal, {.density = parameter(ball_density)}));
        }
    }
    void draw(Picture& picture) const override {
        world().visit_contacts([&](const ContactView& contact) {
            for (int i = 0; i < contact.count; ++i) {
                const float force = 240.0f * contact.points[i].normal_impulse;
                picture.arrow(contact.points[i].point,
                              contact.points[i].point + parameter(scale) * force * contact.normal,
                              color::rust);
            }
        });
    }
};

}  // namespace

scenes::SceneInfo persistent_contacts_sample() {
    return entry<ContactForces>("Events", "persistent_contacts", "Persistent contacts",
                                "The force of each contact, read after every step.", {{0.0f, 4.0f}, 11.0f},
                                {}, 600,
                                {{"rows", 6.0f, 1.0f, 12.0f, ParameterKind::Count},
                                 {"ball density [kg/m2]", 5.0f, 0.1f, 50.0f, ParameterKind::Number, true},
                                 {"arrows [m/N]", 0.02f, 0.001f, 0.1f, ParameterKind::Number, true}});
}

}  // namespace samples
