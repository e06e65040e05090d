// Battles whose witness says no, or nothing: they leave memory like others, and are read again when it is time to ask.
#include "protocol/ladder.hpp"
#include "rules/systems.hpp"
#include "tests/battle/house.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::server;

namespace {

constexpr std::int64_t second = 1'000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;

const Refusal no{Code::illegal_choice, "this server is not the witness of this battle"};
const Refusal away{Code::server_busy, "no answer in time"};

/// The witness of the options that the tests share. It gives ladders always, and shares unless the test says otherwise.
class TheWitness final : public Witnesses {
public:
    const std::vector<std::string>& addresses() const override { return addresses_; }
    void keys(KeysDone done) override { done({}); }
    void ask(const std::string&, const protocol::WitnessQuestion& question, Done done) override {
        const auto start = protocol::hash_from_hex(question.start).value();
        const protocol::Ladder ladder(start, protocol::witness_holder, protocol::Hash{9});
        if (question.after)
            return done(protocol::WitnessAnswer{protocol::to_hex(witness_key().public_bytes()),
                                                hex_of(ladder.foot()),
                                                {},
                                                signed_by_it(protocol::ladder_to_witness(start, static_cast<int>(*question.after), ladder.foot()))});
        ++shares_asked;
        if (instead) return done(std::unexpected(*instead));
        const auto& head = *question.head;
        const auto rung = ladder.rung(head.step);
        done(protocol::WitnessAnswer{
            {}, {}, hex_of(rung), signed_by_it(protocol::share_to_witness(start, head.step, head.inputs, protocol::hash_from_hex(head.chain).value(), rung))});
    }

    int shares_asked = 0;
    std::optional<Refusal> instead{};

private:
    static std::string hex_of(const protocol::Hash& hash) { return protocol::to_hex(protocol::bytes_of(hash)); }
    static std::string signed_by_it(const std::string& text) { return protocol::to_hex(witness_key().sign(text)); }

    std::vector<std::string> addresses_{witnessed_options()["witness"]["address"].get<std::string>()};
};

/// Two bots, for whom the battle goes on by itself as soon as it can.
Table create(House& house) {
    protocol::Create message;
    message.ruleset = "advanced-combat";
    message.setup = rules::shipped_rulesets().find("advanced-combat")->catalog().at("example");
    message.options = read_fields<protocol::CreateOptions>(witnessed_options(), Code::bad_message).value();
    for (const auto* seat : {"attacker", "defender"}) message.seats[seat].bot = protocol::Bot::random;
    return house.create(message);
}

/// Other battles need the memory.
void let_all_leave(House& house) {
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = 1; });
    CHECK(!house.ask_for({}));
    house.settle();
    house.services.settings.change([&](server::Settings& each) { each.battle_bytes_max = limits::battle_bytes_max; });
    REQUIRE(house.lobby->size() == 0);
}

bool is_over(House& house, const Table& table) { return house.record(table).contains("outcome"); }

}  // namespace

TEST_CASE("a battle whose witness refuses leaves memory, is read again after the hour, and goes on when it gives its share") {
    ScriptedStore store;
    TheWitness witness{};
    House house(store);
    house.services.witnesses = &witness;
    witness.instead = no;
    const auto table = create(house);
    house.until([&] { return witness.shares_asked == 1; });
    house.settle();
    let_all_leave(house);
    house.pass(hour - minute);
    CHECK(house.lobby->size() == 0);
    CHECK(witness.shares_asked == 1);
    house.pass(2 * minute);
    CHECK(witness.shares_asked == 2);
    let_all_leave(house);
    witness.instead.reset();
    house.pass(hour - 2 * minute);
    CHECK(witness.shares_asked == 2);
    house.pass(2 * minute);
    house.until([&] { return is_over(house, table); });
}

TEST_CASE("a battle that nobody looks at, whose witness is silent, leaves memory too, and is read again sooner") {
    ScriptedStore store;
    TheWitness witness{};
    House house(store);
    house.services.witnesses = &witness;
    witness.instead = away;
    create(house);
    house.until([&] { return witness.shares_asked == 1; });
    house.settle();
    let_all_leave(house);
    house.pass(9 * minute);
    CHECK(house.lobby->size() == 0);
    CHECK(witness.shares_asked == 1);
    house.pass(2 * minute);
    CHECK(witness.shares_asked == 2);
}

TEST_CASE("after a restart the witness is asked at once, whatever it said before") {
    ScriptedStore store;
    TheWitness witness{};
    witness.instead = no;
    {
        House before(store);
        before.services.witnesses = &witness;
        create(before);
        before.until([&] { return witness.shares_asked == 1; });
        before.settle();
    }
    House house(store);
    house.services.witnesses = &witness;
    house.pass(2 * second);
    CHECK(witness.shares_asked == 2);
    let_all_leave(house);
    house.pass(minute);
    CHECK(witness.shares_asked == 2);
}
