#include "hints_tab.h"

#include <imgui.h>

#include <cstddef>
#include <string>
#include <vector>

namespace viewer {
namespace {

Selection object_of(const drystone::Hint& hint) {
    if (hint.joint) {
        return hint.joint;
    }
    if (hint.shape) {
        return hint.shape;
    }
    return hint.body ? Selection(hint.body) : Selection();
}

void show_hint(Session& session, const drystone::Hint& hint) {
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(hint.text.c_str());
    ImGui::TextDisabled("%s, see %s", hint.function.c_str(), hint.page.c_str());
    ImGui::PopTextWrapPos();
    const Selection object = object_of(hint);
    if (is_valid(session.simulation.world(), object) &&
        ImGui::SmallButton(describe(session.simulation.world(), object).c_str())) {
        session.select(object);
    }
    ImGui::Separator();
}

}  // namespace

void show_hints(Session& session) {
    const std::vector<drystone::Hint> hints = session.simulation.world().hints();
    if (hints.empty()) {
        ImGui::TextDisabled("Nothing looks like a mistake.");
    }
    for (std::size_t i = 0; i < hints.size(); ++i) {
        if (i == 0 || hints[i].kind != hints[i - 1].kind) {
            ImGui::TextDisabled("%d of this kind", hints[i].count);
        }
        ImGui::PushID(static_cast<int>(i));
        show_hint(session, hints[i]);
        ImGui::PopID();
    }
}

}  // namespace viewer
