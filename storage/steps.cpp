#include "storage/steps.hpp"

namespace muster::storage {

std::optional<std::string> why_out_of_order(const Step& step, std::int64_t head) {
    if (step.first_seq == head + 1 && step.last_seq >= head) return {};
    return "events " + std::to_string(step.first_seq) + " to " + std::to_string(step.last_seq) + " do not follow the stored head " + std::to_string(head);
}

std::string no_seat(const std::string& seat) { return "there is no seat '" + seat + "' in the battle"; }

bool StepSlice::take(Step step) {
    if (step.last_seq < step.first_seq) return true;
    bytes_ += step.events.size() + step.inputs.size() + step.answers.size();
    if (!steps_.empty() && bytes_ > bytes_max_) return false;
    steps_.push_back(std::move(step));
    return true;
}

}  // namespace muster::storage
