#include "clients/cli/arena.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "clients/cli/arena_battle.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/program_player.hpp"

namespace muster::cli {

namespace {

constexpr long failures_max = 10;

struct Pair {
    std::size_t first;
    std::size_t second;
};

class Arena {
public:
    Arena(const ArenaPlan& plan, std::vector<std::unique_ptr<rules::Battle>> fresh) : plan_(plan), fresh_(std::move(fresh)) {
        for (std::size_t a = 0; a < plan.bots.size(); ++a)
            for (std::size_t b = a + 1; b < plan.bots.size(); ++b) pairs_.push_back({a, b});
        result_ = blank();
    }

    std::expected<ArenaResult, std::string> hold() {
        {
            std::vector<std::jthread> threads;
            for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back([this] { work(); });
            work();
        }
        if (plan_.interrupted) return std::unexpected("interrupted");
        if (!trouble_.empty()) return std::unexpected(trouble_);
        return std::move(result_);
    }

private:
    ArenaResult blank() const {
        const auto n = plan_.bots.size();
        return {.scores = std::vector(n, std::vector<Score>(n)),
                .refused = std::vector<long>(n),
                .failed = std::vector<long>(n),
                .why_failed = std::vector<std::string>(n)};
    }

    std::unique_ptr<ArenaPlayer> player(std::size_t bot) {
        const auto& name = plan_.bots[bot];
        if (auto built_in = built_in_player(name)) return built_in;
        return std::make_unique<ProgramPlayer>(name, plan_.patience, [this, bot](const std::string& why) { failed(bot, why); }, answered_[bot]);
    }

    // What has never answered is no bot, or none that can be started here: its battles would rate nobody.
    void failed(std::size_t bot, const std::string& why) {
        const bool has_answered = answered_[bot];
        const std::lock_guard lock(mutex_);
        if (++result_.failed[bot] == 1) result_.why_failed[bot] = why;
        if ((has_answered && result_.failed[bot] < failures_max) || !trouble_.empty()) return;
        trouble_ = plain(plan_.bots[bot]) + " " + why + "; " +
                   (has_answered ? "so it has lost " + std::to_string(failures_max) + " battles, which is enough" : "it has not given one answer");
        stopped_ = true;
    }

    // Each thread has players of its own and counts for itself. Numbers of battles are given out one by one: programs take their time.
    void work() {
        std::vector<std::unique_ptr<ArenaPlayer>> players;
        players.reserve(plan_.bots.size());
        for (std::size_t i = 0; i < plan_.bots.size(); ++i) players.push_back(player(i));
        auto mine = blank();
        const auto all = static_cast<std::int64_t>(pairs_.size()) * plan_.games;
        for (std::int64_t number = next_++; number < all && !stopped_ && !plan_.interrupted; number = next_++) play(number, players, mine);
        const std::lock_guard lock(mutex_);
        for (std::size_t a = 0; a < players.size(); ++a) {
            result_.refused[a] += players[a]->refused();
            for (std::size_t b = 0; b < players.size(); ++b) result_.scores[a][b] += mine.scores[a][b];
        }
    }

    void play(std::int64_t number, const std::vector<std::unique_ptr<ArenaPlayer>>& players, ArenaResult& mine) const {
        const auto [first, second] = pairs_[static_cast<std::size_t>(number / plan_.games)];
        const auto game = number % plan_.games;
        const auto twice = static_cast<std::size_t>(game / 2);
        const auto setup = twice % fresh_.size();
        const auto seats = fresh_[setup]->seats().size();
        std::vector<std::size_t> bots;  // by seat
        bots.reserve(seats);
        for (std::size_t seat = 0; seat < seats; ++seat) bots.push_back((seat + static_cast<std::size_t>(game)) % 2 == 0 ? first : second);
        std::vector<ArenaPlayer*> by_seat;
        by_seat.reserve(seats);
        for (const auto bot : bots) by_seat.push_back(players[bot].get());
        const auto end =
            play_arena_battle({plan_.ruleset, plan_.setups[setup], *fresh_[setup], "arena-" + std::to_string(number + 1), mixed(plan_.seed, twice)}, by_seat);
        auto& score = mine.scores[first][second];
        if (end.failed) ++(bots[static_cast<std::size_t>(*end.failed)] == first ? score.lost : score.won);
        else if (!end.winner) ++score.nobody;
        else ++(bots[static_cast<std::size_t>(*end.winner)] == first ? score.won : score.lost);
        mine.scores[second][first] = score.turned();
    }

    const ArenaPlan& plan_;
    std::vector<std::unique_ptr<rules::Battle>> fresh_;  ///< by setup
    std::vector<Pair> pairs_{};
    std::atomic<std::int64_t> next_{0};
    std::atomic<bool> stopped_{false};
    std::vector<std::atomic<bool>> answered_ = std::vector<std::atomic<bool>>(plan_.bots.size());  ///< by bot: whether it ever did
    std::mutex mutex_{};                                                                           // guards the next two
    ArenaResult result_{};
    std::string trouble_{};
};

}  // namespace

std::expected<ArenaResult, std::string> hold_arena(const ArenaPlan& plan) {
    std::vector<std::unique_ptr<rules::Battle>> fresh;
    for (const auto& setup : plan.setups) {
        auto battle = plan.ruleset.create(setup);
        if (!battle) return std::unexpected("the rules refuse a setup: " + plain(battle.error().message) + " (" + plain(battle.error().path) + ")");
        fresh.push_back(std::move(*battle));
    }
    return Arena(plan, std::move(fresh)).hold();
}

}  // namespace muster::cli
