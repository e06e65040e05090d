// Commitment, chain and dice.
#include <doctest/doctest.h>

#include <array>
#include <set>

#include "protocol/chain.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/protocol/third_party.hpp"
#include "tests/rules/advanced_combat/random_setup.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

// The constants of this file were computed with Python's hashlib and hmac from section 5 of the protocol.
const char* const nonce_input = R"({"kind":"nonce","name":"Zoë \"Q\"","nonce":"00112233445566778899aabbccddeeff","seat":"red","seq":2})";

std::string counting_seed() {
    std::string seed;
    for (int i = 0; i < 32; ++i) seed += static_cast<char>(i);
    return seed;
}

/// By muster/1.
Chain chain_of(std::string_view battle, std::string_view ruleset, int version, const Json& setup) {
    return Chain({.battle = battle,
                  .ruleset = ruleset,
                  .version = version,
                  .server_key = {},
                  .commitment = sha256(counting_seed()),
                  .setup = setup,
                  .title = {},
                  .options = {}});
}

Chain known_chain() {
    Chain chain = chain_of("known-answer-battle", "rock-paper", 1, Json{{"rounds", 2}});
    chain.add(nonce_input);
    return chain;
}

std::string hex_of(const Chain& chain) { return to_hex(bytes_of(chain.head())); }

/// So many six-sided dice.
std::vector<int> d6(int count) { return std::vector<int>(static_cast<std::size_t>(count), 6); }

std::vector<int> known_roll(int number, int count) {
    const Chain chain = known_chain();
    return ProofDice(counting_seed(), chain).roll(number, d6(count)).value();
}

using Dice = std::vector<int>;

}  // namespace

