// What HTTP answers that is nobody else's.
#pragma once
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
