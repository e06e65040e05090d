// Two dice, each rolled once again if its owner wants to, with a charm and what is laid beside it.
#pragma once
#include <array>

#include "rules/high_die/decisions.hpp"
#include "rules/high_die/setup.hpp"
#include "rules/typed_battle.hpp"

namespace muster::rules::high_die {

/// `shown`: what a seat's die shows now.
struct DieShown {
    std::string seat;
    int die = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "die", self.die); }
};

/// `laid`: what a seat laid, and all that it has together.
struct PiecesLaid {
    std::string seat;
    std::vector<Pieces> units;
    int sum = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "units", self.units, "sum", self.sum); }
};

/// `sworn`: what a seat stakes, and by what.
struct OathSworn {
    std::string seat;
    int stake = 0;
    std::vector<std::string> by;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seat", self.seat, "stake", self.stake, "by", self.by); }
};

const std::vector<std::string>& seat_names();

class HighDieBattle final : public TypedBattle<HighDieBattle> {
public:
    explicit HighDieBattle(Setup setup) : setup_(setup) {}

    const std::vector<std::string>& seats() const override { return seat_names(); }
    std::unique_ptr<OddsModel> odds(Policy policy) const override;

private:
    friend TypedBattle;

    enum class Stage { roll, again, charm, lay, swear };
    struct Side {
        int die = 0;
        int more = 0;  ///< by the charm and what is laid
        int stake = 0;
        bool due = true;  ///< the die is still to be rolled
    };

    bool step(Events& events);
    void take_dice(Seat seat, const std::vector<int>& values, Events& events);

    std::variant<AgainDecision, CharmDecision, LayDecision, SwearDecision> decision(Seat seat) const;
    void take(Seat seat, AgainChoice choice, Events& /*events*/) { of(seat).due = choice.again; }
    void take(Seat seat, const Charm& charm, Events& /*events*/) { of(seat).more += charm.to(of(seat).die); }
    void take(Seat seat, const Laid& laid, Events& events);
    void take(Seat seat, const SwearChoice& oath, Events& events);

    Json situation() const { return Json::object(); }
    Json situation_of(Seat seat) const { return {{"die", of(seat).die}}; }
    void count_left(Seat /*seat*/, std::map<std::string, int>& /*left*/) const {}
    int pieces(Seat /*seat*/) const { return 1; }

    Side& of(Seat seat) { return sides_[static_cast<std::size_t>(seat)]; }
    const Side& of(Seat seat) const { return sides_[static_cast<std::size_t>(seat)]; }

    Setup setup_;
    std::array<Side, 2> sides_{};
    Stage stage_ = Stage::roll;  ///< what was asked last
};

}  // namespace muster::rules::high_die
