#include "server/battle/messages.hpp"

#include "protocol/server_messages.hpp"

namespace muster::server {

void Messages::add(std::string_view type, std::int64_t number, std::string_view text) {
    parts_.push_back({type, number, texts_.size(), text.size()});
    texts_ += text;
}

Bundle bundle_of(std::string_view type, std::int64_t number, std::string_view text) {
    auto out = std::make_shared<Messages>();
    out->add(type, number, text);
    return out;
}

Bundle following_bundle(std::string_view type, std::int64_t number, std::string_view text, const std::string& battle) {
    auto out = std::make_shared<Messages>();
    out->add(type, number, text);
    out->set_following({battle, {}});
    return out;
}

Bundle rejection(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision) {
    auto out = std::make_shared<Messages>();
    out->add(protocol::Rejected::type, decision, protocol::rejected_text(refusal, id, battle, decision));
    out->set_refusal(refusal);
    out->set_following({battle, std::string(id)});
    return out;
}

}  // namespace muster::server
