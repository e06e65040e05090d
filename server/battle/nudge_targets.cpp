#include "server/battle/nudge_targets.hpp"

#include "protocol/ids.hpp"
#include "server/battle/battle_nudges.hpp"

namespace muster::server {

namespace {

// Discord and Slack check no signatures: a secret would only keep their nudges from becoming one message.
bool wants_secret(const protocol::NudgeTarget& target) {
    return target.kind == protocol::NudgeKind::webhook && target.secret.empty() &&
           target.format.value_or(protocol::NudgeFormat::json) == protocol::NudgeFormat::json;
}

}  // namespace

std::expected<protocol::NudgeInfo, Refusal> prepare_nudge(const NudgePlaces* places, protocol::NudgeTarget& target, std::string_view secret,
                                                          const std::string& path) {
    if (!places) return refuse(Code::bad_message, "this server sends no nudges", path);
    auto host = places->check(target, path);
    if (!host) return std::unexpected(host.error());
    if (wants_secret(target)) target.secret = protocol::to_base64url(secret);
    return protocol::NudgeInfo{{}, target.kind, target.format, std::move(*host)};
}

std::expected<CreatedNudges, Refusal> nudge_targets_of(const NudgePlaces* places, const protocol::CreateOptions& options) {
    CreatedNudges out;
    if (options.nudges.empty()) return out;
    const std::string path = "/options/nudges";
    if (options.visibility == protocol::Visibility::closed)
        return refuse(Code::bad_message, "a private battle tells only its seats; subscribe with a seat's token", path);
    BattleNudges subscribed;
    for (std::size_t i = 0; i < options.nudges.size(); ++i) {
        auto target = options.nudges[i];
        const auto at = path + "/" + std::to_string(i);
        if (target.kind != protocol::NudgeKind::webhook) return refuse(Code::bad_message, "only a webhook can be told of a whole battle", at + "/kind");
        auto info = prepare_nudge(places, target, protocol::random_bytes(nudge_secret_bytes), at);
        if (!info) return std::unexpected(info.error());
        const auto id = protocol::random_bytes(nudge_id_bytes);
        auto listener = subscribed.subscribe({}, target, id);
        if (!listener) return std::unexpected(listener.error());
        if (listener->id != protocol::to_base64url(id)) return refuse(Code::bad_message, "this address is already in the list", at + "/url");
        info->nudge = listener->id;
        out.shown.push_back({std::move(*info), target.secret});
    }
    out.kept = subscribed.changes(0);  // nobody waits yet, so there is no moment to tell
    return out;
}

}  // namespace muster::server
