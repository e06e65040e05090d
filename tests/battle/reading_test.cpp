// What is read of a battle: its events page by page, its record and its transcript slice by slice. However long the battle is, nothing
// that goes out at once is larger than its bound, and together it is everything.
#include "server/battle/codec.hpp"
#include "server/study/transcript.hpp"
#include "tests/battle/desk.hpp"

using namespace muster;
using namespace muster::test;

namespace {

using server::limits::events_page_bytes;
using server::limits::events_page_max;
using server::limits::record_slice_bytes;

constexpr std::size_t piece_bytes_max = 4096;  ///< of any event here, and of whatever else stands in a record

/// Talks so often, and waits whenever as much is said as may wait.
void talk(House& house, Client& speaker, std::size_t times, const std::string& text) {
    for (std::size_t i = 0; i < times; ++i) {
        speaker.say("t", text);
        house.settle();
    }
    REQUIRE(speaker.outcome("t").starts_with("accepted"));
}

/// Talks in words as long as may be until more than these bytes are said.
void talk_at_length(House& house, Client& speaker, std::size_t bytes) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "🎲";
    talk(house, speaker, bytes / text.size() + 1, text);
}

/// The answer of the events call to whoever has all until `since`.
using Ask = std::function<Json(std::int64_t since)>;

Ask over_http(Desk& desk, const Table& table, const std::string& query) {
    return [&desk, query, target = "/api/v1/battles/" + table.battle + "/events?since="](std::int64_t since) {
        const auto reply = desk.get(target + std::to_string(since) + query);
        REQUIRE_MESSAGE(reply.status == 200, reply.body);
        return Json::parse(reply.body);
    };
}

/// All pages, from the beginning.
std::vector<Json> pages_of(const Ask& ask) {
    std::vector<Json> out{ask(0)};
    for (std::int64_t since = 0; out.back().contains("next"); out.push_back(ask(since))) {
        REQUIRE(out.back()["next"].get<std::int64_t>() > since);
        since = out.back()["next"].get<std::int64_t>();
    }
    return out;
}

Json joined(const std::vector<Json>& pages) {
    Json out = Json::array();
    for (const auto& page : pages)
        for (const auto& event : page["events"]) out.push_back(event);
    return out;
}

void throw_all(const Party& party) {
    party.red->throws("r", 1, "rock");
    party.green->throws("g", 2, "rock");
    party.blue->throws("b", 3, "rock");
    for (const auto& [client, id] : {std::pair{party.red, "r"}, {party.green, "g"}, {party.blue, "b"}}) REQUIRE(client->outcome(id).starts_with("accepted"));
}

/// A record in one piece, made of what the store has.
struct Whole {
    Whole(House& house, ScriptedStore& store, const Table& table) {
        const auto stored = store.load(table.battle);
        REQUIRE((stored && *stored));
        const auto battle = server::BattleCodec::read(**stored, house.services.surroundings(), {house.clock.now_ms(), 0});
        REQUIRE(battle);
        const auto& [state, history] = *battle;
        std::vector<std::string> events;
        for (std::int64_t seq = 1; seq <= history.head(); ++seq) events.push_back(history.body(seq, rules::Viewer::spectator()));
        const auto head = protocol::record_head(state->fold(), state->signed_head(), state->header().created_at, state->finished_at());
        text = protocol::record_text(head, history.inputs(), events);
        REQUIRE(!history.inputs().empty());
        server::Transcript writer;
        transcript = server::Transcript::opening(head);
        for (const auto& event : events) transcript += writer.add(event);
    }
    std::string text, transcript;
};

/// What a connection writes of this stream, each time that something is there.
std::vector<std::string> parts_of(House& house, server::BodyStream& stream) {
    std::vector<std::string> out;
    std::atomic<bool> more = true;
    stream.on_more([&] { more = true; });
    while (true) {
        house.until([&] { return more.exchange(false); });
        out.push_back(stream.take());
        REQUIRE(!stream.cut_short());
        if (stream.over()) return out;
        stream.written();
    }
}

std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const auto& part : parts) out += part;
    return out;
}

}  // namespace

