// Any text as a sentence with gaps: it is told in bounded length, the same each time, and what has no gaps stays as it is.
#include <algorithm>

#include "rules/describe/message.hpp"

#include "tests/fuzz/promise.hpp"

using namespace muster;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto message = fuzz::text_of(data, size);
    const rules::describe::MessageArguments arguments{{"n", 3}, {"who", "{who}"}, {"long", std::string(1000, '#')}};
    const auto once = rules::describe::told(message, arguments, "fr");
    fuzz::promise(once.size() <= std::max(message.size(), std::size_t{100'000}), "nothing becomes too long");
    fuzz::promise(once == rules::describe::told(message, arguments, "fr"), "the same message is told in the same way");
    if (message.find_first_of("{}'") == std::string_view::npos) fuzz::promise(once == message, "what has no gaps stays as it is");
    return 0;
}
