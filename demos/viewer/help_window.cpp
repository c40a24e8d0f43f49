#include "help_window.h"

#include <imgui.h>

#include <algorithm>

namespace viewer {
namespace {

struct Row {
    const char* keys;
    const char* effect;
};

constexpr Row mouse_rows[] = {
    {"click", "show all about a body, joint or contact"},
    {"left drag", "pull a body"},
    {"Shift + left drag", "sling a ball"},
    {"F", "shoot a ball from the left at the cursor"},
    {"right drag, arrows", "move the view"},
    {"wheel, + -", "zoom"},
    {"Home", "fit the view"},
};

constexpr Row time_rows[] = {
    {"Space, P", "run, pause"},    {", .", "one step back, forwards"},
    {"J (hold)", "run backwards"}, {"Backspace, End", "start, end of the timeline"},
    {"K", "branch here"},          {"M", "slow motion"},
    {"R", "restart the scene"},
};

constexpr Row scene_rows[] = {
    {"L", "list of all scenes, with search"},  {"N B, ] [", "next, previous scene"},
    {"Page up, down", "previous, next group"}, {"G, arrows", "what the scene says"},
    {"Ctrl O", "open, save, record, export"},
};

constexpr Row picture_rows[] = {
    {"1 ... 9, 0", "overlays"}, {"D", "dark or light"}, {"H", "panel"},
    {"T", "timeline"},          {"F11", "full screen"}, {"F12", "save a picture"},
    {"F10", "film, stop"},      {"F1, ?", "this help"}, {"Esc", "close a window, quit"},
};

template <std::size_t Count>
void show_rows(const char* title, const Row (&rows)[Count]) {
    ImGui::TextUnformatted(title);
    for (const Row& row : rows) {
        ImGui::TextUnformatted(row.keys);
        ImGui::SameLine(150.0f);
        ImGui::TextDisabled("%s", row.effect);
    }
    ImGui::Spacing();
}

}  // namespace

void show_help(bool& open, sf::Vector2f size) {
    if (!open) {
        return;
    }
    ImGui::SetNextWindowPos({0.5f * size.x, 0.5f * size.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {size.x - 20.0f, size.y - 20.0f});
    ImGui::Begin("Mouse and keys", &open,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize);
    const float column = std::min(400.0f, 0.5f * (size.x - 60.0f));
    ImGui::BeginGroup();
    show_rows("Mouse", mouse_rows);
    show_rows("Time", time_rows);
    ImGui::EndGroup();
    ImGui::SameLine(column + 20.0f);
    ImGui::BeginGroup();
    show_rows("Scene", scene_rows);
    show_rows("Picture", picture_rows);
    ImGui::EndGroup();
    ImGui::End();
}

}  // namespace viewer
