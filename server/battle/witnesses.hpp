// Asking the witnesses of battles (protocol/README.md, "Witnessed dice"), as battles see it. Thread-safe.
#pragma once
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "protocol/witness.hpp"
#include "rules/refusal.hpp"

namespace muster::server {

class Witnesses {
public:
    virtual ~Witnesses() = default;

    /// Those that the operator takes.
    virtual const std::vector<std::string>& addresses() const = 0;

    /// What became of one question. Refused: server_busy if the same may be answered later, illegal_choice if it will not be.
    using Done = std::function<void(std::expected<protocol::WitnessAnswer, Refusal>)>;
    /// Asks once. `done` is called once, on any thread, unless the server goes down. Precondition: `address` is one of these.
    virtual void ask(const std::string& address, const protocol::WitnessQuestion& question, Done done) = 0;

    /// Those of them that answer now, each with the key that it says. `done` is called once, on any thread, unless the server goes down.
    using KeysDone = std::function<void(const std::vector<protocol::WitnessOption>&)>;
    virtual void keys(KeysDone done) = 0;
};

}  // namespace muster::server
