#include "tests/schema/shapes.hpp"

#include "rules/advanced_combat/choices.hpp"
#include "rules/armies/choices.hpp"
#include "rules/armies/setup.hpp"
#include "rules/dice/choices.hpp"
#include "rules/dice/setup.hpp"
#include "rules/phased_combat/choices.hpp"
#include "rules/phased_combat/setup.hpp"
#include "rules/simple_combat/choices.hpp"
#include "rules/simple_combat/setup.hpp"
#include "rules/theatre/naming.hpp"
#include "rules/theatre/setup.hpp"

namespace muster::test {

namespace {

template <typename T>
bool reads(const Json& json) {
    return read_fields<T>(json, Code::bad_message).has_value();
}

}  // namespace

const std::vector<Shape>& shapes() {
    namespace advanced = rules::advanced_combat;
    namespace phased = rules::phased_combat;
    namespace armies = rules::armies;
    namespace simple = rules::simple_combat;
    namespace dice = rules::dice;
    namespace theatre = rules::theatre;
    static const std::vector<Shape> all{
        {"advanced-combat", "setup", reads<advanced::Setup>},
        {"advanced-combat", "wave", reads<advanced::WaveChoice>},
        {"advanced-combat", "air_support", reads<advanced::AirChoice>},
        {"advanced-combat", "casualties", reads<advanced::CasualtyChoice>},
        {"advanced-combat", "withdraw", reads<advanced::WithdrawChoice>},
        {"phased-combat", "setup", reads<phased::Setup>},
        {"phased-combat", "hit_class", reads<phased::ClassChoice>},
        {"phased-combat", "casualties", reads<phased::CasualtyChoice>},
        {"phased-combat", "retreat", reads<phased::RetreatChoice>},
        {"fleet-combat", "setup", reads<phased::Setup>},
        {"fleet-combat", "casualties", reads<phased::CasualtyChoice>},
        {"fleet-combat", "retreat", reads<phased::RetreatChoice>},
        {"armies", "setup", reads<armies::Setup>},
        {"armies", "remove", reads<armies::RemoveChoice>},
        {"simple-combat", "setup", reads<simple::Setup>},
        {"simple-combat", "move", reads<simple::MoveChoice>},
        {"simple-combat", "fire", reads<simple::FireChoice>},
        {"dice", "setup", reads<dice::Setup>},
        {"dice", "throw", reads<dice::ThrowChoice>},
        {"dice", "agree", reads<dice::AgreeChoice>},
        {"theatre", "setup", reads<theatre::Setup>},
        {"theatre", "tax", reads<theatre::Tax<theatre::Name>>},
        {"theatre", "expand", reads<theatre::Expand<theatre::Name>>},
        {"theatre", "build", reads<theatre::Build<theatre::Name>>},
        {"theatre", "move", reads<theatre::Move<theatre::Name>>},
        {"theatre", "losses", reads<theatre::Losses<theatre::Name>>},
        {"theatre", "found", reads<theatre::Found<theatre::Name>>},
        {"theatre", "support", reads<theatre::Support<theatre::Name>>},
        {"theatre", "site", reads<theatre::Site<theatre::Name>>},
        {"theatre", "allot", reads<theatre::Allot<theatre::Name>>},
        {"theatre", "reduce", reads<theatre::Reduce<theatre::Name>>},
        {"theatre", "lose", reads<theatre::Lose<theatre::Name>>},
        {"theatre", "faction", reads<theatre::Faction<theatre::Name>>},
        {"theatre", "keep", reads<theatre::Keep<theatre::Name>>},
    };
    return all;
}

}  // namespace muster::test
