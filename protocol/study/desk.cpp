#include "protocol/study/desk.hpp"

#include "protocol/odds.hpp"
#include "protocol/server_messages.hpp"
#include "protocol/verify.hpp"
#include "rules/drive.hpp"
#include "rules/odds/played_model.hpp"

namespace muster::protocol::study {

namespace {

constexpr std::size_t moves_max = 10'000;

/// A place in the battle that lies open, or in a branch of it.
struct Place {
    std::int64_t seq = 0;
    std::vector<Move> moves{};
    DiceSource dice{};
    static void list(auto& visit, auto& self) {
        visit("seq", self.seq, Rule{.min = 0});
        visit("moves", self.moves, Rule{.sparse = true, .max = moves_max});
        visit("dice", self.dice, Rule{.sparse = true});
    }
};

struct PlaceQuestion : Place {
    std::string viewer{};
    static void fields(auto& visit, auto& self) {
        list(visit, self);
        visit("viewer", self.viewer, Rule{.sparse = true, .max = 40, .about = "a seat; left out: somebody who only watches"});
    }
};

struct PreviewQuestion : Place {
    std::string seat{};
    FlatJson choice{};
    static void fields(auto& visit, auto& self) {
        list(visit, self);
        visit("seat", self.seat, Rule{.min = 1, .max = 40});
        list_fields(visit, "choice", self.choice);
    }
};

struct Chances {
    rules::Policy policy = rules::Policy::best;
    std::int64_t runs = 0;
    std::int64_t milliseconds = 1000;
    static void list(auto& visit, auto& self) {
        visit("policy", self.policy, Rule{.optional = true});
        visit("runs", self.runs, Rule{.sparse = true, .min = 1, .max = 10'000'000, .about = "simulate this many battles instead of computing exact chances"});
        visit("milliseconds", self.milliseconds, Rule{.optional = true, .min = 1, .max = 3'600'000, .about = "the longest work, exact and simulated each"});
    }
};

struct PlaceOddsQuestion : Place, Chances {
    static void fields(auto& visit, auto& self) {
        Place::list(visit, self);
        Chances::list(visit, self);
    }
};

struct SetupOddsQuestion : Chances {
    std::string ruleset{};
    int ruleset_version = 0;
    Json setup{};
    static void fields(auto& visit, auto& self) {
        visit("ruleset", self.ruleset, Rule{.max = 40});
        visit("ruleset_version", self.ruleset_version, Rule{.sparse = true, .min = 1, .about = "left out: the newest"});
        list_fields(visit, "setup", self.setup);
        Chances::list(visit, self);
    }
};

Json json_of(const Refusal& refusal) { return {{"refusal", {{"code", name(refusal.code)}, {"message", refusal.message}, {"path", refusal.path}}}}; }

std::string text_of(const Refusal& refusal) { return json_of(refusal).dump(); }

template <typename T>
std::expected<T, Refusal> read(std::string_view question) {
    const auto json = parse_flat_json(question);
    if (!json) return std::unexpected(json.error());
    return read_fields<T>(JsonView(*json), Code::bad_message);
}

std::expected<Branch, Refusal> go(const std::optional<Rerun>& rerun, const Place& place) {
    if (!rerun) return refuse(Code::unknown_battle, "no battle is open");
    auto from = rerun->at(place.seq);
    if (!from) return refuse(Code::bad_message, "the battle had not begun after this event", "/seq");
    const auto seq = from->seq;
    return play_on(std::move(*from), place.moves, place.dice, place.dice.as_they_fell ? rerun->dice_after(seq) : std::vector<int>());
}

Json asks_of(const Branch& branch) {
    const auto& battle = *branch.at.battle;
    const auto& asks = rules::open_asks(battle);
    Json out = Json::array();
    for (const auto& ask : asks) {
        Json one{{"kind", ask.kind}, {"options", *ask.options}, {"default", *ask.preset}};
        one["seat"] = ask.seat == rules::anybody ? Json() : Json(battle.seats()[static_cast<std::size_t>(ask.seat)]);
        if (asks.size() > 1) one["sealed"] = true;
        if (std::ranges::find(branch.answered, ask.seat) != branch.answered.end()) one["answered"] = true;
        out.push_back(std::move(one));
    }
    return out;
}

Json roll_of(const rules::Battle& battle, const rules::Roll& roll) {
    Json groups = Json::array();
    for (const auto& group : roll.groups) {
        Json one{{"label", group.label}, {"dice", group.dice}, {"sides", group.sides}};
        if (group.combat_value > 0) one["combat_value"] = group.combat_value;
        groups.push_back(std::move(one));
    }
    return {{"seat", battle.seats()[static_cast<std::size_t>(roll.seat)]}, {"purpose", roll.purpose}, {"groups", std::move(groups)}};
}

void put_need(Json& out, const Branch& branch) {
    const auto& battle = *branch.at.battle;
    if (branch.at.outcome) out["over"] = outcome_json(*branch.at.outcome, battle.seats());
    else if (const auto* roll = std::get_if<rules::Roll>(&battle.need())) out["roll"] = roll_of(battle, *roll);
    else out["asks"] = asks_of(branch);
}

std::string odds_of(const rules::Battle& battle, const Chances& asked) {
    if (const auto* outcome = rules::outcome_of(battle))
        return odds_text(certain_odds(rules::ending_of(*outcome, battle.seats())), battle.seats(), asked.policy);
    const auto model = battle.odds(asked.policy);
    if (!model) return text_of({Code::illegal_choice, "nobody wins here, so there are no odds"});
    OddsLimits limits;
    limits.exact_max = limits.simulate_max = std::chrono::milliseconds(asked.milliseconds);
    limits.situations_max = 1'000'000;  // a page has less memory than a server
    limits.endings_max = 500'000;
    if (asked.runs > 0) limits.runs_max = asked.runs;
    const auto odds = asked.runs > 0 ? simulated_odds(*model, limits) : find_odds(*model, limits);
    if (!odds) return text_of({Code::too_large, "this battle is too large: not one like it can be simulated in this time"});
    return odds_text(*odds, battle.seats(), asked.policy);
}

}  // namespace

std::string Desk::open(std::string_view text) {
    auto rerun = Rerun::open(text, rulesets_);
    if (!rerun) return text_of(rerun.error());
    rerun_ = std::move(*rerun);
    Json out{{"ruleset", rerun_->ruleset().id()},
             {"ruleset_version", rerun_->ruleset().version()},
             {"seats", rerun_->seats()},
             {"head", rerun_->head()},
             {"moments", rerun_->moments()}};
    if (const auto& trouble = rerun_->trouble()) out["trouble"] = {{"message", trouble->message}, {"path", trouble->path}};
    return out.dump();
}

std::string Desk::at(std::string_view text) const {
    const auto question = read<PlaceQuestion>(text);
    if (!question) return text_of(question.error());
    const auto branch = go(rerun_, *question);
    if (!branch) return text_of(branch.error());
    const auto viewer = rules::Viewer{rules::seat_named(rerun_->seats(), question->viewer)};
    if (!question->viewer.empty() && !viewer.seat) return text_of({Code::bad_message, "there is no such seat", "/viewer"});
    Json events = Json::array();
    for (const auto& event : branch->events) events.push_back({{"event", event.name}, {"data", Json::parse(event.data_for(viewer))}});
    Json choices = Json::array();
    for (const auto& choice : branch->choices) choices.push_back(*choice);
    Json out{{"seq", branch->at.seq},       {"view", branch->at.battle->view(viewer)}, {"survivors", branch->at.battle->survivors()},
             {"events", std::move(events)}, {"choices", std::move(choices)},           {"dice", branch->dice}};
    put_need(out, *branch);
    return out.dump();
}

std::string Desk::preview(std::string_view text) const {
    const auto question = read<PreviewQuestion>(text);
    if (!question) return text_of(question.error());
    const auto branch = go(rerun_, *question);
    if (!branch) return text_of(branch.error());
    const auto& battle = *branch->at.battle;
    const auto seat = rules::seat_named(battle.seats(), question->seat);
    if (!seat || branch->at.outcome || !ask_of(battle, *seat)) return text_of({Code::not_your_seat, "this seat is not asked now", "/seat"});
    if (!JsonView(question->choice).is_object()) return text_of({Code::illegal_choice, "expected an object", "/choice"});
    const auto choice = battle.check(*seat, question->choice);
    Json out = choice ? Json{{"choice", **choice}} : json_of({choice.error().code, choice.error().message, "/choice" + choice.error().path});
    if (auto meaning = battle.meaning(*seat, question->choice); !meaning.is_null()) out["meaning"] = std::move(meaning);
    return out.dump();
}

std::string Desk::odds(std::string_view text) const {
    const auto json = parse_flat_json(text);
    if (!json) return text_of(json.error());
    const JsonView asked = *json;
    if (asked.is_object() && !asked.find("setup")) {
        const auto question = read_fields<PlaceOddsQuestion>(asked, Code::bad_message);
        if (!question) return text_of(question.error());
        const auto branch = go(rerun_, *question);
        if (!branch) return text_of(branch.error());
        const auto& at = branch->at;
        if (at.outcome) return odds_text(certain_odds(rules::ending_of(*at.outcome, rerun_->seats())), rerun_->seats(), question->policy);
        return odds_of(*at.battle, *question);
    }
    const auto question = read_fields<SetupOddsQuestion>(asked, Code::bad_message);
    if (!question) return text_of(question.error());
    const auto* ruleset = question->ruleset_version == 0 ? rulesets_.find(question->ruleset) : rulesets_.find(question->ruleset, question->ruleset_version);
    if (!ruleset) return text_of({Code::bad_setup, "these rules do not have this ruleset", "/ruleset"});
    const auto battle = ruleset->create(question->setup);
    if (!battle) return text_of({battle.error().code, battle.error().message, "/setup" + battle.error().path});
    std::vector<rules::Event> events;
    (*battle)->begin(events);
    return odds_of(**battle, *question);
}

std::string Desk::verify(std::string_view text) const {
    const auto record = read_record(text);
    if (!record) return text_of(record.error());
    return to_json_value(protocol::verify(*record, rulesets_)).dump();
}

}  // namespace muster::protocol::study
