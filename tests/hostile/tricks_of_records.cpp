// Tricks (i), (j), (k), (n) and (o): what he makes of the record.
#include "tests/hostile/trick_lists.hpp"
#include "tests/protocol/forgery.hpp"

namespace muster::test {

using namespace protocol;

namespace {

constexpr rules::Seat attacker = 0;
constexpr rules::Seat defender = 1;

bool has_won(const Game& game) { return game.fold->outcome() && game.fold->outcome()->winner == attacker; }

/// (i) Publishes another battle of the same name, ...
class ShowsAnother : public Operator {
protected:
    virtual Start other(const Table& table, int attempt) const {
        auto out = table.start;
        out.seed = std::string(bytes_of(sha256(out.seed + std::to_string(attempt))));
        return out;
    }

public:
    Json publish(Table& table) const override {
        if (has_won(table.game)) return Operator::publish(table);
        ++table.result.cheats;
        for (int attempt = 0;; ++attempt) {
            Game game = created(other(table, attempt));
            game.take(defender, "Bob", "b0b0b0b0b0b0b0b0");
            game.take(attacker, "Ada");
            while (game.fold->phase() != Fold::Phase::over) {
                const std::vector<Json> choices(game.fold->open().front().sealed ? 2 : 1, "default");
                if (game.fold->asks_shares()) game.give_shares();
                else if (game.fold->asks_witness()) game.give_witness_share();
                else
                    game.choose(game.fold->is_sealed_for_all(game.fold->open().front())
                                    ? game.seal({*game.fold->open()[0].ask.preset, *game.fold->open()[1].ask.preset})
                                    : choices);
            }
            if (has_won(game)) return Json::parse(game.record());
        }
    }
};

/// (j) ... or one with another setup, title, clock or bot.
class ShowsOtherSetup final : public ShowsAnother {
    Start other(const Table& table, int attempt) const override {
        auto out = table.start;
        switch (attempt % 4) {
            case 0: out.setup = {{"rounds", 4 + attempt}}; break;
            case 1: out.title += std::to_string(attempt); break;
            case 2: out.options["bots"] = {{"defender", attempt % 8 < 4 ? "best" : "listed"}}; break;
            default: out.options["clock"]["per_decision"] = "PT" + std::to_string(attempt) + "H";
        }
        return out;
    }
};

/// (i) Publishes the battle as it would have been with other choices of his, now that all shares are known.
class ChoosesAgain final : public Operator {
    Json publish(Table& table) const override {
        if (has_won(table.game)) return Operator::publish(table);
        for (int attempt = 0; attempt < 100; ++attempt) {
            const Game other = table.with_others_of_his();
            if (!has_won(other)) continue;
            ++table.result.cheats;
            return Json::parse(other.record());
        }
        return Operator::publish(table);
    }
};

/// (k) Records other dice than he has shown; with shared dice he shows others than he records.
class ShowsOtherDice final : public Operator {
    Json shown(Table& table, Json event) const override {
        if (event.at("event") != "rolled" || !lies_) return event;
        ++table.result.cheats;
        auto& die = event["data"]["groups"][0]["dice"][0];
        die = 7 - die.get<int>();
        return event;
    }
    Json publish(Table& table) const override {
        if (has_won(table.game)) return Operator::publish(table);
        ++table.result.cheats;
        Forgery forged(table.game);
        for (auto& event : forged.whole()["events"]) {
            if (event["event"] != "rolled") continue;
            auto& die = event["data"]["groups"][0]["dice"][0];
            die = 7 - die.get<int>();
        }
        return forged.made();
    }

    const bool lies_;

public:
    explicit ShowsOtherDice(bool lies) : lies_(lies) {}
};

/// (n) Puts in a ladder for the other, whose rungs he knows, or gives up for him.
class ActsForAbsent final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        const Json out = Operator::choose(table, other);
        if (!other.is_null() || !table.is_last_round() || !are_shared(table.dice())) return out;
        ++table.result.cheats;
        table.game.renew_ladder(defender, 77);
        return out;
    }
    Json publish(Table& table) const override {
        if (has_won(table.game)) return Operator::publish(table);
        ++table.result.cheats;
        Game game = table.before_choice();
        game.run([](Fold& fold, Applied& out) { fold.concede(defender, out); });
        return Json::parse(game.record());
    }
};

/// (o) Leaves a share out of the record that did not do him good.
class PicksShares final : public Operator {
    Json publish(Table& table) const override {
        if (has_won(table.game)) return Operator::publish(table);
        ++table.result.cheats;
        Forgery forged(table.game);
        auto& inputs = forged.whole()["inputs"];
        for (auto i = inputs.size(); i-- > 0;) {
            const Json& input = inputs[i]["input"];
            if (input["kind"] != "witness_share" && !(input["kind"] == "share" && input["seat"] == "defender")) continue;
            forged.drop(inputs[i]["seq"].get<std::size_t>() - 1);
            inputs.erase(i);
            break;
        }
        return forged.made();
    }
};

}  // namespace

std::vector<Trick> tricks_of_records() {
    using enum Fate;
    constexpr std::nullopt_t none = std::nullopt;
    std::vector<Trick> out;
    out.push_back(trick<ShowsAnother>("(i) publishes another battle of that name", named, named, named, named));
    out.push_back(trick<ChoosesAgain>("(i) publishes it with other choices of his", named, named, none, none));
    out.push_back(trick<ShowsOtherSetup>("(j) publishes one with another setup, title, clock or bot", named, named, named, named));
    out.push_back(trick<ShowsOtherDice>("(k) records other dice than he has shown", named, named, named, named, false));
    out.push_back(trick<ShowsOtherDice>("(k) shows other dice than he records", named, named, named, named, true));
    out.push_back(trick<ActsForAbsent>("(n) acts in the name of the absent", named, named, named, named));
    out.push_back(trick<PicksShares>("(o) leaves out a share", none, named, named, named));
    return out;
}

}  // namespace muster::test
