#include "protocol/proof/entry.hpp"

namespace muster::protocol::proof {

std::vector<Entry> entries_of(const Record& record) {
    std::vector<Entry> out;
    out.reserve(record.kept.size());
    for (std::size_t i = 0; i < record.kept.size(); ++i) {
        const bool first = record.proof() == Proof::first;
        const JsonView kept = record.kept[i];
        const auto hashed = first ? kept : *kept.find("input");
        const auto path = "/inputs/" + std::to_string(i);
        Entry entry{.seq = record.inputs[i].seq, .said = hashed.json(), .hashed = {}, .path = path, .hashed_path = first ? path : path + "/input"};
        append_canonical(entry.hashed, hashed);
        if (first) entry.said.erase("seq");
        else
            for (const auto* beside : {"signature", "standing"})
                if (const auto value = kept.find(beside)) entry.said[beside] = value->json();
        out.push_back(std::move(entry));
    }
    return out;
}

}  // namespace muster::protocol::proof
