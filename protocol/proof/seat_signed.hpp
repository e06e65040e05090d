// What a record proves of one seat's signatures.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rules/fields.hpp"

namespace muster::protocol::proof {

struct SeatKey {
    std::int64_t from = 0;  ///< the input that brought it
    std::string key;        ///< hex
    static void fields(auto& visit, auto& self) {
        visit("from", self.from, Rule{.min = 1, .about = "the input that brought it, counted from 1"});
        visit("key", self.key, Rule{.about = "P-256, hex"});
    }
};

struct SeatSigned {
    std::string seat;
    std::vector<SeatKey> keys{};  ///< none: the seat signs nothing
    std::int64_t inputs = 0;      ///< that bear its good signature
    std::vector<std::int64_t> missing{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "seat", self.seat);
        visit("keys", self.keys, Rule{.sparse = true, .about = "by which it signs, each until the next; none: it signs nothing"});
        visit("signed", self.inputs, Rule{.min = 0, .about = "so many inputs bear its signature: nobody else can have made them"});
        visit("missing", self.missing,
              Rule{.sparse = true, .about = "of a seat that signs: inputs (from 1) told as its doing without its signature, the server's word"});
    }
    bool signs() const { return !keys.empty(); }
};

}  // namespace muster::protocol::proof
