// Checks and converts scene files on the command line.
#include <drystone/error.h>
#include <drystone/scene.h>

#include <charconv>
#include <cstdio>
#include <string>
#include <vector>

namespace {

namespace scene = drystone::scene;

int usage() {
    std::fputs(
        "usage: drystone-scene check FILE...    tells what is wrong with scene files\n"
        "       drystone-scene format FILE      prints a scene file in its usual form\n"
        "       drystone-scene import tiled [--scale PIXELS_PER_METRE] [--materials SCENE] [--folder FOLDER] "
        "MAP "
        "OUT\n"
        "                                       makes a scene file of a Tiled map in XML or JSON; files that "
        "it "
        "names\n"
        "                                       are read in FOLDER alone, by default that of the map\n"
        "       drystone-scene import rube EXPORTED OUT\n"
        "                                       makes a scene file of JSON that R.U.B.E. exported\n"
        "       drystone-scene schema           prints the JSON schema of scene files\n",
        stderr);
    return 2;
}

int check(const std::vector<std::string>& files) {
    int faults = 0;
    for (const std::string& file : files) {
        try {
            const scene::Description description = scene::read_file(file);
            std::printf("%s: %zu bodies, %zu joints, %zu fields\n", file.c_str(), description.bodies.size(),
                        description.joints.size(), description.fields.size());
        } catch (const drystone::Error& error) {
            std::fprintf(stderr, "%s\n", error.what());
            ++faults;
        }
    }
    return faults == 0 ? 0 : 1;
}

/// Returns the number that the word is; 0: none.
float number_of(const std::string& word) {
    float number = 0.0f;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    return error == std::errc{} && stop == end ? number : 0.0f;
}

/// Converts the file of another program. `words`: its kind, options, input and output.
int import_scene(std::vector<std::string> words) {
    const std::string kind = words.front();
    scene::TiledOptions options;
    words.erase(words.begin());
    while (kind == "tiled" && words.size() > 2 && words.front().starts_with("--")) {
        if (words[0] == "--scale") {
            options.pixels_per_meter = number_of(words[1]);
        } else if (words[0] == "--materials") {
            options.materials = scene::read_file(words[1]).materials;
        } else if (words[0] == "--folder") {
            options.folder = words[1];
        } else {
            return usage();
        }
        words.erase(words.begin(), words.begin() + 2);
    }
    if (words.size() != 2 || (kind != "tiled" && kind != "rube")) {
        return usage();
    }
    const scene::Imported imported =
        kind == "tiled" ? scene::import_tiled_file(words[0], options) : scene::import_rube_file(words[0]);
    scene::write_file(words[1], imported.scene);
    for (const std::string& note : imported.notes) {
        std::fprintf(stderr, "%s\n", note.c_str());
    }
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    if (words.size() == 1 && words[0] == "schema") {
        std::fputs(scene::schema().c_str(), stdout);
        return 0;
    }
    if (words.size() > 1 && words[0] == "check") {
        return check({words.begin() + 1, words.end()});
    }
    const bool is_import = words.size() > 2 && words[0] == "import";
    if (!is_import && (words.size() != 2 || words[0] != "format")) {
        return usage();
    }
    try {
        if (is_import) {
            return import_scene({words.begin() + 1, words.end()});
        }
        std::fputs(scene::format(scene::read_file(words[1])).c_str(), stdout);
    } catch (const drystone::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
