#include "server/study/transcript.hpp"

#include "rules/json.hpp"

namespace muster::server {

std::string Transcript::opening(const protocol::RecordHead& head) {
    std::string out = (head.title.empty() ? "" : head.title + "\n") + head.ruleset + ", battle " + head.battle + "\nmade " + head.created_at;
    return out + (head.finished_at ? ", over " + *head.finished_at : ", not over yet") + "\n\n";
}

std::string Transcript::add(std::string_view lines) {
    std::string out;
    while (!lines.empty()) {
        auto line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(lines.size(), line.size() + 1));
        if (line.ends_with(',')) line.remove_suffix(1);
        const auto event = parse_json(line);
        if (!event) continue;  // nothing, before the first comma
        for (const auto& told : narrator_.tell(*event)) out += told.text + "\n";
    }
    return out;
}

}  // namespace muster::server
