// Nudges: who is told, and where, that a seat must decide. A part of client and server messages, and what is stored of them.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/fields.hpp"

namespace muster::protocol {

enum class NudgeKind { webhook, push };
constexpr EnumNames<NudgeKind, 2> names_of(NudgeKind) { return {{{NudgeKind::webhook, "webhook"}, {NudgeKind::push, "push"}}}; }

enum class NudgeFormat { json, discord, slack };
constexpr EnumNames<NudgeFormat, 3> names_of(NudgeFormat) {
    return {{{NudgeFormat::json, "json"}, {NudgeFormat::discord, "discord"}, {NudgeFormat::slack, "slack"}}};
}

struct PushKeys {
    std::string p256dh;
    std::string auth;
    static void fields(auto& visit, auto& self) {
        visit("p256dh", self.p256dh, Rule{.min = 1, .max = 120, .about = "the browser's key, base64url"});
        visit("auth", self.auth, Rule{.min = 1, .max = 40, .about = "base64url"});
    }
    bool operator==(const PushKeys&) const = default;
};

/// What a browser's PushManager gives.
struct PushSubscription {
    std::string endpoint;
    PushKeys keys;
    static void fields(auto& visit, auto& self) {
        visit("endpoint", self.endpoint, Rule{.min = 1, .max = 1000});
        list_fields(visit, "keys", self.keys);
    }
    bool operator==(const PushSubscription&) const = default;
};

/// Where nudges go. Whoever knows it can send there too, so it is never shown again nor logged.
struct NudgeTarget {
    NudgeKind kind = NudgeKind::webhook;
    std::optional<NudgeFormat> format;
    std::string url;
    std::string secret;
    std::optional<PushSubscription> subscription;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "kind", self.kind);
        visit("format", self.format, Rule{.sparse = true, .about = "for a webhook; json if left out"});
        visit("url", self.url, Rule{.sparse = true, .max = 1000, .about = "for a webhook"});
        visit("secret", self.secret,
              Rule{.sparse = true, .max = 200, .about = "signs a webhook's nudges, 16 to 200 characters; if left out, one is generated for json"});
        visit("subscription", self.subscription, Rule{.sparse = true, .about = "for a push: what the browser's PushManager gave"});
    }
    bool operator==(const NudgeTarget&) const = default;
};

/// One's own subscription as it is shown again: enough to recognise it, nothing to misuse.
struct NudgeInfo {
    std::string nudge;  ///< its id, for unsubscribe
    NudgeKind kind = NudgeKind::webhook;
    std::optional<NudgeFormat> format;
    std::string host;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "nudge", self.nudge, "kind", self.kind);
        visit("format", self.format, Rule{.sparse = true});
        list_fields(visit, "host", self.host);
    }
};

// ---- from clients ----

struct Subscribe {
    std::string battle;
    NudgeTarget nudge;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        list_fields(visit, "nudge", self.nudge);
    }
};

struct Unsubscribe {
    std::string battle;
    std::string nudge;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("nudge", self.nudge, Rule{.min = 1, .max = 64, .about = "the id that `subscribed` gave"});
    }
};

struct ListNudges {
    std::string battle;
    static void fields(auto& visit, auto& self) { visit("battle", self.battle, Rule{.min = 1, .max = 64}); }
};

using NudgeMessage = std::variant<Subscribe, Unsubscribe, ListNudges>;

// ---- from the server ----

struct Subscribed {
    static constexpr std::string_view type = "subscribed";
    std::string battle;
    NudgeInfo nudge;
    std::string secret;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "nudge", self.nudge);
        visit("secret", self.secret, Rule{.sparse = true, .about = "signs its nudges; shown only here"});
    }
};

struct Unsubscribed {
    static constexpr std::string_view type = "unsubscribed";
    std::string battle;
    std::string nudge;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "nudge", self.nudge); }
};

struct NudgeList {
    static constexpr std::string_view type = "nudges";
    std::string battle;
    std::vector<NudgeInfo> nudges;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "nudges", self.nudges); }
};

/// A subscription that came with `create`.
struct CreatedNudge {
    NudgeInfo nudge;
    std::string secret;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "nudge", self.nudge);
        visit("secret", self.secret, Rule{.sparse = true, .about = "signs its nudges; shown only here"});
    }
};

}  // namespace muster::protocol
