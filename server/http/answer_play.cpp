// What a seat says over HTTP: choices, and every other message that a seat may send over the WebSocket.
#include "server/base/refusals.hpp"
#include "server/battle/seat_messages.hpp"
#include "server/http/api.hpp"

namespace muster::server {

namespace {

/// One message of a seat that does not follow: it proves its seat with its token and gets the one answer. Called on the battle's strand.
class SeatCall final : public Subscriber {
public:
    SeatCall(std::string token, HttpApi::Done done) : token_(std::move(token)), done_(std::move(done)) {}

    std::string token() const override { return token_; }
    bool stays_here() const override { return true; }  // the whole request can go there

    void deliver(Bundle bundle) override {
        if (const auto* refusal = bundle->refusal()) tell(problem(*refusal));
        else if (!bundle->empty()) tell({200, "application/json", std::string((*bundle)[0].text) + "\n"});
    }

    void deliver_then(Bundle bundle, std::function<void()>) override { deliver(std::move(bundle)); }

private:
    void tell(HttpResponse response) {
        if (auto done = std::exchange(done_, {})) done(std::move(response));
    }

    std::string token_;
    HttpApi::Done done_;
};

HttpResponse not_for_here(const std::string& type) {
    if (type == "choose") return problem({Code::bad_message, "post a choice to …/choices, without \"type\"", "/type"});
    return problem({Code::bad_message, "\"" + type + "\" is not what a seat says to its battle" + did_you_mean(type, seat_message_types()), "/type"});
}

}  // namespace

void HttpApi::answer_choice(const Call& call, Done done) {
    auto json = parse_flat_json(call.request.body);
    if (!json) return done(problem(json.error()));
    say_to_battle(call, "choose", std::move(*json), std::move(done));
}

void HttpApi::answer_message(const Call& call, Done done) {
    auto json = parse_flat_json(call.request.body);
    if (!json) return done(problem(json.error()));
    if (!JsonView(*json).is_object()) return done(problem({Code::bad_message, "expected an object"}));
    const auto type = protocol::take_type(*json);
    if (!type) return done(problem(type.error()));
    if (std::ranges::find(seat_message_types(), *type) == seat_message_types().end()) return done(not_for_here(*type));
    say_to_battle(call, *type, std::move(*json), std::move(done));
}

void HttpApi::say_to_battle(const Call& call, const std::string& type, FlatJson json, Done done) {
    const auto battle = find(call, call.id);
    if (!battle) return done(problem(battle.error()));
    if (call.request.bearer.empty() && type != "take") return done(problem({Code::bad_token, "give the seat's token as \"Authorization: Bearer TOKEN\""}));
    if (const JsonView said = json; said.is_object()) {
        if (said.find("battle")) return done(problem({Code::bad_message, "the address says which battle; leave it out", "/battle"}));
        json.add("battle", call.id);
    }
    auto message = protocol::read_client_message(type, std::move(json));
    if (!message) return done(problem(message.error().refusal));
    if (std::holds_alternative<protocol::Say>(message->body))
        if (const auto taken = call.request.caller->may_talk(); !taken)
            return done(too_fast(taken, "you are sending messages too fast; wait a moment and send it again"));
    if (begins_anew(message->body))
        if (const auto taken = call.request.caller->may_create(); !taken) return done(too_fast(taken, too_many_taken().message));
    auto body = take_seat_message(message->body);
    if (!body) return done(not_for_here(type));
    (*battle)->send(std::make_shared<SeatCall>(call.request.bearer, std::move(done)), message->id, std::move(*body));
}

}  // namespace muster::server
