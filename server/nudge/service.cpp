#include "server/nudge/service.hpp"

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/nudge/push_message.hpp"
#include "server/nudge/signature.hpp"

namespace muster::server {

namespace {

using protocol::NudgeKind;

constexpr std::int64_t vapid_valid_s = 12 * 3600;    // RFC 8292 allows a day
constexpr std::int64_t push_kept_s = 2 * 24 * 3600;  // by the push service, for a browser that is off

std::int64_t by_chance(std::int64_t most) {
    std::uint64_t bits = 0;
    for (const char byte : protocol::random_bytes(sizeof bits)) bits = bits << 8 | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(most + 1));
}

const std::string& url_of(const protocol::NudgeTarget& target) { return target.kind == NudgeKind::push ? target.subscription->endpoint : target.url; }

bool is_discord(const protocol::NudgeTarget& target) { return target.kind == NudgeKind::webhook && target.format == protocol::NudgeFormat::discord; }

// Then the answer has the message (https://discord.com/developers/docs/resources/webhook#execute-webhook).
void ask_for_message(NudgeAddress& address) { address.target += std::string(address.target.contains('?') ? "&" : "?") + "wait=true"; }

/// Where a message of a webhook is edited: a query, as of a thread, stays.
std::string message_target(const std::string& target, const std::string& message) {
    const auto query = std::min(target.find('?'), target.size());
    return target.substr(0, query) + "/messages/" + message + target.substr(query);
}

/// The id of the message that this is; empty: it is none.
std::string message_in(const std::string& answer) {
    constexpr std::size_t digits_max = 20;
    const auto json = parse_json(answer);
    const auto* id = json && json->is_object() && json->contains("id") ? json->at("id").get_ptr<const std::string*>() : nullptr;
    const bool is_id = id && !id->empty() && id->size() <= digits_max && std::ranges::all_of(*id, [](char each) { return each >= '0' && each <= '9'; });
    return is_id ? *id : "";
}

NudgeCounters operator+(NudgeCounters a, const NudgeCounters& b) {
    a.sent += b.sent;
    a.failed += b.failed;
    a.retried += b.retried;
    a.dropped += b.dropped;
    a.waiting += b.waiting;
    return a;
}

std::optional<PushReceiver> receiver_of(const protocol::PushKeys& keys) {
    auto p256dh = protocol::from_base64url(keys.p256dh);
    auto auth = protocol::from_base64url(keys.auth);
    if (!p256dh || !auth) return {};
    return PushReceiver{std::move(*p256dh), std::move(*auth)};
}

NudgeOutcome outcome_of(const std::expected<HttpsReply, HttpsTrouble>& result) {
    if (!result) return result.error().forbidden ? NudgeOutcome::refused : NudgeOutcome::failed;
    const int status = result->status;
    if (status >= 200 && status < 300) return NudgeOutcome::taken;
    if (status == 404 || status == 410) return NudgeOutcome::gone;
    return status == 408 || status == 429 || status >= 500 ? NudgeOutcome::failed : NudgeOutcome::refused;
}

}  // namespace

NudgeService::NudgeService(NudgeSettings settings, protocol::P256Key push_key, Clock clock, Resolve resolve)
    : settings_(std::move(settings)),
      push_key_(std::move(push_key)),
      clock_(std::move(clock)),
      poster_(loop_.io(), loop_.strand(), settings_.reach.private_addresses, std::move(resolve)),
      queue_(by_chance),
      timer_(loop_.strand()) {}

NudgeService::~NudgeService() { stop(); }

void NudgeService::stop() {
    loop_.end([this] {
        stopped_ = true;
        timer_.cancel();
        poster_.stop();
    });
}

