// What a server says of the witnesses of its battles (protocol/README.md, "Witnessed dice"): that a battle waits for one, and which there are.
#pragma once
#include <string>
#include <vector>

#include "protocol/witness.hpp"

namespace muster::protocol {

/// What keeps a battle waiting for its witness. `refuses`: it has said no, and is asked again after a long while only.
enum class WitnessState { silent, refuses };
constexpr EnumNames<WitnessState, 2> names_of(WitnessState) { return {{{WitnessState::silent, "silent"}, {WitnessState::refuses, "refuses"}}}; }

/// A witness whose share the dice wait for.
struct AwaitedWitness {
    WitnessState state = WitnessState::silent;
    std::string message;
    static void fields(auto& visit, auto& self) {
        visit("state", self.state, Rule{.about = "silent: it is asked again until it answers; refuses: it has said no, and is asked again once an hour"});
        visit("message", self.message, Rule{.about = "what became of the last question"});
    }
    bool operator==(const AwaitedWitness&) const = default;
};

/// The witnesses that battles on a server can have now.
struct WitnessesOnOffer {
    std::vector<WitnessOption> witnesses;
    static void fields(auto& visit, auto& self) {
        visit("witnesses", self.witnesses, Rule{.about = "each as `options.witness` takes it; the operator allows them, and they have just answered"});
    }
};

}  // namespace muster::protocol
