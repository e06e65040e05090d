// What the HTTP calls take in their query.
#pragma once
#include <algorithm>
#include <chrono>
#include <optional>

#include "rules/fields.hpp"
#include "server/base/limits.hpp"

namespace muster::server {

struct EventsQuery {
    std::int64_t since = 0;
    int limit = limits::events_page_max;
    std::optional<std::int64_t> wait;
    std::string name;
    std::string nonce;
    std::string ladder;
    std::string start;
    std::string key;
    std::string generation;
    bool unspoiled = false;
    static void fields(auto& visit, auto& self) {
        visit("since", self.since, Rule{.optional = true, .min = 0, .about = "the last event you have"});
        visit("limit", self.limit,
              Rule{.optional = true, .min = 1, .max = limits::events_page_max, .about = "events in one answer; `next` says where the next answer begins"});
        visit("wait", self.wait,
              Rule{.sparse = true,
                   .min = 0,
                   .max = limits::poll_wait_max.count(),
                   .about = "seconds to wait for an event; follows the battle, and takes the seat of the token"});
        visit("name", self.name, Rule{.sparse = true, .max = 40, .about = "with the first follow of a seat: the name of whoever takes it"});
        visit("nonce", self.nonce, Rule{.sparse = true, .max = 64, .about = "the same: 16 to 64 hex digits that enter the dice"});
        visit("ladder", self.ladder, Rule{.sparse = true, .max = 64, .about = "the same: the foot of your ladder, where dice are shared"});
        visit("start", self.start, Rule{.sparse = true, .max = 64, .about = "the same: H(0) as you worked it out, with the ladder"});
        visit("key", self.key, Rule{.sparse = true, .max = 130, .about = "the same: by which you sign what you decide (P-256, hex)"});
        visit("generation", self.generation, Rule{.sparse = true, .max = 16, .about = "the one that came with `since`; if it has changed, everything is sent"});
        visit("unspoiled", self.unspoiled,
              Rule{.sparse = true, .about = "just looking: the answer tells nothing of what comes after its events, but whether something does (`next`)"});
    }
};

/// How long a long poll is held that wants to wait so many seconds: not so long that a proxy on the way gives it up.
constexpr std::chrono::seconds poll_held(std::int64_t wait_s) {
    constexpr std::chrono::seconds proxy_patience{60}, slow_line{5};
    static_assert(limits::poll_held_max + slow_line <= proxy_patience);
    return std::min<std::chrono::seconds>(std::chrono::seconds(wait_s), limits::poll_held_max);
}

/// As https://oembed.com has it, 2.2.
struct OembedQuery {
    std::string url;
    std::string format = "json";
    std::int64_t maxwidth = oembed_unbounded;
    std::int64_t maxheight = oembed_unbounded;
    static constexpr std::int64_t oembed_unbounded = 1'000'000;
    static void fields(auto& visit, auto& self) {
        visit("url", self.url, Rule{.about = "of a battle's page here"});
        visit("format", self.format, Rule{.optional = true, .about = "json; there is no other (501)"});
        visit("maxwidth", self.maxwidth, Rule{.optional = true, .min = 0, .max = oembed_unbounded, .about = "of the picture; a larger one is left out"});
        visit("maxheight", self.maxheight, Rule{.optional = true, .min = 0, .max = oembed_unbounded, .about = "likewise"});
    }
};

enum class RecordFormat { json, text };
constexpr EnumNames<RecordFormat, 2> names_of(RecordFormat) { return {{{RecordFormat::json, "json"}, {RecordFormat::text, "text"}}}; }

struct RecordQuery {
    RecordFormat format = RecordFormat::json;
    static void fields(auto& visit, auto& self) { visit("format", self.format, Rule{.optional = true, .about = "text: a transcript to read"}); }
};

}  // namespace muster::server
