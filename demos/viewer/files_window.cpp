#include "files_window.h"

#include <viewer/model/files.h>

#include <imgui.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

namespace viewer {
namespace {

/// Path that is being typed; the folder's files are listed below it.
std::array<char, 512>& typed_path() {
    static std::array<char, 512> path{};
    return path;
}

void type_path(const std::string& path) {
    std::snprintf(typed_path().data(), typed_path().size(), "%s", path.c_str());
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
    std::error_code error;
    if (path.empty()) {
        return ".";
    }
    return std::filesystem::is_directory(path, error) ? path
           : path.has_parent_path()                   ? path.parent_path()
                                                      : std::filesystem::path(".");
}

/// Returns the typed path with an ending; without a path, the scene's name is one.
std::filesystem::path output_path(const Session& session, const char* ending) {
    std::filesystem::path path(typed_path().data());
    std::error_code error;
    if (path.empty() || std::filesystem::is_directory(path, error)) {
        path /= session.simulation.info().name;
    }
    return path.extension() == ending ? path : path.replace_extension(ending);
}

void write(Session& session, const char* ending,
           void (*writer)(const Simulation&, const std::filesystem::path&)) {
    const std::filesystem::path path = output_path(session, ending);
    session.attempt([&] {
        writer(session.simulation, path);
        session.tell("Wrote " + path.string());
    });
}

void show_outputs(Session& session) {
    if (ImGui::Button("Save world")) {
        write(session, ".drystone", save_world);
    }
    ImGui::SameLine();
    if (ImGui::Button("Export scene")) {
        write(session, ".json", export_scene);
    }
    ImGui::SameLine();
    const bool records = session.simulation.recorder() != nullptr;
    if (ImGui::Button(records ? "Stop recording###record" : "Record###record")) {
        if (records) {
            session.tell("Recorded " + std::to_string(session.simulation.recorder()->steps()) + " steps");
            session.simulation.stop_recording();
        } else {
            const std::filesystem::path path = output_path(session, ".recording");
            session.attempt([&] {
                session.simulation.start_recording(path.string());
                session.tell("Recording to " + path.string());
            });
        }
    }
}

void show_list(Session& session) {
    const std::filesystem::path folder = folder_of(typed_path().data());
    ImGui::TextDisabled("in %s", std::filesystem::absolute(folder).lexically_normal().string().c_str());
    ImGui::BeginChild("list", {0.0f, 180.0f}, true);
    for (const std::string& name : list_files(folder)) {
        if (ImGui::Selectable(name.c_str())) {
            type_path((folder / name).lexically_normal().string());
            session.open(typed_path().data());
        }
    }
    ImGui::EndChild();
}

}  // namespace

void show_files(Session& session, sf::Vector2f size) {
    if (!session.windows.files) {
        return;
    }
    ImGui::SetNextWindowPos({0.5f * (size.x - session.panel_width(size.x)), 0.45f * size.y},
                            ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({420.0f, 0.0f});
    ImGui::Begin("Files", &session.windows.files, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse);
    ImGui::SetNextItemWidth(-60.0f);
    const bool entered = ImGui::InputTextWithHint("##path", "file or folder", typed_path().data(),
                                                  typed_path().size(), ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    if (ImGui::Button("Open", {-1.0f, 0.0f}) || entered) {
        session.open(typed_path().data());
    }
    show_outputs(session);
    show_list(session);
    ImGui::End();
}

}  // namespace viewer
