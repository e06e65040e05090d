// What is read of one battle, as plain values: its events page by page, its record slice by slice, and what odds are worked out of. However
// long the battle is, nothing that is read at once is larger than its bound, and together it is everything.
#include "server/base/limits.hpp"
#include "server/battle/queries.hpp"
#include "tests/battle/one_battle.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

constexpr std::size_t piece_bytes_max = 4096;  ///< of any event here, and of whatever else stands in a record

BattleQueries reading(const OneBattle& battle) { return {*battle.state, battle.history}; }

void talk(OneBattle& battle, const std::string& text) { REQUIRE(battle.apply(FromSeat{{.watches = "Eve"}, "", words(text)})); }

/// Spectators say more than so many bytes, in words as long as may be.
void talk_at_length(OneBattle& battle, std::size_t bytes) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "🎲";
    for (std::size_t said = 0; said <= bytes; said += text.size()) talk(battle, text);
}

void throw_all(OneBattle& battle) {
    for (const auto* seat : {"red", "green", "blue"}) REQUIRE(battle.throws(seat, "rock").starts_with("accepted"));
}

/// The record in one piece.
std::string whole_record(const OneBattle& battle) {
    std::vector<std::string> events;
    for (std::int64_t seq = 1; seq <= battle.history.head(); ++seq) events.push_back(battle.text_of(seq));
    return protocol::record_text(
        protocol::record_head(battle.state->fold(), battle.state->signed_head(), battle.state->header().created_at, battle.state->finished_at()),
        battle.history.inputs(), events);
}

/// All pages, from the beginning.
std::vector<Json> pages_of(const OneBattle& battle, const std::string& token, std::int64_t limit) {
    std::vector<Json> out;
    for (std::int64_t since = 0;;) {
        out.push_back(Json::parse(reading(battle).events({.token = token, .since = since, .limit = limit}).value()));
        if (!out.back().contains("next")) return out;
        REQUIRE(out.back()["next"].get<std::int64_t>() > since);
        since = out.back()["next"].get<std::int64_t>();
    }
}

std::vector<std::int64_t> numbers(const std::vector<Json>& pages) {
    std::vector<std::int64_t> out;
    for (const auto& page : pages)
        for (const auto& event : page["events"]) out.push_back(event["seq"].get<std::int64_t>());
    return out;
}

/// What a question was refused with.
template <typename Answer>
Code refusal(const std::expected<Answer, Refusal>& answer) {
    REQUIRE(!answer);
    return answer.error().code;
}

}  // namespace

TEST_CASE("pages have each event once and in order, as the reader may see it; what a seat is asked stands on the last one only") {
    OneBattle battle;
    throw_all(battle);
    battle.throws("red", "paper");
    for (const auto* seat : {"", "red", "green"}) {
        CAPTURE(seat);
        const rules::Viewer viewer = *seat ? rules::Viewer{battle.seat(seat)} : rules::Viewer::spectator();
        const auto pages = pages_of(battle, *seat ? battle.tokens[seat] : "", 2);
        REQUIRE(pages.size() > 2);
        const auto seqs = numbers(pages);
        REQUIRE(seqs.size() == static_cast<std::size_t>(battle.history.head()));
        for (std::size_t i = 0; i < seqs.size(); ++i) {
            CHECK(seqs[i] == static_cast<std::int64_t>(i) + 1);
            CHECK(pages[i / 2]["events"][i % 2]["data"] == Json::parse(battle.text_of(seqs[i], viewer))["data"]);
        }
        for (std::size_t i = 0; i + 1 < pages.size(); ++i) CHECK(pages[i]["requests"].empty());
        const auto& asked = pages.back()["requests"];
        CHECK(asked.size() == (*seat ? 1 : 0));
        if (*seat) CHECK(asked[0]["decision"] == battle.decision_of(seat));
        if (*seat) CHECK(asked[0].contains("pending") == (std::string(seat) == "red"));
        for (const auto& page : pages) CHECK(page["head"] == battle.history.head());
    }
    CHECK(reading(battle).events({.since = battle.history.head() + 1}).error().path == "/since");
}

TEST_CASE("a page ends early when its bytes are enough") {
    OneBattle battle;
    talk_at_length(battle, limits::events_page_bytes * 5 / 2);
    const auto pages = pages_of(battle, "", 0);
    CHECK(pages.size() == 3);
    CHECK(numbers(pages).size() == static_cast<std::size_t>(battle.history.head()));
    for (const auto& page : pages) CHECK(page.dump().size() < limits::events_page_bytes + piece_bytes_max);
}

