#include "panel.h"

#include "../model/shape_menu.h"
#include "../model/text.h"

#include <imgui.h>
#include <program.h>

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
                shape.corners.clear();
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    // The words stand beside the slider, whose handle would hide them.
    ImGui::SetNextItemWidth(110.0f);
    changed = ImGui::SliderAngle("##angle", &shape.angle, -180.0f, 180.0f, "") || changed;
    ImGui::SameLine();
    ImGui::Text("turned by %.0f°", static_cast<double>(shape.angle * 180.0f / drystone::pi));
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
    const int last = static_cast<int>(tutorial.steps.size()) - 1;
    ImGui::SetNextItemWidth(130.0f);
    if (ImGui::SliderInt("##step", &step, 0, last, "")) {
        session.place = keep_place(tutorial, {step, TutorialStage::Decided});
    }
    ImGui::SameLine();
    ImGui::Text("step %d of %d", step, last);
    if (ImGui::Button(session.play ? "Pause###play" : "Play###play", {-1.0f, 0.0f})) {
        session.play = !session.play;
    }
}

void choose_lesson(Session& session) {
    const std::vector<LessonEntry>& all = lessons();
    const char* title = session.lesson < 0 ? "GJK and EPA of two shapes"
                                           : all[static_cast<std::size_t>(session.lesson)].title;
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::BeginCombo("##lesson", title, ImGuiComboFlags_HeightLargest)) {
        if (ImGui::Selectable("GJK and EPA of two shapes", session.lesson < 0)) {
            session.choose_lesson(-1);
        }
        for (int i = 0; i < static_cast<int>(all.size()); ++i) {
            if (ImGui::Selectable(all[static_cast<std::size_t>(i)].title, i == session.lesson)) {
                session.choose_lesson(i);
            }
        }
        ImGui::EndCombo();
    }
}

void show_lesson_steps(Session& session) {
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - 7.0f);
    int step = session.lesson_state.step;
    bool changed = false;
    if (ImGui::Button("Back", {half, 0.0f})) {
        --step;
        changed = true;
    }
    ImGui::SameLine();
    if (ImGui::Button("Forward", {half, 0.0f})) {
        ++step;
        changed = true;
    }
    if (changed) {
        session.lesson_state.step = step;
        session.teach();
    }
    if (ImGui::Button(session.play ? "Pause###play" : "Play###play", {-1.0f, 0.0f})) {
        session.play = !session.play;
    }
    if (ImGui::Button("As at first", {-1.0f, 0.0f})) {
        session.choose_lesson(session.lesson);
    }
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

void show_exports(Session& session) {
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - 7.0f);
    if (ImGui::Button("Row of all", {half, 0.0f})) {
        session.wanted = Export::Row;
    }
    ImGui::SameLine();
    if (ImGui::Button("Film of all", {half, 0.0f})) {
        session.wanted = Export::Film;
    }
    if (!session.notice.empty()) {
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(session.notice.c_str());
        ImGui::PopTextWrapPos();
    }
}

void show_window_buttons(Session& session) {
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - 7.0f);
    if (ImGui::Button("Screen (F11)", {half, 0.0f})) {
        session.full_screen = !session.full_screen;
    }
    ImGui::SameLine();
    if (ImGui::Button("Keys (F1)", {half, 0.0f})) {
        session.help = !session.help;
    }
}

void show_question(Session& session) {
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
}

}  // namespace

float panel_width(const Shown& shown) { return shown.panel ? width + 10.0f : 0.0f; }

void show_panel(Session& session, sf::Vector2f size) {
    ImGui::SetNextWindowPos({size.x - width - 10.0f, 10.0f});
    ImGui::SetNextWindowSize({width, size.y - 20.0f});
    ImGui::Begin("GJK and EPA", nullptr,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse);
    choose_lesson(session);
    ImGui::Separator();
    if (session.lesson >= 0) {
        show_lesson_steps(session);
    } else {
        show_question(session);
    }
    ImGui::Separator();
    ImGui::Checkbox("Names", &session.shown.names);
    ImGui::SameLine();
    ImGui::Checkbox("Dark", &session.shown.dark);
    show_exports(session);
    if (ImGui::Button("Scenes of the engine", {-1.0f, 0.0f})) {
        viewer::start_program("drystone-demo", {});
    }
    show_window_buttons(session);
    ImGui::End();
}

}  // namespace explorer
