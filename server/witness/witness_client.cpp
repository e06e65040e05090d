#include "server/witness/witness_client.hpp"

#include "protocol/ids.hpp"
#include "server/base/heard.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

constexpr std::size_t answer_bytes_max = 4096;

// Addresses that the operator has named himself may be private, and unencrypted.
const NudgeReach anywhere{.hosts = {"*"}, .private_addresses = true};

Refusal no_answer(const std::string& address, const std::string& why) { return {Code::server_busy, "the witness " + address + " does not answer: " + why}; }

/// It has heard the question and says no. Whatever else has such a status, a proxy before it perhaps, may say something else in a moment.
bool is_no(const HttpsReply& reply, const Json& said) {
    const auto code = said.is_object() ? said.find("code") : said.end();
    if (reply.status < 400 || reply.status >= 500 || code == said.end()) return false;
    return *code == name(Code::illegal_choice) || *code == name(Code::bad_message);
}

std::expected<protocol::WitnessAnswer, Refusal> answer_of(const std::string& address, const std::expected<HttpsReply, HttpsTrouble>& reply) {
    if (!reply) return std::unexpected(no_answer(address, reply.error().what));
    const auto json = parse_json(reply->body);
    if (reply->status == 200) {
        auto read = json ? read_fields<protocol::WitnessAnswer>(*json, Code::bad_message) : std::unexpected(json.error());
        if (!read) return std::unexpected(no_answer(address, "what it says is no answer"));
        return std::move(*read);
    }
    auto why = json ? text_in(*json, "detail") : std::string();
    if (why.empty()) why = "status " + std::to_string(reply->status);
    if (json && is_no(*reply, *json)) return refuse(Code::illegal_choice, "the witness " + address + " refuses: " + why);
    return std::unexpected(no_answer(address, why));
}

/// Empty: it says none.
std::string key_in(const std::expected<HttpsReply, HttpsTrouble>& reply) {
    const auto json = reply && reply->status == 200 ? parse_json(reply->body) : std::unexpected(Refusal{});
    auto key = json ? text_in(*json, "key") : std::string();
    return protocol::from_lower_hex(key, 65) ? key : std::string();
}

/// A mistake in what one battle does with its answer is no other's: whoever waits behind it is asked for all the same.
void tell(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& error) {
        log::critical("an answer of a witness was not taken", {{"reason", error.what()}});
    } catch (...) {  // not the standard library's
        log::critical("an answer of a witness was not taken", {{"reason", "an exception of an unknown kind"}});
    }
}

}  // namespace

WitnessClient::WitnessClient(std::vector<std::string> addresses, Resolve resolve)
    : addresses_(std::move(addresses)), poster_(loop_.io(), loop_.strand(), anywhere.private_addresses, std::move(resolve)) {
    for (const auto& each : addresses_) lines_.try_emplace(each);
}

WitnessClient::~WitnessClient() { stop(); }

void WitnessClient::stop() {
    loop_.end([this] {
        for (auto& [address, line] : lines_)
            for (auto* lane : {&line.played, &line.wanted}) lane->waiting.clear();
        want_keys_.clear();
        poster_.stop();
    });
}

void WitnessClient::ask(const std::string& address, const protocol::WitnessQuestion& question, Done done) {
    const auto found = lines_.find(address);
    if (found == lines_.end()) return done(refuse(Code::illegal_choice, "the operator of this server takes " + address + " as witness no longer"));
    auto read = read_nudge_address(address + "/api/v1/witness", anywhere, "");
    if (!read) return done(std::unexpected(std::move(read.error())));
    auto& line = found->second;
    auto& lane = question.after == 0 ? line.wanted : line.played;
    if (lane.asked.fetch_add(1) >= limits::witness_waiting_max) {
        --lane.asked;
        return done(std::unexpected(no_answer(address, "too many questions are under way")));
    }
    HttpsRequest request{
        .address = std::move(*read), .headers = {{"Content-Type", "application/json"}}, .body = to_text(question), .answer_bytes_max = answer_bytes_max};
    const bool taken = loop_.post([this, address, &line, &lane, waiting = Waiting{std::move(request), done}]() mutable {
        lane.waiting.push_back(std::move(waiting));
        send_next(address, line);
    });
    if (!taken) done(std::unexpected(going_down()));
}

void WitnessClient::keys(KeysDone done) {
    const bool taken = loop_.post([this, done] {
        want_keys_.push_back(done);
        if (want_keys_.size() == 1) ask_keys();
    });
    if (!taken) done({});
}

void WitnessClient::ask_keys() {
    const auto now = std::chrono::steady_clock::now();
    std::vector<std::pair<Line*, NudgeAddress>> due;
    for (auto& [address, line] : lines_) {
        if (line.key_at && now - *line.key_at < limits::witness_keys_kept) continue;
        if (auto read = read_nudge_address(address + "/api/v1/witness", anywhere, "")) due.emplace_back(&line, std::move(*read));
    }
    keys_awaited_ = due.size();
    if (due.empty()) return tell_keys();
    for (auto& [line, read] : due)
        poster_.post({.address = std::move(read), .method = "GET", .answer_bytes_max = answer_bytes_max},
                     [this, of = line](const std::expected<HttpsReply, HttpsTrouble>& reply) {
                         of->key = key_in(reply);
                         of->key_at = std::chrono::steady_clock::now();
                         if (--keys_awaited_ == 0) tell_keys();
                     });
}

void WitnessClient::tell_keys() {
    std::vector<protocol::WitnessOption> found;
    for (const auto& address : addresses_)
        if (const auto& key = lines_.at(address).key; !key.empty()) found.push_back({address, key});
    for (const auto& done : std::exchange(want_keys_, {})) tell([&] { done(found); });
}

// Where both wait, one place is for those that somebody wants to begin: else they would wait for ever behind a slow witness's played ones.
void WitnessClient::send_next(const std::string& address, Line& line) {
    const auto may = [&](const Lane& lane, const Lane& other, std::size_t most) {
        const bool is_free = line.played.under_way + line.wanted.under_way < limits::witness_requests_max;
        return is_free && !lane.waiting.empty() && (other.waiting.empty() || lane.under_way < most);
    };
    while (may(line.played, line.wanted, limits::witness_requests_max - 1)) send(address, line, line.played);
    while (may(line.wanted, line.played, 1)) send(address, line, line.wanted);
}

void WitnessClient::send(const std::string& address, Line& line, Lane& lane) {
    auto [request, done] = std::move(lane.waiting.front());
    lane.waiting.pop_front();
    ++lane.under_way;
    poster_.post(std::move(request), [this, address, &line, &lane, done](const std::expected<HttpsReply, HttpsTrouble>& reply) {
        --lane.under_way;
        --lane.asked;
        tell([&] { done(answer_of(address, reply)); });
        send_next(address, line);
    });
}

}  // namespace muster::server
