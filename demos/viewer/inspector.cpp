#include "inspector.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace viewer {
namespace {

void set_value(Session& session, const Value& value, double number) {
    session.attempt([&] { value.set(session.simulation.change().world(), number); });
}

/// Shows a value, as a field to drag if it can be set. Returns whether its label was clicked.
bool show_value(Session& session, const Value& value, bool is_plotted) {
    ImGui::PushID(value.label.c_str());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool clicked = ImGui::Selectable(value.label.c_str(), is_plotted);
    ImGui::TableNextColumn();
    const bool can_set = value.set && session.simulation.player() == nullptr;
    ImGui::SetNextItemWidth(-1.0f);
    if (value.is_switch) {
        bool on = value.value != 0.0;
        if (!can_set) {
            ImGui::TextUnformatted(on ? "yes" : "no");
        } else if (ImGui::Checkbox("##switch", &on)) {
            set_value(session, value, on ? 1.0 : 0.0);
        }
    } else if (!can_set) {
        ImGui::Text("%.5g", value.value);
    } else {
        auto number = static_cast<float>(value.value);
        const float speed = std::max(0.005f * std::abs(number), 0.005f);
        if (ImGui::DragFloat("##number", &number, speed, 0.0f, 0.0f, "%.5g")) {
            set_value(session, value, static_cast<double>(number));
        }
    }
    ImGui::PopID();
    return clicked;
}

void show_plot(const Session& session) {
    const std::vector<float>& course = session.traces.of(session.plotted);
    if (course.empty()) {
        return;
    }
    const auto [lowest, highest] = std::minmax_element(course.begin(), course.end());
    ImGui::TextDisabled("%s: %.4g to %.4g in %d steps", session.plotted.c_str(), static_cast<double>(*lowest),
                        static_cast<double>(*highest), static_cast<int>(course.size()));
    const float margin = std::max(0.05f * (*highest - *lowest), 1e-6f);
    ImGui::PlotLines("##plot", course.data(), static_cast<int>(course.size()), 0, nullptr, *lowest - margin,
                     *highest + margin, {ImGui::GetContentRegionAvail().x, 70.0f});
}

void show_related(Session& session) {
    ImGui::TextDisabled("Go to");
    const drystone::World& world = session.simulation.world();
    int place = 0;
    for (const Selection& other : related(world, session.selection)) {
        ImGui::PushID(place++);
        if (ImGui::Selectable(describe(world, other).c_str())) {
            session.select(other);
        }
        ImGui::PopID();
    }
}

}  // namespace

void show_inspector(Session& session) {
    const drystone::World& world = session.simulation.world();
    if (!is_valid(world, session.selection)) {
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextDisabled(
            "Click on a body, on a joint's mark, or on a contact point while contacts are shown: "
            "all about it stands here.");
        ImGui::PopTextWrapPos();
        return;
    }
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(describe(world, session.selection).c_str());
    ImGui::PopTextWrapPos();
    show_plot(session);
    if (ImGui::BeginTable("values", 2, ImGuiTableFlags_RowBg)) {
        ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch, 1.1f);
        ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 1.0f);
        for (const Value& value : inspect(world, session.selection)) {
            if (show_value(session, value, value.label == session.plotted)) {
                session.plotted = value.label;
            }
        }
        ImGui::EndTable();
    }
    show_related(session);
}

}  // namespace viewer
