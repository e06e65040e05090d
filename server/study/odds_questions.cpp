#include "server/study/odds_questions.hpp"

#include "protocol/ids.hpp"
#include "rules/drive.hpp"
#include "rules/odds/played_model.hpp"

namespace muster::server {

namespace {

OddsService::Question start_question(const protocol::OddsQuestion& from, const std::vector<std::string>& seats, const std::string& subject) {
    OddsService::Question out;
    out.seats = seats;
    out.policy = from.policy;
    out.runs = from.runs.value_or(0);
    // A digest instead of the setup itself: keys are kept with the answers.
    const std::string whole = subject + '\n' + std::string(name_of(from.policy)) + '\n' + std::to_string(out.runs);
    out.key = std::string(protocol::bytes_of(protocol::sha256(whole)));
    return out;
}

using Subject = std::expected<OddsService::Subject, Refusal>;

constexpr std::int64_t steps_to_read = 500;       ///< an input
constexpr std::int64_t steps_to_replay = 10'000;  ///< what it brings forth, and to begin a battle

/// The battle runs again up to the last decision that was waited for when event `seq` had happened, or as far as patience goes.
Subject subject_at(const Past& past, std::int64_t seq, rules::Policy policy, rules::Patience& patience) {
    std::vector<protocol::Input> inputs;
    inputs.reserve(past.inputs.size());
    for (const auto& line : past.inputs) {
        if (!patience.spend(steps_to_read)) break;
        inputs.push_back(protocol::read_input(parse_flat_json(line).value(), past.origin.proof()).value());
    }
    const auto fold = protocol::Fold::create(past.origin).value();
    protocol::Applied ignored({});
    fold->begin(ignored);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        // What an input brings forth ends where the next one is shown.
        const std::int64_t ends = i + 1 < inputs.size() ? inputs[i + 1].seq - 1 : past.head;
        if (ends > seq || !patience.spend(steps_to_replay)) break;
        if (fold->replay(inputs[i], ignored)) break;
    }
    return odds_subject_of(*fold, policy);
}

void ask_odds_of_past(OddsService& odds, BattlePort& battle, const protocol::OddsQuestion& question, const std::string& token, OddsService::Done done) {
    battle.read_past(token, [&odds, question, done = std::move(done)](std::expected<Past, Refusal> past) {
        if (!past) return done(std::unexpected(past.error()));
        const auto seq = *question.seq;
        if (seq > past->head) return done(refuse(Code::bad_message, "this battle has only " + std::to_string(past->head) + " events", "/seq"));
        auto ask = start_question(question, past->seats, "moment\n" + question.battle + '\n' + std::to_string(seq));
        ask.prepare = [past = std::move(*past), seq, policy = question.policy](rules::Patience& patience) { return subject_at(past, seq, policy, patience); };
        odds.ask(std::move(ask), done);
    });
}

}  // namespace

void ask_odds_of_battle(OddsService& odds, BattlePort& battle, const protocol::OddsQuestion& question, const std::string& token, OddsService::Done done) {
    if (question.seq) return ask_odds_of_past(odds, battle, question, token, std::move(done));
    battle.read_standing(token, question.policy, [&odds, question, done = std::move(done)](std::expected<Standing, Refusal> standing) {
        if (!standing) return done(std::unexpected(standing.error()));
        auto ask = start_question(question, standing->seats, "battle\n" + question.battle + '\n' + std::to_string(standing->head));
        ask.prepare = [subject = std::move(standing->subject)](rules::Patience&) -> Subject { return subject; };
        odds.ask(std::move(ask), done);
    });
}

void ask_odds_of_setup(OddsService& odds, const rules::Ruleset& ruleset, const protocol::OddsQuestion& question, OddsService::Done done) {
    const auto seats = rules::seats_of(ruleset, *question.setup);
    if (!seats) return done(refuse(seats.error().code, seats.error().message, "/setup" + seats.error().path));
    auto ask = start_question(question, *seats, "setup\n" + ruleset.id() + '\n' + question.setup->dump());
    // A setup is bounded by what a message may hold, so that to begin a battle is quick whatever it is.
    ask.prepare = [&ruleset, setup = *question.setup, policy = question.policy](rules::Patience& patience) -> Subject {
        if (!patience.spend(steps_to_replay)) return refuse(Code::server_busy, "there was no time");
        const auto battle = ruleset.create(setup);
        if (!battle) return refuse(battle.error().code, battle.error().message, "/setup" + battle.error().path);
        std::vector<rules::Event> events;
        (*battle)->begin(events);
        if (const auto* outcome = rules::outcome_of(**battle)) return rules::ending_of(*outcome, (*battle)->seats());
        return std::shared_ptr((*battle)->odds(policy));
    };
    odds.ask(std::move(ask), std::move(done));
}

}  // namespace muster::server
