#include <viewer/model/timeline.h>

#include <algorithm>
#include <utility>

namespace viewer {
namespace {

/// Maximum number of steps from one moment to the next, which a return may have to repeat.
constexpr int max_stride = 64;

bool is_before(int step, const std::shared_ptr<const Moment>& moment) { return step < moment->step; }

}  // namespace

void Timeline::start(int step) {
    branches_.assign(1, {.start = step, .last = step, .first_input = step});
    current_ = 0;
    bytes_ = 0;
}

void Timeline::add(Moment&& moment) {
    std::vector<std::shared_ptr<const Moment>>& moments = branch().moments;
    if (!moments.empty() && moments.back()->step == moment.step) {
        release(moments.back());
        moments.pop_back();
    }
    bytes_ += moment.world.own_bytes();
    moments.push_back(std::make_shared<const Moment>(std::move(moment)));
    limit_memory();
}

const Moment* Timeline::before(int step) const {
    const auto& moments = branch().moments;
    const auto after = std::upper_bound(moments.begin(), moments.end(), step, is_before);
    return after == moments.begin() ? nullptr : std::prev(after)->get();
}

void Timeline::add_step(int step, const samples::Input& input) {
    branch().inputs.push_back(input);
    branch().last = step + 1;
}

const samples::Input& Timeline::input(int step) const {
    return branch().inputs.at(static_cast<std::size_t>(step - branch().first_input));
}

int Timeline::first() const {
    return branch().moments.empty() ? branch().last : branch().moments.front()->step;
}

void Timeline::part(int step) {
    Branch begun = branch();
    begun.start = step;
    begun.parent = current_;
    begun.last = step;
    const auto& moments = begun.moments;
    begun.moments.erase(std::upper_bound(moments.begin(), moments.end(), step, is_before), moments.end());
    begun.inputs.resize(static_cast<std::size_t>(step - begun.first_input));
    branches_.push_back(std::move(begun));
    current_ = static_cast<int>(branches_.size()) - 1;
}

/// Drops moments of all branches. Of the recent ones a quarter stays as it is.
void Timeline::limit_memory() {
    for (int stride = 2; bytes_ > byte_limit_ && stride <= max_stride; stride *= 2) {
        drop_unless([&](const Branch& of, std::size_t place) {
            const Moment& moment = *of.moments[place];
            return moment.edited || moment.step % stride == 0 || place == 0 ||
                   4 * (of.moments.size() - place) <= of.moments.size();
        });
    }
    while (bytes_ > byte_limit_ && branch().moments.size() > 8) {
        const std::size_t dropped = branch().moments.size() / 8;
        const int first = branch().moments[dropped]->step;
        drop_unless([&](const Branch& of, std::size_t place) { return of.moments[place]->step >= first; });
    }
}

template <class Keep>
void Timeline::drop_unless(Keep keep) {
    for (Branch& of : branches_) {
        std::vector<std::shared_ptr<const Moment>> kept;
        for (std::size_t i = 0; i < of.moments.size(); ++i) {
            if (keep(std::as_const(of), i)) {
                kept.push_back(of.moments[i]);
            }
        }
        for (std::size_t i = 0, next = 0; i < of.moments.size(); ++i) {
            if (next < kept.size() && of.moments[i] == kept[next]) {
                ++next;
            } else {
                release(of.moments[i]);
            }
        }
        of.moments = std::move(kept);
    }
}

/// Frees with the last reference to a moment what no other shares.
void Timeline::release(std::shared_ptr<const Moment>& moment) {
    if (moment.use_count() == 1) {
        bytes_ -= std::min(bytes_, moment->world.own_bytes());
    }
    moment.reset();
}

}  // namespace viewer
