// muster verify: whether records hold.
#include <algorithm>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

ExitCode verify_one(const std::string& path, bool several) {
    const auto name = several || path != "-" ? plain(path) + ": " : std::string();
    const auto text = read_file(path);
    if (!text) return complain(text.error(), wrong_input);
    const auto record = protocol::read_record(*text);
    if (!record) return complain(name + refusal_text(record.error()), wrong_input);
    if (record->outcome.is_null() || !record->server_seed)
        return complain(name + "this battle is not over; its dice can be checked once the server has revealed its seed", wrong_input);
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    const Screen screen;
    if (verdict.holds) {
        screen.print(Line{Tone::good, name + "holds. " + plain(verdict.message)});
        return done;
    }
    screen.print(Line{Tone::bad, name + "does not hold. " + (verdict.path.empty() ? "" : "At " + plain(verdict.path) + ": ") + plain(verdict.message)});
    return answer_is_no;
}

}  // namespace

ExitCode run_verify(const VerifyOptions& options) {
    ExitCode worst = done;
    for (const auto& path : options.records) worst = std::max(worst, verify_one(path, options.records.size() > 1));
    return worst;
}

}  // namespace muster::cli
