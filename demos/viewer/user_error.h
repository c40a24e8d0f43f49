#pragma once

#include <stdexcept>

namespace viewer {

/// Error that the user can fix: its text is shown as it is, and the program ends with status 1.
class UserError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace viewer