std::expected<std::string, Refusal> NudgeService::check(const protocol::NudgeTarget& target, const std::string& path) const {
    if (target.kind == NudgeKind::webhook) {
        if (target.subscription) return refuse(Code::bad_message, "a webhook has a \"url\" and no \"subscription\"", path + "/subscription");
        if (!target.secret.empty() && target.secret.size() < 16) return refuse(Code::bad_message, "too short; at least 16 bytes", path + "/secret");
        const auto address = read_nudge_address(target.url, settings_.reach, path + "/url");
        return address ? std::expected<std::string, Refusal>(address->host) : std::unexpected(address.error());
    }
    if (target.format || !target.url.empty() || !target.secret.empty())
        return refuse(Code::bad_message, "a push has a \"subscription\" and nothing else",
                      path + (target.format        ? "/format"
                              : target.url.empty() ? "/secret"
                                                   : "/url"));
    if (!target.subscription) return refuse(Code::bad_message, "\"subscription\" is missing", path + "/subscription");
    const auto receiver = receiver_of(target.subscription->keys);
    if (!receiver || !encrypt_push("", *receiver, push_key_, std::string(16, '\0')))
        return refuse(Code::bad_message, "these are not the keys of a push subscription", path + "/subscription/keys");
    const auto address = read_nudge_address(target.subscription->endpoint, settings_.reach, path + "/subscription/endpoint");
    return address ? std::expected<std::string, Refusal>(address->host) : std::unexpected(address.error());
}

void NudgeService::tell(Turn turn, std::vector<NudgeSubscription> listeners) {
    loop_.post([this, turn = std::move(turn), listeners = std::move(listeners)] {
        for (const auto& each : listeners) {
            const auto address = read_nudge_address(url_of(each.target), settings_.reach, {});  // the operator may have changed his mind
            if (address) queue_.add(played_ms(), turn, each, address->host);
        }
        pump();
    });
}

void NudgeService::decision_closed(const std::string& battle, std::int64_t decision) {
    loop_.post([this, battle, decision] {
        queue_.close(battle, decision);
        for (auto& [place, job] : posting_) mark_decided(job.digest, battle, decision);
        posts_.close(played_ms(), battle, decision);
        pump();
    });
}

void NudgeService::unsubscribed(const std::string& battle, const std::string& listener) {
    loop_.post([this, battle, listener] {
        queue_.drop(battle, listener);
        posts_.forget(battle);  // also what others get of it: it stays as it stands
    });
}

NudgeCounters NudgeService::counters() const {
    const std::lock_guard lock(counters_mutex_);
    return counters_;
}

std::string NudgeService::push_key() const { return protocol::to_base64url(push_key_.public_bytes()); }

void NudgeService::wake() {
    loop_.post([this] { pump(); });
}

void NudgeService::pump() {
    if (stopped_) return;
    const auto now_ms = played_ms();
    for (const auto& job : queue_.take_due(now_ms)) send(job);
    if (const auto due = posts_.take_due(now_ms)) edit(*due);
    const std::lock_guard lock(counters_mutex_);
    counters_ = queue_.counters() + posts_.counters();
    arm(now_ms);
}

// Of one moment with what was taken just before: what became due between two would be neither sent nor waited for.
void NudgeService::arm(std::int64_t now_ms) {
    timer_.cancel();
    auto due = queue_.next_due_ms(now_ms);
    if (const auto edit = posts_.next_due_ms(now_ms); edit && (!due || *edit < *due)) due = edit;
    if (!due) return;
    timer_.expires_after(std::chrono::milliseconds(*due - now_ms));
    timer_.async_wait([this](ErrorCode error) {
        if (!error) pump();
    });
}

