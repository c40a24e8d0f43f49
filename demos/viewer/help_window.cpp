#include "help_window.h"

#include "key_table.h"

namespace viewer {
namespace {

constexpr KeyRow mouse_rows[] = {
    {"click", "show all about a body, joint or contact"},
    {"left drag", "pull a body"},
    {"Shift + left drag", "sling a ball"},
    {"F", "shoot a ball from the left at the cursor"},
    {"right drag, arrows", "move the view"},
    {"wheel, + -", "zoom"},
    {"Home", "fit the view"},
};

constexpr KeyRow time_rows[] = {
    {"Space, P", "run, pause"},    {", .", "one step back, forwards"},
    {"J (hold)", "run backwards"}, {"Backspace, End", "start, end of the timeline"},
    {"K", "branch here"},          {"M", "slow motion"},
    {"R", "restart the scene"},
};

constexpr KeyRow scene_rows[] = {
    {"L", "list of all scenes, with search"},  {"N B, ] [", "next, previous scene"},
    {"Page up, down", "previous, next group"}, {"G, arrows", "what the scene says"},
    {"Ctrl O", "open, save, record, export"},
};

constexpr KeyRow picture_rows[] = {
    {"1 ... 9, 0", "overlays"}, {"D", "dark or light"}, {"H", "panel"},
    {"T", "timeline"},          {"F11", "full screen"}, {"F12", "save a picture"},
    {"F10", "film, stop"},      {"F1, ?", "this help"}, {"Esc", "close a window, quit"},
};

}  // namespace

void show_help(bool& open, sf::Vector2f size) {
    constexpr KeyGroup left[] = {{"Mouse", mouse_rows}, {"Time", time_rows}};
    constexpr KeyGroup right[] = {{"Scene", scene_rows}, {"Picture", picture_rows}};
    show_key_table(open, size, left, right);
}

}  // namespace viewer