TEST_CASE("a long record is given in slices of bounded size, which together are the record as it was at the first") {
    OneBattle battle;
    throw_all(battle);
    talk_at_length(battle, limits::record_slice_bytes * 5 / 2);
    for (const bool goes_on : {false, true}) {
        CAPTURE(goes_on);
        const auto whole = whole_record(battle);
        std::string text, events;
        std::size_t slices = 0;
        RecordSlice slice;
        do {
            slice = reading(battle).record("", slice.next).value();
            CHECK((slice.head != nullptr) == (slices == 0));
            CHECK(slice.text.size() < limits::record_slice_bytes + piece_bytes_max);
            CHECK(slice.next.bytes == whole.size());
            text += slice.text;
            events += slice.event_lines();
            ++slices;
            if (!goes_on) continue;
            battle.tell("blue", words("meanwhile"));
            battle.tell("red", protocol::Concede{{""}});
        } while (!slice.last);
        CHECK(slices == 3);
        CHECK((text == whole));  // no megabyte in the test's report
        CHECK(Json::parse("[" + events + "]").size() == Json::parse(whole)["events"].size());
    }
}

TEST_CASE("a record ends with its battle and shows nothing of what was sealed or said among seats") {
    OneBattle battle;
    battle.throws("red", "scissors");
    battle.tell("green", words("a plot"));
    const auto running = reading(battle).record("", {}).value();
    CHECK(!running.over);
    battle.apply(CloseBattle{});
    const auto over = reading(battle).record("", {}).value();
    CHECK(over.over);
    CHECK(over.version != running.version);
    battle.tell("blue", words("well played"));
    CHECK(reading(battle).record("", {}).value().text == over.text);
    for (const auto* secret : {"scissors", "a plot"}) CHECK(!over.text.contains(secret));
}

TEST_CASE("odds are worked out of where a battle stands, with a model that nobody else has, or of how it ended") {
    OneBattle battle(Json::object(), 1);
    const auto standing = [&] { return reading(battle).standing("", rules::Policy::best).value(); };
    const auto one = standing(), other = standing();
    CHECK(one.head == battle.history.head());
    CHECK(one.seats == Names{"red", "green", "blue"});
    const auto model = [](const Standing& of) { return std::get<std::shared_ptr<rules::OddsModel>>(of.subject); };
    REQUIRE(model(one));
    CHECK(model(one) != model(other));
    battle.apply(CloseBattle{});
    REQUIRE(std::holds_alternative<rules::Ending>(standing().subject));
    CHECK(standing().head == battle.history.head());
}

TEST_CASE("odds of a moment are worked out of the inputs, which say nothing of what is sealed, and not of too many") {
    OneBattle battle;
    throw_all(battle);
    const auto revealed = battle.history.inputs();
    battle.throws("red", "scissors");
    battle.throws("blue", "paper");
    const auto past = reading(battle).past("").value();
    CHECK(past.head == battle.history.head());
    CHECK(past.inputs == revealed);
    CHECK(past.origin.battle == battle.stored.header.id);
    CHECK(past.origin.setup == Json{{"rounds", 2}});
    History most(""), more("");
    most.append({}, {std::string(limits::odds_past_bytes_max, 'x')});
    more.append({}, {std::string(limits::odds_past_bytes_max, 'x'), "x"});
    CHECK(BattleQueries(*battle.state, most).past(""));
    CHECK(refusal(BattleQueries(*battle.state, more).past("")) == Code::too_large);
}

TEST_CASE("nothing is read of a private battle without a seat's token, and nothing of any with a wrong one") {
    for (const bool closed : {false, true}) {
        CAPTURE(closed);
        OneBattle battle(closed ? Json{{"visibility", "private"}} : Json::object());
        const auto ask = reading(battle);
        for (const auto& token : {std::string(), std::string("wrong"), battle.tokens["red"]}) {
            CAPTURE(token);
            const auto events = ask.events({.token = token});
            const auto record = ask.record(token, {});
            const auto standing = ask.standing(token, rules::Policy::best);
            const auto past = ask.past(token);
            const bool may = token.empty() ? !closed : token != "wrong";
            CHECK(std::vector{events.has_value(), record.has_value(), standing.has_value(), past.has_value()} == std::vector(4, may));
            if (may) CHECK(record->open_to_all == !closed);
            const auto why = closed ? Code::unknown_battle : Code::bad_token;
            if (!may) CHECK(std::vector{refusal(events), refusal(record), refusal(standing), refusal(past)} == std::vector(4, why));
        }
    }
}
