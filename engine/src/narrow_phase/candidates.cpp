#include "core/arrays.h"
#include "core/prefetch.h"
#include "narrow_phase/general_contacts.h"
#include "narrow_phase/kernels/pair_kernels.h"
#include "narrow_phase/speculative_contacts.h"
#include "simd/linked_kernels.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

/// Drops the points of a fast candidate that its bodies do not reach, and records those that they will reach.
void find_speculative_points(const NarrowPhaseInput& narrow, const Contact& contact, std::uint32_t item,
                             std::uint32_t number, int worker, ManifoldRows& rows, int lane,
                             ContactChanges& changes) {
    PredictedImpact impact;
    const SpeculativeResult speculative = drop_distant_points(narrow, number, contact, rows, lane, impact);
    if (speculative != SpeculativeResult::Nothing) {
        changes.far.add(worker, item, number);
    }
    if (speculative == SpeculativeResult::Impact) {
        changes.impacts.add(worker, impact);
    }
}

/// Returns the number of lanes that kernels read for `count` of them.
int whole_vectors(int count, const NarrowKernels& kernels) {
    const auto width = static_cast<int>(kernels.width);
    return (count + width - 1) / width * width;
}

/// Candidates of a worker's chunk, collected until there are sixteen to collide together.
///
/// Fast candidates have a batch of their own, so that the result of a pair does not depend on the other pairs
/// in its batch.
class CandidateBatch {
public:
    CandidateBatch(ContactKind kind, const NarrowPhaseInput& narrow, const FrameInput& input, bool fast,
                   ContactChanges& changes, int worker)
        : kind_(kind), narrow_(narrow), input_(input), is_fast_(fast), changes_(changes), worker_(worker) {}

    /// Adds a candidate. If it is not wanted, the next one overwrites it.
    /// \param reach  see `sweep_candidates`
    void add(bool wanted, std::uint32_t item, std::uint32_t index, const Contact& contact, float reach) {
        items_[count_] = item;
        numbers_[count_] = index;
        contacts_[count_] = &contact;
        reaches_[count_] = reach;
        pairs_.body_a[count_] = static_cast<std::int32_t>(contact.body_a);
        pairs_.body_b[count_] = static_cast<std::int32_t>(contact.body_b);
        pairs_.frame_a[count_] = static_cast<std::int32_t>(contact.frame_a);
        pairs_.frame_b[count_] = static_cast<std::int32_t>(contact.frame_b);
        count_ += wanted ? 1 : 0;
        if (count_ == block_lanes) {
            flush();
        }
    }

    void flush() {
        if (count_ == 0) {
            return;
        }
        const NarrowKernels& kernels = fitting(narrow_.kernels, static_cast<std::size_t>(count_), 1);
        const int lanes = whole_vectors(count_, kernels);
        for (int lane = count_; lane < lanes; ++lane) {
            pairs_.body_a[lane] = pairs_.body_a[0];
            pairs_.body_b[lane] = pairs_.body_b[0];
            pairs_.frame_a[lane] = pairs_.frame_a[0];
            pairs_.frame_b[lane] = pairs_.frame_b[0];
        }
        ManifoldRows manifolds;
        find_kernel(kernels, kind_)(pairs_, input_, manifolds, count_);
        for (int lane = 0; lane < count_; ++lane) {
            if (touches(manifolds, lane) && !is_out_of_reach(manifolds, lane)) {
                record(manifolds, lane);
            }
        }
        count_ = 0;
    }

private:
    /// Returns whether the bodies are fast and cannot reach any of the points within the step.
    [[nodiscard]] bool is_out_of_reach(const ManifoldRows& manifolds, int lane) const {
        const auto is_far = [&](int i) {
            return manifolds.feature[i][lane] == 0.0f || manifolds.separation[i][lane] > reaches_[lane];
        };
        return is_fast_ && is_far(0) && is_far(1);
    }

    void record(ManifoldRows& manifolds, int lane) {
        if (!replace_hidden(manifolds, lane)) {
            return;
        }
        if (is_fast_) {
            find_speculative_points(narrow_, *contacts_[lane], items_[lane], numbers_[lane], worker_,
                                    manifolds, lane, changes_);
            if (!touches(manifolds, lane)) {
                return;
            }
        }
        changes_.found.add(worker_, items_[lane], numbers_[lane]);
    }

