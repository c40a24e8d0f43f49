#include <viewer/model/trace.h>

namespace viewer {

void Traces::clear() {
    courses_.clear();
    last_step_ = -1;
}

void Traces::add(int step, const std::vector<Value>& values) {
    if (step == last_step_) {
        return;
    }
    if (step < last_step_) {
        courses_.clear();
    }
    last_step_ = step;
    for (const Value& value : values) {
        std::vector<float>& course = courses_[value.label];
        if (course.size() == capacity) {
            course.erase(course.begin());
        }
        course.push_back(static_cast<float>(value.value));
    }
}

const std::vector<float>& Traces::of(const std::string& label) const {
    static const std::vector<float> none;
    const auto found = courses_.find(label);
    return found != courses_.end() ? found->second : none;
}

}  // namespace viewer
