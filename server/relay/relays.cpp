#include "server/relay/relays.hpp"

#include <algorithm>
#include <vector>

#include "protocol/ids.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/state.hpp"
#include "server/http/message.hpp"

namespace muster::server {

namespace {

/// The same question as an address has it.
std::string query_of(const protocol::List& message) {
    std::string out;
    for (const auto& [key, value] : to_json_value(message).items()) {
        if (value.is_null()) continue;
        out += (out.empty() ? "" : "&") + key + "=" + encode_url(value.is_string() ? value.get<std::string>() : value.dump());
    }
    return out;
}

Refusal no_list() { return {Code::server_busy, "the server that this relay passes on gave no list; try again in a moment"}; }

/// The status of a problem document, as its code. Whatever else it is, it may pass.
Code code_of(int status) {
    switch (status) {
        case 400: return Code::bad_message;
        case 403: return Code::not_your_seat;
        case 429: return Code::rate_limited;
        default: return Code::server_busy;
    }
}

std::expected<std::string, Refusal> list_in(const std::pair<int, std::string>& answer, const std::string& id) {
    auto json = parse_json(answer.second);
    if (!json || !json->is_object()) return std::unexpected(no_list());
    if (answer.first != 200) {
        const auto detail = json->find("detail");
        if (detail == json->end() || !detail->is_string()) return std::unexpected(no_list());
        return refuse(code_of(answer.first), detail->get<std::string>());
    }
    (*json)["type"] = protocol::Battles::type;
    if (!id.empty()) (*json)["id"] = id;
    return json->dump();
}

}  // namespace

std::expected<std::shared_ptr<BattlePort>, Refusal> Relays::find(const std::string& battle) {
    const std::lock_guard lock(mutex_);
    if (all_.ground.stopping) return std::unexpected(going_down());
    if (!protocol::looks_like_battle_id(battle)) return std::unexpected(unknown_battle());
    if (const auto found = battles_.find(battle); found != battles_.end()) return found->second;
    if (battles_.size() >= battles_max_ && !make_room())
        return refuse(Code::server_busy, "this relay shows as many battles as it can; watch at " + all_.origin.url() + "/b/" + battle);
    auto made = std::make_shared<RelayedBattle>(battle, all_, weak_from_this());
    battles_.emplace(battle, made);
    return made;
}

/// One that nobody watches leaves.
bool Relays::make_room() {
    const auto found = std::ranges::find_if(battles_, [](const auto& each) { return !each.second->watched(); });
    if (found == battles_.end()) return false;
    found->second->end(going_down());
    battles_.erase(found);
    return true;
}

void Relays::free_memory(std::size_t most) {
    const std::lock_guard lock(mutex_);
    for (auto each = battles_.begin(); each != battles_.end() && all_.bytes.bytes() > most + all_.leaving.bytes();) {
        const auto& battle = each->second;
        const bool helps = !battle->watched() && battle->bytes() > 0;
        if (helps) battle->end(going_down());
        each = helps ? battles_.erase(each) : std::next(each);
    }
}

std::shared_ptr<BattlePort> Relays::existing(const std::string& battle) const {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(battle);
    return found == battles_.end() ? nullptr : found->second;
}

void Relays::create(const protocol::Create&, Done done) { done(std::unexpected(all_.origin.only_watches())); }

// Whom upstream keeps out is given no list, and what upstream refuses is no list.
void Relays::list(const protocol::List& message, const std::string& id, const std::string& address, Listed done) {
    auto heard = [id, done](const Origin::Answer& answer) { done(answer ? list_in(*answer, id) : std::unexpected(answer.error().value_or(no_list()))); };
    all_.origin.admit(
        address, {},
        [self = shared_from_this(), query = query_of(message), address, done, heard = std::move(heard)](const std::optional<Refusal>& refusal) mutable {
            if (refusal) return done(std::unexpected(*refusal));
            self->ask_list_(query, address, std::move(heard));
        });
}

void Relays::prepare(const std::string& battle, const std::shared_ptr<Caller>& caller) {
    if (!find(battle)) return;
    const std::lock_guard lock(mutex_);
    if (const auto found = battles_.find(battle); found != battles_.end()) found->second->prepare(caller);
}

std::optional<std::string> Relays::generation(const std::string& battle) const {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(battle);
    return found == battles_.end() ? std::nullopt : found->second->generation();
}

// Another of the same name may stand in its place already.
void Relays::forget(const std::shared_ptr<RelayedBattle>& battle) {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(battle->battle());
    if (found != battles_.end() && found->second == battle) battles_.erase(found);
}

void Relays::look_again(const std::string& battle, bool lost) {
    const std::lock_guard lock(mutex_);
    if (const auto found = battles_.find(battle); found != battles_.end()) found->second->look_again(lost);
}

void Relays::look() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, battle] : battles_) battle->rest();
}

void Relays::stop() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, battle] : battles_) battle->end(going_down());
}

Relays::Figures Relays::figures() const {
    const auto now = all_.clock.steady_ms();
    const std::lock_guard lock(mutex_);
    Figures out{.battles = battles_.size()};
    for (const auto& [id, battle] : battles_) {
        const auto since = battle->lost_at_ms();
        if (since == 0) continue;
        ++out.paused;
        out.lag_ms = std::max(out.lag_ms, now - since);
    }
    return out;
}

}  // namespace muster::server
