#include "parallel/sharing.h"

#include <algorithm>

namespace drystone {

namespace {

/// What the first run after a change takes says little: data have to move to other cores.
constexpr int runs_to_settle = 1;
constexpr int runs_to_measure = 2;
/// The other way must be better by so much: changes cost something.
constexpr double worth_a_change = 0.95;
/// It is given up at once where it is so much worse, and tried again much later.
constexpr double hopeless = 1.3;
constexpr int least_runs_between_trials = 32;
constexpr int most_runs_between_trials = 1024;
/// Runs that take so many times as long as before, or so much less, are other work.
constexpr double other_work = 2.0;

}  // namespace

void Sharing::note(Seconds spent) {
    ++runs_;
    if (runs_ <= runs_to_settle) {
        return;
    }
    const int counted = runs_ - runs_to_settle;
    if (!on_trial_) {
        // Mostly of the last runs, without those that something has held up.
        usual_ = counted <= 2 ? spent : usual_ + 0.25 * (std::min(spent, 2.0 * usual_) - usual_);
        if (has_changed()) {
            runs_until_trial_ = least_runs_between_trials / 2;
            begin_trial();
        } else if (runs_ >= runs_until_trial_) {
            begin_trial();
        }
        return;
    }
    tried_ = counted == 1 ? spent : std::min(tried_, spent);
    if (tried_ > hopeless * usual_) {
        runs_until_trial_ *= 2;
        end_trial(false);
    } else if (counted == runs_to_measure) {
        end_trial(tried_ < worth_a_change * usual_);
    }
}

/// Never on one run's account: `usual_` follows it by a part.
bool Sharing::has_changed() const {
    return known_ > 0.0 && (usual_ > other_work * known_ || other_work * usual_ < known_);
}

void Sharing::begin_trial() {
    on_trial_ = true;
    shares_ = !shares_;
    runs_ = 0;
}

void Sharing::end_trial(bool better) {
    on_trial_ = false;
    runs_ = 0;
    known_ = usual_;
    if (better) {
        usual_ = known_ = tried_;
        runs_until_trial_ = least_runs_between_trials;
    } else {
        shares_ = !shares_;
        runs_until_trial_ = std::min(2 * runs_until_trial_, most_runs_between_trials);
    }
}

}  // namespace drystone
