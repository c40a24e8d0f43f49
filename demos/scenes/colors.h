#pragma once

/// Names of the entries of the palette that `ShapeDescription::color` indexes.
namespace scenes::color {

inline constexpr int slate = 0;
inline constexpr int terracotta = 1;
inline constexpr int ochre = 2;
inline constexpr int sage = 3;
inline constexpr int teal = 4;
inline constexpr int plum = 5;
inline constexpr int sand = 6;
inline constexpr int stone = 7;
inline constexpr int rust = 8;
inline constexpr int cream = 9;
inline constexpr int charcoal = 10;
inline constexpr int count = 11;

/// Seven colours to cycle through.
inline constexpr int rainbow[] = {rust, terracotta, ochre, sage, teal, slate, plum};

}  // namespace scenes::color
