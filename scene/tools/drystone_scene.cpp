// Checks and converts scene files on the command line.
#include <drystone/error.h>
#include <drystone/scene.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

namespace scene = drystone::scene;

int usage() {
    std::fputs(
        "usage: drystone-scene check FILE...    tells what is wrong with scene files\n"
        "       drystone-scene format FILE      prints a scene file in its usual form\n"
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
    if (words.size() != 2 || words[0] != "format") {
        return usage();
    }
    try {
        std::fputs(scene::format(scene::read_file(words[1])).c_str(), stdout);
    } catch (const drystone::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