TEST_CASE("pages have as many events as are asked for, and all pages together have each event once and in order") {
    ScriptedStore store;
    House house(store);
    Desk desk(house);
    const Party party(house);
    for (const auto* number : {"even", "odd", "even again"}) {  // so that the last page is full, or is not
        CAPTURE(number);
        const auto all = party.spectator->all("event");
        REQUIRE(all.size() > 4);
        for (const std::string wait : {"", "&wait=0"}) {
            CAPTURE(wait);
            CHECK(pages_of(over_http(desk, party.table, wait)).size() == 1);
            CHECK(pages_of(over_http(desk, party.table, wait + "&limit=" + std::to_string(all.size()))).size() == 1);
            const auto pages = pages_of(over_http(desk, party.table, wait + "&limit=2"));
            CHECK(joined(pages) == Json(all));
            REQUIRE(pages.size() == (all.size() + 1) / 2);
            for (std::size_t i = 0; i + 1 < pages.size(); ++i) CHECK(pages[i]["events"].size() == 2);
            for (const auto& page : pages) CHECK(page["head"] == all.size());
        }
        talk(house, *party.spectator, 1, "one more");
    }
}

TEST_CASE("who does not say how many events gets as many as may be asked for") {
    ScriptedStore store;
    House house(store);
    Desk desk(house);
    const auto table = house.create();
    const auto speaker = house.watch(table);
    talk(house, *speaker, server::limits::talk_of_spectators_max, "x");
    const auto all = speaker->all("event");
    REQUIRE(all.size() > events_page_max);
    REQUIRE(Json(all).dump().size() < events_page_bytes);  // else it would be their bytes
    for (const auto& query : {std::string(), "&limit=" + std::to_string(events_page_max)}) {
        CAPTURE(query);
        const auto pages = pages_of(over_http(desk, table, query));
        CHECK(joined(pages) == Json(all));
        REQUIRE(pages.size() == 2);
        CHECK(pages.front()["events"].size() == events_page_max);
    }
}

TEST_CASE("a page ends early when its bytes are enough") {
    ScriptedStore store;
    House house(store);
    Desk desk(house);
    const auto table = house.create();
    const auto speaker = house.watch(table);
    talk_at_length(house, *speaker, events_page_bytes * 5 / 2);
    const auto all = speaker->all("event");
    REQUIRE(all.size() < events_page_max);
    for (const std::string query : {"", "&limit=1000", "&wait=0", "&wait=0&limit=1000"}) {
        CAPTURE(query);
        const auto pages = pages_of(over_http(desk, table, query));
        CHECK(pages.size() >= 3);
        CHECK(joined(pages) == Json(all));
        for (const auto& page : pages) CHECK(page.dump().size() < events_page_bytes + piece_bytes_max);
    }
}

TEST_CASE("a number of events that no page can have is refused with its place") {
    ScriptedStore store;
    House house(store);
    Desk desk(house);
    const auto table = house.create();
    const std::string target = "/api/v1/battles/" + table.battle + "/events?limit=";
    for (const std::string wait : {"", "&wait=0"}) {
        for (const std::string limit : {"0", "-1", "1001", "x"}) {
            CAPTURE(limit + wait);
            const auto refused = desk.get(target + limit + wait);
            CHECK(refused.status == 400);
            const Json problem = Json::parse(refused.body);
            CHECK(problem["code"] == "bad_message");
            CHECK(problem["path"] == "/limit");
        }
        for (const std::string limit : {"1", "1000"}) CHECK(desk.get(target + limit + wait).status == 200);
    }
}

TEST_CASE("a long record and its transcript go out over HTTP in slices too") {
    ScriptedStore store;
    House house(store);
    Desk desk(house);
    const Party party(house);
    throw_all(party);
    talk_at_length(house, *party.spectator, record_slice_bytes * 5 / 2);
    const Whole whole(house, store, party.table);
    const std::string target = "/api/v1/battles/" + party.table.battle + "/record";
    for (const auto& [format, text] : {std::pair("json", whole.text), {"text", whole.transcript}}) {
        CAPTURE(format);
        const auto reply = desk.get(target + "?format=" + format);
        CHECK(reply.status == 200);
        CHECK(reply.body.empty());
        REQUIRE(reply.stream);
        const auto parts = parts_of(house, *reply.stream);
        CHECK(parts.size() == 3);
        for (const auto& part : parts) CHECK(part.size() < record_slice_bytes + piece_bytes_max);
        CHECK((joined(parts) == text));  // no megabyte in the test's report
        CHECK(reply.stream_size.value_or(text.size()) == text.size());
    }
}
