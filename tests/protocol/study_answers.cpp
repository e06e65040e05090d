// What the program's desk answers, for whoever compares it with the module's (tests/js/rules.test.mjs): questions one a line, {"call","text"}; answers one a
// line, as they stand. `study_answers --time N`: in place of each answer, how many milliseconds it took at the fastest of N times.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "protocol/study/desk.hpp"
#include "rules/systems.hpp"

using namespace muster;

namespace {

std::string answered(protocol::study::Desk& desk, const std::string& call, const std::string& text) {
    if (call == "open") return desk.open(text);
    if (call == "at") return desk.at(text);
    if (call == "preview") return desk.preview(text);
    if (call == "odds") return desk.odds(text);
    return desk.verify(text);
}

double fastest(protocol::study::Desk& desk, const std::string& call, const std::string& text, int times) {
    auto least = std::numeric_limits<double>::max();
    for (int i = 0; i < times; ++i) {
        const auto begun = std::chrono::steady_clock::now();
        answered(desk, call, text);
        least = std::min(least, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
    }
    return least;
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const int times = argc == 3 && std::string_view(argv[1]) == "--time" ? std::atoi(argv[2]) : 0;
    protocol::study::Desk desk(rules::shipped_rulesets());
    for (std::string line; std::getline(std::cin, line);) {
        const auto question = Json::parse(line);
        const auto& call = question.at("call").get_ref<const std::string&>();
        const auto& text = question.at("text").get_ref<const std::string&>();
        if (times > 0) std::cout << fastest(desk, call, text, times) << '\n' << std::flush;
        else std::cout << answered(desk, call, text) << '\n' << std::flush;
    }
}
