// What HTTP answers that is nobody else's.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/fields.hpp"

namespace muster::server {

/// Of GET /api/v1/nudges.
struct NudgesOffer {
    std::string push_key;
    std::vector<std::string> hosts;
    static void fields(auto& visit, auto& self) {
        visit("push_key", self.push_key, Rule{.about = "for Web Push: the server's key"});
        visit("hosts", self.hosts, Rule{.about = "where webhooks may go"});
    }
};

/// Of GET /api/v1/origin.
struct OriginAnswer {
    std::string address;
    int relays = 0;
    static void fields(auto& visit, auto& self) {
        visit("address", self.address, Rule{.about = "https://…: where battles are played; empty: here"});
        visit("relays", self.relays, Rule{.about = "how many relays stand between here and there; 0: it is here"});
    }
};

/// Of GET /oembed (https://oembed.com, 2.3).
struct OembedAnswer {
    std::string type = "link";
    std::string version = "1.0";
    std::string title;
    std::string provider_name = "Muster";
    std::string provider_url;
    std::int64_t cache_age = 0;
    std::optional<std::string> html{};
    std::optional<std::int64_t> width{};
    std::optional<std::int64_t> height{};
    std::optional<std::string> thumbnail_url{};
    std::optional<std::int64_t> thumbnail_width{};
    std::optional<std::int64_t> thumbnail_height{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "type", self.type, "version", self.version, "title", self.title, "provider_name", self.provider_name, "provider_url",
                    self.provider_url);
        visit("cache_age", self.cache_age, Rule{.about = "seconds"});
        visit("html", self.html, Rule{.sparse = true, .about = "of type `rich`: a frame with the battle"});
        visit("width", self.width, Rule{.sparse = true, .about = "of the frame, in pixels"});
        visit("height", self.height, Rule{.sparse = true});
        visit("thumbnail_url", self.thumbnail_url, Rule{.sparse = true, .about = "the picture of the battle; left out if it is larger than asked for"});
        visit("thumbnail_width", self.thumbnail_width, Rule{.sparse = true});
        visit("thumbnail_height", self.thumbnail_height, Rule{.sparse = true});
    }
};

/// Of GET /api/v1/witness.
struct WitnessOffer {
    std::string fingerprint;
    std::string key;
    std::vector<std::string> takes;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "fingerprint", self.fingerprint);
        visit("key", self.key, Rule{.about = "by which this server signs as a witness (P-256, hex)"});
        visit("takes", self.takes, Rule{.about = "addresses of the witnesses that battles here may have"});
    }
};

}  // namespace muster::server
