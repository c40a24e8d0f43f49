#include "settings_tab.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace viewer {
namespace {

using drystone::ContactTuning;
using drystone::World;

constexpr float slider_part = 0.46f;

void show_parameters(Session& session) {
    Simulation& simulation = session.simulation;
    const auto& parameters = simulation.info().parameters;
    if (parameters.empty() || simulation.parameter_values().size() != parameters.size()) {
        return;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const scenes::Parameter& parameter = parameters[i];
        float value = simulation.parameter_values()[i];
        bool changed = false;
        if (parameter.kind == scenes::ParameterKind::Switch) {
            bool on = value != 0.0f;
            changed = ImGui::Checkbox(parameter.name.c_str(), &on);
            value = on ? 1.0f : 0.0f;
        } else if (parameter.kind == scenes::ParameterKind::Count) {
            int count = static_cast<int>(std::lround(value));
            changed = ImGui::SliderInt(parameter.name.c_str(), &count, static_cast<int>(parameter.lower),
                                       static_cast<int>(parameter.upper), "%d", ImGuiSliderFlags_AlwaysClamp);
            value = static_cast<float>(count);
        } else {
            changed = ImGui::SliderFloat(parameter.name.c_str(), &value, parameter.lower, parameter.upper,
                                         "%.4g", ImGuiSliderFlags_AlwaysClamp);
        }
        if (changed) {
            session.attempt([&] { simulation.set_parameter(i, value); });
        }
    }
    if (ImGui::SmallButton("Defaults")) {
        session.attempt([&] { simulation.reset_parameters(); });
    }
    ImGui::Separator();
}

void show_rates(Session& session) {
    Simulation& simulation = session.simulation;
    int hertz = static_cast<int>(std::lround(simulation.hertz()));
    if (ImGui::SliderInt("steps per second", &hertz, 15, 240, "%d", ImGuiSliderFlags_AlwaysClamp)) {
        simulation.set_hertz(static_cast<float>(hertz));
    }
    int sub_steps = simulation.settings().sub_steps;
    if (ImGui::SliderInt("sub-steps", &sub_steps, 1, 16, "%d", ImGuiSliderFlags_AlwaysClamp)) {
        simulation.set_sub_steps(sub_steps);
    }
    ImGui::SliderFloat("speed", &session.speed, 0.02f, 2.0f, "%.2f x", ImGuiSliderFlags_Logarithmic);
}

void show_machine(Session& session) {
    Simulation& simulation = session.simulation;
    int threads = simulation.world().threads();
    if (ImGui::SliderInt("threads", &threads, 1, 8, "%d", ImGuiSliderFlags_AlwaysClamp)) {
        session.attempt([&] { simulation.set_threads(threads); });
    }
    const drystone::SimdTarget current = simulation.world().simd_target();
    if (ImGui::BeginCombo("instruction set", std::string(drystone::simd_target_name(current)).c_str())) {
        for (const drystone::SimdTarget target : drystone::simd_targets()) {
            if (ImGui::Selectable(std::string(drystone::simd_target_name(target)).c_str(),
                                  target == current)) {
                session.attempt([&] { simulation.set_simd(target); });
            }
        }
        ImGui::EndCombo();
    }
}

/// Shows a slider of a world's setting; `set` gets the changed world and the value.
template <class Set>
void show_setting(Session& session, const char* label, float value, float upper, Set set) {
    if (ImGui::SliderFloat(label, &value, 0.0f, upper, "%.3g", ImGuiSliderFlags_AlwaysClamp)) {
        session.attempt([&] { set(session.simulation.change().world(), value); });
    }
}

void show_tuning(Session& session, const char* label, float ContactTuning::*member, float upper) {
    const float value = session.simulation.world().contact_tuning().*member;
    show_setting(session, label, value, upper, [member](World& world, float changed) {
        ContactTuning tuning = world.contact_tuning();
        tuning.*member = member == &ContactTuning::compliance ? std::max(changed, 0.01f) : changed;
        world.set_contact_tuning(tuning);
    });
}

void show_world(Session& session) {
    const World& world = session.simulation.world();
    float gravity[2] = {world.gravity().x, world.gravity().y};
    if (ImGui::SliderFloat2("gravity [m/s2]", gravity, -30.0f, 30.0f, "%.1f")) {
        session.attempt([&] { session.simulation.change().world().set_gravity({gravity[0], gravity[1]}); });
    }
    bool sleeping = world.sleeping();
    if (ImGui::Checkbox("bodies may sleep", &sleeping)) {
        session.attempt([&] { session.simulation.change().world().set_sleeping(sleeping); });
    }
    ImGui::TextDisabled("Contact solver");
    show_tuning(session, "stiffness [Hz]", &ContactTuning::frequency, 120.0f);
    show_tuning(session, "damping ratio", &ContactTuning::damping_ratio, 20.0f);
    show_tuning(session, "push out [m/s]", &ContactTuning::max_push_out_velocity, 20.0f);
    show_tuning(session, "compliance", &ContactTuning::compliance, 1.0f);
    show_setting(session, "bounce from [m/s]", world.restitution_threshold(), 10.0f,
                 [](World& changed, float speed) { changed.set_restitution_threshold(speed); });
    show_setting(session, "hits from [m/s]", world.hit_threshold(), 10.0f,
                 [](World& changed, float speed) { changed.set_hit_threshold(speed); });
}

}  // namespace

void show_settings(Session& session) {
    if (session.simulation.player() != nullptr) {
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextDisabled("A recording has its own settings. Branch from a step of it to change them.");
        ImGui::PopTextWrapPos();
        ImGui::SliderFloat("speed", &session.speed, 0.02f, 2.0f, "%.2f x", ImGuiSliderFlags_Logarithmic);
        return;
    }
    ImGui::PushItemWidth(slider_part * ImGui::GetContentRegionAvail().x);
    show_parameters(session);
    show_rates(session);
    show_machine(session);
    ImGui::Separator();
    show_world(session);
    ImGui::PopItemWidth();
}

}  // namespace viewer
