#pragma once

#include <SFML/System/Vector2.hpp>

namespace explorer {

/// Shows what mouse and keys do, over the picture of that size, if it is open.
void show_help(bool& open, sf::Vector2f size);

}  // namespace explorer
