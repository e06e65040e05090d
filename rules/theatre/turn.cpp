#include "rules/theatre/turn.hpp"

#include <algorithm>

#include "rules/theatre/calamities.hpp"
#include "rules/theatre/cities.hpp"
#include "rules/theatre/conflict.hpp"
#include "rules/theatre/construction.hpp"
#include "rules/theatre/movement.hpp"
#include "rules/theatre/taxes.hpp"

namespace muster::rules::theatre {

namespace {

constexpr int move_steps = 3;

void start_turn(Campaign& campaign, Story& story) {
    ++campaign.turn;
    for (auto& holding : campaign.board) holding.fresh = false;
    story.tell(TurnStarted{campaign.turn});
}

/// All without Military, then its holders: so they know what the others do.
std::vector<std::vector<int>> two_groups(const World& world) {
    std::vector<std::vector<int>> out(2);
    for (int seat = 0; seat < world.seat_count(); ++seat) out[world.has(seat, Advance::military) ? 1 : 0].push_back(seat);
    std::erase_if(out, [](const auto& group) { return group.empty(); });
    return out;
}

std::vector<std::vector<int>> one_by_one(const std::vector<int>& seats) {
    return each_of(seats, [](int seat) { return std::vector{seat}; });
}

void start_moves(Campaign& campaign, int step) {
    campaign.move_step = step;
    campaign.queue = campaign.world->sealed_movement ? two_groups(*campaign.world) : one_by_one(campaign.census);
    campaign.stage = Stage::move;
}

int nations_with_units(const Campaign& campaign) {
    int out = 0;
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) out += total(campaign, seat).points() > 0 ? 1 : 0;
    return out;
}

/// The highest score wins, of equals who has more cities, else nobody.
std::optional<int> winner(const Campaign& campaign) {
    const auto rank = [&](int seat) { return std::pair(score(campaign, seat), total(campaign, seat).cities); };
    int best = 0;
    bool alone = true;
    for (int seat = 1; seat < campaign.world->seat_count(); ++seat) {
        if (rank(seat) < rank(best)) continue;
        alone = rank(seat) > rank(best);
        if (alone) best = seat;
    }
    return alone ? std::optional(best) : std::nullopt;
}

void end(Campaign& campaign, bool annihilation) {
    campaign.stage = Stage::over;
    campaign.result = {winner(campaign), annihilation};
}

void end_turn(Campaign& campaign, Story& story) {
    TurnEnded ended{campaign.turn, {}};
    for (int seat = 0; seat < campaign.world->seat_count(); ++seat) ended.nations.push_back({figures_of(campaign, seat), story.seat(seat)});
    story.tell(ended);
    if (nations_with_units(campaign) < 2) return end(campaign, true);
    if (campaign.turn == campaign.world->turns) return end(campaign, false);
    campaign.stage = Stage::turn_start;
}

void check_support(Campaign& campaign, Stage after) {
    campaign.check = {.after = after};
    campaign.stage = Stage::support;
}

void close_group(Campaign& campaign, Story& story) {
    const auto seats = campaign.queue.front();
    campaign.queue.erase(campaign.queue.begin());
    if (campaign.stage == Stage::build) build(campaign, seats, story);
    else move(campaign, story);
    if (!campaign.queue.empty()) return;
    const int next = campaign.stage == Stage::build ? 1 : campaign.move_step + 1;
    if (next <= move_steps) start_moves(campaign, next);
    else campaign.stage = Stage::conflict;
}

void close_support(Campaign& campaign, Story& story) {
    if (campaign.group.empty()) campaign.stage = campaign.check.after;
    else give_up(campaign, story);
}

void close_ordeal(Campaign& campaign, Story& story) {
    suffer(campaign, story);
    if (!campaign.ordeal.over) return;
    campaign.stage = campaign.ordeal.strike.calamity == Calamity::slave_revolt ? Stage::support : Stage::strikes;
}

}  // namespace

Questions questions_of(const Campaign& campaign) {
    switch (campaign.stage) {
        case Stage::tax: return tax_questions(campaign);
        case Stage::growth: return growth_questions(campaign);
        case Stage::build: return build_questions(campaign, campaign.queue.front());
        case Stage::move: return move_questions(campaign, campaign.queue.front());
        case Stage::losses:
        case Stage::assault_losses: return loss_questions(campaign);
        case Stage::found: return found_questions(campaign);
        case Stage::support: return support_questions(campaign);
        case Stage::ordeal: return ordeal_questions(campaign);
        default: return {};
    }
}

void close(Campaign& campaign, Story& story) {
    switch (campaign.stage) {
        case Stage::turn_start:
            start_turn(campaign, story);
            campaign.stage = Stage::tax;
            break;
        case Stage::tax:
            collect_taxes(campaign, story);
            campaign.stage = Stage::growth;
            break;
        case Stage::growth:
            grow(campaign, story);
            take_census(campaign, story);
            campaign.queue = two_groups(*campaign.world);
            campaign.stage = Stage::build;
            break;
        case Stage::build:
        case Stage::move: close_group(campaign, story); break;
        case Stage::conflict:
            fight_everywhere(campaign, story);
            campaign.stage = Stage::losses;
            break;
        case Stage::losses:
            take_losses(campaign, story);
            assault(campaign, every_area(*campaign.world), story);
            campaign.stage = Stage::assault_losses;
            break;
        case Stage::assault_losses:
            take_losses(campaign, story);
            pillage(campaign, story);
            if (nations_with_units(campaign) < 2) end(campaign, true);
            else campaign.stage = Stage::found;
            break;
        case Stage::found:
            found(campaign, story);
            remove_surplus(campaign, story);
            check_support(campaign, Stage::calamities);
            break;
        case Stage::support: close_support(campaign, story); break;
        case Stage::calamities:
            foresee(campaign);
            campaign.stage = Stage::strikes;
            break;
        case Stage::strikes:
            if (strike_next(campaign, story)) campaign.stage = Stage::ordeal;
            else check_support(campaign, Stage::turn_end);
            break;
        case Stage::ordeal: close_ordeal(campaign, story); break;
        case Stage::turn_end: end_turn(campaign, story); break;
        case Stage::over: break;
    }
    campaign.group.clear();
}

int score(const Campaign& campaign, int seat) {
    const int points = total(campaign, seat).points();
    return points == 0 ? 0 : points + campaign.purse(seat).treasury;
}

}  // namespace muster::rules::theatre
