# This machine by Debian 12's default clang.
set(CMAKE_CXX_COMPILER clang++-14)
