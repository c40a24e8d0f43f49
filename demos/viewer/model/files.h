#pragma once

#include <viewer/model/simulation.h>

#include <filesystem>
#include <string>
#include <vector>

namespace viewer {

/// Opens a file: a save file (`World::save`), a recording (`drystone::Recorder`), a scene file, a map of
/// Tiled in JSON or XML, or a scene of R.U.B.E. in JSON. Its content tells which. Throws `drystone::Error` if
/// it is none of them or damaged; the simulation is then unchanged.
void open_file(Simulation& simulation, const std::filesystem::path& path);

/// Writes the world as a save file. Throws `drystone::Error` for worlds with callbacks or custom shapes.
void save_world(const Simulation& simulation, const std::filesystem::path& path);

/// Writes the world as a scene file: all definitions, as they are now. What the scene does between steps is
/// code, and no part of it. Throws `drystone::Error` for custom shapes.
void export_scene(const Simulation& simulation, const std::filesystem::path& path);

/// Returns the names of files in a folder whose endings `open_file` may read, sorted; none if it is no
/// folder.
[[nodiscard]] std::vector<std::string> list_files(const std::filesystem::path& folder);

}  // namespace viewer
