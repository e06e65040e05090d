#include "tests/hostile/table.hpp"

#include <algorithm>

#include "protocol/ladder.hpp"
#include "protocol/mine_record.hpp"
#include "protocol/verify.hpp"
#include "rules/drive.hpp"
#include "tests/hostile/duel.hpp"
#include "tests/support/chance_dice.hpp"

namespace muster::test {

using namespace protocol;

namespace {

constexpr rules::Seat attacker = 0;
constexpr rules::Seat defender = 1;

const rules::Rulesets& rulesets() {
    static const rules::Rulesets all({&duel()});
    return all;
}

Start start_of(const Match& match) {
    Json options{{"clock", {{"mode", "correspondence"}, {"per_decision", "P1D"}}}};
    if (match.dice == Dice::shared) options["dice"] = "shared";
    if (match.dice == Dice::witnessed) options.update(witnessed_options());
    if (match.dice == Dice::shared_and_witnessed) options.update(shared_and_witnessed_options());
    const auto seed = sha256("seed " + std::to_string(match.number));
    return {.ruleset = &duel(), .setup = {{"rounds", match.rounds}}, .seed = std::string(bytes_of(seed)), .options = std::move(options)};
}

int rolls_in(const Game& game) {
    int out = 0;
    for (const auto& each : game.events) out += each.body.contains("\"event\":\"rolled\"");
    return out;
}

/// The battle after the dice that are due, if these are the shares. `given`: as they enter the chain.
std::unique_ptr<rules::Battle> rolled_with(const Game& game, const std::vector<NewInput>& given) {
    Chain chain = game.fold->chain();
    for (const auto& each : given) chain.add(hashed_text(each, Proof::second));
    ProofDice dice(game.fold->origin().server_seed, chain);
    auto battle = game.fold->battle().clone();
    int rolls = rolls_in(game);
    std::vector<rules::Event> events;
    rules::roll_on(*battle, dice, rolls, events);
    return battle;
}

/// Plays an input of another course of the same battle. Those of a step that is sealed come together.
void redo(Game& game, const std::vector<Input>& inputs, std::size_t& at) {
    const auto& input = inputs[at];
    const auto seat = input.seat == "attacker" ? attacker : defender;
    if (input.kind == "witness_share") return ++at, game.give_witness_share();
    if (input.kind == "new_ladder") return ++at, game.run([&](Fold& fold, Applied& out) { fold.new_ladder(seat, input.ladder, out); });
    if (input.decision == 0) return void(++at);  // the witness's ladder and the seats are there
    std::vector<Fold::Choice> made;
    const auto open = game.fold->open();
    for (std::size_t i = 0; i < (open.front().sealed ? open.size() : 1); ++i, ++at) {
        const auto& each = inputs.at(at);
        const How how = each.timed_out ? How::timed_out : How::chosen;
        const Json choice = JsonView(each.choice).json();
        made.push_back({open[i].id, how == How::timed_out ? open[i].ask.preset : game.fold->check_choice(open[i].ask.seat, open[i].id, choice).value(), how});
    }
    game.run([&](Fold& fold, Applied& out) { fold.choose(made, out); });
}

}  // namespace

std::string_view name_of(Dice dice) {
    constexpr std::array<std::string_view, all_dice.size()> names{"server", "shared", "witnessed", "shared and witnessed"};
    return names.at(static_cast<std::size_t>(dice));
}

// --- How he plays honestly

void Operator::sit(Table& /*table*/) const {}

Json Operator::choose(Table& table, const Json& other) const {
    if (!other.is_null()) return table.any();
    return table.best_by([&](const Json& each) { return table.imagined(each); });
}

void Operator::answer_draw(Table& table) const {
    const bool accepts = table.imagined(table.candidates().front()) < 0;
    if (accepts) table.game.run([](Fold& fold, Applied& out) { fold.answer_draw(attacker, true, out); });
}

Json Operator::publish(Table& table) const { return Json::parse(table.game.record()); }

// --- The table

Table::Table(const Match& match, const Operator& player)
    : game(created(start_of(match))),
      opponent(game, match.number + 1'000'000'007),
      start(start_of(match)),
      match_(match),
      player_(player),
      fancy_(match.number + 7'000'000'001) {}

Result Table::play() {
    game.take(defender, "Bob", "b0b0b0b0b0b0b0b0");
    player_.sit(*this);
    sit_down(game, arriving);
    tell();
    while (game.fold->phase() != Fold::Phase::over && !opponent.breach) {
        if (game.fold->asks_shares()) ask_shares();
        else if (game.fold->asks_witness()) ask_witness();
        else decide();
        tell();
    }
    judge();
    return std::move(result);
}

void Table::decide() {
    const auto open = game.fold->open();
    const bool both = open.front().sealed;
    if (!both && is_last_round() && !drawn_) {
        drawn_ = true;
        game.run([](Fold& fold, Applied& out) { fold.offer_draw(defender, out); });
        opponent.offer_draw();
        player_.answer_draw(*this);
        return;
    }
    before_ = game.inputs.size();
    late = false;
    is_alone = !both;
    if (both) player_.before_hiding(*this);
    other_ = both ? opponent.choose(*game.fold, open.at(1)) : Json();
    if (opponent.breach) return;
    if (both && other_.is_null()) {  // then time runs out
        late = true;
        other_ = Json::object();
    }
    own = player_.choose(*this, other_);
    if (game.fold->phase() == Fold::Phase::over) return;  // he ended it instead
    make(game, own, late);
    if (both && !late) opponent.accepted(open.at(1).id);
}

Json Table::said(Game& game, const Json& choice) {
    const auto& open = game.fold->open().front();
    if (!game.fold->is_sealed_for_all(open)) return choice;
    auto& mine = game.holders.at(attacker);
    mine.sealed = choice;
    const auto rung = mine.ladder.rung(game.fold->step() + 1 - mine.after);
    return {{"seal", to_hex(bytes_of(seal_of(rung, game.fold->chain().start(), "attacker", open.id, choice.dump())))}};
}

void Table::make(Game& in, const Json& choice, bool is_late) const {
    const auto open = in.fold->open();
    std::vector<Fold::Choice> made{{open[0].id, in.fold->check_choice(attacker, open[0].id, said(in, choice)).value()}};
    if (is_late) made.push_back({open[1].id, open[1].ask.preset, How::timed_out});
    else if (open.size() == 2) made.push_back({open[1].id, in.fold->check_choice(defender, open[1].id, other_).value()});
    if (is_late && in.fold->shares_dice()) in.holders[defender].sealed = nullptr;
    in.run([&](Fold& fold, Applied& out) { fold.choose(made, out); });
}

Game Table::with_choice(const Json& choice, bool is_late) const {
    Game out = replayed(before_);
    make(out, choice, is_late);
    return out;
}

Game Table::with_others_of_his() {
    Game out = replayed(2);  // the seats
    std::map<std::int64_t, Json> theirs;
    for (const auto& each : opponent.kept.sent) theirs[each.decision] = each.choice;
    while (out.fold->phase() != Fold::Phase::over) {
        const auto open = out.fold->open();
        if (out.fold->asks_shares()) {
            out.give_shares();
            continue;
        }
        rules::Random random(fancy_.next());
        std::vector<Json> choices{out.fold->battle().random_choice(attacker, random)};
        if (open.size() == 2) choices.push_back(theirs.contains(open[1].id) ? theirs.at(open[1].id) : Json(open[1].ask.preset));  // a draw had ended it
        out.choose(out.fold->is_sealed_for_all(open.front()) ? out.seal(choices) : choices);
    }
    return out;
}

Game Table::replayed(std::size_t inputs) const {
    Game out = created(start);
    out.clock = game.clock;
    std::vector<Input> read;
    for (std::size_t i = 0; i < inputs; ++i) read.push_back(read_input(FlatJson(Json::parse(game.inputs[i])), Proof::second).value());
    out.holders = game.holders;
    for (const auto seat : {defender, attacker}) {
        const auto entered = std::ranges::find_if(
            read, [&](const Input& each) { return each.kind == "seat" && each.seat == out.fold->seats()[static_cast<std::size_t>(seat)]; });
        out.run([&](Fold& fold, Applied& applied) { fold.take_seat(seat, {entered->name, entered->nonce, entered->ladder}, applied); });
    }
    for (std::size_t at = 0; at < read.size();) redo(out, read, at);
    return out;
}

void Table::put(Game other) {
    game = std::move(other);
    told_ = std::min(told_, game.events.size());
}

// --- What is told

void Table::tell(std::uint32_t floor) {
    bool rolled = false;
    for (; told_ < game.events.size(); ++told_) {
        opponent.hear(player_.shown(*this, game.event(told_)));
        rolled |= game.event(told_).at("event") == "rolled";
    }
    const bool due = game.fold->asks_shares() || game.fold->asks_witness();
    if (player_.signs_at_once() || !due) opponent.hear_head(*game.signed_head(), floor);
    if (rolled && floor == 0 && !opponent.breach) player_.has_rolled(*this);
}

void Table::go_back(Game other) {
    const auto floor = opponent.kept.pin->inputs;
    put(std::move(other));
    tell(floor);
}

ShareOptions Table::share_request(int step) const {
    ShareOptions out{.step = step};
    std::size_t from = game.inputs.size();
    std::size_t shares = 0;
    while (from > 0 && shares < 2) shares += Json::parse(game.inputs[--from]).at("input").at("kind") == "share";
    for (; from < game.inputs.size(); ++from) out.inputs.emplace_back(Json::parse(game.inputs[from]));
    return out;
}

void Table::ask_shares() {
    Json theirs;
    if (const auto known = std::exchange(early, std::nullopt)) {
        theirs = {{"share", to_hex(bytes_of(*known))}};
    } else {
        auto asked = share_request(game.fold->step());
        for (const auto& open : game.fold->open())
            if (open.ask.seat == defender) asked.opens = (*open.ask.options).value("opens", std::int64_t{0});
        const auto given = opponent.share(asked, sign_head(test_key(), game.fold->chain(), game.shown, game.fold->step()));
        if (!given) return;
        theirs = *given;
    }
    opened = theirs.value("opens", Json());
    game.holders[defender].sealed = opened;
    player_.knows(*this);
    if (game.fold->phase() == Fold::Phase::over) return;
    game.give_shares();
}

bool Table::witness_gives(const Game& asking) {
    const auto [head, is_new] = witnessed_.try_emplace(asking.fold->witness_steps() + 1, asking.fold->chain().head());
    return is_new || head->second == asking.fold->chain().head();
}

Hash Table::ask_witness_early() {
    const int step = game.fold->witness_steps() + 1;
    witnessed_.emplace(step, game.fold->chain().head());
    witness_known_ = step;
    return game.witness->rung(step - game.witness_after);
}

void Table::ask_witness() {
    const auto is_refused = [&] {
        if (witness_gives(game)) return false;
        ++result.refused;
        close();
        return true;
    };
    if (is_refused()) return;
    witness_known_ = game.fold->witness_steps() + 1;
    player_.knows(*this);
    if (game.fold->asks_shares()) game.give_shares();  // he went back beyond them, and knows them
    if (game.fold->asks_witness() && !is_refused()) game.give_witness_share();
}

void Table::close() {
    game.run([](Fold& fold, Applied& out) { fold.close(out); });
}

// --- What he can work out

bool Table::is_last_round() const { return game.fold->battle().facts().round == match_.rounds; }

int Table::lead(const rules::Battle& battle) {
    const auto facts = battle.facts();
    return facts.sides[attacker].pieces - facts.sides[defender].pieces;
}

int Table::imagined(const Json& choice) {
    auto battle = game.fold->battle().clone();
    std::vector<rules::Event> events;
    battle->apply(rules::Decided{{FlatJson(choice)}}, events);
    ChanceDice dice(fancy_);  // that he imagines
    int rolls = 0;
    rules::roll_on(*battle, dice, rolls, events);
    return lead(*battle);
}

int Table::foreseen(const Json& choice, const std::optional<Hash>& share) const { return foreseen_in(copy(), choice, share); }

int Table::foreseen_with(const Arriving& with) const {
    Game trial = created(start);
    trial.take(defender, "Bob", "b0b0b0b0b0b0b0b0");
    sit_down(trial, with);
    return foreseen_in(std::move(trial), "default", {});
}

void Table::sit_down(Game& game, const Arriving& with) {
    if (with.ladder) game.holders.at(attacker).ladder = Ladder(game.fold->chain().start(), game.fold->seats()[attacker], Hash{*with.ladder});
    game.take(attacker, "Ada", with.nonce);
}

int Table::foreseen_too_late() const { return foreseen_in(replayed(before_), own, hash_from_hex(game.share_of(defender).at("share").get<std::string>())); }

int Table::foreseen_in(Game trial, const Json& choice, const std::optional<Hash>& share) {
    trial.choose({choice});
    std::vector<NewInput> given;
    const auto unknown = sha256(trial.inputs.back());
    const auto guess = to_hex(bytes_of(share.value_or(unknown)));
    const bool by_seats = trial.fold->asks_shares();
    if (by_seats)
        for (const auto& open : trial.fold->open()) {
            const bool is_own = open.ask.seat == attacker;
            const Json shares = is_own ? trial.share_of(attacker) : Json{{"share", guess}};
            given.push_back({.seat = is_own ? "attacker" : "defender", .kind = "share", .decision = open.id, .choice = JsonText(shares.dump())});
        }
    if (trial.fold->asks_witness() || (by_seats && trial.fold->has_witness()))
        given.push_back({.kind = "witness_share", .share = by_seats ? to_hex(bytes_of(unknown)) : guess});
    return lead(given.empty() ? trial.fold->battle() : *rolled_with(trial, given));
}

Json Table::any() {
    rules::Random random(fancy_.next());
    return game.fold->battle().random_choice(attacker, random);
}

std::vector<Json> Table::candidates() {
    std::vector<Json> out{game.fold->open().front().ask.preset};
    for (int i = 0; i < 8; ++i) {
        Json next = any();
        if (std::ranges::find(out, next) == out.end()) out.push_back(std::move(next));
    }
    return out;
}

Json Table::best_by(const std::function<int(const Json&)>& value) {
    const auto all = candidates();
    std::vector<int> values;
    std::ranges::transform(all, std::back_inserter(values), value);
    return all[static_cast<std::size_t>(std::ranges::max_element(values) - values.begin())];
}

int Table::settled(Game copy) const {
    if (copy.fold->asks_shares()) copy.give_shares();
    if (copy.fold->asks_witness() && copy.fold->witness_steps() >= witness_known_)
        return lead(*rolled_with(copy, {{.kind = "witness_share", .share = to_hex(bytes_of(sha256(copy.inputs.back())))}}));
    if (copy.fold->asks_witness()) copy.give_witness_share();
    return lead(copy.fold->battle());
}

// --- What comes of it

void Table::judge() {
    result.kept = opponent.kept;
    if (opponent.breach) {
        result.named = opponent.breach->kind;
        return;
    }
    result.record = player_.publish(*this);
    const auto record = read_record(result.record.dump()).value();
    if (!verify(record, rulesets()).holds) {
        result.named = "record";
        return;
    }
    if (const auto breach = compare_mine(record, opponent.kept)) {
        result.named = breach->kind;
        return;
    }
    const Json& outcome = result.record.at("outcome");
    result.by_word = outcome.at("reason") == "closed";
    for (const auto& each : record.inputs) result.by_word |= each.timed_out || each.kind == "forfeit";
    result.won = outcome.at("winner").is_null() ? 0.5 : outcome.at("winner") == "attacker" ? 1 : 0;
    result.score = result.by_word ? 0 : result.won;
}

Result played(const Match& match, const Operator& player) { return Table(match, player).play(); }

}  // namespace muster::test
