#include "help.h"

#include <key_table.h>

namespace explorer {
namespace {

using viewer::KeyGroup;
using viewer::KeyRow;

constexpr KeyRow mouse_rows[] = {
    {"left drag", "move a shape, corner or ring"},
    {"right drag", "turn a shape"},
    {"wheel", "turn finely, or zoom"},
};

constexpr KeyRow step_rows[] = {
    {"Right, Left", "next, previous step"},
    {"Down, Up", "in thirds of a step"},
    {"Home, End", "first, last step"},
    {"Space", "play"},
};

constexpr KeyRow shape_rows[] = {
    {"1, 2", "next kind of A, B; with Shift the previous"},
    {"R", "shapes or lesson as at first"},
};

constexpr KeyRow picture_rows[] = {
    {"D", "dark or light"}, {"P", "panel"},         {"S", "save a picture"},
    {"F11", "full screen"}, {"F1, ?", "this help"}, {"Esc", "close the help, quit"},
};

}  // namespace

void show_help(bool& open, sf::Vector2f size) {
    constexpr KeyGroup left[] = {{"Mouse", mouse_rows}, {"Steps", step_rows}};
    constexpr KeyGroup right[] = {{"Shapes", shape_rows}, {"Picture", picture_rows}};
    viewer::show_key_table(open, size, left, right);
}

}  // namespace explorer
