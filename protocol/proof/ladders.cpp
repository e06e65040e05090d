#include "protocol/proof/ladders.hpp"

#include "protocol/ladder.hpp"
#include "protocol/proof/course.hpp"
#include "protocol/shares.hpp"

namespace muster::protocol::proof {

std::optional<Problem> Ladders::input(const Entry& entry) {
    const auto seat = text_of(entry.said, "seat");
    if (seat.empty()) return {};  // the witness has a ladder, too
    const auto* choice = find_field(entry.said, "choice");
    if (choice && text_of(entry.said, "kind") == share_kind) return share(seat, *choice, entry.hashed_path + "/choice");
    if (const auto foot = hash_from_hex(text_of(entry.said, "ladder"))) {
        if (!feet_.emplace(seat, *foot).second) return Problem{entry.hashed_path + "/ladder", "this ladder was put in before: its shares are known"};
        rungs_[seat] = *foot;
    }
    if (choice && choice->contains("seal")) seals_[seat] = {text_of(*choice, "seal"), entry.said.at("decision").get<std::int64_t>()};
    return {};
}

std::optional<Problem> Ladders::share(const std::string& seat, const Json& choice, const std::string& path) {
    const auto rung = *hash_from_hex(text_of(choice, "share"));
    auto& last = rungs_[seat];
    if (rung_below(start_, seat, rung) != last) return Problem{path + "/share", "this is not the next rung of this seat's ladder"};
    last = rung;
    const auto sealed = seals_.extract(seat);
    const auto* opens = find_field(choice, "opens");
    if (!sealed) return opens ? std::optional(Problem{path + "/opens", "this seat has nothing sealed"}) : std::nullopt;
    if (opens && !opens->is_null()) {
        std::string text;
        append_canonical(text, FlatJson(*opens));
        if (to_hex(bytes_of(seal_of(rung, start_, seat, sealed.mapped().decision, text))) == sealed.mapped().seal) return {};
    }
    return Problem{path + "/opens", "this is not what this seat has sealed"};
}

}  // namespace muster::protocol::proof
