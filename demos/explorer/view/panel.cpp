#include "panel.h"

#include "../model/shape_menu.h"
#include "../model/text.h"

#include <imgui.h>

namespace explorer {
namespace {

constexpr float width = 236.0f;

bool choose_shape(const char* title, PlacedShape& shape) {
    const std::vector<ShapeChoice>& menu = shape_menu();
    bool changed = false;
    ImGui::PushID(title);
    ImGui::TextUnformatted(title);
    ImGui::SameLine(28.0f);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::BeginCombo("##kind", menu[static_cast<std::size_t>(shape.choice)].title,
                          ImGuiComboFlags_HeightLargest)) {
        for (int i = 0; i < static_cast<int>(menu.size()); ++i) {
            if (ImGui::Selectable(menu[static_cast<std::size_t>(i)].title, i == shape.choice)) {
                shape.choice = i;
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    ImGui::SetNextItemWidth(-1.0f);
    changed = ImGui::SliderAngle("##angle", &shape.angle, -180.0f, 180.0f, "turned by %.0f°") || changed;
    ImGui::PopID();
    return changed;
}

void show_steps(Session& session) {
    const Tutorial& tutorial = session.tutorial;
    const float third = 0.5f * (ImGui::GetContentRegionAvail().x - 7.0f);
    if (ImGui::Button("Back", {third, 0.0f})) {
        session.place = previous_step(tutorial, session.place);
    }
    ImGui::SameLine();
    if (ImGui::Button("Forward", {third, 0.0f})) {
        session.place = next_step(tutorial, session.place);
    }
    int step = session.place.step;
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::SliderInt("##step", &step, 0, static_cast<int>(tutorial.steps.size()) - 1, "step %d")) {
        session.place = keep_place(tutorial, {step, TutorialStage::Decided});
    }
    ImGui::Checkbox("Play", &session.play);
}

void show_answer(const Tutorial& tutorial) {
    const drystone::Penetration& answer = tutorial.answer;
    ImGui::Text("%s %s", answer.depth < 0.0f ? "apart by" : "overlap depth",
                metres(answer.depth < 0.0f ? -answer.depth : answer.depth).c_str());
    ImGui::Text("normal (%.3f, %.3f)", static_cast<double>(answer.normal.x),
                static_cast<double>(answer.normal.y));
    ImGui::Text("p (%.3f, %.3f)", static_cast<double>(answer.point_a.x),
                static_cast<double>(answer.point_a.y));
    ImGui::Text("q (%.3f, %.3f)", static_cast<double>(answer.point_b.x),
                static_cast<double>(answer.point_b.y));
}

}  // namespace

float panel_width(const Shown& shown) { return shown.panel ? width + 10.0f : 0.0f; }

void show_panel(Session& session, sf::Vector2f size) {
    ImGui::SetNextWindowPos({size.x - width - 10.0f, 10.0f});
    ImGui::SetNextWindowSize({width, size.y - 20.0f});
    ImGui::Begin("GJK and EPA", nullptr,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse);
    const bool a = choose_shape("A", session.question.a);
    const bool b = choose_shape("B", session.question.b);
    if (a || b) {
        session.ask_again();
    }
    ImGui::Separator();
    show_steps(session);
    ImGui::Separator();
    ImGui::TextDisabled("The answer");
    show_answer(session.tutorial);
    ImGui::Separator();
    ImGui::Checkbox("Regions of the simplex", &session.shown.regions);
    ImGui::Checkbox("Minkowski difference", &session.shown.difference);
    ImGui::Checkbox("Names", &session.shown.names);
    ImGui::Checkbox("Dark", &session.shown.dark);
    ImGui::Separator();
    for (const char* line : {"Left drag: move a shape", "Right drag: turn it", "Wheel: turn finely, or zoom",
                             "Right / Left: next / last step", "Down / Up: in thirds of a step",
                             "Home / End: first / last", "Space: play", "1 / 2: next kind of A / B",
                             "R: reset, D: dark, P: panel", "S: picture, Esc: end"}) {
        ImGui::TextDisabled("%s", line);
    }
    ImGui::End();
}

}  // namespace explorer
