# This machine by the newest clang of Debian 12.
set(CMAKE_CXX_COMPILER clang++-19)