std::expected<HttpsRequest, Refusal> NudgeService::request_for(const NudgeQueue::Job& job) const {
    const auto& target = job.target;
    auto address = read_nudge_address(url_of(target), settings_.reach, {});
    if (!address) return std::unexpected(address.error());
    HttpsRequest out{std::move(*address)};
    const auto now_s = clock_().ms / 1000;
    if (target.kind == NudgeKind::webhook) {
        out.body = webhook_text(target.format.value_or(protocol::NudgeFormat::json), job.digest, settings_.public_url);
        out.headers = {{"Content-Type", "application/json"}};
        if (is_discord(target)) {
            ask_for_message(out.address);
            out.answer_bytes_max = limits::nudge_post_bytes_max;
            out.head_suffices = true;  // or it would be posted once more
        }
        if (!target.secret.empty()) out.headers.emplace_back("Muster-Signature", signature_of(target.secret, now_s, out.body));
        return out;
    }
    const auto receiver = receiver_of(target.subscription->keys);
    auto body = receiver ? encrypt_push(push_text(job.digest), *receiver, protocol::P256Key::generate(), protocol::random_bytes(16)) : std::nullopt;
    if (!body) return refuse(Code::internal, "the push subscription's keys are none");
    out.body = std::move(*body);
    const std::string contact = settings_.public_url.starts_with("https://") ? settings_.public_url : "";
    out.headers = {{"Content-Type", "application/octet-stream"},
                   {"Content-Encoding", "aes128gcm"},
                   {"TTL", std::to_string(push_kept_s)},
                   {"Urgency", "normal"},
                   {"Authorization", vapid_authorization(push_key_, out.address.origin(), contact, now_s + vapid_valid_s)}};
    return out;
}

void NudgeService::send(const NudgeQueue::Job& job) {
    auto request = request_for(job);
    if (!request) return void(loop_.post([this, place = job.place] { ended(place, std::unexpected(HttpsTrouble{true, "no longer allowed"})); }));
    if (is_discord(job.target)) posting_.insert_or_assign(job.place, job);
    poster_.post(std::move(*request), [this, place = job.place](std::expected<HttpsReply, HttpsTrouble> result) { ended(place, std::move(result)); });
}

void NudgeService::edit(const NudgePosts::Edit& edit) {
    auto address = read_nudge_address(edit.target.url, settings_.reach, {});  // the operator may have changed his mind
    if (!address) return void(loop_.post([this, post = edit.post] { posts_.finished(post, NudgeOutcome::refused, played_ms()), pump(); }));
    address->target = message_target(address->target, edit.message);
    HttpsRequest request{.address = std::move(*address), .method = "PATCH", .headers = {{"Content-Type", "application/json"}}};
    request.body = webhook_text(protocol::NudgeFormat::discord, edit.digest, settings_.public_url);
    if (!edit.target.secret.empty()) request.headers.emplace_back("Muster-Signature", signature_of(edit.target.secret, clock_().ms / 1000, request.body));
    poster_.post(std::move(request), [this, post = edit.post](const std::expected<HttpsReply, HttpsTrouble>& result) {
        posts_.finished(post, outcome_of(result), played_ms(), result ? result->retry_after_s * 1000 : 0);
        pump();
    });
}

void NudgeService::keep_post(const std::string& place, const std::expected<HttpsReply, HttpsTrouble>& result) {
    auto job = posting_.extract(place);
    if (!job || outcome_of(result) != NudgeOutcome::taken) return;
    const auto message = message_in(result->body);
    if (!message.empty()) posts_.add(played_ms(), job.mapped().target, message, std::move(job.mapped().digest));
}

// The log says that something failed and why, never where it was to go: addresses of webhooks are secrets.
void NudgeService::ended(const std::string& place, std::expected<HttpsReply, HttpsTrouble> result) {
    keep_post(place, result);
    const auto outcome = outcome_of(result);
    if (outcome == NudgeOutcome::failed || outcome == NudgeOutcome::refused)
        log::info("a nudge was not accepted", {{"reason", result ? "status " + std::to_string(result->status) : result.error().what}});
    const auto lost = queue_.finished(place, outcome, played_ms(), result ? result->retry_after_s * 1000 : 0);
    for (const auto& each : lost)
        if (lost_) lost_(each.battle, each.listener);
    pump();
}

}  // namespace muster::server
