// Whatever a ruleset's battles bring forth is described in its folder, and told there in each language.
#include <doctest/doctest.h>

#include <set>

#include "rules/describe/library.hpp"
#include "rules/describe/message.hpp"
#include "tests/rules/played.hpp"
#include "tests/rules/subjects.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules::describe;

namespace {

const Description& description(const Subject& subject) {
    const auto* found = description_of(subject.ruleset->id());
    REQUIRE(found);
    return *found;
}

MessageArgument filling(const Argument& argument, long long number, bool given) {
    if (argument.as == ArgumentKind::number || argument.as == ArgumentKind::count) return number;
    return argument.as == ArgumentKind::given || argument.as == ArgumentKind::there ? given ? "yes" : "no" : "something";
}

/// What is wrong with a sentence; empty: it is there, and all its gaps are filled whatever fills them.
std::string fault(const Json& texts, const std::string& part, const std::string& name, const std::string& language, std::vector<Arguments> filled) {
    if (!texts.contains(part) || !texts[part].contains(name)) return "is missing";
    const auto message = texts[part][name].get<std::string>();
    for (const long long number : {0, 1, 2, 3})
        for (const bool given : {true, false}) {
            MessageArguments arguments;
            for (const auto& each : filled)
                for (const auto& [gap, argument] : each) arguments[gap] = filling(argument, number, given);
            const auto sentence = told(message, arguments, language);
            if (sentence.find_first_of("{}#") != std::string::npos) return "says " + sentence;
        }
    return {};
}

/// What everybody's choices are said with.
const Arguments of_a_seat{{"who", {.as = ArgumentKind::seat, .at = "/seat"}}};

}  // namespace

TEST_CASE("there are texts in English, German and French") { CHECK(text_languages() == std::vector<std::string>{"de", "en", "fr"}); }

TEST_CASE("each event of each ruleset is described, and nothing else") {
    for (const auto* subject : offered_subjects()) {
        const auto& description = ::description(*subject);
        std::set<std::string> names;
        for (const auto& kind : subject->ruleset->event_kinds()) names.emplace(kind.event);
        std::set<std::string> described;
        for (const auto& [name, each] : description.events) described.insert(name);
        CAPTURE(subject->ruleset->id());
        CHECK(described == names);
        for (const auto& language : text_languages())
            for (const auto& [name, event] : description.events) {
                if (event.silent) continue;
                CAPTURE(language);
                CAPTURE(name);
                const auto& texts = texts_of(subject->ruleset->id(), language);
                CHECK(fault(texts, "events", name, language, {event.args}) == "");
                if (event.each.empty()) continue;
                REQUIRE(description.items.contains(name));
                CHECK(fault(texts, "items", name, language, {event.args, description.items.at(name).args}) == "");
            }
    }
}

TEST_CASE("a terminal has words for each event and for what it lists, in English") {
    for (const auto* subject : offered_subjects()) {
        const auto& description = ::description(*subject);
        const auto& texts = texts_of(subject->ruleset->id(), "en");
        CAPTURE(subject->ruleset->id());
        for (const auto& [name, event] : description.events) {
            CAPTURE(name);
            if (!event.silent) CHECK(fault(texts, "tell", name, "en", {event.args, of_a_seat, {{"you", {.as = ArgumentKind::given}}}}) == "");
        }
        for (const auto& kind : subject->ruleset->decision_kinds()) {
            const std::string name(kind.kind);
            CAPTURE(name);
            CHECK(fault(texts, "tell_ask", name, "en", {description.decisions.at(name).args}) == "");
        }
        for (const auto& [name, item] : description.items) {
            CAPTURE(name);
            const auto event = description.events.find(name);
            CHECK(fault(texts, "tell_items", name, "en", {item.args, event == description.events.end() ? Arguments() : event->second.args}) == "");
        }
    }
}

TEST_CASE("each kind of decision of each ruleset is described: how it is asked, and what tells of it") {
    for (const auto* subject : offered_subjects()) {
        const auto& description = ::description(*subject);
        for (const auto& kind : subject->ruleset->decision_kinds()) {
            const std::string name(kind.kind);
            CAPTURE(subject->ruleset->id());
            CAPTURE(name);
            const auto found = description.decisions.find(name);
            REQUIRE(found != description.decisions.end());
            const auto& decision = found->second;
            CHECK((!decision.told_by.empty() || !decision.said.empty()));
            CHECK((decision.told_by.empty() || description.events.contains(decision.told_by)));
            for (const auto& language : text_languages()) {
                CAPTURE(language);
                const auto& texts = texts_of(subject->ruleset->id(), language);
                CHECK(fault(texts, "ask", name, language, {decision.args}) == "");
                CHECK(fault(texts, "decisions", name, language, {}) == "");
                if (decision.told_by.empty() || (texts.contains("said") && texts["said"].contains(name)))
                    CHECK(fault(texts, "said", name, language, {decision.said, of_a_seat}) == "");
            }
        }
    }
}

TEST_CASE("what the dice of ten thousand random battles are thrown for, and how they end, is described") {
    for (const auto* subject : offered_subjects()) {
        const auto& description = ::description(*subject);
        std::set<std::string> purposes;
        std::set<std::string> reasons;
        for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
            SeededChance chance(seed);
            for (const auto& event : played(*subject, subject->setup(chance), chance, [](const Deciding&) {}).events) {
                if (event.name == "rolled") purposes.insert(parse_json(event.data).value().at("purpose").get<std::string>());
                if (event.name == "battle_ended") reasons.insert(parse_json(event.data).value().at("reason").get<std::string>());
            }
        }
        CAPTURE(subject->ruleset->id());
        CHECK(description.dice == !purposes.empty());
        for (const auto& language : text_languages()) {
            CAPTURE(language);
            const auto& texts = texts_of(subject->ruleset->id(), language);
            for (const auto& purpose : purposes) {
                CAPTURE(purpose);
                CHECK(description.rolls.contains(purpose));
                CHECK(fault(texts, "dice", purpose, language, {}) == "");
            }
            for (const auto& reason : reasons) {
                CAPTURE(reason);
                CHECK(std::ranges::find(description.reasons, reason) != description.reasons.end());
                CHECK(fault(texts, "endings", reason, language, {}) == "");
            }
        }
    }
}
