#include <doctest/doctest.h>

#include <drystone/thread_pool.h>

#include "parallel/sharing.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cmath>

using namespace drystone;

namespace {

/// How many of so many runs are shared when they take so long, shared and alone.
int shared_runs(Sharing& sharing, int runs, double shared_time, double alone_time) {
    int count = 0;
    for (int i = 0; i < runs; ++i) {
        count += sharing.shares() ? 1 : 0;
        sharing.note(sharing.shares() ? shared_time : alone_time);
    }
    return count;
}

}  // namespace

TEST_CASE("sharing: work goes to the faster way, with few trials of the other") {
    for (const double ratio : {1.05, 1.5, 3.0}) {
        Sharing good;
        CHECK(shared_runs(good, 1000, 1.0, ratio) > 970);
        Sharing bad;
        // Sixteen runs until the first trial.
        CHECK(shared_runs(bad, 1000, ratio * 1.06, 1.0) < 16 + 30);
    }
}

TEST_CASE("sharing: it follows a change of what is faster") {
    Sharing sharing;
    CHECK(shared_runs(sharing, 5000, 1.0, 2.0) > 4950);
    // The next trial is at most 1024 runs away, here and there.
    shared_runs(sharing, 1100, 2.0, 1.0);
    CHECK(shared_runs(sharing, 1000, 2.0, 1.0) < 50);
    shared_runs(sharing, 1100, 1.0, 2.0);
    CHECK(shared_runs(sharing, 1000, 1.0, 2.0) > 950);
}

TEST_CASE("sharing: single runs that are held up change nothing") {
    Sharing sharing;
    int alone = 0;
    for (int i = 0; i < 4000; ++i) {
        alone += sharing.shares() ? 0 : 1;
        const double usual = sharing.shares() ? 1.0 : 1.5;
        sharing.note(i % 97 == 0 ? 100.0 * usual : usual);
    }
    CHECK(alone < 40);
}

TEST_CASE("sharing: when runs come to take longer, both ways are compared soon") {
    Sharing sharing;
    // Too little to share, for so long that trials have become rare.
    shared_runs(sharing, 3000, 2.0, 1.0);
    // Then there is work.
    CHECK(shared_runs(sharing, 100, 20.0, 40.0) > 85);
}

TEST_CASE("sharing: work that grows from run to run does not hide what is faster") {
    for (const double growth : {0.97, 1.03}) {
        for (const bool good : {true, false}) {
            // So much work that it is twice or half as much after some 23 runs, for ever again.
            Sharing sharing;
            int shared = 0;
            for (int i = 0; i < 1000; ++i) {
                const double work = std::pow(growth, i % 60);
                shared += sharing.shares() ? 1 : 0;
                sharing.note(work * (sharing.shares() == good ? 1.0 : 1.12));
            }
            CHECK((good ? shared : 1000 - shared) > 800);
        }
    }
}

TEST_CASE("sharing: work that doubles in a few runs soon is shared where it is worth it") {
    Sharing sharing;
    double alone = 0.0;
    double all = 0.0;
    for (int i = 0; i < 400; ++i) {
        // Nothing to do at first, where to share costs more than it brings.
        const double work = i < 100 ? 5.0 : std::min(800.0, 5.0 * std::pow(1.35, i - 100));
        const double spent = sharing.shares() ? 0.6 * work + 4.0 : work;
        all += work;
        alone += sharing.shares() ? 0.0 : work;
        sharing.note(spent);
    }
    CHECK(alone < 0.05 * all);
}

TEST_CASE("sharing: bursts of work do not make the slower way look good") {
    for (const int length : {3, 4, 5, 6, 8}) {
        for (const double more : {2.5, 3.0, 4.0}) {
            Sharing sharing;
            int alone = 0;
            for (int i = 0; i < 4000; ++i) {
                alone += sharing.shares() ? 0 : 1;
                // Now and then enough to have both ways compared.
                const double work = i % 60 < length ? more : 1.0;
                sharing.note(work * (sharing.shares() ? 1.0 : 1.6));
            }
            INFO("length " << length << ", " << more << " times: " << alone);
            CHECK(alone < 400);
        }
    }
}

TEST_CASE("sharing: a trial that takes half as long again is over at once") {
    Sharing sharing;
    int trials = 0;
    int alone = 0;
    for (int i = 0; i < 2000; ++i) {
        const bool shared = sharing.shares();
        alone += shared ? 0 : 1;
        sharing.note(shared ? 1.0 : 1.6);
        trials += shared && !sharing.shares() ? 1 : 0;
    }
    CHECK(trials > 0);
    CHECK(alone == trials);
}

TEST_CASE("sharing: a team of one has nothing to share, others run both ways") {
    for (const int workers : {1, 2}) {
        ThreadPool pool(workers);
        Team team(&pool);
        Sharing sharing;
        int runs = 0;
        int shared = 0;
        for (int i = 0; i < 100; ++i) {
            shared += sharing.shares() ? 1 : 0;
            team.run([&] { sharing.run(team, [&] { ++runs; }); });
        }
        CHECK(runs == 100);
        CHECK(shared >= (workers == 1 ? 100 : 16));
    }
}

TEST_CASE("sharing: a part of shared work runs both ways, and alone where the work is not shared") {
    ThreadPool pool(2);
    Team team(&pool);
    Sharing part;
    int shared = 0;
    int alone = 0;
    const auto body = [&](bool shares) { ++(shares ? shared : alone); };
    team.run([&] { team.run_alone([&] { part.run_part(team, body); }); });
    CHECK(shared == 0);
    CHECK(alone == 1);
    CHECK(part.shares());  // nothing was measured
    for (int i = 0; i < 100; ++i) {
        team.run([&] { part.run_part(team, body); });
    }
    CHECK(shared + alone == 101);
    CHECK(shared >= 16);
    CHECK(alone > 1);
}

TEST_CASE("sharing: the state is the same whatever part of a step is shared") {
    const auto run = [](bool always) {
        ThreadPool pool(2);
        World world({.scheduler = &pool});
        if (always) {
            test::state_of(world).execution.sharing.share_always();
        }
        test::add_ground(world, 60.0f);
        for (int i = 0; i < 400; ++i) {
            const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                                   .position = {1.1f * static_cast<float>(i % 20) - 11.0f,
                                                                0.6f + 1.1f * static_cast<float>(i / 20)}});
            world.create_shape(body, make_box(0.5f, 0.5f));
        }
        int passes_alone = 0;
        for (int i = 0; i < 120; ++i) {
            world.step(1.0f / 60.0f);
            passes_alone += test::state_of(world).systems.solver.shares_contact_passes ? 0 : 1;
        }
        CHECK((passes_alone == 0) == always);
        return world.state_hash();
    };
    CHECK(run(false) == run(true));
}
