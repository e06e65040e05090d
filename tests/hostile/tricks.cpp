#include "tests/hostile/tricks.hpp"

#include <algorithm>

#include "protocol/ladder.hpp"
#include "tests/protocol/forgery.hpp"

namespace muster::test {

using namespace protocol;

namespace {

constexpr rules::Seat attacker = 0;
constexpr rules::Seat defender = 1;

bool has_won(const Game& game) { return game.fold->outcome() && game.fold->outcome()->winner == attacker; }

/// If another of his choices does better with what he knows now than the one that he made: the battle with the best of them.
std::optional<Game> better(Table& table) {
    std::optional<Game> out;
    int most = table.settled(table.copy());
    const Json now = table.own;
    const std::vector<Json> all =
        table.is_alone ? std::vector<Json>{{{"call", "high"}}, {{"call", "low"}}} : std::vector<Json>{{{"hand", "left"}}, {{"hand", "right"}}};
    for (const auto& each : all) {
        if (each == now) continue;
        auto other = table.with_choice(each, table.late);
        if (const int value = table.settled(table.with_choice(each, table.late)); value > most) {
            most = value;
            out = std::move(other);
        }
    }
    return out;
}

/// (a) Works out the dice of each choice before he makes one.
class Foresees final : public Operator {
    void answer_draw(Table& /*table*/) const override {}
    Json choose(Table& table, const Json& other) const override {
        if (!other.is_null()) return Operator::choose(table, other);
        ++table.result.tries;
        return table.best_by([&](const Json& each) { return table.foreseen(each); });
    }
};

/// (b) Has two histories: once he knows the dice of one choice, another one was his. With shared and witnessed dice he signs nothing before he must; with
/// the server's he has signed, but never signs again for that moment, and tells none of it again.
class Forks final : public Operator {
    bool signs_at_once() const override { return false; }
    void answer_draw(Table& /*table*/) const override {}
    void knows(Table& table) const override {
        auto other = better(table);
        if (!other) return;
        if (table.dice() == Dice::witnessed && !table.witness_gives(*other)) {
            ++table.result.refused;
            return;
        }
        ++table.result.cheats;
        table.put(std::move(*other));
    }
    void has_rolled(Table& table) const override {
        if (table.dice() != Dice::server) return;
        auto other = better(table);
        if (!other) return;
        ++table.result.cheats;
        table.put(std::move(*other));
    }
};

/// (c) Puts something between choice and dice that turns them: a ladder of his own, or, where nobody has one, talk.
class Inserts final : public Operator {
    void knows(Table& table) const override {
        if (!are_shared(table.dice()) || !table.is_alone) return;
        if (!table.game.fold->check_new_ladder(attacker, std::string(64, 'a'))) throw std::runtime_error("a ladder between request and shares was let in");
        int most = table.settled(table.copy());
        std::optional<Game> best;
        for (std::uint8_t secret = 100; secret < 106; ++secret) {
            const auto renewed = [&] {
                Game out = table.before_choice();
                out.renew_ladder(attacker, secret);
                out.choose({table.own});
                return out;
            };
            if (const int value = table.settled(renewed()); value > most) {
                most = value;
                best = renewed();
            }
        }
        if (!best) return;
        ++table.result.cheats;
        table.put(std::move(*best));
    }
    Json choose(Table& table, const Json& other) const override {
        const Json out = Operator::choose(table, other);
        if (are_shared(table.dice()) || !other.is_null()) return out;
        // Until the dice would be good, if there were others.
        for (int i = 0; i < 6 && table.foreseen(out) < table.lead(); ++i) {
            table.game.run([&](Fold& fold, Applied& applied) { fold.note({"said", R"({"room":"spectators","name":"Eve","text":"well, well"})"}, applied); });
            ++table.result.refused;
        }
        return out;
    }
};

/// Asks for the share of the next step now; nothing: the opponent does not give it.
std::optional<Hash> early_share(Table& table) {
    const auto& fold = *table.game.fold;
    const int step = fold.step() + 1;
    ++table.result.cheats;
    const auto given = table.opponent.share(table.share_request(step), sign_head(test_key(), fold.chain(), table.game.shown, step));
    return given ? hash_from_hex(given->at("share").get<std::string>()) : std::nullopt;
}

/// (c) Asks for the share of the next dice before he chooses.
class AsksEarly final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        if (!other.is_null()) return Operator::choose(table, other);
        if (are_shared(table.dice())) table.early = early_share(table);
        const auto share = table.early ? table.early : table.dice() == Dice::witnessed ? std::optional(table.ask_witness_early()) : std::nullopt;
        if (!share) return Operator::choose(table, other);
        ++table.result.tries;
        return table.best_by([&](const Json& each) { return table.foreseen(each, share); });
    }
};

