// One input of a battle, as the record keeps it and the chain hashes it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "rules/fields.hpp"

namespace muster::protocol {

/// How a choice came about, if the seat did not make it at that moment.
enum class How { chosen, timed_out, standing };
constexpr EnumNames<How, 3> names_of(How) { return {{{How::chosen, "chosen"}, {How::timed_out, "timed_out"}, {How::standing, "standing"}}}; }

/// `kind`: nonce, concede, offer_draw, answer_draw, forfeit, claim, close, or a decision's kind (then `decision` and `choice` are
/// there). `seat` is empty for what no seat did. `Choice`: as it is read, or as it is written.
template <typename Choice>
struct InputWith {
    std::int64_t seq = 0;  ///< of the event that first shows it
    std::string seat{};
    std::string kind{};
    std::int64_t decision = 0;
    Choice choice{};
    std::string name{};
    std::string nonce{};
    std::optional<bool> accept{};
    bool timed_out = false;
    bool standing = false;

    static void fields(auto& visit, auto& self) {
        // In the order of the alphabet: so the text that to_text() writes is JCS, which the chain hashes.
        visit("accept", self.accept, Rule{.sparse = true});
        visit("choice", self.choice, Rule{.sparse = true});
        visit("decision", self.decision, Rule{.sparse = true, .min = 1});
        visit("kind", self.kind, Rule{.min = 1, .max = 40});
        visit("name", self.name, Rule{.sparse = true, .max = 200});
        visit("nonce", self.nonce, Rule{.sparse = true, .max = 64});
        visit("seat", self.seat, Rule{.sparse = true, .max = 40});
        visit("seq", self.seq, Rule{.min = 1});
        visit("standing", self.standing, Rule{.sparse = true});
        visit("timed_out", self.timed_out, Rule{.sparse = true});
    }
};

using Input = InputWith<FlatJson>;
/// On its way into the chain; the text of its choice is there already.
using NewInput = InputWith<JsonText>;

}  // namespace muster::protocol
