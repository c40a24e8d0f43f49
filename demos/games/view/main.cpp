#include <games/view/shell.h>

#include <program.h>
#include <user_error.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace games {
namespace {

constexpr const char* usage =
    "Games on Drystone. drystone-games [GAME] [options]\n"
    "  --list              names of the games\n"
    "  --script            a scripted player plays\n"
    "  --headless          no window; ends when the game is finished\n"
    "  --steps N           headless: number of steps\n"
    "  --shot FILE.png     headless: picture after the last step\n"
    "  --record FILE.mp4   headless: film, by ffmpeg\n"
    "  --width N --height N  size of pictures and window (1280 x 720)\n"
    "  --threads N         threads of the world\n"
    "  --delay S --jitter S --loss PART --seconds S  duel: network and length of the match\n";

/// Reads the arguments of options in turn.
class Arguments {
public:
    Arguments(int argc, char** argv) : words_(argv + 1, argv + argc) {}
    [[nodiscard]] bool done() const { return next_ == words_.size(); }
    std::string take() {
        if (done()) {
            throw viewer::UserError("An option lacks its value; --help lists them.");
        }
        return words_[next_++];
    }
    float number(float lower, float upper) {
        const std::string word = take();
        char* end = nullptr;
        const float value = std::strtof(word.c_str(), &end);
        if (end == word.c_str() || *end != '\0' || !(value >= lower && value <= upper)) {
            throw viewer::UserError("Not a number in range: " + word);
        }
        return value;
    }

private:
    std::vector<std::string> words_;
    std::size_t next_ = 0;
};

void read_option(const std::string& word, Arguments& arguments, Options& options) {
    ShowSettings& show = options.show;
    if (word == "--list") {
        options.list = true;
    } else if (word == "--script") {
        options.script = true;
    } else if (word == "--headless") {
        options.headless = true;
    } else if (word == "--steps") {
        options.steps = static_cast<int>(arguments.number(0.0f, 1e7f));
    } else if (word == "--shot") {
        options.shot = arguments.take();
    } else if (word == "--record") {
        options.record = arguments.take();
    } else if (word == "--width" || word == "--height") {
        (word == "--width" ? options.width : options.height) =
            static_cast<unsigned>(arguments.number(160.0f, 7680.0f));
    } else if (word == "--threads") {
        show.threads = static_cast<int>(arguments.number(1.0f, 256.0f));
    } else if (word == "--delay" || word == "--jitter") {
        (word == "--delay" ? show.delay : show.jitter) = arguments.number(0.0f, 0.5f);
    } else if (word == "--loss") {
        show.loss = arguments.number(0.0f, 0.9f);
    } else if (word == "--seconds") {
        show.seconds = arguments.number(1.0f, 36000.0f);
    } else {
        throw viewer::UserError("Unknown option " + word + "\n" + usage);
    }
}

int run(int argc, char** argv) {
    Options options;
    for (Arguments arguments(argc, argv); !arguments.done();) {
        const std::string word = arguments.take();
        if (word == "--help" || word == "-h") {
            std::printf("%s", usage);
            return 0;
        }
        if (word[0] != '-') {
            options.game = word;
        } else {
            read_option(word, arguments, options);
        }
    }
    if (options.list) {
        for (const GameInfo& info : all_games()) {
            std::printf("%-12s %s\n", info.name, info.title);
        }
        return 0;
    }
    const auto& games = all_games();
    if (!options.game.empty() &&
        std::none_of(games.begin(), games.end(), [&](const GameInfo& g) { return g.name == options.game; })) {
        throw viewer::UserError("No game has the name " + options.game + "; --list shows them.");
    }
    if (options.headless) {
        return run_headless(options);
    }
    run_window(options);
    return 0;
}

}  // namespace

const std::vector<GameInfo>& all_games() {
    static const std::vector<GameInfo> games{platformer_info(), slingshot_info(), pinball_info(),
                                             duel_info()};
    return games;
}

}  // namespace games

int main(int argc, char** argv) { return viewer::run_program("drystone-games", games::run, argc, argv); }
