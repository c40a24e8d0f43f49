# This machine by its own g++.
set(CMAKE_CXX_COMPILER g++)
