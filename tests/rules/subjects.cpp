#include "tests/rules/subjects.hpp"

#include <array>

#include "rules/systems.hpp"

namespace muster::test {

std::span<const Subject* const> subjects() {
    static const std::array all{&advanced_subject(), &phased_subject(), &fleet_subject(), &armies_subject(), &simple_subject(), &theatre_subject()};
    return all;
}

std::span<const Subject* const> all_subjects() {
    static const std::vector<const Subject*> all = [] {
        std::vector<const Subject*> out(subjects().begin(), subjects().end());
        out.push_back(&dice_subject());
        return out;
    }();
    return all;
}

std::vector<const Subject*> offered_subjects() {
    std::vector<const Subject*> out;
    for (const auto* subject : all_subjects())
        if (rules::shipped_rulesets().find(subject->ruleset->id())) out.push_back(subject);
    return out;
}

}  // namespace muster::test
