// What browsers and people need to know before they subscribe to nudges.
#include "server/http/api.hpp"

namespace muster::server {

namespace {

struct Offer {
    std::string push_key;
    std::vector<std::string> hosts;
    static void fields(auto& visit, auto& self) { list_fields(visit, "push_key", self.push_key, "hosts", self.hosts); }
};

}  // namespace

void HttpApi::answer_nudges(const Call&, Done done) {
    if (!services_.nudges) return done(problem(404, {Code::bad_message, "this server sends no nudges"}));
    done({200, "application/json", to_text(Offer{services_.nudges->push_key(), services_.nudges->hosts()}) + "\n"});
}

}  // namespace muster::server
