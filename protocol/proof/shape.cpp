#include "protocol/proof/shape.hpp"

#include "protocol/proof/shared_dice.hpp"
#include "protocol/witness.hpp"
#include "rules/battle.hpp"

namespace muster::protocol::proof {

namespace {

Problem expected(std::string what, std::string path) { return {std::move(path), "expected " + std::move(what)}; }

/// What says nothing is left out, since of two ways to write one thing there would be two hashes.
std::optional<Problem> empty_field(const Entry& entry) {
    for (const auto* name : {"accept", "choice", "key", "ladder", "left", "name", "nonce", "seat", "share", "signature", "standing", "timed_out"}) {
        const auto* value = find_field(entry.said, name);
        if (!value) continue;
        const bool beside = name == std::string_view("signature") || name == std::string_view("standing");
        auto path = below(beside ? entry.path : entry.hashed_path, name);
        if (name == std::string_view("choice") && !value->is_object()) return expected("an object", std::move(path));
        const bool flag = name == std::string_view("standing") || name == std::string_view("timed_out") || name == std::string_view("left");
        const bool is_empty = value->is_string() && value->get_ref<const std::string&>().empty();
        if (value->is_null() || is_empty || (flag && *value == false)) return Problem{std::move(path), "this says nothing; it must be left out"};
    }
    return {};
}

std::optional<Problem> roll(const Json& data, const std::string& path) {
    const auto* groups = find_field(data, "groups");
    if (!groups || !groups->is_array()) return expected("a list", path);
    for (std::size_t i = 0; i < groups->size(); ++i) {
        const auto& group = (*groups)[i];
        const auto here = path + "/" + std::to_string(i);
        const auto* dice = group.is_object() ? find_field(group, "dice") : nullptr;
        if (!dice || !dice->is_array()) return expected("a group of dice", here);
        const auto* sides = find_field(group, "sides");
        if (sides && (!sides->is_number_integer() || *sides < 2 || *sides > rules::sides_max))
            return expected("a number from 2 to " + std::to_string(rules::sides_max), here + "/sides");
        const int most = sides ? sides->get<int>() : 6;
        for (std::size_t die = 0; die < dice->size(); ++die)
            if (const auto& face = (*dice)[die]; !face.is_number_integer() || face < 1 || face > most)
                return expected("a number from 1 to " + std::to_string(most), here + "/dice/" + std::to_string(die));
    }
    return {};
}

bool has_own_witness(const Record& record) {
    const auto key = witness_key(record.options);
    return key && to_hex(*key) != record.server_key;
}

}  // namespace

std::optional<Problem> shape_problem(const Record& record, const std::vector<Entry>& entries) {
    if (!record.setup.is_object()) return expected("an object", "/setup");
    if (!record.options.is_object() && !(record.options.is_null() && record.proof() == Proof::first)) return expected("an object", "/options");
    if (!record.outcome.is_object() && !record.outcome.is_null()) return expected("an object", "/outcome");
    if (shares_dice(record.options) && (record.seats.size() != 2 || record.proof() == Proof::first))
        return Problem{"/options/dice", "dice are shared by two seats, and in a battle whose heads are signed"};
    if (has_witness(record.options) && (!has_own_witness(record) || record.proof() == Proof::first))
        return Problem{"/options/dice", "dice with a witness need one with a key of its own, and a battle whose heads are signed"};
    for (const auto& entry : entries)
        if (auto found = empty_field(entry)) return found;
    for (std::size_t i = 0; i < record.events.size(); ++i) {
        const auto& event = record.events[i];
        const auto path = "/events/" + std::to_string(i) + "/data";
        if (!event.data.is_object()) return expected("an object", path);
        if (event.event != "rolled") continue;
        if (auto found = roll(event.data, path + "/groups")) return found;
    }
    return {};
}

}  // namespace muster::protocol::proof
