// Plays recordings on the command line: compares them with this build, and tells what they hold.
#include <drystone/error.h>
#include <drystone/recording_player.h>
#include <drystone/simd.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace {

int usage() {
    std::fputs(
        "usage: drystone-replay verify FILE...  plays recordings and tells the first step that differs from "
        "what was\n"
        "                                       recorded\n"
        "       drystone-replay info FILE       tells what a recording holds\n"
        "       drystone-replay bisect FILE     finds the first step that differs, and plays it with every "
        "instruction\n"
        "                                       set and 1 to 4 threads\n",
        stderr);
    return 2;
}

std::optional<drystone::Divergence> play(drystone::RecordingPlayer& player, std::int64_t last) {
    while (!player.divergence() && player.step() < last && player.play_step()) {
    }
    return player.divergence();
}

void print_divergence(const std::string& file, const drystone::RecordingPlayer& player,
                      const drystone::Divergence& found) {
    std::printf("%s: differs after step %lld of %lld: %s\n", file.c_str(), static_cast<long long>(found.step),
                static_cast<long long>(player.steps()), found.text.c_str());
    if (found.body) {
        const drystone::ConstBodyRef body = player.world()[found.body];
        const std::string name(body.name());
        std::printf("    body \"%s\" at (%.9g, %.9g), angle %.9g\n", name.c_str(),
                    static_cast<double>(body.position().x), static_cast<double>(body.position().y),
                    static_cast<double>(body.angle()));
    }
}

int verify(const std::vector<std::string>& files) {
    int faults = 0;
    for (const std::string& file : files) {
        drystone::RecordingPlayer player(file);
        if (const std::optional<drystone::Divergence> found = play(player, player.steps())) {
            print_divergence(file, player, *found);
            ++faults;
        } else {
            std::printf("%s: %lld steps, the same, state %llu\n", file.c_str(),
                        static_cast<long long>(player.step()),
                        static_cast<unsigned long long>(player.world().state_hash()));
        }
    }
    return faults == 0 ? 0 : 1;
}

int print_info(const std::string& file) {
    drystone::RecordingPlayer player(file);
    while (player.play_step()) {
    }
    const drystone::RecordingInfo info = player.info();
    std::printf("%s: %zu bytes, %lld steps, %.9g s, %d worlds%s\n", file.c_str(), info.bytes,
                static_cast<long long>(info.steps), info.seconds, info.keyframes,
                info.is_closed ? "" : ", not closed by its program");
    for (const auto& [name, count] : info.calls) {
        std::printf("%10lld  %s\n", static_cast<long long>(count), name.c_str());
    }
    return 0;
}

int bisect(const std::string& file) {
    drystone::RecordingPlayer first(file);
    const std::optional<drystone::Divergence> found = play(first, first.steps());
    if (!found) {
        std::printf("%s: %lld steps, the same\n", file.c_str(), static_cast<long long>(first.step()));
        return 0;
    }
    print_divergence(file, first, *found);
    for (const drystone::SimdTarget target : drystone::simd_targets()) {
        for (int threads = 1; threads <= 4; ++threads) {
            drystone::RecordingPlayer player(file, {.threads = threads, .simd = target});
            const std::optional<drystone::Divergence> own = play(player, found->step);
            std::printf("    %s, %d threads: %s\n", std::string(drystone::simd_target_name(target)).c_str(),
                        threads,
                        own ? ("differs after step " + std::to_string(own->step)).c_str() : "the same");
        }
    }
    return 1;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    if (words.size() < 2) {
        return usage();
    }
    try {
        if (words[0] == "verify") {
            return verify({words.begin() + 1, words.end()});
        }
        if (words.size() == 2 && words[0] == "info") {
            return print_info(words[1]);
        }
        if (words.size() == 2 && words[0] == "bisect") {
            return bisect(words[1]);
        }
    } catch (const drystone::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return usage();
}
