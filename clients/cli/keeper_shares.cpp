// What is kept where dice are shared, and what is said only after it.
#include <algorithm>

#include "clients/cli/keeper.hpp"
#include "clients/cli/narration.hpp"
#include "protocol/turn_messages.hpp"

namespace muster::cli {

using protocol::KeptSeat;

namespace {

constexpr int rungs_kept_back = 64;  // so many tries are left to put in a new ladder, which may have to wait

std::optional<protocol::SignedHead> head_of(const Json& request) {
    const auto head = read_fields<protocol::SignedHead>(FlatJson(value_at(request, "signed_head")), Code::bad_message);
    return head ? std::optional(*head) : std::nullopt;
}

/// The server's fault, or something that the user can do something about.
std::string why_not(const protocol::Breach& breach) {
    const std::string nothing = "No share of the dice is given: ";
    if (breach.kind == "altered_input")
        return nothing + breach.message + ". If you did it on another device, bring over what that kept: muster seats export there, muster seats import here.";
    const bool ours = breach.kind == "no_ladder" || breach.kind == "not_followed" || breach.kind == "sealed_elsewhere";
    return nothing + (ours ? breach.message + "." : against_word(breach.message));
}

}  // namespace

void Keeper::begin_anew() {
    renews_ladder_ = false;
    if (shares_) shares_.emplace(kept_);
}

void Keeper::hear_of_shares(const Json& event, Told& told) {
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    if ((name == "seat_taken" || name == "ladder_renewed") && text_at(data, "seat") == kept_.seat) reload();  // another program may have drawn it
    if (name == "ladder_renewed" && text_at(data, "seat") == kept_.seat) renews_ladder_ = false;
    const auto breach = shares_->happens(number_at(event, "seq"), name, data, kept_);
    if (breach) told.push_back(against_word(breach->message + (breach->kind == "foreign_ladder" ? ", unless you did on another device" : "")));
}

bool Keeper::is_sealed_for_all(const Json& request) const {
    const auto kind = text_at(request, "kind");
    return shares_ && flag_at(request, "sealed") && kind != "ready" && kind != protocol::share_kind;
}

std::expected<Json, Keeper::NotSealed> Keeper::seal(const Json& request, Json choice) {
    if (choice == "default") choice = value_at(request, "default");
    std::expected<protocol::SealChoice, protocol::Breach> seal;
    const auto unkept = try_change([&](KeptSeat& kept) { seal = shares_->seal(kept, text_at(request, "kind"), number_at(request, "decision"), choice); });
    if (unkept) return std::unexpected(NotSealed{"This cannot be sealed, since it cannot be kept: " + *unkept + "."});
    if (!seal) return std::unexpected(NotSealed{"This cannot be sealed: " + seal.error().message + ".", seal.error().kind == "outdated"});
    Json out{{"choice", to_json_value(*seal)}};
    if (flag_at(request, "names_ladder")) out["ladder"] = shares_->foot();
    return out;
}

// Another program of the seat has put in another ladder while the seal was on its way; mostly we have heard of that by now.
Json Keeper::seal_refused(const Json& ours) {
    if (!shares_) return {};
    renews_ladder_ |= shares_->foot() == text_at(ours, "ladder");
    const auto decision = number_at(ours, "decision");
    const auto sealed = std::ranges::find_if(kept_.sent, [&](const protocol::SentInput& each) { return each.sealed && each.decision == decision; });
    if (sealed == kept_.sent.end()) return {};
    Json choice = sealed->choice;
    // What is not in the battle was not sealed: should the other program decide otherwise now, the server is not to be accused of it.
    if (!sealed->accepted)
        try_change([&](KeptSeat& kept) { std::erase_if(kept.sent, [&](const auto& each) { return each.sealed && each.decision == decision; }); });
    return choice;
}

// Stored before it is said: whoever is asked again after that, in whatever program, has the same head or does not answer.
std::optional<Json> Keeper::share(const Json& request, Told& told) {
    if (!shares_) return {};
    const auto asked = read_fields<protocol::ShareOptions>(FlatJson(value_at(request, "options")), Code::bad_message);
    if (!asked) {
        told.push_back(against_word("it asked for a share of the dice in a way that cannot be read"));
        return {};
    }
    std::expected<protocol::ShareChoice, protocol::Breach> answer;
    const auto unkept = try_change([&](KeptSeat& kept) { answer = shares_->answer(kept, *asked, head_of(request)); });
    if (unkept) told.push_back("No share of the dice is given, since what it is given for cannot be kept: " + *unkept + ".");
    else if (!answer && answer.error().kind != "outdated") told.push_back(why_not(answer.error()));
    if (unkept || !answer) return {};
    return to_json_value(*answer);
}

std::string Keeper::fresh_ladder(Told& told) {
    std::string foot;
    if (!shares_) return foot;
    const auto unkept = try_change([&](KeptSeat& kept) { foot = shares_->fresh_ladder(kept); });
    if (!unkept) return foot;
    told.push_back("A new ladder cannot be kept, so that none is put in: " + *unkept + ".");
    return {};
}

bool Keeper::needs_ladder() const {
    return shares_ && shares_->holds_ladder() && (shares_->rungs_left() < rungs_kept_back || shares_->has_fresh_ladder(kept_));
}

}  // namespace muster::cli
