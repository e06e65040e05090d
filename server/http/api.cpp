#include "server/http/api.hpp"

#include "protocol/battle_schemas.hpp"
#include "protocol/ruleset_description.hpp"
#include "server/battle/creation.hpp"
#include "server/card/drawing.hpp"
#include "server/http/answers.hpp"
#include "server/http/api_document.hpp"
#include "server/http/web_client.hpp"
#include "server/study/odds_questions.hpp"

namespace muster::server {

HttpApi::HttpApi(Services& services, std::shared_ptr<Lobby> lobby, std::shared_ptr<Battles> battles, std::shared_ptr<Forwarder> forwarder, OddsService& odds,
                 Bundle notice)
    : services_(services),
      lobby_(std::move(lobby)),
      battles_(std::move(battles)),
      forwarder_(std::move(forwarder)),
      odds_(odds),
      readiness_(services),
      events_(services, battles_, notice),
      own_events_(services, lobby_, std::move(notice)),
      verify_(services.rulesets),
      cards_([&rulesets = services.rulesets] { return make_drawing(web_faces(), rulesets); }),
      witness_(std::make_shared<WitnessService>(services)) {
    Json all = Json::array();
    for (const auto* ruleset : services_.rulesets.newest()) {
        all.push_back(protocol::catalog_of(*ruleset));
        single_.emplace(ruleset->id(), StandingText(protocol::whole_catalog_of(*ruleset).dump() + "\n"));
        for (const auto& each : protocol::descriptions_of(*ruleset))
            descriptions_[ruleset->id()].emplace(each.language, StandingText(to_json_value(each).dump() + "\n"));
    }
    openapi_ = StandingText(openapi_text(routes(), services_.rulesets));
    asyncapi_ = StandingText(asyncapi_text());
    catalog_ = StandingText(Json{{"rulesets", std::move(all)}}.dump() + "\n");
}

void HttpApi::stop() {
    events_.stop();
    own_events_.stop();
    odds_.stop();
    ledgers_.stop();
    verify_.stop();
    cards_.stop();
}

void HttpApi::answer_catalog(const Call& call, Done done) { done(catalog_.answer(call.request)); }

void HttpApi::answer_openapi(const Call& call, Done done) { done(openapi_.answer(call.request)); }

void HttpApi::answer_asyncapi(const Call& call, Done done) { done(asyncapi_.answer(call.request)); }

void HttpApi::answer_origin(const Call&, Done done) { done({200, "application/json", to_text(OriginAnswer{services_.settings->public_url}) + "\n"}); }

void HttpApi::answer_ruleset(const Call& call, Done done) {
    const auto found = single_.find(call.id);
    if (found == single_.end()) return done(problem(404, {Code::bad_message, "there is no ruleset \"" + call.id + "\""}));
    done(found->second.answer(call.request));
}

void HttpApi::answer_description(const Call& call, Done done) {
    const auto question = read_fields<protocol::DescriptionQuestion>(query_json(call.query, {}), Code::bad_message);
    if (!question) return done(problem(question.error()));
    const auto found = descriptions_.find(call.id);
    if (found == descriptions_.end()) return done(problem(404, {Code::bad_message, "there is no description of a ruleset \"" + call.id + "\""}));
    const auto& by_language = found->second;
    const auto spoken = by_language.find(question->language);
    done((spoken == by_language.end() ? by_language.at("en") : spoken->second).answer(call.request));
}

// The store's generation is asked once: what is answered must not mix two histories.
void HttpApi::answer_events(const Call& call, Done done) {
    auto& events = call.request.passed_on() ? own_events_ : events_;
    events.answer(call.request, call.id, call.query, services_.store.generation(), std::move(done));
}

void HttpApi::answer_odds(const Call& call, Done done) {
    const auto json = parse_flat_json(call.request.body);
    if (!json) return done(problem(json.error()));
    const auto question = read_fields<protocol::OddsQuestion>(*json, Code::bad_message);
    if (!question) return done(problem(question.error()));
    if (const auto taken = call.request.caller->may_ask_odds(); !taken)
        return done(too_fast(taken, "too many questions about odds from your address; wait a moment"));
    auto tell = [done](const std::expected<std::string, Refusal>& text) {
        done(text ? HttpResponse{200, "application/json", *text + "\n"} : problem(text.error()));
    };
    if (!question->battle.empty()) {
        if (question->setup || !question->ruleset.empty())
            return done(problem({Code::bad_message, "ask about a battle or about a setup, not both", "/battle"}));
        const auto battle = find(call, question->battle);
        if (!battle) return done(problem(battle.error()));
        return ask_odds_of_battle(odds_, **battle, *question, call.request.bearer, std::move(tell));
    }
    if (question->seq) return done(problem({Code::bad_message, "only a battle has moments: name a \"battle\"", "/seq"}));
    if (!question->setup) return done(problem({Code::bad_message, "name a \"battle\", or a \"ruleset\" and a \"setup\"", "/setup"}));
    const auto* ruleset = services_.rulesets.find(question->ruleset);
    if (!ruleset) return done(problem(unknown_ruleset(services_.rulesets, question->ruleset)));
    ask_odds_of_setup(odds_, *ruleset, *question, std::move(tell));
}

}  // namespace muster::server