/// (c, l) Asks for it while a draw is offered, and takes that if the dice will be bad.
class AsksBeforeDraw final : public Operator {
    void answer_draw(Table& table) const override {
        table.early = early_share(table);
        if (!table.early || table.foreseen(table.candidates().front(), table.early) >= 0) return;
        table.game.run([](Fold& fold, Applied& out) { fold.answer_draw(attacker, true, out); });
    }
    Json choose(Table& table, const Json& other) const override { return other.is_null() ? table.candidates().front() : Operator::choose(table, other); }
};

/// (c) Asks for the share that will open the other's seal before there is one.
class AsksBeforeSeal final : public Operator {
    void before_hiding(Table& table) const override { table.early = early_share(table); }
};

/// (e) Asks for the share while the seal is on its way, of which he says that it is not there yet.
class AsksForSeal final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        if (!other.is_null()) early_share(table);
        return Operator::choose(table, other);
    }
};

/// (d) Puts a copy of his store back when the dice were bad, and chooses again.
class Restores final : public Operator {
    void has_rolled(Table& table) const override {
        if (!table.is_alone) return;
        auto other = better(table);
        if (!other) return;
        ++table.result.cheats;
        table.go_back(std::move(*other));
    }
};

/// (e) Reads what the other has hidden, or tries whether anything that he knows opens the seal of it.
class Reads final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        if (other.is_null()) return Operator::choose(table, other);
        if (other.contains("hand")) return other;
        const auto& fold = *table.game.fold;
        const auto& open = fold.open().at(defender);
        for (const auto& input : table.game.inputs) {
            const Json choice = Json::parse(input).at("input").value("choice", Json::object());
            const auto rung = hash_from_hex(choice.value("share", std::string()));
            if (!rung) continue;
            for (const auto* hand : {"left", "right"}) {
                const Json guess{{"hand", hand}};
                if (to_hex(bytes_of(seal_of(*rung, fold.chain().start(), "defender", open.id, guess.dump()))) == other.at("seal").get<std::string>())
                    return guess;
            }
        }
        ++table.result.refused;
        return Operator::choose(table, other);
    }
};

/// (f) Says that the other has chosen too late, so that the default counts, which he knows.
class CallsLate final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        if (other.is_null()) return Operator::choose(table, other);
        table.late = true;
        return {{"hand", "left"}};
    }
};

/// (f) The same once he knows what it was, with the share that told him.
class CallsLateAfterwards final : public Operator {
    void knows(Table& table) const override {
        if (table.is_alone) return;
        if (table.settled(table.with_choice(table.own, true)) <= table.settled(table.copy())) return;
        ++table.result.cheats;
        table.put(table.with_choice(table.own, true));
    }
};

/// (g) Ends it when he sees that he will lose. The record says so, and of which step.
class Withholds final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        Json out = Operator::choose(table, other);
        if (table.dice() == Dice::server && other.is_null() && table.is_last_round() && table.foreseen(out) < 0) table.close();
        return out;
    }
    void knows(Table& table) const override {
        if (table.is_last_round() && table.settled(table.copy()) < 0) table.close();
    }
    Json publish(Table& table) const override {
        const Json closed = table.game.event(table.game.events.size() - 2);
        if (table.dice() != Dice::server && closed.at("event") == "closed" && closed.at("data").at("step") != 1)
            throw std::runtime_error("another step was open");
        return Operator::publish(table);
    }
};

/// (h) Sits down last, with a nonce that is good for the first dice.
class Grinds final : public Operator {
    void sit(Table& table) const override {
        ++table.result.tries;
        int most = -9;
        for (int i = 0; i < 8; ++i) {
            const auto nonce = std::string(15, 'a') + std::to_string(i);
            const int value = table.foreseen_with_nonce(nonce);
            if (value <= most) continue;
            most = value;
            table.nonce = nonce;
        }
    }
    Json choose(Table& table, const Json& other) const override { return other.is_null() ? table.candidates().front() : Operator::choose(table, other); }
};

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

/// (j) ... or one with another setup, title or clock.
class ShowsOtherSetup final : public ShowsAnother {
    Start other(const Table& table, int attempt) const override {
        auto out = table.start;
        switch (attempt % 3) {
            case 0: out.setup = {{"rounds", 4 + attempt}}; break;
            case 1: out.title += std::to_string(attempt); break;
            default: out.options["clock"]["per_decision"] = "PT" + std::to_string(attempt) + "H";
        }
        return out;
    }
};