    /// Recomputes a manifold that lanes found along a hidden normal; for fast candidates with all points that
    /// they may reach. Returns whether a point is left.
    [[nodiscard]] bool replace_hidden(ManifoldRows& manifolds, int lane) const {
        const Contact& contact = *contacts_[lane];
        if (narrow_.shapes.internal_edges.empty() || !is_hidden_contact(narrow_, contact, manifolds, lane)) {
            return true;
        }
        CollisionCache unused;
        if (!is_fast_) {
            return collide_shapes(narrow_, contact, unused).count > 0;
        }
        find_general_manifold(far_input(narrow_), contact, unused, manifolds, lane, speculative_range);
        return touches(manifolds, lane);
    }

    ContactKind kind_;
    const NarrowPhaseInput& narrow_;
    FrameInput input_;
    bool is_fast_;
    ContactChanges& changes_;
    int worker_;
    // The first `count_` entries are in use. Clearing the others would take as long as a test.
    LanePairs pairs_;
    std::uint32_t items_[block_lanes];
    std::uint32_t numbers_[block_lanes];
    const Contact* contacts_[block_lanes];
    float reaches_[block_lanes];
    int count_ = 0;
};

struct CandidateBatches {
    CandidateBatch slow;
    CandidateBatch fast;
};

/// Candidates that a worker tests in one go: about ten microseconds. General ones take longer.
constexpr std::uint32_t candidates_per_range = 512;
constexpr std::uint32_t general_candidates_per_range = 32;
/// Minimum number of candidates per worker; a general candidate counts `weight_of_general` times.
constexpr std::size_t candidates_per_worker = 256;
constexpr std::size_t weight_of_general = candidates_per_range / general_candidates_per_range;
/// Range size for candidates that were created meanwhile: they are few.
constexpr std::uint32_t last_candidates_per_range = 64;
/// Range size for a single thread: fewer ranges leave fewer lanes empty.
constexpr std::uint32_t candidates_of_one_thread = 1u << 20;

/// Returns a key that orders results by kind, then by candidate.
std::uint32_t item_of(ContactKind kind, std::uint32_t candidate) {
    constexpr int candidate_bits = 28;
    return static_cast<std::uint32_t>(kind) << candidate_bits | candidate;
}

/// Candidates of a block that may meet within the step.
struct NearCandidates {
    std::uint32_t candidates[block_lanes];
    float reaches[block_lanes];  ///< See `SpeculativeMargin`.
    int count = 0;
};

/// Tests the candidates of one kind.
class CandidateTest {
public:
    CandidateTest(const NarrowPhaseInput& input, ContactStore& contacts, ContactKind kind,
                  ContactChanges& changes)
        : input_(input),
          far_input_(far_input(input)),
          contacts_(contacts),
          kind_(kind),
          candidates_(contacts.candidates[static_cast<std::size_t>(kind)]),
          pairs_(contacts.candidate_pairs[static_cast<std::size_t>(kind)]),
          reach_input_(candidate_input(input)),
          changes_(changes) {}

