// How campaigns are played from a terminal.
#pragma once
#include "rules/typed_orders.hpp"

namespace muster::rules::theatre {

const TypedOrders& typed();

/// What stands in each area and what each nation has.
std::vector<TypedOrders::Row> typed_map(const Json& setup, const Json& view, const std::function<std::string(const std::string&)>& name);
/// What a decision offers, a row each.
std::vector<TypedOrders::Row> typed_rows(const AskedOrders& asked);
/// What a choice comes to; nothing: its description says it.
std::string typed_words(std::string_view kind, const Json& choice, const std::function<std::string(const std::string&)>& name);
/// "3 population, 1 army".
std::string tokens_text(const Json& holding);

}  // namespace muster::rules::theatre
