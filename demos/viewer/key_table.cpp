#include "key_table.h"

#include <imgui.h>

#include <algorithm>

namespace viewer {
namespace {

void show_groups(std::span<const KeyGroup> groups) {
    ImGui::BeginGroup();
    for (const KeyGroup& group : groups) {
        ImGui::TextUnformatted(group.title);
        for (const KeyRow& row : group.rows) {
            ImGui::TextUnformatted(row.keys);
            ImGui::SameLine(150.0f);
            ImGui::TextDisabled("%s", row.effect);
        }
        ImGui::Spacing();
    }
    ImGui::EndGroup();
}

}  // namespace

void show_key_table(bool& open, sf::Vector2f size, std::span<const KeyGroup> left,
                    std::span<const KeyGroup> right) {
    if (!open) {
        return;
    }
    ImGui::SetNextWindowPos({0.5f * size.x, 0.5f * size.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {size.x - 20.0f, size.y - 20.0f});
    ImGui::Begin("Mouse and keys", &open,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize);
    const float column = std::min(400.0f, 0.5f * (size.x - 60.0f));
    show_groups(left);
    ImGui::SameLine(column + 20.0f);
    show_groups(right);
    ImGui::End();
}

}  // namespace viewer
