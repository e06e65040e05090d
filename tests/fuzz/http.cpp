// Whatever comes over HTTP: bytes through Beast's parser and through the calls, against a server with one battle in memory.
// Each request gets one answer; a refusal is a problem document; the battle is not disturbed.
#include <atomic>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "rules/systems.hpp"
#include "server/http/api.hpp"
#include "storage/memory_store.hpp"
#include "tests/fuzz/promise.hpp"

using namespace muster;
using namespace muster::server;
namespace http = boost::beast::http;

namespace {

struct House {
    IoContext io{};
    asio::executor_work_guard<IoContext::executor_type> work{io.get_executor()};
    BoundedPool loads{1, limits::loads_waiting_max};
    BoundedPool long_loads{1, limits::long_loads_waiting_max};
    BoundedPool searches{1, limits::searches_waiting_max};
    storage::MemoryStore store{};
    SystemClock clock{};
    ServerTime time{clock};
    Waker waker{io, loads, store, time};
    Services services{{io, time, {}}, loads, long_loads, searches, store, rules::shipped_rulesets(), waker, protocol::P256Key::generate()};
    std::shared_ptr<Lobby> lobby = std::make_shared<Lobby>(services);
    OddsService odds{1, services.metrics.odds};
    std::shared_ptr<HttpApi> api = std::make_shared<HttpApi>(services, lobby, lobby, nullptr, odds, bundle_of(0, protocol::Notice{}));
    Callers callers{{}, AddressSet::read({"192.0.2.1"}).value(), {}};  // no bounds: every input counts
    std::string battle{};

    House() {
        std::atomic<bool> made = false;
        const auto& ruleset = *rules::shipped_rulesets().find("advanced-combat");
        lobby->create({ruleset.id(), ruleset.catalog().at("example"), {}, {}}, [&](std::expected<protocol::Created, Refusal> created) {
            battle = created.value().battle;
            made = true;
        });
        until(made);
    }

    void until(const std::atomic<bool>& done) {
        while (!done) io.run_one_for(std::chrono::milliseconds(1));
    }
};

House& house() {
    static House all;
    return all;
}

// "{battle}" in the input stands for the battle that is there: no fuzzer guesses its id.
std::string with_battle(std::string text, const std::string& battle) {
    constexpr std::string_view mark = "{battle}";
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + battle.size())) text.replace(at, mark.size(), battle);
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    auto& all = house();
    const auto bytes = with_battle(std::string(fuzz::text_of(data, size)), all.battle);
    http::request_parser<http::string_body> parser;
    parser.header_limit(16 * 1024);
    parser.body_limit(64 * 1024);
    parser.eager(true);
    boost::beast::error_code error;
    parser.put(asio::buffer(bytes), error);
    if (error || !parser.is_done()) return 0;
    const auto request = parser.release();
    HttpRequest asked;
    asked.head = request.method() == http::verb::head;
    asked.method = asked.head ? "GET" : std::string(request.method_string());
    asked.target = std::string(request.target());
    asked.if_none_match = std::string(request[http::field::if_none_match]);
    asked.accept = std::string(request[http::field::accept]);
    asked.body = request.body();
    asked.caller = all.callers.find(asio::ip::make_address("192.0.2.1"));
    if (asked.target.contains("wait=") || asked.accept.contains("event-stream")) return 0;  // they wait for what does not come here
    if (asked.target.starts_with("/api/v1/odds")) return 0;                                 // a second of work each; its question has a target of its own
    asked.end = std::make_shared<RequestEnd>();
    std::atomic<bool> answered = false;
    HttpResponse answer;
    all.api->answer(std::move(asked), [&](HttpResponse out) {
        fuzz::promise(!answered, "one request gets one answer");
        answer = std::move(out);
        answered = true;
    });
    all.until(answered);
    fuzz::promise(answer.status >= 200 && answer.status < 600 && answer.status != 500, "a status that means something, and no bug");
    if (answer.content_type == "application/problem+json") fuzz::promise(parse_json(answer.body).has_value(), "a problem document is good JSON");
    return 0;
}
