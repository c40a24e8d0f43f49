#include "panel.h"

#include "hints_tab.h"
#include "inspector.h"
#include "profile_plot.h"
#include "program.h"
#include "settings_tab.h"

#include <imgui.h>

#include <string>
#include <utility>

namespace viewer {
namespace {

constexpr float margin = 10.0f;

void show_scene(Session& session) {
    const scenes::SceneInfo& info = session.simulation.info();
    if (ImGui::Button("Scenes (L)")) {
        session.windows.scenes = !session.windows.scenes;
    }
    ImGui::SameLine();
    if (ImGui::ArrowButton("##previous", ImGuiDir_Left)) {
        session.load_neighbour(-1);
    }
    ImGui::SameLine(0.0f, 2.0f);
    if (ImGui::ArrowButton("##next", ImGuiDir_Right)) {
        session.load_neighbour(1);
    }
    ImGui::SameLine();
    ImGui::TextDisabled("%s", info.group.c_str());
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextDisabled("%s", info.description.c_str());
    ImGui::PopTextWrapPos();
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Restart (R)", {half, 0.0f})) {
        session.restart();
    }
    ImGui::SameLine();
    if (ImGui::Button("Fit view (Home)", {half, 0.0f})) {
        session.reset_view();
    }
}

void show_overlay_switches(Session& session) {
    ImGui::Columns(2, "overlays", false);
    for (const OverlaySwitch& entry : overlay_switches()) {
        const std::string label =
            entry.key != 0 ? std::string(entry.label) + " (" + entry.key + ")" : std::string(entry.label);
        ImGui::Checkbox(label.c_str(), &(session.painter.overlays.*entry.value));
        ImGui::NextColumn();
    }
    bool dark = session.dark;
    if (ImGui::Checkbox("Dark (D)", &dark)) {
        session.set_dark(dark);
    }
    ImGui::NextColumn();
    ImGui::Checkbox("Timeline (T)", &session.windows.timeline);
    ImGui::Columns(1);
    if (Peer::can_show(session.simulation.info())) {
        ImGui::Checkbox("Box2D v3 beside it", &session.wants_peer);
    }
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
    if (ImGui::BeginTable("counters", 4)) {
        for (const auto& row : rows) {
            ImGui::TableNextColumn();
            ImGui::TextDisabled("%s", row.label);
            ImGui::TableNextColumn();
            ImGui::Text("%d", row.value);
        }
        ImGui::EndTable();
    }
}

void show_profile(const Session& session) {
    if (session.simulation.world().counters().bodies == 0) {
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextDisabled(
            "This scene has no bodies: it shows what the collision library finds, and its steps "
            "cost nothing.");
        ImGui::PopTextWrapPos();
        return;
    }
    show_counters(session);
    ImGui::Separator();
    show_profile_plot(session.simulation.history());
}

/// Begins a tab; `asked`: chosen by the program, not the user.
bool begin_tab(const char* label, bool asked) {
    const ImGuiTabItemFlags flags = asked ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
    if (!ImGui::BeginTabItem(label, nullptr, flags)) {
        return false;
    }
    ImGui::BeginChild(label, {0.0f, -ImGui::GetFrameHeightWithSpacing()});
    return true;
}

void end_tab() {
    ImGui::EndChild();
    ImGui::EndTabItem();
}

void show_tabs(Session& session) {
    const bool inspects = std::exchange(session.show_selection, false);
    if (!ImGui::BeginTabBar("tabs")) {
        return;
    }
    if (begin_tab("Settings", false)) {
        show_settings(session);
        end_tab();
    }
    if (begin_tab("View", false)) {
        show_overlay_switches(session);
        end_tab();
    }
    if (begin_tab("Profile", false)) {
        show_profile(session);
        end_tab();
    }
    if (begin_tab("Inspect", inspects)) {
        show_inspector(session);
        end_tab();
    }
    if (begin_tab("Hints", false)) {
        show_hints(session);
        end_tab();
    }
    ImGui::EndTabBar();
}

void show_buttons(Session& session) {
    constexpr float count = 5.0f;
    const float width =
        (ImGui::GetContentRegionAvail().x - (count - 1.0f) * ImGui::GetStyle().ItemSpacing.x) / count;
    const auto button = [&](const char* label, const char* explanation) {
        const bool pressed = ImGui::Button(label, {width, 0.0f});
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", explanation);
        }
        return pressed;
    };
    if (button("Picture", "Save a picture (F12)")) {
        session.requests.picture = true;
    }
    ImGui::SameLine();
    if (button(session.is_filming ? "End film###film" : "Film###film",
               "Film, and stop it (F10); needs ffmpeg")) {
        session.requests.film = true;
    }
    ImGui::SameLine();
    if (button("Screen", "Full screen, and back (F11)")) {
        session.requests.full_screen = true;
    }
    ImGui::SameLine();
    if (button("GJK", "The explorer of GJK and EPA")) {
        session.attempt([] { start_program("drystone-explorer", {}); });
    }
    ImGui::SameLine();
    if (button("Help", "Mouse and keys (F1)")) {
        session.windows.help = !session.windows.help;
    }
}

}  // namespace

void show_panel(Session& session, sf::Vector2f size) {
    const float width = session.panel_width(size.x) - margin;
    ImGui::SetNextWindowPos({size.x - width - margin, margin});
    ImGui::SetNextWindowSize({width, size.y - 2.0f * margin});
    ImGui::Begin("Drystone", nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize);
    show_scene(session);
    show_tabs(session);
    show_buttons(session);
    ImGui::End();
}

}  // namespace viewer