    void run(std::size_t begin, std::size_t end, int worker) {
        blocks_ = (end - begin) / block_lanes;
        CandidateBatches batches{
            {kind_, input_, frame_input(input_, kind_, input_.speculative_distance), false, changes_, worker},
            {kind_, input_, frame_input(input_, kind_, speculative_range), true, changes_, worker}};
        // While one block is tested, the data of the next one is prefetched: first its bodies, then, of the
        // few candidates that are not apart, the contacts.
        CandidateLanes lanes[2];
        NearCandidates near[2];
        collect(begin, end, lanes[0]);
        int side = 0;
        for (std::size_t first = begin; first < end; first += block_lanes, side ^= 1) {
            if (first + block_lanes < end) {
                collect(first + block_lanes, end, lanes[side ^ 1]);
            }
            find_near(lanes[side], first, end, near[side]);
            look_at(near[side ^ 1], worker, batches);
        }
        look_at(near[side ^ 1], worker, batches);
        batches.slow.flush();
        batches.fast.flush();
    }

private:
    void collect(std::size_t first, std::size_t end, CandidateLanes& lanes) const {
        const std::size_t count = std::min<std::size_t>(end - first, block_lanes);
        for (std::size_t lane = 0; lane < count; ++lane) {
            const CandidatePair& pair = pairs_[first + lane];
            set(lanes, lane, pair);
            prefetch(&input_.shapes.fat_boxes[pair.shape_a]);
            prefetch(&input_.shapes.fat_boxes[pair.shape_b]);
            for (const std::uint32_t body : {pair.body_a, pair.body_b}) {
                prefetch(&input_.bodies.poses[body]);
                prefetch(&input_.bodies.velocities[body]);
                prefetch(&input_.bodies.damping_and_sleep[body]);
            }
        }
        const auto filled = static_cast<int>(count);
        const auto all = static_cast<std::size_t>(whole_vectors(filled, kernels_of(count)));
        for (std::size_t lane = count; lane < all; ++lane) {
            set(lanes, lane, pairs_[end - 1]);
        }
    }

    /// Returns the kernels for a block of `count` candidates.
    [[nodiscard]] const NarrowKernels& kernels_of(std::size_t count) const {
        return fitting(input_.kernels, count, blocks_);
    }

    static void set(CandidateLanes& lanes, std::size_t lane, const CandidatePair& pair) {
        lanes.shape_a[lane] = static_cast<std::int32_t>(pair.shape_a);
        lanes.shape_b[lane] = static_cast<std::int32_t>(pair.shape_b);
        lanes.body_a[lane] = static_cast<std::int32_t>(pair.body_a);
        lanes.body_b[lane] = static_cast<std::int32_t>(pair.body_b);
    }

    void find_near(const CandidateLanes& lanes, std::size_t first, std::size_t end,
                   NearCandidates& near) const {
        alignas(64) Row reaches;
        const std::size_t count = std::min<std::size_t>(end - first, block_lanes);
        kernels_of(count).find_speculative_margins(lanes, reach_input_, reaches, static_cast<int>(count));
        near.count = 0;
        for (std::size_t lane = 0; lane < count; ++lane) {
            near.candidates[near.count] = static_cast<std::uint32_t>(first + lane);
            near.reaches[near.count] = reaches[lane];
            near.count += reaches[lane] != SpeculativeMargin::apart ? 1 : 0;
        }
        for (int i = 0; i < near.count; ++i) {
            prefetch(&contacts_.contacts[candidates_[near.candidates[i]]]);
        }
    }

    void look_at(const NearCandidates& near, int worker, CandidateBatches& batches) const {
        for (int i = 0; i < near.count; ++i) {
            const std::uint32_t item = item_of(kind_, near.candidates[i]);
            const std::uint32_t index = candidates_[near.candidates[i]];
            float reach = near.reaches[i];
            if (reach == SpeculativeMargin::parted) {
                changes_.lost.add(worker, item, index);
                continue;
            }
            const Contact& contact = contacts_.contacts[index];
            if (reach > input_.speculative_distance) {
                // Lanes do not know the bodies that are not swept.
                reach = sweep_candidates(input_, contact);
            }
            if (kind_ == ContactKind::General) {
                look_at_general(item, index, reach, worker);
            } else {
                const bool wanted = reach != SpeculativeMargin::apart;
                if (reach > input_.speculative_distance) {
                    batches.fast.add(wanted, item, index, contact, reach);
                } else {
                    batches.slow.add(wanted, item, index, contact, reach);
                }
            }
        }
    }

    void look_at_general(std::uint32_t item, std::uint32_t index, float reach, int worker) const {
        const Contact& contact = contacts_.contacts[index];
        CollisionCache& cache = contacts_.caches[index];
        if (!(reach > input_.speculative_distance)) {
            if (collide_shapes(input_, contact, cache).count > 0) {
                changes_.found.add(worker, item, index);
            }
            return;
        }
        ManifoldRows manifold{};
        find_general_manifold(far_input_, contact, cache, manifold, 0, speculative_range);
        find_speculative_points(input_, contact, item, index, worker, manifold, 0, changes_);
        if (touches(manifold, 0)) {
            changes_.found.add(worker, item, index);
        }
    }

