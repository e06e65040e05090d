// What CardService draws with: the page's faces, the scenarios' titles, the card of a battle on them.
#pragma once
#include <string_view>
#include <vector>

#include "rules/battle.hpp"
#include "server/card/card_service.hpp"

namespace muster::server {

/// `faces`: font files in the program. Both outlive what this gives.
CardService::Draw make_drawing(const std::vector<std::string_view>& faces, const rules::Rulesets& rulesets);

}  // namespace muster::server
