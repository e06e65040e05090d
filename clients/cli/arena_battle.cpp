#include "clients/cli/arena_battle.hpp"

#include "protocol/fold_events.hpp"
#include "protocol/server_messages.hpp"
#include "rules/drive.hpp"
#include "rules/random.hpp"

namespace muster::cli {

namespace {

constexpr std::string_view at_no_time = "1970-01-01T00:00:00.000Z";

class SeededDice : public rules::Dice {
public:
    explicit SeededDice(std::uint64_t seed) : seed_(seed) {}
    std::optional<std::vector<int>> roll(int number, std::span<const int> sides) override {
        rules::Random random(mixed(seed_, static_cast<std::uint64_t>(number)));
        std::vector<int> out;
        out.reserve(sides.size());
        for (const int each : sides) out.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(each))) + 1);
        return out;
    }

private:
    std::uint64_t seed_;
};

class Bout {
public:
    Bout(const ArenaBattle& about, std::span<ArenaPlayer* const> players) : about_(about), players_(players), battle_(about.fresh.clone()), dice_(about.seed) {
        for (std::size_t i = 0; i < players.size(); ++i) {
            names_.push_back(about.name + '-' + battle_->seats()[i]);  // a player may hold two seats: to it they are two battles
            listened_ = listened_ || players[i]->listens();
        }
    }

    ArenaEnd play() {
        for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->begin(mixed(about_.seed, ~i));
        if (listened_) {
            const auto& seats = battle_->seats();
            events_.push_back(
                protocol::created_event({about_.name, about_.ruleset.id(), about_.ruleset.version(), {}, about_.setup, Json::object(), seats, {}}));
            events_.push_back(protocol::started_event(seats, seats));
        }
        battle_->begin(events_);
        while (true) {
            rules::roll_on(*battle_, dice_, rolls_, events_);
            if (const auto* outcome = rules::outcome_of(*battle_)) {
                events_.push_back(rules::ended_event(*outcome, battle_->seats()));
                tell();
                return {.winner = outcome->winner};
            }
            tell();
            if (const auto failed = decide()) return {.failed = failed};
        }
    }

private:
    void tell() {
        if (listened_)
            for (const auto& event : events_) {
                ++seq_;
                for (std::size_t i = 0; i < players_.size(); ++i) {
                    if (!players_[i]->listens()) continue;
                    const rules::Viewer viewer{static_cast<rules::Seat>(i)};
                    players_[i]->tell(protocol::event_text(names_[i], protocol::event_body(seq_, std::string(at_no_time), event.name, event.data_for(viewer))));
                }
            }
        events_.clear();
    }

    /// Whose player has failed.
    std::optional<rules::Seat> decide() {
        const auto& asks = rules::open_asks(*battle_);
        rules::Decided decided;
        for (const auto& ask : asks) {
            const auto seat = static_cast<std::size_t>(ask.seat);
            const auto choice = players_[seat]->choose({*battle_, names_[seat], ask.seat, ask, ++decisions_, asks.size() > 1});
            if (!choice) return ask.seat;
            JsonText text(choice->dump());
            decided.choices.emplace_back(text);
            if (listened_)
                events_.push_back(rules::chosen_event(
                    {.seat = battle_->seats()[seat], .decision = static_cast<int>(decisions_), .kind = ask.kind, .choice = std::move(text)}));
        }
        battle_->apply(decided, events_);
        return {};
    }

    const ArenaBattle& about_;
    std::span<ArenaPlayer* const> players_;
    std::unique_ptr<rules::Battle> battle_;
    SeededDice dice_;
    std::vector<std::string> names_{};  ///< of the battle, by seat
    std::vector<rules::Event> events_{};
    bool listened_ = false;
    std::int64_t seq_ = 0;
    std::int64_t decisions_ = 0;
    int rolls_ = 0;
};

}  // namespace

ArenaEnd play_arena_battle(const ArenaBattle& about, std::span<ArenaPlayer* const> players) { return Bout(about, players).play(); }

std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) { return rules::Random(rules::Random(seed).bits() ^ number).bits(); }

}  // namespace muster::cli
