#include "clients/cli/speaker.hpp"

#include <utility>

#include "clients/cli/narration.hpp"

namespace muster::cli {

void Speaker::say(Json message, const Json& request) {
    keeper_.sign(message, request);
    say_as_it_is(std::move(message), request);
}

std::optional<Keeper::NotSealed> Speaker::choose(const Json& request, Json choice) {
    const auto decision = number_at(request, "decision");
    Json message{{"type", "choose"}, {"decision", decision}};
    if (!keeper_.is_sealed_for_all(request)) {
        message["choice"] = std::move(choice);
    } else if (keeper_.renews_ladder()) {
        held_ = {decision, std::move(choice)};
        return {};
    } else {
        auto sealed = keeper_.seal(request, std::move(choice));
        if (!sealed) return std::move(sealed.error());
        message.update(*sealed);
    }
    say(std::move(message), request);
    return {};
}

std::optional<Json> Speaker::take_held(const Json& request) {
    if (!holds() || request.is_null() || keeper_.renews_ladder()) return {};
    auto held = std::exchange(held_, {});
    return held.decision == number_at(request, "decision") ? std::optional(std::move(held.choice)) : std::nullopt;
}

bool Speaker::says_again(const Json& ours, const Json& refusal) {
    if (text_at(ours, "type") != "choose") return false;
    const auto path = text_at(refusal, "path");
    const auto decision = number_at(ours, "decision");
    if (path == "/ladder") {
        held_ = {decision, keeper_.seal_refused(ours)};
        return holds();
    }
    const bool is_seal = !value_at(value_at(ours, "choice"), "seal").is_null();
    if (path != "/signature" || is_seal || asked_in_full_ == decision) return false;
    asked_in_full_ = decision;
    auto unsigned_choice = ours;
    unsigned_choice.erase("signature");
    following_.say_when_previewed(std::move(unsigned_choice));
    send_what_is_due();
    return true;
}

void Speaker::say_previewed(Json ours, const Json& previewed, const Json& request) {
    say_as_it_is(keeper_.sign_previewed(std::move(ours), previewed, request), request);
}

void Speaker::say_as_it_is(Json message, const Json& request) {
    warn_(keeper_.sends(message, request));
    following_.say(std::move(message));
    send_what_is_due();
}

void Speaker::renew_ladder(const Json& request) {
    if (!keeper_.needs_ladder() || following_.waits_for("new_ladder")) return;
    Keeper::Told told;
    const auto foot = keeper_.fresh_ladder(told);
    warn_(told);
    if (!foot.empty()) say(Json{{"type", "new_ladder"}, {"ladder", foot}}, request);
}

void Speaker::send_what_is_due() {
    for (auto& text : following_.to_send()) send_(std::move(text));
}

}  // namespace muster::cli
