#include "tests/protocol/mine_cases.hpp"

#include <algorithm>

#include "protocol/record.hpp"
#include "rules/systems.hpp"

namespace muster::test {

using namespace protocol;

Device::Device(const Game& game, rules::Seat seat) : hearing_(game.fold->chain().start()) {
    const auto& origin = game.fold->origin();
    kept = {
        .server = "https://muster.example", .battle = origin.battle, .seat = game.fold->seats()[static_cast<std::size_t>(seat)], .token = std::string(32, 't')};
    kept.start = {origin.ruleset->id(),    origin.ruleset->version(), origin.title, origin.setup, origin.options,
                  game.fold->commitment(), to_hex(origin.server_key)};
    kept.since = 0;
    hear(game);
}

void Device::send(const std::string& kind, std::int64_t decision, const Json& choice) { kept.sent.push_back({kind, decision, choice, false, true}); }

void Device::choose(Game& game, const Json& choice) {
    const auto& open = game.fold->open().front();
    send(open.ask.kind, open.id, choice == "default" ? Json(open.ask.preset) : choice);
    game.choose({choice});
    hear(game);
}

void Device::tell(const Game& game) {
    for (; told_ < game.events.size(); ++told_) {
        const Json event = game.event(told_);
        (void)hearing_.hear(event["seq"], event["at"].get<std::string>(), event["event"].get<std::string>(), event["data"], kept);
    }
    hearing_.keep(kept);
}

std::optional<Breach> Device::hear(const Game& game, std::uint32_t floor) {
    tell(game);
    return take_head(kept, *game.signed_head(), floor);
}

namespace {

Start duel(const std::string& title = "A trial", bool confirm = false) {
    return {.ruleset = rules::shipped_rulesets().find("advanced-combat"), .setup = skirmish(), .confirm = confirm, .title = title};
}

Json record_of(const Game& game) { return Json::parse(game.record()); }

rules::Seat asked(const Game& game) { return game.fold->open().front().ask.seat; }

struct Played {
    Game game;
    Device device;
};

/// The attacker's device plays defaults; the other seat makes other choices by `turn`, a number.
Played begun(const Start& start = duel(), const std::string& nonce = "00ff00ff00ff00ff") {
    Game game = created(start);
    game.take(0, "Ada", nonce);
    game.take(1, "Bob");
    Device device(game, 0);
    device.kept.nonce = "00ff00ff00ff00ff";
    return {std::move(game), std::move(device)};
}

void play_one(Played& played) {
    if (asked(played.game) == 0) played.device.choose(played.game, "default");
    else played.game.choose_best();
}

void play_out(Played& played) {
    while (played.game.fold->phase() != Fold::Phase::over) play_one(played);
    played.device.hear(played.game);
}

Played finished(const Start& start = duel()) {
    auto played = begun(start);
    play_out(played);
    return played;
}

/// The same battle in which the attacker conceded after `choices` of both.
Game conceded_after(int choices, rules::Seat seat = 0) {
    auto played = begun();
    for (int i = 0; i < choices; ++i) play_one(played);
    played.game.run([seat](Fold& fold, Applied& out) { fold.concede(seat, out); });
    return std::move(played.game);
}

/// Another choice than the default, where there is one.
Json another(const Game& game) {
    const auto& open = game.fold->open().front();
    for (std::uint64_t i = 1; i < 50; ++i) {
        rules::Random random(i);
        if (Json choice = game.fold->battle().random_choice(open.ask.seat, random); choice != Json(open.ask.preset)) return choice;
    }
    return open.ask.preset;
}

/// The same battle with another first choice of the attacker, by the server alone; then defaults.
Game with_another_choice() {
    auto played = begun();
    while (asked(played.game) != 0) play_one(played);
    played.game.choose({another(played.game)});
    while (played.game.fold->phase() != Fold::Phase::over) played.game.choose_best();
    return std::move(played.game);
}

/// Only how far it had come when it heard last.
KeptSeat pin_only_of(KeptSeat kept) {
    kept.sent.clear();
    kept.heard.clear();
    kept.since.reset();
    return kept;
}

std::string first_choice_path(const Json& record) {
    for (std::size_t i = 0; i < record["inputs"].size(); ++i)
        if (const auto& input = record["inputs"][i]["input"]; input.value("seat", "") == "attacker" && input.contains("choice"))
            return "/inputs/" + std::to_string(i);
    return {};
}

void add_honest(std::vector<MineCase>& out) {
    auto honest = finished();
    out.push_back({"as it was played", record_of(honest.game), honest.device.kept});
    auto confirmed = begun(duel("", true));
    confirmed.device.send("ready", 1, {{"ready", true}});
    confirmed.game.choose({{{"ready", true}}, {{"ready", true}}});
    play_out(confirmed);
    out.push_back({"after both agreed", record_of(confirmed.game), confirmed.device.kept});
    auto conceding = begun();
    play_one(conceding);
    conceding.device.send("concede");
    conceding.game.run([](Fold& fold, Applied& applied) { fold.concede(0, applied); });
    out.push_back({"conceded by this device", record_of(conceding.game), conceding.device.kept});
    auto nothing = honest.device.kept;
    nothing.start.reset();
    nothing.pin.reset();
    nothing.since.reset();
    nothing.sent.clear();
    nothing.heard.clear();
    nothing.nonce.clear();
    out.push_back({"of which only the token was kept", record_of(honest.game), nothing});
    auto elsewhere = honest.device.kept;
    elsewhere.nonce.clear();
    elsewhere.drawn = "11ff11ff11ff11ff";
    out.push_back({"taken on another device, with another nonce than was drawn here", record_of(honest.game), elsewhere});
    auto later = honest.device.kept;
    later.sent.clear();
    later.since = 1'000;
    out.push_back({"all of which was decided before this device came", record_of(honest.game), later});
    auto as_typed = honest.device.kept;
    for (auto& each : as_typed.sent) {
        if (!each.choice.contains("units")) continue;
        std::ranges::reverse(each.choice["units"]);
        for (auto& unit : each.choice["units"])
            if (unit.value("enhanced", true) == false) unit.erase("enhanced");
        each.choice["units"].push_back({{"unit", "elephants"}, {"count", 0}});
    }
    out.push_back({"choices in another order, and without what the rules fill in", record_of(honest.game), as_typed});
}

void add_beginnings(std::vector<MineCase>& out) {
    const auto honest = finished();
    const auto kept = honest.device.kept;
    out.push_back({"another title", record_of(finished(duel("Another")).game), kept, "other_start", "/title"});
    auto setup = duel();
    setup.setup["attacker"]["army"][0]["count"] = 4;
    out.push_back({"another setup", record_of(finished(setup).game), kept, "other_start", "/setup/attacker/army/0/count"});
    auto options = duel();
    options.options = {{"on_timeout", "forfeit"}};
    out.push_back({"another option", record_of(finished(options).game), kept, "other_start", "/options/on_timeout"});
    auto bots = duel();
    bots.options = {{"bots", {{"defender", "best"}}}};
    out.push_back({"a seat that is the server's own after all", record_of(finished(bots).game), kept, "other_start", "/options/bots"});
    auto seed = duel();
    seed.seed = std::string(32, 'z');
    out.push_back({"another secret", record_of(finished(seed).game), kept, "other_start", "/commitment"});
    auto first = duel();
    first.proof = Proof::first;
    Game of_the_time_before = seated(first);
    while (of_the_time_before.fold->phase() != Fold::Phase::over) of_the_time_before.choose_best();
    out.push_back({"a proof of version 1 in its place", record_of(of_the_time_before), kept, "other_start", "/server_key"});
    auto nonce = begun(duel(), "11ff11ff11ff11ff");
    play_out(nonce);
    nonce.device.kept.pin.reset();
    out.push_back({"another nonce", record_of(nonce.game), nonce.device.kept, "other_nonce", "/inputs/0/input/nonce"});
}

void add_histories(std::vector<MineCase>& out) {
    const auto honest = finished();
    const auto all = honest.device.kept;
    const auto other = record_of(with_another_choice());
    out.push_back({"another choice than was sent", other, all, "other_choice", first_choice_path(other) + "/input/choice"});
    auto pin_only = pin_only_of(all);
    auto early = begun();
    while (early.device.kept.sent.empty()) play_one(early);
    const auto step = "/inputs/" + std::to_string(early.device.kept.pin->inputs - 1);
    pin_only.pin = early.device.kept.pin;
    out.push_back({"a fork off the pin", other, pin_only, "other_history", step});
    pin_only.pin->shown.front() = pin_only.pin->shown.front() == '0' ? '1' : '0';
    out.push_back({"something else was shown", record_of(honest.game), pin_only, "other_history", step});
    auto unsent = all;
    unsent.sent.clear();
    out.push_back({"a choice that this device did not send", record_of(honest.game), unsent, "not_sent", first_choice_path(record_of(honest.game))});

    const auto conceded = record_of(conceded_after(1));
    auto before = begun();
    play_one(before);
    out.push_back({"conceded by the server", conceded, before.device.kept, "not_sent", "/inputs/" + std::to_string(conceded["inputs"].size() - 1)});
    out.push_back({"back to before the pin", record_of(conceded_after(0)), pin_only_of(all), "went_back", ""});
    auto accepted = before.device.kept;
    accepted.sent.push_back({"casualties", 99, {{"units", Json::array()}}, false, true});
    out.push_back({"an accepted choice that is gone", record_of(conceded_after(1, 1)), accepted, "not_recorded", "/inputs"});
    accepted.sent.back().sealed = true;
    out.push_back({"a sealed one that was void", record_of(conceded_after(1, 1)), accepted});

    auto two = all;
    two.against = two.pin;
    two.against->chain.front() = two.against->chain.front() == '0' ? '1' : '0';
    out.push_back({"two heads for one input", record_of(honest.game), two, "two_heads", ""});

    auto drawn = begun();
    play_one(drawn);
    const auto kept = drawn.device.kept;
    drawn.game.run([](Fold& fold, Applied& applied) { fold.offer_draw(1, applied); });
    drawn.game.run([](Fold& fold, Applied& applied) { fold.answer_draw(0, true, applied); });
    const auto draw = record_of(drawn.game);
    out.push_back({"a draw that this device did not agree to", draw, kept, "not_sent", "/inputs/" + std::to_string(draw["inputs"].size() - 1)});
}

std::string event_path(const Json& record, const char* event) {
    std::size_t at = 0;
    while (record["events"].at(at)["event"] != event) ++at;
    return "/events/" + std::to_string(at);
}

/// What was told, but not signed, or signed only after it had been told otherwise.
void add_stories(std::vector<MineCase>& out) {
    const auto honest = finished();
    const auto record = record_of(honest.game);
    const auto& heard = honest.device.kept.heard;
    auto told = honest.device.kept;
    told.heard[1].digest = std::string(64, '0');
    out.push_back({"something else was told, and signed over later", record, told, "other_story", "/events/" + std::to_string(heard[1].seq - 1)});
    told = honest.device.kept;
    told.heard.erase(told.heard.begin() + 1, told.heard.end() - 1);
    out.push_back({"of which fewer digests are left", record, told});
    told.heard.back().digest = std::string(64, '0');
    out.push_back({"something else was told at the end", record, told, "other_story", "/events/" + std::to_string(heard.back().seq - 1)});

    // The opponent gives up after dice that nothing signed covers yet: the record has others, and is signed.
    auto shown = begun();
    while (std::ranges::none_of(shown.game.events, [](const LoggedEvent& each) { return each.body.contains("\"event\":\"rolled\""); })) play_one(shown);
    shown.device.hear(shown.game);
    auto conceded = std::move(shown.game);
    conceded.run([](Fold& fold, Applied& applied) { fold.concede(1, applied); });
    Game lie = begun().game;
    lie.events = conceded.events;
    for (auto& each : lie.events)
        if (const auto die = each.body.find("\"dice\":["); die != std::string::npos) each.body[die + 8] = each.body[die + 8] == '1' ? '2' : '1';
    const auto path = event_path(record_of(conceded), "battle_ended");
    Device misled(begun().game, 0);
    misled.kept.since.reset();
    misled.kept.heard.clear();
    misled.tell(lie);
    out.push_back({"other dice were shown than recorded", record_of(conceded), misled.kept, "other_story", path});
    misled.kept.heard.back().seq += 5;
    out.push_back({"more was told than is recorded", record_of(conceded), misled.kept, "other_story", path});

    auto after = finished();
    const auto over = record_of(after.game);
    after.game.run([](Fold& fold, Applied& applied) { fold.note({"said", R"({"room":"seats","name":"Ada","text":"well played"})"}, applied); });
    after.game.run([](Fold& fold, Applied& applied) { fold.note({"rematch_wanted", R"({"seat":"attacker"})"}, applied); });
    after.device.hear(after.game);
    out.push_back({"what is told after the end", over, after.device.kept});

    auto talking = begun();
    talking.game.run([](Fold& fold, Applied& applied) { fold.note({"said", R"({"room":"seats","name":"Ada","text":"well"})"}, applied); });
    play_out(talking);
    auto overheard = record_of(talking.game);
    std::ranges::find(overheard["events"], Json("said"), [](const Json& each) { return each["event"]; })->at("data") = {{"room", "spectators"}};
    out.push_back({"talk that others hear otherwise", overheard, talking.device.kept});
}

}  // namespace

std::vector<MineCase> mine_cases() {
    std::vector<MineCase> out;
    add_honest(out);
    add_beginnings(out);
    add_histories(out);
    add_stories(out);
    return out;
}

}  // namespace muster::test
