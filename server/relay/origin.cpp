#include "server/relay/origin.hpp"

#include <algorithm>

#include "protocol/ids.hpp"
#include "rules/json.hpp"
#include "server/base/heard.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"

namespace muster::server {

namespace {

constexpr std::size_t name_bytes = 8;

/// The relay asks for itself, with no address, to know how upstream is.
std::int64_t kept_ms(const std::string& address) {
    return std::chrono::milliseconds(address.empty() ? limits::relay_pause_max : limits::relay_verdict_kept).count();
}

/// "a, b, c" → a, b, c. What is longer than a way can be is not looked through.
std::vector<std::string_view> names_of(std::string_view relays) {
    std::vector<std::string_view> out;
    while (!relays.empty() && out.size() <= limits::relays_in_a_row_max) {
        const auto comma = std::min(relays.find(','), relays.size());
        auto name = relays.substr(0, comma);
        while (name.starts_with(' ')) name.remove_prefix(1);
        while (name.ends_with(' ')) name.remove_suffix(1);
        if (!name.empty()) out.push_back(name);
        relays.remove_prefix(std::min(comma + 1, relays.size()));
    }
    return out;
}

/// null: it is none.
Json json_of(const std::string& body) { return parse_json(body).value_or(Json()); }

/// What is asked about an address; one that came by other relays is another, also of the same address: relays that go round in a circle would wait for
/// each other's answers for ever. Of a way that strangers may make up only its hash is kept.
std::string question_of(const std::string& address, const std::string& relays) {
    return relays.empty() ? address : address + " " + std::to_string(std::hash<std::string>()(relays));
}

}  // namespace

Origin::Origin(std::string url, const Clock& clock, Ask ask)
    : name_(protocol::to_hex(protocol::random_bytes(name_bytes))), clock_(clock), ask_(std::move(ask)), url_(std::move(url)) {}

std::optional<Refusal> Origin::refuse_way(std::string_view relays) const {
    const auto names = names_of(relays);
    if (std::ranges::find(names, name_) != names.end())
        return Refusal{Code::server_busy,
                       "these relays go round in a circle: what is sent to this one comes back to it; its operator has to name another server (--relay)"};
    if (names.size() >= limits::relays_in_a_row_max)
        return Refusal{Code::server_busy, "too many relays in a row: at most " + std::to_string(limits::relays_in_a_row_max) + " stand before a server"};
    return {};
}

void Origin::admit(const std::string& address, const std::string& relays, Verdict done) {
    if (const auto refusal = refuse_way(relays)) return done(refusal);
    const auto question = question_of(address, relays);
    {
        std::unique_lock lock(mutex_);
        if (known_.size() >= limits::relay_verdicts_max && !known_.contains(question))
            std::erase_if(known_, [](const auto& each) { return each.second.until_ms.has_value(); });
        auto& known = known_[question];
        if (known.until_ms && clock_.steady_ms() < *known.until_ms) {
            const auto refusal = known.refusal;
            lock.unlock();
            return done(refusal);
        }
        known.waiting.push_back(std::move(done));
        if (known.waiting.size() > 1) return;
        known.until_ms.reset();
    }
    ask_(way_from(relays), address, [this, address, question](const Answer& answer) {
        if (!answer && answer.error()) not_asked(question, *answer.error());
        else answered(address, question, answer);
    });
}

// Nothing is known by that, of the address or of upstream.
void Origin::not_asked(const std::string& question, const Refusal& why) {
    std::vector<Verdict> waiting;
    {
        const std::lock_guard lock(mutex_);
        const auto known = known_.extract(question);
        if (known) waiting = std::move(known.mapped().waiting);
    }
    for (const auto& each : waiting) each(why);
}

// A server from before there were relays knows no such address: then it is the one. What is neither yes nor no, such as a proxy's 502, is no answer.
void Origin::answered(const std::string& address, const std::string& question, const Answer& answer) {
    const int status = answer ? answer->first : 0;
    const bool lets_in = status == 200 || status == 404;
    std::optional<Refusal> refusal;
    if (status == 403) refusal = Refusal{Code::not_your_seat, text_in(json_of(answer->second), "detail")};
    else if (status == 508) refusal = Refusal{Code::server_busy, text_in(json_of(answer->second), "detail")};
    if (refusal && refusal->message.empty()) refusal->message = "the server that this relay passes on does not let this address in";
    std::string trouble;
    if (!answer) trouble = "the server upstream cannot be reached";
    else if (status == 508) trouble = refusal->message;
    else if (!lets_in && status != 403) trouble = "the server upstream cannot be reached: what stands there answers " + std::to_string(status);
    std::vector<Verdict> waiting;
    {
        const std::lock_guard lock(mutex_);
        if (status == 200) hear(answer->second);
        if (question.empty()) {  // what comes of an address, or by other relays, may be their doing
            if (trouble_ != trouble && !trouble.empty()) log::warn("trouble with the server upstream", {{"reason", trouble}});
            if (!trouble_.empty() && trouble.empty()) log::info("no trouble with the server upstream any more");
            trouble_ = trouble;
        }
        auto& known = known_[question];
        known.refusal = refusal;
        known.until_ms = clock_.steady_ms() + (trouble.empty() ? kept_ms(address) : 0);
        waiting.swap(known.waiting);
    }
    for (const auto& each : waiting) each(refusal);
}

void Origin::hear(const std::string& body) {
    const Json said = json_of(body);
    if (auto url = text_in(said, "address"); !url.empty()) url_ = std::move(url);
    relays_ = static_cast<int>(number_in(said, "relays"));
}

int Origin::relays() const {
    const std::lock_guard lock(mutex_);
    return relays_;
}

std::string Origin::url() const {
    const std::lock_guard lock(mutex_);
    return url_;
}

std::string Origin::trouble() const {
    const std::lock_guard lock(mutex_);
    return trouble_;
}

Refusal Origin::away() const { return {Code::server_busy, "the server that this relay passes on does not answer now; try again in a moment"}; }

Refusal Origin::only_watches(const std::string& battle) const {
    return {Code::not_your_seat,
            "this server only shows battles to spectators; play, and whatever changes something, is at " + url() + (battle.empty() ? "" : "/b/" + battle)};
}

}  // namespace muster::server
