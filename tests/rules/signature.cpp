// Two numbers for each ruleset, of random battles; and a third where house rules came later.
//
// Subject::signature: all that happens in them, and the default of each decision, which is what time plays. If it changes, battles of the past would run
// otherwise: change it only together with the ruleset's version or when nobody can hold a record of the old one, and say so in the commit.
//
// Subject::policy_signature: what the other policies choose in them. It may change freely, with the policies: say so in the commit. (It changes
// with the other, too, since the battles are others then.)
//
// A battle's record has the choices that were made, so what is no part of the rules must not be part of the first number: not what
// policies choose, nor what Battle::random_choice draws, nor what options tell. The default is a rule: a choice by time is proved by it. So its choices are
// drawn by the tests' own code from what the options allow (Subject::draw). Kept as data they would owe nothing to the options either, but they would be
// megabytes of it, and worth nothing once a random setup changes.
//
// Subject::later_signature: as the first, of battles with the house rules that came after it. A new house rule is drawn in these only: so the
// first number stays, and shows that battles without the rule run as before. The third one changes then, and only then.
#include <doctest/doctest.h>

#include "tests/rules/played.hpp"
#include "tests/rules/subjects.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

class Fnv {
public:
    void add(std::string_view text) {
        for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325U;
};

using Setups = std::function<Json(Chance&)>;

const Setups& first_setups(const Subject& subject) { return subject.first_setup ? subject.first_setup : subject.setup; }

std::uint64_t signature_of(const Subject& subject, const Setups& setups) {
    Fnv hash;
    for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
        SeededChance chance(seed);
        const auto add = [&](const Deciding& deciding) { hash.add(deciding.ask.preset.dump()); };
        for (const auto& event : played(subject, setups(chance), chance, add).events) hash.add(event.name + event.data);
    }
    return hash.value();
}

}  // namespace

TEST_CASE("ten thousand random battles of each ruleset run as they always have") {
    for (const auto* subject : all_subjects()) {
        CAPTURE(subject->ruleset->id());
        CHECK(signature_of(*subject, first_setups(*subject)) == subject->signature);
    }
}

TEST_CASE("ten thousand random battles with the house rules that came later run as they have since") {
    for (const auto* subject : all_subjects()) {
        if (!subject->first_setup) continue;
        CAPTURE(subject->ruleset->id());
        CHECK(signature_of(*subject, subject->setup) == subject->later_signature);
    }
}

TEST_CASE("policies choose what they last chose in a thousand random battles of each ruleset") {
    for (const auto* subject : all_subjects()) {
        Fnv hash;
        const auto add = [&](const Deciding& deciding) {
            for (const auto policy : {Policy::best, Policy::listed}) hash.add(deciding.battle.choose(deciding.ask.seat, policy).dump());
        };
        for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
            SeededChance chance(seed);
            played(*subject, first_setups(*subject)(chance), chance, add);
        }
        CAPTURE(subject->ruleset->id());
        CHECK(hash.value() == subject->policy_signature);
    }
}
