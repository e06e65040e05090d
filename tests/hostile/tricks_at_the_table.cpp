// Tricks (a) to (h) and (l) to (n): what he does while a battle is played.
#include <algorithm>

#include "protocol/ladder.hpp"
#include "tests/hostile/trick_lists.hpp"

namespace muster::test {

using namespace protocol;

namespace {

constexpr rules::Seat attacker = 0;
constexpr rules::Seat defender = 1;

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

/// Calls what is the default, whatever he knows: he tries something else.
class CallsDefault : public Operator {
    Json choose(Table& table, const Json& other) const override { return other.is_null() ? table.candidates().front() : Operator::choose(table, other); }
};

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
class AsksBeforeDraw final : public CallsDefault {
    void answer_draw(Table& table) const override {
        table.early = early_share(table);
        if (!table.early || table.foreseen(table.candidates().front(), table.early) >= 0) return;
        table.game.run([](Fold& fold, Applied& out) { fold.answer_draw(attacker, true, out); });
    }
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

/// (h) Sits down last, in the way that is best for the first dice.
class Grinds final : public CallsDefault {
    void sit(Table& table) const override {
        ++table.result.tries;
        table.arriving = *std::ranges::max_element(ways_, {}, [&](const Arriving& each) { return table.foreseen_with(each); });
    }

    const std::vector<Arriving> ways_;

public:
    explicit Grinds(std::vector<Arriving> ways) : ways_(std::move(ways)) {}
};

std::vector<Arriving> some_nonces() {
    std::vector<Arriving> out;
    for (int i = 0; i < 8; ++i) out.push_back({.nonce = std::string(15, 'a') + std::to_string(i)});
    return out;
}

std::vector<Arriving> some_ladders() {
    std::vector<Arriving> out;
    for (std::uint8_t secret = 120; secret < 128; ++secret) out.push_back({.ladder = secret});
    return out;
}

/// (l) Takes the draw that was offered when he knows that the dice are bad.
class TakesDraw final : public CallsDefault {
    void answer_draw(Table& table) const override {
        ++table.result.tries;
        const Json call = table.candidates().front();
        if (table.foreseen(call) < 0) table.game.run([](Fold& fold, Applied& out) { fold.answer_draw(attacker, true, out); });
    }
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

/// (m) Seals what the other has sealed, by its very seal: whatever that is would count for him, too.
class CopiesSeal final : public Operator {
    Json choose(Table& table, const Json& other) const override {
        if (other.is_null() || table.late) return Operator::choose(table, other);
        Game copy = table.copy();
        copy.choose({other, other});
        for (const auto* hand : {"left", "right"}) {
            copy.holders[attacker].sealed = {{"hand", hand}};
            if (copy.fold->check_choice(attacker, copy.fold->open().front().id, copy.share_of(attacker))) throw std::runtime_error("a copied seal was opened");
            ++table.result.refused;
        }
        return Operator::choose(table, other);
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

}  // namespace

std::vector<Trick> tricks_at_the_table() {
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
    out.push_back(trick<Grinds>("(h) picks a nonce that is good for him", pays, useless, useless, useless, some_nonces()));
    out.push_back(trick<Grinds>("(h) picks a ladder that is good for him", none, useless, none, useless, some_ladders()));
    out.push_back(trick<TakesDraw>("(l) takes a draw when he knows the dice", pays, useless, useless, useless));
    out.push_back(trick<OpensOtherwise>("(m) opens his seal otherwise", none, useless, none, useless));
    out.push_back(trick<CopiesSeal>("(m) seals by a copy of the other's seal", none, useless, none, useless));
    out.push_back(trick<PutsInAgain>("(n) puts in the other's ladder again", none, named, none, named));
    return out;
}

}  // namespace muster::test
