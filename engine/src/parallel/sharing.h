#pragma once

#include "parallel/team.h"

#include <chrono>
#include <cstdint>
#include <limits>

namespace drystone {

/// Finds out, run after run, whether work of one kind is done sooner by a team or by the calling thread
/// alone.
///
/// That depends on what no program can know beforehand: how far the cores are from each other, what else they
/// do, how much there is to do. So every now and then the other way is tried for a few runs, the more seldom
/// the longer it has been the slower one, and soon where runs have come to take much more or less time. It is
/// compared with the runs before and after: work may grow from run to run. What is computed must not depend
/// on it.
class Sharing {
public:
    using Seconds = double;

    /// Runs `body` one way or the other and notes how long it takes. Where `shares()`, to be called from
    /// inside `Team::run`.
    template <class Body>
    void run(Team& team, Body&& body) {
        if (team.size() == 1) {
            body();
            return;
        }
        const auto start = std::chrono::steady_clock::now();
        if (shares_) {
            body();
        } else {
            team.run_alone(body);
        }
        note(std::chrono::duration<Seconds>(std::chrono::steady_clock::now() - start).count());
    }
    /// The same of a part of `body(shares)`, which itself leaves that part to the calling thread where it is
    /// not to be shared. What counts is how long the whole takes: the part moves data from core to core that
    /// the rest has to fetch back.
    template <class Body>
    void run_part(const Team& team, Body&& body) {
        if (!team.shares()) {
            body(false);
            return;
        }
        const auto start = std::chrono::steady_clock::now();
        body(shares_);
        note(std::chrono::duration<Seconds>(std::chrono::steady_clock::now() - start).count());
    }
    /// From now on every run is shared: for tests.
    void share_always() {
        shares_ = true;
        phase_ = Phase::Usual;
        runs_ = 0;
        known_ = 0.0;
        runs_until_trial_ = std::numeric_limits<int>::max();
    }
    /// Will the next run be shared?
    [[nodiscard]] bool shares() const { return shares_; }
    /// How long a run has taken: decides about the next one.
    void note(Seconds spent);

private:
    enum class Phase : std::uint8_t {
        Usual,
        Trial,  ///< The other way.
        Return  ///< The usual way again, to compare.
    };

    void note_usual(Seconds spent);
    void note_trial(Seconds spent);
    void note_return(Seconds spent);
    [[nodiscard]] bool is_measured(Seconds spent, Seconds& least) const;
    [[nodiscard]] bool has_changed() const;
    void begin_trial();
    void change();
    void keep(Seconds usual);

    bool shares_ = true;
    Phase phase_ = Phase::Usual;
    bool grows_ = false;  ///< The work, as the trial begins.
    int runs_ = 0;        ///< Since the last change of phase.
    int runs_until_trial_ = 16;
    Seconds usual_ = 0.0;   ///< What a run takes, of late.
    Seconds known_ = 0.0;   ///< And what it took when both ways were last compared.
    Seconds last_ = 0.0;    ///< The last usual run.
    Seconds before_ = 0.0;  ///< The shorter of the last two usual runs.
    Seconds tried_ = 0.0;   ///< The shortest run of the trial that counts.
    Seconds after_ = 0.0;   ///< The same of those after it.
};

}  // namespace drystone
