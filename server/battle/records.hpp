// Records from the store and into it, without a battle in memory: for export, import and check.
#pragma once
#include <expected>
#include <string>
#include <vector>

#include "protocol/record.hpp"
#include "rules/battle.hpp"
#include "rules/give_up.hpp"
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

/// What the store would keep of this record. Plays it again, and so refuses (bad_message, with the place) what cannot be played to its
/// end; but what the record says of its events besides is taken as it stands: whether it holds, import_record() asks. When `give_up` says
/// so it ends before that (server_busy).
std::expected<Imported, Refusal> stored_form(const protocol::Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up = {});

/// Checks that the record holds and makes of it what the store keeps. Nobody holds its seats here. Refuses (bad_message,
/// with the place) what does not hold, and (server_busy) whatever is still being checked or cut into steps when `give_up` says so.
std::expected<Imported, Refusal> import_record(const protocol::Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up = {});

}  // namespace muster::server
