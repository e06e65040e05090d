#include "tests/rules/mutations.hpp"

namespace muster::test {

namespace {

const std::vector<std::string> words{"swordsmen", "spearmen", "knights", "tanks", "jets",     "biplanes", "galleys", "infantry", "cavalry",
                                     "artillery", "fleet",    "rock",    "paper", "scissors", "",         "x",       "default"};

Json other_scalar(const Json& value, Chance& chance) {
    switch (chance.below(8)) {
        case 0: return nullptr;
        case 1: return chance.one_in(2);
        case 2: return chance.pick(words);
        case 3: return 1.5;
        case 4: return Json::array();
        case 5: return Json::object();
        default: break;
    }
    if (value.is_boolean()) return !value.get<bool>();
    if (value.is_string()) return chance.pick(words);
    if (!value.is_number_integer()) return chance.between(-1, 5);
    constexpr std::int64_t steps[] = {-1, 1, 2, -2, 1000, 1'000'000'000'000};
    return value.get<std::int64_t>() + steps[chance.below(6)];
}

void change_array(Json& array, Chance& chance) {
    const auto index = static_cast<std::size_t>(chance.below(static_cast<int>(array.size())));
    switch (chance.below(5)) {
        case 0: array.erase(index); break;
        case 1: array.push_back(Json(array[index])); break;
        case 2: std::swap(array[0], array[index]); break;
        default: array[index] = mutated(array[index], chance);
    }
}

void change_object(Json& object, Chance& chance) {
    auto member = object.begin();
    std::advance(member, chance.below(static_cast<int>(object.size())));
    switch (chance.below(6)) {
        case 0: object.erase(member); break;
        case 1: object["surprise"] = 1; break;
        default: *member = mutated(*member, chance);
    }
}

}  // namespace

Json mutated(const Json& value, Chance& chance) {
    Json out = value;
    if (value.is_array() && !value.empty() && !chance.one_in(20)) change_array(out, chance);
    else if (value.is_object() && !value.empty() && !chance.one_in(20)) change_object(out, chance);
    else out = other_scalar(value, chance);
    return out;
}

}  // namespace muster::test
