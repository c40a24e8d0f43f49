#include "profile_plot.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace viewer {
namespace {

using drystone::Profile;
using drystone::Stage;
using drystone::stage_count;

/// Colours of the stages, far from each other in CIELAB, neighbours farthest.
constexpr ImU32 colors[]{
    IM_COL32(188, 200, 176, 255), IM_COL32(128, 80, 80, 255),   IM_COL32(200, 188, 224, 255),
    IM_COL32(56, 92, 20, 255),    IM_COL32(236, 140, 92, 255),  IM_COL32(32, 212, 164, 255),
    IM_COL32(80, 104, 128, 255),  IM_COL32(152, 200, 104, 255), IM_COL32(140, 92, 32, 255),
    IM_COL32(164, 56, 116, 255),  IM_COL32(236, 188, 92, 255),  IM_COL32(236, 152, 152, 255),
    IM_COL32(80, 56, 140, 255),   IM_COL32(20, 140, 128, 255),  IM_COL32(236, 152, 236, 255),
    IM_COL32(20, 200, 236, 255),  IM_COL32(92, 104, 80, 255),   IM_COL32(116, 152, 236, 255),
    IM_COL32(140, 140, 32, 255),  IM_COL32(152, 32, 44, 255)};
static_assert(std::size(colors) == stage_count, "each stage has its own colour");

ImU32 color_of(std::size_t stage) { return colors[stage]; }

/// Width of the scale's labels, left of the areas [pixels].
constexpr float scale_width = 56.0f;

/// Returns the stage's name without "integrate ", which is too long for the legend.
std::string short_name(std::size_t stage) {
    constexpr std::string_view prefix = "integrate ";
    std::string_view name = drystone::stage_name(static_cast<Stage>(stage));
    if (name.substr(0, prefix.size()) == prefix) {
        name.remove_prefix(prefix.size());
    }
    return std::string(name);
}

/// Returns the larger of the sum of the stages and the time of the step: the sum can exceed the step by
/// rounding.
float height_of(const Profile& profile) {
    float sum = 0.0f;
    for (const float stage : profile.stages) {
        sum += stage;
    }
    return std::max(sum, profile.step);
}

/// Rounds up to one, two or five times a power of ten.
float round_up(float value) {
    const float power = std::pow(10.0f, std::floor(std::log10(std::max(value, 1e-4f))));
    for (const float factor : {1.0f, 2.0f, 5.0f}) {
        if (factor * power >= value) {
            return factor * power;
        }
    }
    return 10.0f * power;
}

/// Returns the top of the scale, which ignores the slowest tenth of the steps so that single slow ones do not
/// flatten the picture.
float plot_top(const History& history) {
    std::vector<float> heights;
    heights.reserve(static_cast<std::size_t>(history.size()));
    for (int i = 0; i < history.size(); ++i) {
        heights.push_back(height_of(history[i]));
    }
    if (heights.empty()) {
        return 0.1f;
    }
    const auto rank = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() * 9 / 10);
    std::nth_element(heights.begin(), rank, heights.end());
    return round_up(1.25f * *rank);
}

void draw_areas(const History& history, ImVec2 corner, ImVec2 size, float top) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float column = size.x / static_cast<float>(History::capacity);
    const float bottom = corner.y + size.y;
    const int empty = History::capacity - history.size();
    const auto pixels = [&](float milliseconds) { return std::min(milliseconds / top, 1.0f) * size.y; };
    for (int i = 0; i < history.size(); ++i) {
        const float left = corner.x + static_cast<float>(empty + i) * column;
        float sum = 0.0f;
        for (std::size_t stage = 0; stage < stage_count; ++stage) {
            const float below = pixels(sum);
            sum += history[i].stages[stage];
            const float above = pixels(sum);
            if (above - below > 0.05f) {
                list.AddRectFilled({left, bottom - above}, {left + column + 0.5f, bottom - below},
                                   color_of(stage));
            }
        }
    }
}

void draw_scale(ImVec2 corner, ImVec2 size, float top) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 line = ImGui::GetColorU32(ImGuiCol_Separator);
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    for (const float part : {0.0f, 0.5f, 1.0f}) {
        const float y = corner.y + size.y * (1.0f - part);
        char label[32];
        std::snprintf(label, sizeof label, "%g \u00b5s", static_cast<double>(1000.0f * top * part));
        list.AddLine({corner.x, y}, {corner.x + size.x, y}, line);
        const float height = ImGui::GetTextLineHeight();
        list.AddText({corner.x - scale_width, std::max(y - part * height, corner.y)}, text, label);
    }
    list.AddRect(corner, {corner.x + size.x, corner.y + size.y}, line, 4.0f);
}

/// Shows means over the last half second, so that the numbers are readable.
void show_legend(const History& history) {
    const int used = std::min(history.size(), 30);
    ImGui::Columns(2, "stages", false);
    for (std::size_t stage = 0; stage < stage_count; ++stage) {
        float sum = 0.0f;
        for (int i = history.size() - used; i < history.size(); ++i) {
            sum += history[i].stages[stage];
        }
        const float mean = used > 0 ? sum / static_cast<float>(used) : 0.0f;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 3.0f}, {at.x + 9.0f, at.y + 12.0f},
                                                  color_of(stage), 2.0f);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 15.0f);
        ImGui::Text("%.1f %s", 1000.0 * static_cast<double>(mean), short_name(stage).c_str());
        ImGui::NextColumn();
    }
    ImGui::Columns(1);
}

}  // namespace

void show_profile_plot(const History& history) {
    ImGui::Text("%.1f \u00b5s per step", 1000.0 * static_cast<double>(history.mean_step(30)));
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const ImVec2 corner(start.x + scale_width, start.y + 4.0f);
    const ImVec2 size(ImGui::GetContentRegionAvail().x - scale_width, 92.0f);
    const float top = plot_top(history);
    draw_areas(history, corner, size, top);
    draw_scale(corner, size, top);
    ImGui::Dummy({size.x, size.y + 12.0f});
    show_legend(history);
}

}  // namespace viewer
