#pragma once

#include <utility>

namespace drystone {

/// Calls a function at the end of the scope, unless told to keep what was done: takes back what a call that
/// throws has created.
template <class Function>
class Undo {
public:
    explicit Undo(Function function) : function_(std::move(function)) {}
    ~Undo() {
        if (!is_kept_) {
            function_();
        }
    }
    Undo(const Undo&) = delete;
    Undo& operator=(const Undo&) = delete;

    void keep() { is_kept_ = true; }

private:
    Function function_;
    bool is_kept_ = false;
};

}  // namespace drystone
