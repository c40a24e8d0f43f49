#include "scene_list.h"

#include <viewer/model/scene_search.h>

#include <imgui.h>
#include <samples/catalogue.h>

#include <algorithm>
#include <string>

namespace viewer {
namespace {

constexpr float cell_width = static_cast<float>(Thumbnails::width) + 12.0f;
constexpr float cell_height = static_cast<float>(Thumbnails::height) + 26.0f;

}  // namespace

void SceneList::show(Session& session, sf::Vector2f size) {
    if (!session.windows.scenes) {
        was_open_ = false;
        return;
    }
    if (dark_ != session.dark) {
        dark_ = session.dark;
        thumbnails_.clear();
    }
    thumbnails_.begin_frame();
    ImGui::SetNextWindowPos({0.5f * size.x, 0.5f * size.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(1010.0f, size.x - 20.0f), size.y - 40.0f});
    ImGui::Begin("Scenes", &session.windows.scenes,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse);
    if (!was_open_) {
        ImGui::SetKeyboardFocusHere();
        search_[0] = '\0';
        was_open_ = true;
    }
    ImGui::SetNextItemWidth(-1.0f);
    const bool entered =
        ImGui::InputTextWithHint("##search", "search: name, group, or what it shows", search_, sizeof search_,
                                 ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::BeginChild("entries");
    show_entries(session);
    ImGui::EndChild();
    ImGui::End();
    if (entered) {
        const auto all = samples::catalogue();
        const auto found = std::find_if(
            all.begin(), all.end(), [&](const scenes::SceneInfo& info) { return matches(info, search_); });
        if (found != all.end()) {
            session.load(*found);
        }
        session.windows.scenes = false;
    }
}

void SceneList::show_entries(Session& session) {
    const int columns = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / cell_width));
    std::string group;
    int column = 0;
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (!matches(info, search_)) {
            continue;
        }
        if (info.group != group) {
            group = info.group;
            ImGui::TextUnformatted(group.c_str());
            column = 0;
        } else if (column % columns != 0) {
            ImGui::SameLine(static_cast<float>(column % columns) * cell_width);
        }
        ++column;
        if (show_entry(session, info)) {
            session.load(info);
            session.windows.scenes = false;
        }
    }
}

bool SceneList::show_entry(Session& session, const scenes::SceneInfo& info) {
    ImGui::PushID(info.name.c_str());
    ImGui::BeginGroup();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool chosen = ImGui::Selectable("##entry", info.name == session.simulation.info().name, 0,
                                          {cell_width - 8.0f, cell_height});
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s: %s", info.name.c_str(), info.description.c_str());
    }
    const bool visible = ImGui::IsItemVisible();
    const sf::Texture* picture = visible ? thumbnails_.of(info, *session.painter.theme) : nullptr;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 top(corner.x + 2.0f, corner.y + 2.0f);
    const ImVec2 bottom(top.x + static_cast<float>(Thumbnails::width),
                        top.y + static_cast<float>(Thumbnails::height));
    if (picture != nullptr) {
        list.AddImage(const_cast<sf::Texture*>(picture), top, bottom);
    }
    list.AddRect(top, bottom, ImGui::GetColorU32(ImGuiCol_Border));
    list.PushClipRect(corner, {corner.x + cell_width - 8.0f, corner.y + cell_height}, true);
    list.AddText({top.x + 2.0f, bottom.y + 3.0f}, ImGui::GetColorU32(ImGuiCol_Text), info.title.c_str());
    list.PopClipRect();
    ImGui::EndGroup();
    ImGui::PopID();
    return chosen;
}

}  // namespace viewer
