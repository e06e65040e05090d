#include "server/nudge/text.hpp"

#include <algorithm>

#include "protocol/times.hpp"
#include "server/nudge/push_message.hpp"

namespace muster::server {

namespace {

using protocol::NudgeFormat;

/// A turn as programs read it.
struct TurnFields {
    std::string battle;
    std::string title;
    std::string ruleset;
    std::string seat;
    std::int64_t decision = 0;
    std::string kind;
    std::optional<std::string> deadline;
    bool reminder = false;
    std::string link;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "title", self.title, "ruleset", self.ruleset, "seat", self.seat, "decision", self.decision, "kind", self.kind,
                    "deadline", self.deadline, "reminder", self.reminder);
        visit("link", self.link, Rule{.sparse = true});
    }
};

struct DigestFields {
    std::vector<TurnFields> turns;
    std::int64_t more = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "turns", self.turns, "more", self.more); }
};

std::string link_of(const Turn& turn, const std::string& public_url) { return public_url.empty() ? "" : public_url + "/b/" + turn.battle; }

DigestFields fields_of(const Digest& digest, const std::string& public_url) {
    DigestFields out{{}, static_cast<std::int64_t>(digest.more)};
    for (const auto& turn : digest.turns)
        out.turns.push_back({turn.battle, turn.title, turn.ruleset, turn.seat, turn.decision, turn.kind,
                             turn.deadline_ms ? std::optional(protocol::time_text(*turn.deadline_ms)) : std::nullopt, turn.reminder,
                             link_of(turn, public_url)});
    return out;
}

std::string capitalised(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string spaced(std::string text) {
    std::ranges::replace(text, '_', ' ');
    return text;
}

// Neither formatting nor a mention: each of its characters stands for itself.
std::string plain(NudgeFormat format, std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (format == NudgeFormat::slack && c == '&') out += "&amp;";
        else if (format == NudgeFormat::slack && c == '<') out += "&lt;";
        else if (format == NudgeFormat::slack && c == '>') out += "&gt;";
        else if (format == NudgeFormat::discord && std::string_view("\\*_~`|>#-[]()<@:").contains(c)) (out += '\\') += c;
        else out += c;
    }
    return out;
}

// Both show a time in the reader's own zone.
std::string time_for(NudgeFormat format, std::int64_t at_ms) {
    const std::string seconds = std::to_string(at_ms / 1000);
    if (format == NudgeFormat::discord) return "<t:" + seconds + ":f>";
    const std::string written = protocol::time_text(at_ms);
    return "<!date^" + seconds + "^{date_short_pretty} {time}|" + written.substr(0, 10) + " " + written.substr(11, 5) + " UTC>";
}

std::string sentence(NudgeFormat format, const Turn& turn, const std::string& public_url, bool decided) {
    std::string out = turn.reminder && !decided ? "Reminder: " : "";
    out += plain(format, capitalised(spaced(turn.seat))) + (decided ? " has decided in “" : "’s turn in “") +
           plain(format, turn.title.empty() ? turn.ruleset : turn.title) + "” (" + plain(format, turn.ruleset);
    out += turn.kind.empty() ? ")" : "): " + plain(format, spaced(turn.kind));
    if (turn.deadline_ms && !decided) out += ", by " + time_for(format, *turn.deadline_ms);
    const auto link = link_of(turn, public_url);
    if (!link.empty()) out += "\n<" + link + ">";
    return out;
}

// Discord takes 2000 characters; what does not fit is counted.
std::string words(NudgeFormat format, const Digest& digest, const std::string& public_url) {
    constexpr std::size_t room = 1900;
    const std::size_t all = digest.turns.size() + digest.more;
    if (all == 1) return sentence(format, digest.turns.front(), public_url, !digest.decided.empty());
    const auto waiting = all - digest.decided.size();
    std::string out = waiting == 0 ? "All is decided:" : waiting == 1 ? "1 decision is waiting:" : std::to_string(waiting) + " decisions are waiting:";
    std::size_t told = 0;
    for (std::size_t i = 0; i < digest.turns.size(); ++i) {
        const std::string line = "\n• " + sentence(format, digest.turns[i], public_url, digest.is_decided(i));
        if (out.size() + line.size() > room) break;
        out += line;
        ++told;
    }
    if (told < all) out += "\n… and " + std::to_string(all - told) + " more";
    return out;
}

struct Mentions {
    std::vector<std::string> parse;
    static void fields(auto& visit, auto& self) { list_fields(visit, "parse", self.parse); }
};

struct Picture {
    std::string url;
    static void fields(auto& visit, auto& self) { list_fields(visit, "url", self.url); }
};

struct Embed {
    std::string url;
    Picture image;
    static void fields(auto& visit, auto& self) { list_fields(visit, "url", self.url, "image", self.image); }
};

// The flag "no embeds" would keep these away, too; links stand in < >, which Discord does not look into.
struct DiscordBody {
    std::string content;
    std::vector<Embed> embeds{};
    Mentions allowed_mentions{};  ///< none
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "content", self.content, "embeds", self.embeds, "allowed_mentions", self.allowed_mentions);
    }
};

// The picture of each battle, once. Discord keeps a picture by its address, so that it needs another one when the battle has moved; it takes ten.
std::vector<Embed> pictures(const Digest& digest, const std::string& public_url) {
    constexpr std::size_t most = 10;
    std::vector<Embed> out;
    if (public_url.empty()) return out;
    std::vector<std::string> battles;
    for (const auto& turn : digest.turns)
        if (std::ranges::find(battles, turn.battle) == battles.end() && battles.size() < most) battles.push_back(turn.battle);
    for (const auto& battle : battles) {
        std::string moment;
        for (std::size_t i = 0; i < digest.turns.size(); ++i)
            if (digest.turns[i].battle == battle)
                moment += (moment.empty() ? "" : "-") + std::to_string(digest.turns[i].decision) + (digest.is_decided(i) ? "d" : "");
        const auto link = public_url + "/b/" + battle;
        out.push_back({link, {link + "/card.png?v=" + moment}});
    }
    return out;
}

struct SlackBody {
    std::string text;
    bool unfurl_links = false;
    static void fields(auto& visit, auto& self) { list_fields(visit, "text", self.text, "unfurl_links", self.unfurl_links); }
};

}  // namespace

std::string webhook_text(NudgeFormat format, const Digest& digest, const std::string& public_url) {
    switch (format) {
        case NudgeFormat::json: return to_text(fields_of(digest, public_url));
        case NudgeFormat::discord: return to_text(DiscordBody{words(format, digest, public_url), pictures(digest, public_url)});
        case NudgeFormat::slack: return to_text(SlackBody{words(format, digest, public_url)});
    }
    return {};
}

std::string push_text(Digest digest) {
    auto text = to_text(fields_of(digest, {}));
    while (text.size() > push_payload_bytes_max && digest.turns.size() > 1) {
        digest.turns.pop_back();
        ++digest.more;
        text = to_text(fields_of(digest, {}));
    }
    return text;
}

}  // namespace muster::server
