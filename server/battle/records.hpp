// Records from the store and into it, without a session: for export, import and check.
#pragma once
#include <expected>
#include <string>
#include <vector>

#include "protocol/record.hpp"
#include "rules/battle.hpp"
#include "storage/store.hpp"

namespace muster::server {

/// The record of a battle that is over, as a spectator gets it. Needs no rules: what is stored says it all.
std::expected<std::string, Refusal> stored_record(const storage::StoredBattle& battle);

/// What the store keeps of a battle that was played elsewhere.
struct Imported {
    storage::Header header;
    std::vector<storage::Seat> seats;
    std::vector<storage::Step> steps;
};

/// Checks that the record holds and makes of it what the store keeps. Nobody holds its seats here. Refuses (bad_message,
/// with the place) what does not hold.
std::expected<Imported, Refusal> import_record(const protocol::Record& record, const rules::Rulesets& rulesets);

}  // namespace muster::server
