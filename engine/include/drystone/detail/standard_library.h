#pragma once

// Any header of the standard library tells which one it is.
#include <cstdint>

namespace drystone::detail {

/// Layouts of the standard library's containers that a program can be compiled with.
enum class ContainerLayout : std::uint8_t { Libstdcxx, LibstdcxxDebug, Libcxx, Other };

#if defined(_GLIBCXX_DEBUG)
inline constexpr ContainerLayout container_layout = ContainerLayout::LibstdcxxDebug;
#elif defined(__GLIBCXX__)
inline constexpr ContainerLayout container_layout = ContainerLayout::Libstdcxx;
#elif defined(_LIBCPP_VERSION)
inline constexpr ContainerLayout container_layout = ContainerLayout::Libcxx;
#else
inline constexpr ContainerLayout container_layout = ContainerLayout::Other;
#endif

/// A parameter that writes the layout into the name of a symbol. Vectors cross the border by value, so a
/// program and a library that differ in it would crash: in this way they do not link.
template <ContainerLayout layout>
struct ContainerLayoutTag {};
using StandardLibrary = ContainerLayoutTag<container_layout>;

}  // namespace drystone::detail
