#include "clients/cli/following.hpp"

#include <algorithm>

#include "clients/cli/narration.hpp"

namespace muster::cli {

void Following::Brought::add_to(Json& message) const {
    if (!nonce.empty()) message["nonce"] = nonce;
    if (ladder.empty()) return;
    message["ladder"] = ladder;
    message["start"] = start;
    if (!key.empty()) message["key"] = key;
}

std::string Following::hello() {
    follows_ = false;
    for (auto& each : unanswered_) each.sent = false;
    hello_id_ = prefix_ + std::to_string(++counter_);
    Json message{{"type", "follow"}, {"id", hello_id_}, {"battle", who_.battle}, {"since", since_}};
    if (since_ == 0 && at_end_) message["snapshot"] = true;
    if (since_ > 0 && !generation_.empty()) message["generation"] = generation_;
    if (!who_.token.empty()) {
        message["token"] = who_.token;
        if (!who_.name.empty()) message["name"] = who_.name;
        brought_.add_to(message);
    }
    return message.dump();
}

void Following::say(Json message) {
    auto id = prefix_ + std::to_string(++counter_);
    message["id"] = id;
    message["battle"] = who_.battle;
    unanswered_.push_back({std::move(id), std::move(message), false});
}

void Following::say_when_previewed(Json choice) {
    say(std::move(choice));
    unanswered_.back().is_preview = true;
}

std::vector<std::string> Following::to_send() {
    std::vector<std::string> out;
    if (!follows_) return out;
    for (auto& each : unanswered_) {
        if (std::exchange(each.sent, true)) continue;
        auto message = each.message;
        if (each.is_preview) message["type"] = "preview";
        out.push_back(message.dump());
    }
    return out;
}

bool Following::waits_for(std::string_view type, std::int64_t decision) const {
    return std::ranges::any_of(unanswered_, [&](const Unanswered& each) {
        return text_at(each.message, "type") == type && (decision == 0 || number_at(each.message, "decision") == decision);
    });
}

void Following::try_again() {
    for (auto& each : unanswered_) each.sent = false;
}

// What was said to a history that is gone must not be said to the one that takes its place.
void Following::start_over() {
    since_ = 0;
    generation_.clear();
    unanswered_.clear();
}

Following::Heard Following::hear(std::string_view text) {
    using What = Heard::What;
    auto json = parse_json(text);
    if (!json || !json->is_object()) return {};
    auto& message = *json;
    const auto type = text_at(message, "type");
    if (type == "accepted" || type == "invitation" || type == "rejected" || type == "error" || type == "previewed") return answered(std::move(message), type);
    if (const auto battle = text_at(message, "battle"); !battle.empty() && battle != who_.battle) return {};
    if (type == "following") {
        const auto generation = text_at(message, "generation");
        // Then the server sends all of it: the generation that it was told was another.
        const bool restored = since_ > 0 && !generation_.empty() && !generation.empty() && generation != generation_;
        if (restored) start_over();
        generation_ = generation;
        follows_ = true;
        return {restored ? What::restored : What::follows, std::move(message)};
    }
    if (type == "event") {
        const auto seq = number_at(message, "seq");
        if (seq <= since_) return {};
        if (seq != since_ + 1) return {What::gap};
        since_ = seq;
        return {What::event, std::move(message)};
    }
    if (type == "snapshot") {
        since_ = std::max<std::int64_t>(since_, number_at(message, "seq"));
        return {};
    }
    if (type == "request") return {What::request, std::move(message)};
    if (type == "unfollowed") return {What::no_entry, std::move(message)};  // unasked: somebody else has the seat now
    if (type == "request_closed") return {What::closed, std::move(message)};
    if (type == "clock") return {What::clock, std::move(message)};
    if (type == "presence") return {What::presence, std::move(message)};
    if (type == "last_head") return {What::last_head, std::move(message)};
    if (type == "notice") return {What::notice, std::move(message)};
    return {};
}

Following::Heard Following::answered(Json message, const std::string& type) {
    using What = Heard::What;
    const bool accepted = type == "accepted" || type == "invitation" || type == "previewed";
    const auto id = text_at(message, "id");
    const auto code = text_at(message, "code");
    const bool busy = !accepted && (code == "server_busy" || code == "rate_limited" || code == "internal");
    if (!id.empty() && id == hello_id_ && !accepted && code == "bad_message" && text_at(message, "path") == "/since" && since_ > 0) {
        start_over();
        return {What::shorter, std::move(message)};
    }
    if (!id.empty() && id == hello_id_ && !accepted) return {busy ? What::busy : What::no_entry, std::move(message)};
    const auto found = std::ranges::find(unanswered_, id, &Unanswered::id);
    if (id.empty() || found == unanswered_.end()) {
        // What has no id cannot be matched: at least say it.
        if (accepted || !id.empty()) return {};
        return {busy ? What::busy : What::refused, std::move(message)};
    }
    if (busy) return {What::busy, std::move(message)};
    Json ours = std::move(found->message);
    unanswered_.erase(found);
    if (type == "previewed") return {What::previewed, std::move(message), std::move(ours)};
    return {type == "invitation" ? What::invited : accepted ? What::accepted : What::refused, std::move(message), std::move(ours)};
}

}  // namespace muster::cli
