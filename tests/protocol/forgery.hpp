// A record that somebody changes who has the key of its server.
#pragma once
#include <algorithm>
#include <string>

#include "protocol/record.hpp"
#include "tests/protocol/games.hpp"

namespace muster::test {

/// Chains, signature and outcome match whatever was changed; dice stay as they were.
class Forgery {
public:
    explicit Forgery(const Game& game) : record_(Json::parse(game.record())) {}

    /// An event, and the input that it follows from.
    Forgery& input(const Json& input, const std::string& event, const Json& data) {
        bare_input(input);
        return this->event(event, data);
    }
    Forgery& event(const std::string& event, const Json& data) {
        record_["events"].push_back({{"seq", next_seq()}, {"at", ""}, {"event", event}, {"data", data}});
        return *this;
    }
    Forgery& ends(const Json& winner, const std::string& reason) {
        return event("battle_ended", {{"winner", winner}, {"reason", reason}, {"survivors", last_survivors_}, {"server_seed", record_["server_seed"]}});
    }
    // What is an input in muster/1 is a note in muster/2, or one and an input when all have said so.
    Forgery& sits(const char* seat, const char* name) {
        if (first()) bare_input({{"seat", seat}, {"kind", "nonce"}, {"name", name}});
        return event("seat_taken", {{"seat", seat}, {"name", name}});
    }
    Forgery& offers(const char* seat) {
        if (first()) bare_input({{"seat", seat}, {"kind", "offer_draw"}});
        return event("draw_offered", {{"seat", seat}});
    }
    Forgery& agrees(const char* seat) {
        if (first()) bare_input({{"seat", seat}, {"kind", "answer_draw"}, {"accept", true}});
        event("draw_answered", {{"seat", seat}, {"accept", true}});
        if (!first()) bare_input({{"kind", "draw"}});
        return *this;
    }
    /// Without the last events, and the inputs that they follow from.
    Forgery& without(std::size_t events) {
        auto& list = record_["events"];
        last_survivors_ = list.back()["data"]["survivors"];
        for (; events > 0; --events) {
            auto& inputs = record_["inputs"];
            while (!inputs.empty() && inputs.back()["seq"] == list.size()) inputs.erase(inputs.size() - 1);
            list.erase(list.size() - 1);
        }
        return *this;
    }
    /// Puts an event before what stands at `index`, and before the inputs there.
    Forgery& put(std::size_t index, const std::string& event, const Json& data) {
        auto& list = record_["events"];
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(index), Json{{"seq", 0}, {"at", ""}, {"event", event}, {"data", data}});
        return recounted(index, 1);
    }
    /// Puts an input and the event that follows from it there.
    Forgery& put_input(std::size_t index, const Json& input, const std::string& event, const Json& data) {
        put(index, event, data);
        auto& list = record_["inputs"];
        const auto later = std::ranges::find_if(list, [&](const Json& each) { return each["seq"] > index + 1; });
        list.insert(later, Json{{"input", input}, {"seq", index + 1}});
        return *this;
    }
    /// Takes out an event; inputs that stood before it stand before the next.
    Forgery& drop(std::size_t index) {
        record_["events"].erase(index);
        return recounted(index, -1);
    }
    /// What is hashed of it.
    Json& input_at(std::size_t index) { return first() ? record_["inputs"][index] : record_["inputs"][index]["input"]; }
    Json& last_input() { return input_at(record_["inputs"].size() - 1); }
    Json& event_from_the_end(std::size_t index) { return record_["events"][record_["events"].size() - 1 - index]; }
    Json& whole() { return record_; }

    Json made() {
        const auto seed = *protocol::from_hex(record_["server_seed"].get<std::string>());
        const auto key = *protocol::from_hex(record_.value("server_key", ""));
        const auto battle = record_["battle"].get<std::string>();
        const auto ruleset = record_["ruleset"].get<std::string>();
        const auto title = record_["title"].get<std::string>();
        protocol::Chain chain({.battle = battle,
                               .ruleset = ruleset,
                               .version = record_["ruleset_version"].get<int>(),
                               .server_key = key,
                               .commitment = protocol::sha256(seed),
                               .setup = record_["setup"],
                               .title = title,
                               .options = record_["options"]});
        protocol::Shown shown(chain.start());
        for (std::size_t i = 0; i < record_["inputs"].size(); ++i) {
            chain.add(input_at(i).dump());
            show(i, shown);
        }
        record_["chain"] = protocol::to_hex(protocol::bytes_of(chain.head()));
        if (!first()) {
            record_["shown"] = protocol::to_hex(protocol::bytes_of(shown.head()));
            record_["signature"] = protocol::sign_head(test_key(), chain, shown).signature;
        }
        Json outcome = record_["events"].back()["data"];
        outcome.erase("server_seed");
        if (record_["events"].back()["event"] == "battle_ended") record_["outcome"] = outcome;
        return record_;
    }

private:
    bool first() const { return record_["format"] == "muster.record/1"; }
    Forgery& recounted(std::size_t index, int by) {
        for (std::size_t i = 0; i < record_["events"].size(); ++i) record_["events"][i]["seq"] = i + 1;
        for (auto& input : record_["inputs"])
            if (input["seq"].get<std::size_t>() > index + (by < 0 ? 1 : 0)) input["seq"] = input["seq"].get<int>() + by;
        return *this;
    }
    std::size_t next_seq() const { return record_["events"].size() + 1; }

    void bare_input(Json input) {
        if (first()) input["seq"] = next_seq();
        record_["inputs"].push_back(first() ? input : Json{{"input", input}, {"seq", next_seq()}});
    }

    static bool is_note(const Json& event) {
        constexpr std::string_view notes[] = {"said", "decision_sealed", "decision_unsealed", "seat_taken", "draw_offered", "draw_answered"};
        if (std::ranges::find(notes, event["event"].get<std::string>()) != std::end(notes)) return true;
        return event["event"] == "chosen" && event["data"]["kind"] == "ready" && event["data"]["choice"]["ready"] == true;
    }

    void show(std::size_t input, protocol::Shown& shown) const {
        const auto& inputs = record_["inputs"];
        const auto& events = record_["events"];
        const auto end = input + 1 < inputs.size() ? inputs[input + 1]["seq"].get<std::size_t>() : events.size() + 1;
        for (auto seq = inputs[input]["seq"].get<std::size_t>(); seq < end; ++seq)
            if (const auto& event = events[seq - 1]; !is_note(event)) shown.add(event["event"].get<std::string>(), FlatJson(event["data"]));
        shown.end_input();
    }

    Json record_;
    Json last_survivors_ = record_["outcome"]["survivors"];
};

}  // namespace muster::test
