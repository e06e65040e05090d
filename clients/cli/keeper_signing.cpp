// What this device signs of what it sends, so that nobody else can have made it (protocol/README.md, "Seats that sign").
#include "clients/cli/keeper.hpp"
#include "clients/cli/narration.hpp"
#include "protocol/mine_sent.hpp"
#include "protocol/ready.hpp"
#include "protocol/seat_keys.hpp"

namespace muster::cli {

using protocol::KeptSeat;

namespace {

/// As records have it.
Json input_of(const Json& message, const Json& request, const std::string& seat) {
    return {{"choice", value_at(message, "choice")}, {"decision", number_at(message, "decision")}, {"kind", text_at(request, "kind")}, {"seat", seat}};
}

}  // namespace

void Keeper::sign(Json& message, const Json& request) {
    if (!shares_) return;
    const auto type = text_at(message, "type");
    if (type == "new_ladder") sign_ladder(message);
    if (type == "concede") put_signature(message, {{"kind", "concede"}, {"seat", kept_.seat}});
    const auto kind = text_at(request, "kind");
    const bool is_signed =
        type == "choose" && number_at(message, "decision") == number_at(request, "decision") && kind != "ready" && kind != protocol::share_kind;
    if (!is_signed || !shares_->signs(kept_)) return;
    auto& choice = message["choice"];
    if (choice == "default") choice = value_at(request, "default");
    put_signature(message, input_of(message, request, kept_.seat));
}

// The rules fill in what was left out. What the server says otherwise is not signed, and it may refuse the rest itself.
Json Keeper::sign_previewed(Json message, const Json& previewed, const Json& request) {
    const auto& whole = value_at(previewed, "choice");
    if (!whole.is_object() || number_at(message, "decision") != number_at(request, "decision") || !protocol::says_the_same(value_at(message, "choice"), whole))
        return message;
    message["choice"] = whole;
    put_signature(message, input_of(message, request, kept_.seat));
    return message;
}

void Keeper::put_signature(Json& message, Json input) {
    if (auto signature = shares_->sign(kept_, input)) message["signature"] = std::move(*signature);
}

// A seat that came without a key goes on so: its device would take one for another's, and older servers know none. Whoever comes without the key in force
// brings one of his own; that the seat's own device does so is then the server's word.
void Keeper::sign_ladder(Json& message) {
    Json input{{"kind", "new_ladder"}, {"ladder", value_at(message, "ladder")}, {"seat", kept_.seat}};
    if (shares_->signs(kept_)) return put_signature(message, std::move(input));
    if (!shares_->has_key()) return;
    auto key = protocol::last_seat_key(kept_);
    if (key.empty() && try_change([&](KeptSeat& kept) { key = protocol::draw_seat_key(kept); })) return;
    message["key"] = std::move(key);
}

}  // namespace muster::cli
