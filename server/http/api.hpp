// What the HTTP calls answer, by subject: answer_audit.cpp, answer_battles.cpp, answer_health.cpp, answer_ledger.cpp, answer_link.cpp, answer_notes.cpp,
// answer_nudges.cpp, answer_play.cpp, answer_verify.cpp, answer_witness.cpp, and the rest in api.cpp. Which call answers at which address stands in one table
// (routes.cpp). Made once in main; callable from any thread.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>

#include "server/base/limits.hpp"
#include "server/battle/lobby.hpp"
#include "server/card/card_service.hpp"
#include "server/http/calls.hpp"
#include "server/http/content_coding.hpp"
#include "server/http/event_calls.hpp"
#include "server/http/forwarder.hpp"
#include "server/http/message.hpp"
#include "server/http/queries.hpp"
#include "server/http/readiness.hpp"
#include "server/study/ledger_service.hpp"
#include "server/study/odds_service.hpp"
#include "server/study/verify_service.hpp"
#include "server/witness/witness_service.hpp"

namespace muster::server {

class HttpApi final : public HttpCalls, public std::enable_shared_from_this<HttpApi> {
public:
    /// `notice`: said to every stream of events when the server goes down.
    /// `battles`: those that clients see; `forwarder`: null where no other server has any.
    HttpApi(Services& services, std::shared_ptr<Lobby> lobby, std::shared_ptr<Battles> battles, std::shared_ptr<Forwarder> forwarder, OddsService& odds,
            Bundle notice);

    void answer(HttpRequest request, Done done) override;
    void stop() override;
    std::size_t body_max(std::string_view method, std::string_view target) const override;
    std::shared_ptr<void> take_large_body() override;

    /// One request as its handler gets it.
    struct Call {
        HttpRequest request;
        std::string id{};  ///< what stands for {id} in the address
        HttpQuery query{};
    };
    struct Route {
        std::string_view method;  ///< GET (then HEAD too) or POST
        std::string_view path;    ///< with {id} for one part of it
        void (HttpApi::*answer)(const Call& call, Done done);
        std::size_t body_max = limits::message_bytes_max;
    };
    /// Every address but those of the web client.
    static std::span<const Route> routes();

private:
    void answer_health(const Call& call, Done done);
    void answer_ready(const Call& call, Done done);
    void answer_metrics(const Call& call, Done done);
    void answer_catalog(const Call& call, Done done);
    void answer_ruleset(const Call& call, Done done);
    void answer_description(const Call& call, Done done);
    void answer_odds(const Call& call, Done done);
    void answer_list(const Call& call, Done done);
    void answer_summary(const Call& call, Done done);
    void answer_audit(const Call& call, Done done);
    void answer_record(const Call& call, Done done);
    void answer_openapi(const Call& call, Done done);
    void answer_asyncapi(const Call& call, Done done);
    void answer_ledger(const Call& call, Done done);
    void answer_verify(const Call& call, Done done);
    void answer_witness_key(const Call& call, Done done);
    void answer_witness(const Call& call, Done done);
    void answer_witnesses(const Call& call, Done done);
    void answer_events(const Call& call, Done done);
    void answer_card(const Call& call, Done done);
    void answer_film(const Call& call, Done done);
    void answer_oembed(const Call& call, Done done);
    void answer_battle_page(const std::string& battle, const HttpRequest& request, Done done);
    void answer_notes(const Call& call, Done done);
    void answer_write_note(const Call& call, Done done);
    void answer_nudges(const Call& call, Done done);
    void answer_origin(const Call& call, Done done);
    void answer_create(const Call& call, Done done);
    void answer_choice(const Call& call, Done done);
    void answer_message(const Call& call, Done done);
    std::expected<std::shared_ptr<BattlePort>, Refusal> find(const Call& call, const std::string& battle);
    void answer_here_or_there(const Route& route, std::shared_ptr<const Call> call, Done done);
    struct Attempt;
    void attempt(std::shared_ptr<Attempt> attempt);
    void say_to_battle(const Call& call, const std::string& type, FlatJson json, Done done);

    Services& services_;
    std::shared_ptr<Lobby> lobby_;
    std::shared_ptr<Battles> battles_;
    std::shared_ptr<Forwarder> forwarder_;
    OddsService& odds_;
    Readiness readiness_;
    EventCalls events_;
    EventCalls own_events_;  // of what other servers pass on
    VerifyService verify_;
    CardService cards_;
    std::shared_ptr<WitnessService> witness_;
    std::atomic<int> large_bodies_{0};
    StandingText openapi_;
    StandingText asyncapi_;
    StandingText catalog_;                                                     // of all rulesets, made once
    std::map<std::string, StandingText> single_;                               // by id
    std::map<std::string, std::map<std::string, StandingText>> descriptions_;  // by id and language
    LedgerService ledgers_{};
};

}  // namespace muster::server
