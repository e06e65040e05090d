// What browsers and people need to know before they subscribe to nudges.
#include "server/http/answers.hpp"
#include "server/http/api.hpp"

namespace muster::server {

void HttpApi::answer_nudges(const Call&, Done done) {
    if (!services_.nudges) return done(problem(404, {Code::bad_message, "this server sends no nudges"}));
    done({200, "application/json", to_text(NudgesOffer{services_.nudges->push_key(), services_.nudges->hosts()}) + "\n"});
}

}  // namespace muster::server
