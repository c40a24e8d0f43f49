#pragma once

#include "import/notes.h"
#include "json/place.h"

#include <drystone/scene/description.h>

#include <string_view>
#include <vector>

/// Values as b2dJson writes them. Numbers that are left out are zero, flags false.
namespace drystone::scene {

/// Reads a number, or a string with the eight hexadecimal digits of a float's bits.
float read_rube_float(const Place& object, std::string_view key, float otherwise = 0.0f);
bool read_rube_flag(const Place& object, std::string_view key, bool otherwise = false);
int read_rube_integer(const Place& object, std::string_view key, int lower, int upper, int otherwise);
/// Reads a point: an object with x and y, or the number 0.
Vec2 read_rube_vector(const Place& object, std::string_view key);
/// Reads points: an object with an array of x and one of y.
std::vector<Vec2> read_rube_vectors(const Place& object, std::string_view key);
/// Reads the name, and the custom properties of all kinds; colours become strings "#rrggbbaa". Those that
/// cannot be read are left out and noted.
void read_rube_label(const Place& object, std::string& name, Properties& properties, ImportNotes& notes);

}  // namespace drystone::scene
