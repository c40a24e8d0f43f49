#pragma once

#include "json/place.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drystone::scene {

/// Notes of all that an import leaves out, in the order in which it was found; each note once.
class ImportNotes {
public:
    void add(std::string text) {
        if (const auto [at, is_new] = known_.insert(std::move(text)); is_new) {
            notes_.push_back(*at);
        }
    }
    /// Adds "file:line: path: what".
    void add(const Place& place, std::string_view what) { add(place.where().append(": ").append(what)); }
    [[nodiscard]] std::vector<std::string> take() { return std::move(notes_); }

private:
    std::vector<std::string> notes_;
    std::set<std::string, std::less<>> known_;
};

/// Calls `make`. If it throws an `Error`, notes that with what follows from it: "error; consequence", and
/// returns false.
template <class Make, class Consequence>
bool attempt(ImportNotes& notes, const Make& make, const Consequence& consequence) {
    std::string message;
    try {
        make();
        return true;
    } catch (const Error& error) {
        message = error.what();
    }
    notes.add(message.append("; ").append(consequence()));
    return false;
}

}  // namespace drystone::scene
