#pragma once

#include <stdexcept>

namespace viewer {

/// Something the user can put right: it is shown as it stands and ends the program with status 1.
class UserError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace viewer
