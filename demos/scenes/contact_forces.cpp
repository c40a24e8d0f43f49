#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <algorithm>
#include <vector>

namespace scenes {
namespace {

/// Panes of glass on ledges, each thicker than the one above: balls of increasing weight fall on them, and a
/// pane breaks when the contact force exceeds its strength.
class ContactForces final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        for (int tower = 0; tower < 3; ++tower) {
            const float x = 7.0f * static_cast<float>(tower - 1);
            for (int floor = 0; floor < 4; ++floor) {
                const float y = 2.0f + 2.6f * static_cast<float>(floor);
                for (const float side : {-1.0f, 1.0f}) {
                    add_static_box(backend, {x + 2.4f * side, y - 0.3f}, {0.8f, 0.6f});
                }
                add_pane(backend, {x, y}, 0.3f - 0.06f * static_cast<float>(floor), floor);
            }
        }
    }

    void before_step(Backend& backend, int step) override {
        std::vector<BodyNumber> broken;
        for (const ForceEvent& event : backend.force_events()) {
            for (const Pane& pane : panes_) {
                if ((pane.body == event.a || pane.body == event.b) && event.force > pane.strength) {
                    broken.push_back(pane.body);
                }
            }
        }
        std::sort(broken.begin(), broken.end());
        broken.erase(std::unique(broken.begin(), broken.end()), broken.end());
        for (const BodyNumber body : broken) {
            backend.destroy_body(body);
            std::erase_if(panes_, [&](const Pane& pane) { return pane.body == body; });
        }
        if (step % 100 == 30 && drops_ < 15) {
            const int tower = drops_ % 3;
            const float radius = 0.25f + 0.06f * static_cast<float>(drops_ / 3 + tower);
            add_body(backend,
                     {.kind = BodyKind::Dynamic,
                      .position = {7.0f * static_cast<float>(tower - 1), 14.5f},
                      .bullet = true},
                     {.shape = CircleShape{{}, radius},
                      .density = parameter(ball_density),
                      .color = color::charcoal});
            ++drops_;
        }
    }

private:
    enum Parameters : std::size_t { strength, ball_density };

    struct Pane {
        BodyNumber body = -1;
        float strength = 0.0f;  ///< [N]
    };

    void add_pane(Backend& backend, Point foot, float thickness, int floor) {
        const int shade[] = {color::teal, color::sage, color::ochre, color::terracotta};
        const BodyNumber body =
            add_box(backend, {foot.x, foot.y + 0.5f * thickness}, {5.0f, thickness},
                    {.shape = {}, .density = 1.0f, .force_events = true, .color = shade[floor % 4]});
        panes_.push_back({body, 1000.0f * parameter(strength) * thickness});
    }

    std::vector<Pane> panes_;
    int drops_ = 0;
};

}  // namespace

SceneInfo contact_forces_scene() {
    return describe<ContactForces>(
        {.name = "contact_forces",
         .title = "Contact forces",
         .group = event_group,
         .description = "Panes break when they are pressed harder than they bear.",
         .view = {{0.0f, 7.5f}, 17.0f},
         .steps = 1800,
         .parameters = {{"strength [kN per m]", 8.0f, 0.5f, 40.0f},
                        {"ball density [kg/m2]", 3.0f, 0.5f, 20.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