/// (i) Publishes the battle as it would have been with other choices of his, now that all shares are known.
class ChoosesAgain final : public Operator {
    Json publish(Table& table) const override {
        if (has_won(table.game)) return Operator::publish(table);
        ++table.result.cheats;
        for (int attempt = 0; attempt < 100; ++attempt)
            if (const Game other = table.with_others_of_his(); has_won(other)) return Json::parse(other.record());
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

/// (l) Takes the draw that was offered when he knows that the dice are bad.
class TakesDraw final : public Operator {
    void answer_draw(Table& table) const override {
        ++table.result.tries;
        const Json call = table.candidates().front();
        if (table.foreseen(call) < 0) table.game.run([](Fold& fold, Applied& out) { fold.answer_draw(attacker, true, out); });
    }
    Json choose(Table& table, const Json& other) const override { return other.is_null() ? table.candidates().front() : Operator::choose(table, other); }
    void knows(Table& table) const override {
        if (!table.is_last_round() || table.settled(table.copy()) >= 0) return;
        if (!table.game.fold->check_answer_draw(attacker)) throw std::runtime_error("a draw was agreed to between request and dice");
        ++table.result.refused;
    }
};

/// (m) Opens his seal otherwise once he knows what the other has sealed.
class OpensOtherwise final : public Operator {
    void knows(Table& table) const override {
        if (table.is_alone || table.own == table.opened) return;
        auto share = table.game.share_of(attacker);
        share["opens"] = table.opened;
        if (table.game.fold->check_choice(attacker, table.game.fold->open().front().id, share)) throw std::runtime_error("a seal was opened otherwise");
        ++table.result.refused;
    }
};

/// (n) Puts in the other's own ladder once more, whose first shares he has seen.
class PutsInAgain final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        const int given = table.game.fold->step();
        if (!other.is_null() || given == 0) return Operator::choose(table, other);
        ++table.result.cheats;
        auto& theirs = table.game.holders.at(defender);
        table.game.run([&](Fold& fold, Applied& out) { fold.new_ladder(defender, to_hex(bytes_of(theirs.ladder.foot())), out); });
        theirs.after = given;
        return table.best_by([&](const Json& each) { return table.foreseen(each, theirs.ladder.rung(1)); });
    }
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

template <typename Player, typename... Args>
Trick trick(const char* name, std::optional<Fate> server, std::optional<Fate> shared, std::optional<Fate> witnessed, std::optional<Fate> both, Args... args) {
    return {name, std::make_unique<Player>(args...), {server, shared, witnessed, both}};
}

std::vector<Trick> all() {
    using enum Fate;
    constexpr std::nullopt_t none = std::nullopt;
    std::vector<Trick> out;
    out.push_back(trick<Foresees>("(a) works out dice before he chooses", pays, useless, useless, useless));
    out.push_back(trick<Forks>("(b) has two histories, and the better of both", named, named, useless, named));
    out.push_back(trick<Inserts>("(c) puts something between choice and dice", useless, named, useless, named));
    out.push_back(trick<AsksEarly>("(c) asks for a share before he chooses", none, named, useless, named));
    out.push_back(trick<AsksBeforeDraw>("(c, l) asks for a share before he answers an offered draw", none, named, none, named));
    out.back().rounds = 1;
    out.push_back(trick<AsksBeforeSeal>("(c) asks for the share that opens a seal before there is one", none, named, none, named));
    out.push_back(trick<Restores>("(d) puts a copy of his store back", named, named, named, named));
    out.push_back(trick<Reads>("(e) reads what the other has hidden", pays, useless, pays, useless));
    out.push_back(trick<AsksForSeal>("(e) asks for the share that opens a seal while that is on its way", none, named, none, named));
    out.push_back(trick<CallsLate>("(f) calls the other's choice late", word, word, word, word));
    out.push_back(trick<CallsLateAfterwards>("(f) calls it late once the share has told what it is", none, named, none, named));
    out.push_back(trick<Withholds>("(g) ends it when he sees that he loses", useless, useless, useless, useless));
    out.push_back(trick<Grinds>("(h) picks a nonce that is good for him", pays, useless, useless, useless));
    out.push_back(trick<ShowsAnother>("(i) publishes another battle of that name", named, named, named, named));
    out.push_back(trick<ChoosesAgain>("(i) publishes it with other choices of his", named, named, none, none));
    out.push_back(trick<ShowsOtherSetup>("(j) publishes one with another setup, title or clock", named, named, named, named));
    out.push_back(trick<ShowsOtherDice>("(k) records other dice than he has shown", named, named, named, named, false));
    out.push_back(trick<ShowsOtherDice>("(k) shows other dice than he records", named, named, named, named, true));
    out.push_back(trick<TakesDraw>("(l) takes a draw when he knows the dice", pays, useless, useless, useless));
    out.push_back(trick<OpensOtherwise>("(m) opens his seal otherwise", none, useless, none, useless));
    out.push_back(trick<ActsForAbsent>("(n) acts in the name of the absent", named, named, named, named));
    out.push_back(trick<PutsInAgain>("(n) puts in the other's ladder again", none, named, none, named));
    out.push_back(trick<PicksShares>("(o) leaves out a share", none, named, named, named));
    return out;
}

}  // namespace

const std::vector<Trick>& tricks() {
    static const std::vector<Trick> made = all();
    return made;
}

}  // namespace muster::test