    const NarrowPhaseInput& input_;
    NarrowPhaseInput far_input_;
    ContactStore& contacts_;
    ContactKind kind_;
    const std::vector<std::uint32_t>& candidates_;
    const std::vector<CandidatePair>& pairs_;
    CandidateInput reach_input_;
    ContactChanges& changes_;
    std::size_t blocks_ = 0;  ///< Number of blocks of the range; the list itself may grow meanwhile.
};

}  // namespace

CandidateSearch::CandidateSearch(const NarrowPhaseInput& input, ContactStore& contacts, Team& team,
                                 ContactChanges& changes)
    : input_(input), contacts_(contacts), team_(team), changes_(changes) {
    for (std::vector<std::uint32_t>* const list :
         {&changes.begun, &changes.speculative, &changes.separated}) {
        clear_and_shrink(*list);
    }
    for (DeterministicCollector* const output : {&changes.found, &changes.far, &changes.lost}) {
        output->clear(team.size());
    }
    changes.impacts.clear(team.size());
}

void CandidateSearch::look_beside(const std::function<void()>& make) {
    changes_.ranges.clear();
    const int workers = workers_for_rest();
    if (team_.would_share(workers)) {
        collect_ranges(workers);
    }
    team_.parallel_for_beside(make, changes_.ranges.size(), 1, workers,
                              [&](std::size_t range, std::size_t, int worker) { look_at(range, worker); });
}

void CandidateSearch::finish() {
    const int workers = workers_for_rest();
    collect_ranges(workers);
    team_.parallel_for(changes_.ranges.size(), 1, workers,
                       [&](std::size_t range, std::size_t, int worker) { look_at(range, worker); });
    changes_.found.append_to(changes_.begun);
    changes_.far.append_to(changes_.speculative);
    changes_.lost.append_to(changes_.separated);
    changes_.impacts.finish();
}

/// Returns the number of workers that the untested candidates are worth.
int CandidateSearch::workers_for_rest() const {
    std::size_t work = 0;
    for (std::size_t i = 0; i < contact_kind_count; ++i) {
        const std::size_t weight =
            static_cast<ContactKind>(i) == ContactKind::General ? weight_of_general : 1;
        work += weight * (contacts_.candidates[i].size() - done_[i]);
    }
    return workers_for(work, candidates_per_worker);
}

/// Collects the untested candidates.
void CandidateSearch::collect_ranges(int workers) {
    changes_.ranges.clear();
    const bool shares = team_.would_share(workers);
    // The slowest kinds come first.
    for (std::size_t i = contact_kind_count; i-- > 0;) {
        const auto kind = static_cast<ContactKind>(i);
        const auto count = static_cast<std::uint32_t>(contacts_.candidates[i].size());
        const std::uint32_t in_lanes = done_[i] != 0 ? last_candidates_per_range : candidates_per_range;
        const std::uint32_t shared = kind == ContactKind::General ? general_candidates_per_range : in_lanes;
        const std::uint32_t maximum = shares ? shared : candidates_of_one_thread;
        for (std::uint32_t& done = done_[i]; done < count;) {
            const std::uint32_t begin = std::exchange(done, std::min(count, done + maximum));
            changes_.ranges.push_back({kind, begin, done});
        }
    }
}

void CandidateSearch::look_at(std::size_t range, int worker) {
    const ContactChanges::CandidateRange& own = changes_.ranges[range];
    CandidateTest(input_, contacts_, own.kind, changes_).run(own.begin, own.end, worker);
}

void mark_predicted(const ContactStore& contacts, ConstraintGraph& graph, const ContactChanges& changes) {
    for (const std::uint32_t index : changes.speculative) {
        const Contact& contact = contacts.contacts[index];
        ContactList& list = graph.list_of(contact);
        ContactBlock& block = list.blocks[ContactList::block(contact.place)];
        block.speculative =
            static_cast<std::uint16_t>(block.speculative | 1u << ContactList::lane(contact.place));
    }
}

}  // namespace drystone