TEST_CASE("the chain starts from battle, ruleset, commitment and setup, as computed elsewhere") {
    CHECK(to_hex(bytes_of(sha256(counting_seed()))) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    CHECK(hex_of(chain_of("known-answer-battle", "rock-paper", 1, Json{{"rounds", 2}})) == "430fe7ab89f5a7b207441f4d8bd4edc142401b9cb3a3dfde1d4ccdb8136f3b51");
}

namespace {

/// By muster/2.
struct KnownStart {
    std::string battle = "known-answer-battle";
    std::string ruleset = "rock-paper";
    int version = 1;
    std::string key = [] {
        std::string bytes = "\x04";
        for (int i = 0; i < 64; ++i) bytes += static_cast<char>(i);
        return bytes;
    }();
    std::string seed = counting_seed();
    Json setup{{"rounds", 2}};
    std::string title = "A trial";
    Json options{{"confirm", false}};

    Chain chain() const {
        return Chain({.battle = battle,
                      .ruleset = ruleset,
                      .version = version,
                      .server_key = key,
                      .commitment = sha256(seed),
                      .setup = setup,
                      .title = title,
                      .options = options});
    }
};

}  // namespace

TEST_CASE("what muster/2 hashes gives what was computed elsewhere") {
    Chain chain = KnownStart().chain();
    CHECK(hex_of(chain) == "60199d779eba9a51aa90436173d1a86233e8205000a3420818c57bc674816dea");
    Shown shown(chain.start());
    const NewInput input{.seq = 7, .seat = "red", .kind = "seat", .name = "Zoë \"Q\"", .nonce = "00112233445566778899aabbccddeeff", .standing = true};
    const auto hashed = hashed_text(input, Proof::second);
    chain.add(hashed);
    CHECK(hex_of(chain) == "49eec199f46430d880bdf30a1ba15524aeadbe7f77e4c9f7b5cb904d519b73ee");
    CHECK(ProofDice(counting_seed(), chain).roll(1, d6(12)) == Dice{3, 6, 2, 6, 2, 6, 1, 6, 5, 5, 1, 1});
    const std::vector<int> others{20, 20, 20, 20, 100, 100, 100, 100, 100, 100, 2, 2, 2, 6, 6, 6, 7, 97, 64, 3};
    CHECK(ProofDice(counting_seed(), chain).roll(1, others) == Dice{15, 20, 18, 16, 92, 33, 84, 41, 39, 49, 2, 1, 1, 2, 5, 5, 5, 24, 6, 2});
    shown.end_input();
    CHECK(to_hex(bytes_of(shown.head())) == "ed2674f7f4b3ac51dc396f15621d4d4fc11c7cc358994ba947c71121e4d0c4eb");
    shown.add("battle_started", FlatJson(Json::parse(R"({"seats":[{"seat":"red","name":"Zoë"}]})")));
    shown.add("scored", parse_flat_json(R"({"b":1,"a":[-2,null,true,"\n"]})").value());
    shown.end_input();
    CHECK(to_hex(bytes_of(shown.head())) == "cba2eb48bc5e01adba887fa627be33bd71bac548467a2ae2205154e664b3b5c4");
    CHECK(kept_text(input, hashed, Proof::second) == "{\"input\":" + hashed + ",\"seq\":7,\"standing\":true}");
}

TEST_CASE("muster/2 starts from all that is fixed when a battle is created") {
    const auto start = hex_of(KnownStart().chain());
    std::set<std::string> all{start};
    const auto add = [&](auto change) {
        KnownStart other;
        change(other);
        all.insert(hex_of(other.chain()));
    };
    add([](KnownStart& s) { s.battle += "x"; });
    add([](KnownStart& s) { s.ruleset += "x"; });
    add([](KnownStart& s) { s.version = 2; });
    add([](KnownStart& s) { s.key.back() = 'x'; });
    add([](KnownStart& s) { s.seed.back() = 'x'; });
    add([](KnownStart& s) { s.setup["rounds"] = 3; });
    add([](KnownStart& s) { s.title += "x"; });
    add([](KnownStart& s) { s.options["confirm"] = true; });
    CHECK(all.size() == 9);
}

TEST_CASE("a head is signed for one battle, one number of inputs and both chains") {
    Chain chain = KnownStart().chain();
    Shown shown(chain.start());
    const auto& key = test_key();
    const auto begun = sign_head(key, chain, shown);
    CHECK(is_head_signed(chain, shown, begun.signature, key.public_bytes()));
    CHECK(!is_head_signed(chain, shown, begun.signature, P256Key::generate().public_bytes()));
    CHECK(!is_head_signed(chain, shown, begun.signature, std::string(65, '\x04')));
    CHECK(!is_head_signed(chain, shown, begun.signature, ""));
    CHECK(!is_head_signed(chain, shown, "", key.public_bytes()));
    CHECK(!is_head_signed(chain, shown, std::string(128, '0'), key.public_bytes()));
    CHECK(!is_head_signed(chain, shown, std::string(128, 'f'), key.public_bytes()));
    KnownStart other;
    other.title += "x";
    CHECK(!is_head_signed(other.chain(), shown, begun.signature, key.public_bytes()));
    Shown more = shown;
    more.end_input();
    CHECK(!is_head_signed(chain, more, begun.signature, key.public_bytes()));
    chain.add("{}");
    CHECK(!is_head_signed(chain, shown, begun.signature, key.public_bytes()));
}

TEST_CASE("an input moves the chain on, as computed elsewhere") {
    CHECK(hex_of(known_chain()) == "5b1f9f25b6ac4fdebdcddbd14151d271ca8d689da70564b7d67da96b7d9971a4");
}

TEST_CASE("dice follow from secret, chain and number of the roll, as computed elsewhere") {
    CHECK(known_roll(0, 12) == Dice{2, 2, 1, 1, 2, 4, 5, 4, 2, 4, 6, 4});
    CHECK(known_roll(258, 5) == Dice{2, 3, 3, 3, 4});
    CHECK(known_roll(65539, 5) == Dice{6, 4, 2, 3, 5});
}

TEST_CASE("a roll of more dice than a block has goes on in the next block") {
    CHECK(known_roll(7, 40) == Dice{2, 2, 6, 4, 1, 3, 4, 1, 1, 1, 1, 1, 4, 3, 3, 6, 4, 2, 4, 5, 2, 2, 6, 6, 5, 3, 3, 2, 4, 5, 2, 3, 2, 5, 4, 1, 3, 2, 3, 2});
}

TEST_CASE("bytes of 252 and above are skipped") {
    // Roll 98 begins fc 33 23 1b b6; the fc gives no die.
    CHECK(known_roll(98, 6) == Dice{4, 6, 4, 5, 1, 6});
    // Roll 53 has its only such byte at the end of block 0: the 32nd die is the first of block 1.
    const auto dice = known_roll(53, 33);
    CHECK(Dice(dice.begin() + 29, dice.end()) == Dice{5, 4, 4, 6});
}

TEST_CASE("the same roll gives the same dice however often and in whatever order it is asked") {
    const Chain chain = known_chain();
    ProofDice dice(counting_seed(), chain);
    const auto first = dice.roll(3, d6(20));
    dice.roll(4, d6(50));
    CHECK(dice.roll(3, d6(20)) == first);
    CHECK(dice.roll(4, d6(20)) != first);
    CHECK(ProofDice(counting_seed(), chain).roll(3, d6(20)) == first);
}

TEST_CASE("dice change with every part of what they are derived from") {
    const auto first = known_roll(0, 20);
    const Chain chain = known_chain();
    CHECK(ProofDice(std::string(32, 'x'), chain).roll(0, d6(20)) != first);
    const auto with = [&](std::string_view battle, std::string_view ruleset, int version, const Json& setup) {
        Chain other = chain_of(battle, ruleset, version, setup);
        other.add(nonce_input);
        return ProofDice(counting_seed(), other).roll(0, d6(20));
    };
    CHECK(with("known-answer-battle", "rock-paper", 1, {{"rounds", 2}}) == first);
    CHECK(with("known-answer-bbttle", "rock-paper", 1, {{"rounds", 2}}) != first);
    CHECK(with("known-answer-battle", "rock-papes", 1, {{"rounds", 2}}) != first);
    CHECK(with("known-answer-battle", "rock-paper", 2, {{"rounds", 2}}) != first);
    CHECK(with("known-answer-battle", "rock-paper", 1, {{"rounds", 3}}) != first);
}

TEST_CASE("no face of the dice comes more often than chance allows") {
    std::array<int, 6> faces{};
    std::array<int, 36> pairs{};
    const Chain chain = known_chain();
    ProofDice dice(counting_seed(), chain);
    constexpr int rolls = 1000;
    constexpr int dice_each = 120;
    for (int number = 0; number < rolls; ++number) {
        const auto values = dice.roll(number, d6(dice_each)).value();
        for (std::size_t i = 0; i < values.size(); ++i) {
            REQUIRE(values[i] >= 1);
            REQUIRE(values[i] <= 6);
            ++faces[static_cast<std::size_t>(values[i] - 1)];
            if (i % 2 == 1) ++pairs[static_cast<std::size_t>((values[i - 1] - 1) * 6 + values[i] - 1)];
        }
    }
    const auto chi_square = [](const auto& counts, double expected) {
        double sum = 0;
        for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
        return sum;
    };
    CHECK(chi_square(faces, rolls * dice_each / 6.0) < 20.5);       // 5 degrees of freedom, 1 in 1000
    CHECK(chi_square(pairs, rolls * dice_each / 2 / 36.0) < 66.6);  // 35 degrees of freedom, 1 in 1000
}

TEST_CASE("a third party recomputes commitment, chain and every die of played battles from their records alone") {
    const auto& shipped = rules::shipped_rulesets();
    int rolls = 0;
    int dice = 0;
    for (std::uint64_t seed = 0; seed < 90; ++seed) {
        SeededChance chance(seed);
        const auto [ruleset, setup] = std::array<std::pair<const rules::Ruleset*, Json>, 3>{{
            {&rock_paper(), {{"rounds", chance.between(1, 6)}}},
            {shipped.find("advanced-combat"), random_setup(chance)},
            {shipped.find("dice"), {{"seats", {"red", "blue"}}, {"throws", 8}}},  // of any number of sides
        }}[seed % 3];
        const Start start{
            ruleset, setup, chance.one_in(2), "Tïtle", std::string(32, static_cast<char>(seed)), {}, chance.one_in(2) ? Proof::first : Proof::second};
        const auto record = random_game(start, chance).record();
        CAPTURE(seed);
        const auto verdict = third_party_verdict(record);
        REQUIRE(verdict.wrong == "");
        const rules::Rulesets rulesets({&rock_paper(), start.ruleset});
        const auto ours = verify(read_record(record).value(), rulesets);
        CHECK(ours.rolls == verdict.rolls);
        CHECK(ours.dice == verdict.dice);
        rolls += verdict.rolls;
        dice += verdict.dice;
    }
    CHECK(rolls > 100);
    CHECK(dice > 300);
}

TEST_CASE("the third party notices a changed die, input and seed") {
    SeededChance chance(1);
    const Json record = Json::parse(random_game({&rock_paper(), {{"rounds", 2}}}, chance, {false, 1'000'000, 1'000'000}).record());
    REQUIRE(third_party_verdict(record.dump()).wrong == "");
    Json die = record;
    for (auto& event : die["events"])
        if (event["event"] == "rolled") event["data"]["groups"][0]["dice"][0] = event["data"]["groups"][0]["dice"][0].get<int>() % 6 + 1;
    CHECK(third_party_verdict(die.dump()).wrong == "dice of roll 0");
    Json input = record;
    input["inputs"][0]["input"]["name"] = "Mallory";
    CHECK(third_party_verdict(input.dump()).wrong == "dice of roll 0");
    Json seed = record;
    seed["server_seed"] = std::string(64, '0');
    CHECK(third_party_verdict(seed.dump()).wrong == "commitment");
}
