// What a move would come to if nobody else moved: each conflict of whose side it is, as the table has it.
#pragma once
#include "rules/theatre/campaign.hpp"
#include "rules/theatre/naming.hpp"

namespace muster::rules::theatre {

struct MoveMeaning {
    struct Side {
        Name seat;
        int tokens = 0;
        int left = 0;
        static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "tokens", self.tokens, "left", self.left); }
    };
    struct Assault {
        Name attacker;
        Name defender;
        int needed = 0;
        bool falls = false;
        static void fields(auto& visit, auto& self) {
            list_fields(visit, "attacker", self.attacker, "defender", self.defender, "needed", self.needed, "falls", self.falls);
        }
    };
    struct Fight {
        Name area;
        std::vector<Side> sides;
        std::optional<Assault> assault;
        static void fields(auto& visit, auto& self) {
            visit("area", self.area, Rule{});
            visit("sides", self.sides, Rule{.about = "who has tokens there before or afterwards, in their order"});
            visit("assault", self.assault, Rule{.sparse = true, .about = "on a city, if attackers are left to make one"});
        }
    };
    std::vector<Fight> fights;
    static void fields(auto& visit, auto& self) { visit("fights", self.fights, Rule{.about = "by the map; of areas in which something is lost"}); }
};

/// Of a legal choice. Which sort of tokens goes, their owners would say; here population goes first. How many go is certain, but for defenders of a fallen
/// city whose owner's stock is short: it grows by the population that is lost anywhere.
MoveMeaning foresee(Campaign campaign, int seat, const Move<int>& choice);

}  // namespace muster::rules::theatre
