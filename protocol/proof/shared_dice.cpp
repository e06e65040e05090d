#include "protocol/proof/shared_dice.hpp"

#include "protocol/ids.hpp"
#include "protocol/shares.hpp"

namespace muster::protocol::proof {

namespace {

constexpr std::string_view of_seal[] = {"seal"};
constexpr std::string_view of_share[] = {"opens", "share"};

/// Such fields of a decision's input as its events repeat.
Json repeated(const Json& said, std::initializer_list<const char*> fields) {
    Json out = Json::object();
    for (const auto* name : fields)
        if (const auto* value = find_field(said, name)) out[name] = *value;
    return out;
}

}  // namespace

bool shares_dice(const Json& options) {
    const auto* dice = options.is_object() ? find_field(options, "dice") : nullptr;
    return dice && *dice == name_of(DiceOf::shared);
}

std::optional<Problem> digest_problem(const Json* value, const std::string& path) {
    if (value && value->is_string() && hash_from_hex(value->get_ref<const std::string&>())) return {};
    return Problem{path, "expected 64 hex digits"};
}

bool SharedDice::passes() {
    if (awaits_shares_) return false;
    is_asked_ = false;
    return true;
}

SharedDice::Decided SharedDice::decides(const Json& said, bool is_sealed, const std::string& path) {
    if (said.contains("standing")) return {};                                             // the server would read the order
    if (said.at("kind") == share_kind) return is_sealed ? Decided() : gives(said, path);  // no event says that one share is there
    if (awaits_shares_) return {};
    if (said.at("choice").contains("seal")) return seals(said, path);
    return is_sealed ? Decided() : chooses(said);
}

SharedDice::Decided SharedDice::seals(const Json& said, const std::string& path) {
    if (said.contains("timed_out") || (is_first(said) ? is_sealing_ : !is_sealing_ && !is_late_)) return {};
    const auto& choice = said.at("choice");
    if (auto found = unknown_field(choice, of_seal, path + "/choice")) return std::unexpected(std::move(*found));
    if (auto found = digest_problem(find_field(choice, "seal"), path + "/choice/seal")) return std::unexpected(std::move(*found));
    begins(true, !is_first(said));
    Due due{"choice_sealed", repeated(said, {"seat", "decision", "kind"})};
    seals_.push_back({due.data});
    due.data["seal"] = choice.at("seal");
    return std::vector{std::move(due)};
}

SharedDice::Decided SharedDice::chooses(const Json& said) {
    const bool timed_out = said.contains("timed_out");
    if (is_sealing_ && (!timed_out || is_first(said))) return {};
    begins(is_sealing_, is_sealing_);
    is_late_ = timed_out && is_first(said);
    return std::vector{Due{"chosen", said, !is_sealing_}};
}

void SharedDice::begins(bool is_sealing, bool awaits_shares) {
    is_given_ = is_late_ = false;
    is_asked_ = true;
    is_sealing_ = is_sealing;
    awaits_shares_ = awaits_shares;
}

SharedDice::Decided SharedDice::gives(const Json& said, const std::string& path) {
    if (said.contains("timed_out") || asked_step() == 0 || (is_sealing_ && !awaits_shares_) || said.at("seat") != seats_[shares_]) return {};
    const auto& choice = said.at("choice");
    const auto* share = find_field(choice, "share");
    if (auto found = unknown_field(choice, of_share, path + "/choice")) return std::unexpected(std::move(*found));
    if (auto found = digest_problem(share, path + "/choice/share")) return std::unexpected(std::move(*found));
    for (auto& each : seals_)
        if (const auto* opens = find_field(choice, "opens"); opens && each.chosen.at("seat") == said.at("seat")) each.opened = *opens;
    std::vector<Due> out{{"share_given", repeated(said, {"seat", "decision"})}};
    out.front().data.update({{"step", asked_step()}, {"share", *share}});
    ++shares_;
    awaits_shares_ = true;
    is_late_ = false;
    if (shares_ < seats_.size()) return out;
    for (auto& each : seals_) out.push_back({.event = "chosen", .data = std::move(each.chosen), .opened = std::move(each.opened)});
    out.back().leads = true;
    ++steps_;
    shares_ = 0;
    seals_.clear();
    is_sealing_ = awaits_shares_ = false;
    is_given_ = true;
    return out;
}

Json opened_data(const Due& due, const Json& recorded) {
    const auto& opened = *due.opened;
    const auto* choice = find_field(recorded, "choice");
    Json out = due.data;
    out["choice"] = choice && choice->is_object() ? *choice : Json::object();
    if (opened.is_object() ? recorded.contains("unfit") : opened != "default") out["unfit"] = true;
    return out;
}

}  // namespace muster::protocol::proof
