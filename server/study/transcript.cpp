#include "server/study/transcript.hpp"

#include "protocol/narration/narrator.hpp"
#include "protocol/narration/text.hpp"

namespace muster::server {

std::expected<std::string, Refusal> transcript_of(std::string_view record) {
    const auto json = parse_json(record);
    if (!json) return std::unexpected(json.error());
    using narration::text_at;
    const auto title = text_at(*json, "title");
    std::string out = (title.empty() ? "" : title + "\n") + text_at(*json, "ruleset") + ", battle " + text_at(*json, "battle") + "\n" + "made " +
                      text_at(*json, "created_at");
    const auto finished = text_at(*json, "finished_at");
    out += (finished.empty() ? ", not over yet" : ", over " + finished) + "\n\n";
    narration::Narrator narrator;
    for (const auto& event : narration::value_at(*json, "events"))
        for (const auto& line : narrator.tell(event)) out += line.text + "\n";
    return out;
}

}  // namespace muster::server
