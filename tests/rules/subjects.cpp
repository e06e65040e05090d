#include "tests/rules/subjects.hpp"

#include "rules/systems.hpp"

namespace muster::test {

namespace {

/// Functions: where subjects are registered, what they are made of may not be there yet.
std::vector<const Subject& (*)()>& registered() {
    static std::vector<const Subject& (*)()> all;
    return all;
}

/// In what order: linkers have one of their own.
auto place_of(const Subject* subject) {
    const auto shipped = rules::shipped_rulesets().all();
    return std::pair(std::ranges::find(shipped, subject->ruleset) - shipped.begin(), subject->ruleset->id());
}

}  // namespace

Registered::Registered(const Subject& (*subject)()) { registered().push_back(subject); }

std::span<const Subject* const> subjects() {
    static const std::vector<const Subject*> all = [] {
        std::vector<const Subject*> out;
        for (const auto* subject : all_subjects())
            if (subject->ruleset->is_contest()) out.push_back(subject);
        return out;
    }();
    return all;
}

std::span<const Subject* const> all_subjects() {
    static const std::vector<const Subject*> all = [] {
        std::vector<const Subject*> out;
        for (const auto subject : registered()) out.push_back(&subject());
        std::ranges::sort(out, {}, place_of);
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
