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

void Relays::list(const protocol::List& message, const std::string& id, Listed done) {
    ask_list_(query_of(message), [id, done = std::move(done)](std::expected<std::string, Refusal> body) {
        if (!body) return done(std::unexpected(body.error()));
        auto json = parse_json(*body);
        if (!json || !json->is_object()) return done(refuse(Code::server_busy, "the server that this relay passes on gave no list; try again in a moment"));
        (*json)["type"] = protocol::Battles::type;
        if (!id.empty()) (*json)["id"] = id;
        done(json->dump());
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
