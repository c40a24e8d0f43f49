#pragma once

// Any header of the standard library defines its macros.
#include <cstdint>

namespace drystone::detail {

/// Container layouts of the standard libraries that a program can be compiled with.
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

/// Parameter type that puts the container layout into a symbol's name. Vectors cross the library boundary by
/// value, so a program with another layout than the library would crash: with this parameter it does not
/// link.
template <ContainerLayout layout>
struct ContainerLayoutTag {};
using StandardLibrary = ContainerLayoutTag<container_layout>;

}  // namespace drystone::detail
