#include "server/witness/witness_client.hpp"

#include "protocol/ids.hpp"
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
    const auto detail = json && json->is_object() ? json->find("detail") : Json::const_iterator();
    const std::string why =
        json && json->is_object() && detail != json->end() && detail->is_string() ? detail->get<std::string>() : "status " + std::to_string(reply->status);
    if (json && is_no(*reply, *json)) return refuse(Code::illegal_choice, "the witness " + address + " refuses: " + why);
    return std::unexpected(no_answer(address, why));
}

/// Empty: it says none.
std::string key_in(const std::expected<HttpsReply, HttpsTrouble>& reply) {
    const auto json = reply && reply->status == 200 ? parse_json(reply->body) : std::unexpected(Refusal{});
    if (!json || !json->is_object()) return {};
    const auto key = json->find("key");
    if (key == json->end() || !key->is_string() || !protocol::from_lower_hex(key->get<std::string>(), 65)) return {};
    return key->get<std::string>();
}

}  // namespace

WitnessClient::WitnessClient(std::vector<std::string> addresses, Resolve resolve)
    : addresses_(std::move(addresses)),
      io_(std::make_shared<IoContext>(1)),
      strand_(asio::make_strand(*io_)),
      work_(io_->get_executor()),
      poster_(io_, strand_, anywhere.private_addresses, std::move(resolve)),
      thread_([this] {
          while (true) {
              try {
                  io_->run();
                  return;
              } catch (const std::exception& error) {
                  log::critical("asking a witness failed", {{"reason", error.what()}});
              }
          }
      }) {}

WitnessClient::~WitnessClient() { stop(); }

void WitnessClient::stop() {
    if (!thread_.joinable()) return;
    asio::post(strand_, [this] {
        waiting_.clear();
        want_keys_.clear();
        poster_.stop();
    });
    work_.reset();
    thread_.join();
}

void WitnessClient::ask(const std::string& address, const protocol::WitnessQuestion& question, Done done) {
    if (std::ranges::find(addresses_, address) == addresses_.end())
        return done(refuse(Code::illegal_choice, "the operator of this server takes " + address + " as witness no longer"));
    auto read = read_nudge_address(address + "/api/v1/witness", anywhere, "");
    if (!read) return done(std::unexpected(std::move(read.error())));
    if (asked_.fetch_add(1) >= limits::witness_waiting_max) {
        --asked_;
        return done(std::unexpected(no_answer(address, "too many questions are under way")));
    }
    HttpsRequest request{
        .address = std::move(*read), .headers = {{"Content-Type", "application/json"}}, .body = to_text(question), .answer_bytes_max = answer_bytes_max};
    asio::post(strand_, [this, waiting = Waiting{address, std::move(request), std::move(done)}]() mutable {
        waiting_.push_back(std::move(waiting));
        send_next();
    });
}

void WitnessClient::keys(KeysDone done) {
    asio::post(strand_, [this, done = std::move(done)]() mutable {
        want_keys_.push_back(std::move(done));
        if (want_keys_.size() == 1) ask_keys();
    });
}

void WitnessClient::ask_keys() {
    const auto now = std::chrono::steady_clock::now();
    std::vector<std::pair<std::string, NudgeAddress>> due;
    for (const auto& address : addresses_) {
        if (const auto found = said_.find(address); found != said_.end() && now - found->second.at < limits::witness_keys_kept) continue;
        if (auto read = read_nudge_address(address + "/api/v1/witness", anywhere, "")) due.emplace_back(address, std::move(*read));
    }
    keys_awaited_ = due.size();
    if (due.empty()) return tell_keys();
    for (auto& [address, read] : due)
        poster_.post({.address = std::move(read), .method = "GET", .answer_bytes_max = answer_bytes_max},
                     [this, of = address](const std::expected<HttpsReply, HttpsTrouble>& reply) {
                         said_[of] = {key_in(reply), std::chrono::steady_clock::now()};
                         if (--keys_awaited_ == 0) tell_keys();
                     });
}

void WitnessClient::tell_keys() {
    std::vector<protocol::WitnessOption> found;
    for (const auto& address : addresses_)
        if (const auto said = said_.find(address); said != said_.end() && !said->second.key.empty()) found.push_back({address, said->second.key});
    for (const auto& done : std::exchange(want_keys_, {})) done(found);
}

void WitnessClient::send_next() {
    if (waiting_.empty() || under_way_ >= limits::witness_requests_max) return;
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    ++under_way_;
    poster_.post(std::move(next.request),
                 [this, address = std::move(next.address), done = std::move(next.done)](const std::expected<HttpsReply, HttpsTrouble>& reply) {
                     --under_way_;
                     --asked_;
                     done(answer_of(address, reply));
                     send_next();
                 });
}

}  // namespace muster::server
