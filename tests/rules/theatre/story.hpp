// Short ways to write campaigns down in tests.
#pragma once
#include <doctest/doctest.h>

#include "rules/scenario.hpp"
#include "tests/rules/play.hpp"

namespace muster::test {

/// A setup of some areas ("a1:3 b*:2 c~:4 d^:1 sea", `*` a city site, `~` a flood plain, `^` a volcano), all in a row overland, and nations.
Json dale(std::string_view areas, std::vector<Json> nations, Json extra = Json::object());
Json nation(const char* seat, Json fields);
/// One calamity of the first turn.
Json struck(const char* seat, const char* calamity);

/// Plays it to its end: each of these choices when its seat is asked for one of its kind, else the defaults.
std::vector<rules::Event> campaign(const Json& setup, std::vector<Json> choices = {});
Json choice(const char* seat, const char* kind, const char* what);

/// The refusal of a scenario with these choices, in this order: "path: message".
std::string refused_campaign(const Json& setup, std::vector<Json> choices = {});

/// The events of these names, a line each: "name data", without what is 0, false or empty.
std::string told(const std::vector<rules::Event>& events, const std::vector<std::string>& names);

}  // namespace muster::test
