#include "tests/bench/players.hpp"

namespace muster::bench {

namespace {

// The generator must cost less than the server, so messages are searched, not parsed: the server writes its keys in one
// order and without spaces.
std::string_view text_after(std::string_view text, std::string_view key) {
    const auto at = text.find(key);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + key.size());
    return text.substr(0, text.find_first_of("\",}"));
}

constexpr std::string_view event_start = R"({"type":"event","battle":")";

}  // namespace

bool is_event(std::string_view text) { return text.starts_with(event_start); }

std::string create_message(const BattleSetup& setup) {
    return R"({"type":"create","id":"c","ruleset":"advanced-combat","setup":)" + setup.json + R"(,"options":{"visibility":"unlisted"}})";
}

std::string follow_message(std::string_view battle, std::string_view token) {
    std::string out = R"({"type":"follow","id":"f","battle":")";
    out.append(battle);
    if (!token.empty()) out.append(R"(","token":")").append(token).append(R"(","name":"Bench","nonce":"00112233445566778899aabbccddeeff)");
    return out + "\"}";
}

void Pair::on_text(const Conn& conn, std::string_view text) {
    const std::size_t seat = &conn == seats_[0] ? 0 : 1;
    if (is_event(text)) return on_event(seat, conn, text);
    if (text.starts_with(R"({"type":"request",)")) return on_request(text);
    if (text.starts_with(R"({"type":"accepted")")) {
        ++accepted;
        return;
    }
    if (text.starts_with(R"({"type":"created")")) return on_created(text);
    if (text.starts_with(R"({"type":"rejected")") || text.starts_with(R"({"type":"error")")) throw std::runtime_error("refused: " + std::string(text));
}

void Pair::on_created(std::string_view text) {
    spare_ = {};
    spare_.battle = text_after(text, R"("battle":")");
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const auto token = text_after(text, R"("token":")");
        text.remove_prefix(std::size_t(token.data() - text.data()));
        client_.send(*seats_[seat], follow_message(spare_.battle, token));
    }
    if (current_.battle.empty()) next_match();
}

Match* Pair::match_of(std::string_view battle) {
    if (battle == current_.battle) return &current_;
    return battle == spare_.battle ? &spare_ : nullptr;
}

void Pair::on_request(std::string_view text) {
    Match* match = match_of(text_after(text, R"("battle":")"));
    if (!match) return;
    match->asked.push_back({text_after(text, R"("seat":")") == "attacker" ? 0U : 1U, std::string(text_after(text, R"("decision":)"))});
    if (match == &current_) events_.on_asked(*this);
}

void Pair::on_event(std::size_t seat, const Conn& conn, std::string_view text) {
    const auto battle = text.substr(event_start.size(), text.find('"', event_start.size()) - event_start.size());
    if (battle != current_.battle) return;
    if (seat == 0) {
        ++events_seen;
        event_bytes += text.size() + (text.size() < 126 ? 2 : 4);
    }
    const auto name = text_after(text, R"("event":")");
    if (name != "chosen" && name != "battle_ended") return;
    if (name == "battle_ended") {
        current_.ended |= 1U << seat;
        if (current_.ended == 3) {
            ++battles_ended;
            next_match();
        }
        return;
    }
    const auto decision = text_after(text, R"("decision":)");
    for (auto& each : current_.submitted) {
        if (each.decision != decision) continue;
        each.seen |= 1U << seat;
        if (each.seen != 3) return;
        const auto since = each.since_ns;
        each = current_.submitted.back();
        current_.submitted.pop_back();
        return events_.on_decided(conn.read_at_ns > since ? conn.read_at_ns - since : 0);
    }
}

// The spare battle becomes the current one; the connections leave the old one and make a new spare.
void Pair::next_match() {
    if (!current_.battle.empty())
        for (auto* seat : seats_) client_.send(*seat, R"({"type":"unfollow","battle":")" + current_.battle + "\"}");
    current_ = std::exchange(spare_, {});
    client_.send(*seats_[0], create_);
    if (has_asked()) events_.on_asked(*this);
}

void Pair::submit(std::uint64_t since_ns) {
    const Asked asked = std::move(current_.asked.front());
    current_.asked.pop_front();
    current_.submitted.push_back({asked.decision, since_ns});
    client_.send(*seats_[asked.seat], R"({"type":"choose","id":")" + std::to_string(++choices_) + R"(","battle":")" + current_.battle + R"(","decision":)" +
                                          asked.decision + R"(,"choice":"default"})");
}

}  // namespace muster::bench
