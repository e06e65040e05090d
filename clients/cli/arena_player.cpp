#include "clients/cli/arena_player.hpp"

#include "rules/random.hpp"

namespace muster::cli {

namespace {

class PolicyPlayer : public ArenaPlayer {
public:
    explicit PolicyPlayer(rules::Policy policy) : policy_(policy) {}
    std::optional<SharedJson> choose(const Turn& turn) override {
        return policy_ == rules::Policy::preset ? turn.ask.preset : turn.battle.choose(turn.seat, policy_);
    }

private:
    rules::Policy policy_;
};

class RandomPlayer : public ArenaPlayer {
public:
    void begin(std::uint64_t seed) override { random_ = rules::Random(seed); }
    std::optional<SharedJson> choose(const Turn& turn) override { return turn.battle.random_choice(turn.seat, random_); }

private:
    rules::Random random_{0};
};

}  // namespace

std::unique_ptr<ArenaPlayer> built_in_player(std::string_view name) {
    if (name == "random") return std::make_unique<RandomPlayer>();
    for (const auto& [policy, word] : names_of(rules::Policy{}))
        if (word == name) return std::make_unique<PolicyPlayer>(policy);
    return nullptr;
}

}  // namespace muster::cli
