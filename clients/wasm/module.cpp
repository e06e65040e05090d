// What the module exports. Each call takes text that the caller has written to where muster_input() says, and gives the length of its answer, which stands at
// muster_answer() until the next call. What they ask and answer: protocol/study/desk.hpp.
#include <cstddef>
#include <string>

#include "protocol/study/desk.hpp"
#include "rules/systems.hpp"

namespace {

using muster::protocol::study::Desk;

std::string input;
std::string answer;

Desk& desk() {
    static Desk one(muster::rules::shipped_rulesets());
    return one;
}

/// Takes over the input, so that it is gone when the answer is there.
std::size_t answered(auto how) {
    const auto text = std::exchange(input, {});
    answer = how(text);
    return answer.size();
}

}  // namespace

#define MUSTER_EXPORT(name) extern "C" [[clang::export_name(#name)]] auto name

/// Where the next text of so many bytes is to be written.
MUSTER_EXPORT(muster_input)(std::size_t size)->char* {
    answer = {};
    input.assign(size, '\0');
    return input.data();
}
MUSTER_EXPORT(muster_answer)()->const char* { return answer.data(); }

MUSTER_EXPORT(muster_open)()->std::size_t {
    return answered([](const std::string& text) { return desk().open(text); });
}
MUSTER_EXPORT(muster_at)()->std::size_t {
    return answered([](const std::string& text) { return desk().at(text); });
}
MUSTER_EXPORT(muster_preview)()->std::size_t {
    return answered([](const std::string& text) { return desk().preview(text); });
}
MUSTER_EXPORT(muster_odds)()->std::size_t {
    return answered([](const std::string& text) { return desk().odds(text); });
}
MUSTER_EXPORT(muster_verify)()->std::size_t {
    return answered([](const std::string& text) { return desk().verify(text); });
}
