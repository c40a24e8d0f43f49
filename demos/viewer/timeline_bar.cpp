#include "timeline_bar.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace viewer {
namespace {

/// Draws a mark over the slider that was just shown.
void mark_step(const Simulation& simulation, int step, ImU32 color) {
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const int length = std::max(simulation.last_step() - simulation.first_step(), 1);
    const float part = static_cast<float>(step - simulation.first_step()) / static_cast<float>(length);
    // The handle's middle moves between half its width from both ends.
    const float inset = 2.0f + 0.5f * ImGui::GetStyle().GrabMinSize;
    const float x = from.x + inset + part * (to.x - from.x - 2.0f * inset);
    ImGui::GetWindowDrawList()->AddRectFilled({x - 1.5f, from.y}, {x + 1.5f, to.y}, color);
}

void show_slider(Session& session) {
    Simulation& simulation = session.simulation;
    int step = simulation.steps();
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::SliderInt("##timeline", &step, simulation.first_step(),
                         std::max(simulation.last_step(), simulation.first_step() + 1), "")) {
        session.go_to(step);
    }
    const ImU32 parting = ImGui::GetColorU32(ImGuiCol_Text);
    for (const Timeline::Branch& branch : simulation.timeline().branches()) {
        if (branch.parent >= 0 && branch.start <= simulation.last_step()) {
            mark_step(simulation, branch.start, parting);
        }
    }
    if (const auto* player = simulation.player(); player != nullptr && player->divergence()) {
        mark_step(simulation, static_cast<int>(player->divergence()->step), IM_COL32(200, 30, 30, 255));
    }
}

bool button(const char* label, const char* explanation, float width) {
    const bool pressed = ImGui::Button(label, {width, 0.0f});
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", explanation);
    }
    ImGui::SameLine();
    return pressed;
}

void show_buttons(Session& session) {
    constexpr float narrow = 30.0f;
    if (button("|<", "To the start of the timeline (Backspace)", narrow)) {
        session.go_to(session.simulation.first_step());
    }
    if (button("<", "One step back (,); hold J to run backwards", narrow)) {
        session.step_by(-1);
    }
    if (button(session.paused ? "Run###run" : "Pause###run", "Space", 54.0f)) {
        session.paused = !session.paused;
    }
    if (button(">", "One step (.)", narrow)) {
        session.step_by(1);
    }
    if (button(">|", "To the end of the timeline (End)", narrow)) {
        session.go_to(session.simulation.last_step());
    }
}

void show_branches(Session& session) {
    Simulation& simulation = session.simulation;
    if (!simulation.is_live() &&
        button("Branch here", "Go on from this step in another way (K). So does a change of anything.",
               88.0f)) {
        session.attempt([&] { simulation.branch(); });
    }
    const auto& branches = simulation.timeline().branches();
    if (simulation.player() != nullptr || branches.size() < 2) {
        return;
    }
    const auto name = [&](std::size_t i) {
        return "branch " + std::to_string(i + 1) +
               (i == 0 ? "" : ", from " + std::to_string(branches[i].start));
    };
    ImGui::SetNextItemWidth(140.0f);
    if (ImGui::BeginCombo("##branch",
                          name(static_cast<std::size_t>(simulation.timeline().current())).c_str())) {
        for (std::size_t i = 0; i < branches.size(); ++i) {
            if (ImGui::Selectable(name(i).c_str(), static_cast<int>(i) == simulation.timeline().current())) {
                session.attempt([&] { simulation.select_branch(static_cast<int>(i)); });
            }
        }
        ImGui::EndCombo();
    }
    ImGui::SameLine();
}

std::string state_text(const Simulation& simulation) {
    char text[120];
    const double time =
        static_cast<double>(simulation.steps()) * static_cast<double>(simulation.settings().time_step);
    std::snprintf(text, sizeof text, "%d of %d, %.2f s%s", simulation.steps(), simulation.last_step(), time,
                  simulation.player() != nullptr ? ", recording"
                  : simulation.is_live()         ? ""
                                                 : ", past");
    return text;
}

}  // namespace

void show_timeline(Session& session, sf::Vector2f size) {
    constexpr float margin = 10.0f;
    ImGui::SetNextWindowPos({margin, size.y - timeline_height});
    ImGui::SetNextWindowSize(
        {size.x - session.panel_width(size.x) - 2.0f * margin, timeline_height - margin});
    ImGui::Begin("Timeline", nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_NoScrollbar);
    show_slider(session);
    show_buttons(session);
    show_branches(session);
    if (button("Files", "Open, save, record, export (Ctrl O)", 54.0f)) {
        session.windows.files = !session.windows.files;
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(state_text(session.simulation).c_str());
    ImGui::End();
}

}  // namespace viewer
