#include "parallel/sharing.h"

#include <algorithm>

namespace drystone {

namespace {

/// What the first run after a change takes says little: data have to move to other cores.
constexpr int runs_to_settle = 1;
constexpr int runs_to_measure = 2;
/// The other way must be better by so much: changes cost something.
constexpr double worth_a_change = 0.95;
/// So much worse or better, and nothing needs to be measured again.
constexpr double hopeless = 1.3;
/// The same of the first run already, of one thread alone.
constexpr double hopeless_at_once = 1.5;
constexpr double without_doubt = 0.75;
constexpr int least_runs_between_trials = 32;
constexpr int most_runs_between_trials = 1024;
/// Runs that take so many times as long as before, or so much less, are other work.
constexpr double other_work = 2.0;

/// Usual runs, some runs apart, do not become so much shorter but after a burst of work.
constexpr double burst = 1.4;

}  // namespace

void Sharing::note(Seconds spent) {
    ++runs_;
    switch (phase_) {
        case Phase::Usual: note_usual(spent); break;
        case Phase::Trial: note_trial(spent); break;
        case Phase::Return: note_return(spent); break;
    }
}

void Sharing::note_usual(Seconds spent) {
    if (runs_ <= runs_to_settle) {
        return;
    }
    const bool first = runs_ == runs_to_settle + 1;
    // Mostly of the last runs, without those that something has held up.
    usual_ = first ? spent : usual_ + 0.25 * (std::min(spent, 2.0 * usual_) - usual_);
    before_ = first ? spent : std::min(last_, spent);
    last_ = spent;
    if (has_changed()) {
        runs_until_trial_ = least_runs_between_trials / 2;
        grows_ = usual_ > known_;
        begin_trial();
    } else if (runs_ >= runs_until_trial_) {
        grows_ = false;
        begin_trial();
    }
}

void Sharing::note_trial(Seconds spent) {
    // Other cores are slow to come at first; who goes on alone only fetches their data.
    const bool given_up = !shares_ && runs_ == 1 && spent > hopeless_at_once * before_;
    if (!is_measured(spent, tried_) && !given_up) {
        return;
    }
    if (given_up || (tried_ > hopeless * before_ && !grows_)) {
        runs_until_trial_ *= 2;
        shares_ = !shares_;
        keep(before_);
    } else if (runs_ == runs_to_settle + runs_to_measure) {
        // What came before may have been a burst of work, as long as it is not what runs have taken for long.
        if (tried_ < without_doubt * (known_ > 0.0 ? std::min(before_, known_) : before_)) {
            change();
        } else {
            shares_ = !shares_;
            phase_ = Phase::Return;
            runs_ = 0;
        }
    }
}

void Sharing::note_return(Seconds spent) {
    if (!is_measured(spent, after_) || runs_ < runs_to_settle + runs_to_measure) {
        return;
    }
    // Work that grows or shrinks from run to run is as much in the middle of the two as it was in the trial.
    // But where there was much more of it before, it was a burst that led to the trial.
    if (tried_ < worth_a_change * (before_ > burst * after_ ? after_ : 0.5 * (before_ + after_))) {
        shares_ = !shares_;
        change();
    } else {
        keep(after_);
    }
}

/// Keeps in `least` the shortest of the runs that count.
bool Sharing::is_measured(Seconds spent, Seconds& least) const {
    if (runs_ <= runs_to_settle) {
        return false;
    }
    least = runs_ == runs_to_settle + 1 ? spent : std::min(least, spent);
    return true;
}

/// Never on one run's account: `usual_` follows it by a part.
bool Sharing::has_changed() const {
    return known_ > 0.0 && (usual_ > other_work * known_ || other_work * usual_ < known_);
}

void Sharing::begin_trial() {
    phase_ = Phase::Trial;
    shares_ = !shares_;
    runs_ = 0;
}

/// The way that was tried is the usual one now.
void Sharing::change() {
    phase_ = Phase::Usual;
    runs_ = 0;
    known_ = tried_;
    runs_until_trial_ = least_runs_between_trials;
}

/// Back to the way that was usual before the trial.
void Sharing::keep(Seconds usual) {
    phase_ = Phase::Usual;
    runs_ = 0;
    known_ = usual;
    runs_until_trial_ = std::min(2 * runs_until_trial_, most_runs_between_trials);
}

}  // namespace drystone
