#include "server/battle/weight.hpp"

#include "server/base/limits.hpp"
#include "server/base/overloaded.hpp"

namespace muster::server {

namespace {

constexpr std::size_t of_block = 16;  ///< what the allocator adds to each block, with what it rounds up
constexpr std::size_t of_node = 32;   ///< a map's own part of an entry

/// A text's own part; shorter ones stand in it.
constexpr std::size_t of_text = sizeof(std::string);

std::size_t weight_of(const std::string& text) { return of_text + (text.capacity() < of_text ? 0 : text.capacity() + of_block); }

}  // namespace

Refusal memory_is_full() { return {Code::server_busy, "the server's memory for battles is full; try again in a moment"}; }

bool adds(const Command& command) {
    const auto* from_seat = std::get_if<FromSeat>(&command);
    if (!from_seat) return false;
    return std::visit(Overloaded{
                          [](const auto&) { return true; },
                          [](const protocol::AskOrders&) { return false; },
                          [](const protocol::Preview&) { return false; },
                          [](const protocol::ListNudges&) { return false; },
                          [](const protocol::Unsubscribe&) { return false; },
                          [](const protocol::Concede&) { return false; },
                          [](const protocol::AnswerDraw&) { return false; },
                          [](const protocol::Claim&) { return false; },
                      },
                      from_seat->message);
}

std::size_t weight_of(const Json& json) {
    std::size_t out = sizeof json;
    if (json.is_string()) return out + of_block + weight_of(json.get_ref<const std::string&>());
    if (json.is_array()) {
        const auto& items = json.get_ref<const Json::array_t&>();
        out += sizeof(Json::array_t) + 2 * of_block + (items.capacity() - items.size()) * sizeof json;
        for (const auto& item : items) out += weight_of(item);
    } else if (json.is_object()) {
        const auto& fields = json.get_ref<const Json::object_t&>();
        out += sizeof(Json::object_t) + of_block;
        for (const auto& [name, value] : fields) out += of_node + of_block + weight_of(name) + weight_of(value);
    }
    return out;
}

// As a text: what it is made of nobody knows, and it is no Json unless somebody looked.
std::size_t weight_of(const SharedJson& json) { return sizeof json + of_block + weight_of(json.dump()); }

std::size_t weight_of(const rules::StandingOrders& orders) {
    std::size_t out = 0;
    for (const auto& order : orders) out += sizeof order + weight_of(order.kind) + weight_of(order.play);
    return out;
}

std::size_t weight_of(const protocol::NudgeTarget& target) {
    const auto& push = target.subscription;
    const auto of_push = push ? weight_of(push->endpoint) + weight_of(push->keys.p256dh) + weight_of(push->keys.auth) : 0;
    return weight_of(target.url) + weight_of(target.secret) + of_push;
}

std::size_t weight_of(const Command& command) {
    const auto* from_seat = std::get_if<FromSeat>(&command);
    if (!from_seat) return sizeof command;
    const auto texts = std::visit(Overloaded{
                                      [](const protocol::Choose& choose) { return choose.choice.bytes(); },
                                      [](const protocol::Preview& preview) { return preview.choice.bytes(); },
                                      [](const protocol::Order& order) { return weight_of(order.orders); },
                                      [](const protocol::Say& say) { return weight_of(say.text); },
                                      [](const auto&) { return std::size_t(0); },
                                  },
                                  from_seat->message);
    return sizeof command + weight_of(from_seat->id) + texts;
}

std::size_t weight_of(const protocol::Origin& origin) {
    return limits::battle_base_bytes + limits::battle_setup_times * (weight_of(origin.setup) + weight_of(origin.options));
}

std::size_t weight_of(const storage::StoredBattle& battle) {
    std::size_t out = 0;
    for (const auto& step : battle.steps) out += sizeof step + step.events.size() + step.inputs.size() + step.answers.size();
    return out;
}

std::size_t weight_of(const storage::Beginning& beginning) {
    return sizeof beginning + beginning.header.setup.size() + beginning.header.options.size() + beginning.first.events.size() + beginning.first.inputs.size();
}

std::size_t weight_of(const std::vector<protocol::LoggedEvent>& events, const std::vector<std::string>& inputs) {
    std::size_t out = 0;
    for (const auto& event : events) {
        out += sizeof event + weight_of(event.body) - of_text;
        for (const auto& [seat, body] : event.instead) out += sizeof seat + weight_of(body);
    }
    for (const auto& input : inputs) out += weight_of(input);
    return out;
}

}  // namespace muster::server
