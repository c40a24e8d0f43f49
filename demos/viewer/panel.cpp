#include "panel.h"

#include "profile_plot.h"

#include <imgui.h>
#include <samples/catalogue.h>

#include <cmath>
#include <string>

namespace viewer {
namespace {

void show_scene_choice(Session& session) {
    const scenes::SceneInfo& current = session.simulation.info();
    ImGui::SetNextItemWidth(0.4f * ImGui::GetContentRegionAvail().x);
    if (ImGui::BeginCombo("##group", current.group.c_str(), ImGuiComboFlags_HeightLargest)) {
        std::string group;
        for (const scenes::SceneInfo& info : samples::catalogue()) {
            if (info.group == group) {
                continue;
            }
            group = info.group;
            if (ImGui::Selectable(group.c_str(), group == current.group) && group != current.group) {
                session.load(info);
            }
        }
        ImGui::EndCombo();
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1.0f);
    const scenes::SceneInfo& chosen = session.simulation.info();
    if (ImGui::BeginCombo("##scene", chosen.title.c_str(), ImGuiComboFlags_HeightLargest)) {
        for (const scenes::SceneInfo& info : samples::catalogue()) {
            if (info.group == chosen.group &&
                ImGui::Selectable((info.title + "##" + info.name).c_str(), &info == &chosen)) {
                session.load(info);
            }
        }
        ImGui::EndCombo();
    }
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextDisabled("%s", session.simulation.info().description.c_str());
    if (const samples::Sample* sample = session.simulation.sample()) {
        ImGui::TextUnformatted(sample->status().c_str());
    }
    ImGui::PopTextWrapPos();
}

void show_buttons(Session& session) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float third = (ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f;
    if (ImGui::Button(session.paused ? "Run###pause" : "Pause###pause", {third, 0.0f})) {
        session.paused = !session.paused;
    }
    ImGui::SameLine();
    if (ImGui::Button("Step", {third, 0.0f})) {
        session.step_by(1);
    }
    ImGui::SameLine();
    if (ImGui::Button("Restart", {third, 0.0f})) {
        session.restart();
    }
    if (ImGui::Button("Previous", {third, 0.0f})) {
        session.load_neighbour(-1);
    }
    ImGui::SameLine();
    if (ImGui::Button("Next", {third, 0.0f})) {
        session.load_neighbour(1);
    }
    ImGui::SameLine();
    if (ImGui::Button("Fit view", {third, 0.0f})) {
        session.reset_view();
    }
}

void show_rates(Session& session) {
    Simulation& simulation = session.simulation;
    ImGui::PushItemWidth(150.0f);
    int hertz = static_cast<int>(std::lround(simulation.hertz()));
    if (ImGui::SliderInt("steps per second", &hertz, 15, 240)) {
        simulation.set_hertz(static_cast<float>(std::max(hertz, 1)));
    }
    int sub_steps = simulation.settings().sub_steps;
    if (ImGui::SliderInt("sub-steps", &sub_steps, 1, 16)) {
        simulation.set_sub_steps(std::max(sub_steps, 1));
    }
    ImGui::SliderFloat("speed", &session.speed, 0.02f, 2.0f, "%.2f x", ImGuiSliderFlags_Logarithmic);
    ImGui::PopItemWidth();
}

void show_overlay_switches(Session& session) {
    ImGui::Columns(2, "overlays", false);
    for (const OverlaySwitch& entry : overlay_switches()) {
        ImGui::Checkbox(entry.label, &(session.painter.overlays.*entry.value));
        ImGui::NextColumn();
    }
    bool dark = session.dark;
    if (ImGui::Checkbox("Dark", &dark)) {
        session.set_dark(dark);
    }
    ImGui::Columns(1);
}

void show_counters(const Session& session) {
    const drystone::Counters counters = session.simulation.world().counters();
    const struct {
        const char* label;
        int value;
    } rows[] = {
        {"bodies", counters.bodies},           {"shapes", counters.shapes},
        {"awake", counters.awake_bodies},      {"pairs", counters.pairs},
        {"contacts", counters.contacts},       {"points", counters.contact_points},
        {"colours", counters.colors},          {"overflow", counters.overflow_contacts},
        {"tree height", counters.tree_height}, {"KiB", static_cast<int>(counters.bytes / 1024)},
    };
    ImGui::Columns(4, "counters", false);
    const float width = ImGui::GetWindowContentRegionMax().x;
    ImGui::SetColumnWidth(0, 0.30f * width);
    ImGui::SetColumnWidth(1, 0.24f * width);
    ImGui::SetColumnWidth(2, 0.24f * width);
    for (const auto& row : rows) {
        ImGui::TextDisabled("%s", row.label);
        ImGui::NextColumn();
        ImGui::Text("%d", row.value);
        ImGui::NextColumn();
    }
    ImGui::Columns(1);
}

void show_help() {
    constexpr const char* rows[][2] = {
        {"left drag", "pull a body"},
        {"Shift + left drag", "sling a ball"},
        {"right drag, arrows", "move the view"},
        {"wheel, + -", "zoom"},
        {"Space, P", "pause"},
        {", .", "one step back, forwards"},
        {"J (held)", "run backwards"},
        {"Backspace, End", "start, end of the timeline"},
        {"K", "branch here"},
        {"T", "timeline"},
        {"Ctrl O", "open, save, record"},
        {"R", "restart"},
        {"N B, ] [", "next, previous scene"},
        {"Page up, down", "previous, next group"},
        {"G, arrows", "what the scene says"},
        {"M", "slow motion"},
        {"F", "shoot from the left at the cursor"},
        {"1 ... 9, 0", "overlays"},
        {"Home", "fit the view"},
        {"D", "dark or light"},
        {"H", "this panel"},
        {"F12", "save a picture"},
        {"Esc", "quit"},
    };
    for (const auto& row : rows) {
        ImGui::TextUnformatted(row[0]);
        ImGui::SameLine(140.0f);
        ImGui::TextDisabled("%s", row[1]);
    }
}

}  // namespace

void show_panel(Session& session, sf::Vector2f size) {
    constexpr float margin = 10.0f;
    const float width = session.panel_width() - margin;
    ImGui::SetNextWindowPos({size.x - width - margin, margin});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, size.y - 2.0f * margin});
    ImGui::Begin("Drystone", nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize);
    show_scene_choice(session);
    show_buttons(session);
    ImGui::Separator();
    show_rates(session);
    ImGui::Separator();
    show_overlay_switches(session);
    ImGui::Separator();
    show_counters(session);
    ImGui::Separator();
    show_profile_plot(session.simulation.history());
    ImGui::Separator();
    if (ImGui::CollapsingHeader("Mouse and keys")) {
        show_help();
    }
    ImGui::End();
}

}  // namespace viewer
