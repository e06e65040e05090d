#include "server/battle/messages.hpp"

namespace muster::server {

Bundle rejection(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision) {
    auto out = make_bundle(decision, protocol::rejected(refusal, battle, decision), id);
    out->set_refusal(refusal);
    out->set_following({battle, std::string(id)});
    return out;
}

}  // namespace muster::server
