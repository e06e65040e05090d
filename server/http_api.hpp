// What the HTTP calls answer, without HTTP's bytes. Errors are RFC 9457 problem documents with the protocol's codes.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "server/lobby.hpp"
#include "server/odds_service.hpp"

namespace muster::server {

struct HttpRequest {
    std::string method;
    std::string target;    ///< path and query as sent
    std::string bearer{};  ///< token of the Authorization header, if any
    std::string if_none_match{};
    std::string accept{};
    std::string accept_encoding{};
    std::string body{};
};

struct HttpResponse {
    int status = 200;
    std::string content_type = "application/json";
    std::string body{};
    std::map<std::string, std::string> headers{};
};

HttpResponse problem(const Refusal& refusal);
HttpResponse problem(int status, const Refusal& refusal);

class HttpApi {
public:
    HttpApi(Services& services, std::shared_ptr<Lobby> lobby, OddsService& odds);

    /// Answers one request; `done` is called once, on any thread.
    using Done = std::function<void(HttpResponse)>;
    void answer(HttpRequest request, Done done);

private:
    void answer_get(const std::string& path, const HttpRequest& request, const std::map<std::string, std::string>& query, Done done);
    void answer_odds(const HttpRequest& request, Done done);
    void answer_list(const std::map<std::string, std::string>& query, Done done);
    void answer_summary(const std::string& battle, Done done);
    void answer_events(const std::string& battle, const HttpRequest& request, const std::map<std::string, std::string>& query, Done done);
    void answer_record(const std::string& battle, const HttpRequest& request, Done done);
    HttpResponse rulesets(const std::string& id) const;

    Services& services_;
    std::shared_ptr<Lobby> lobby_;
    OddsService& odds_;
    std::string catalog_;                        // of all rulesets, made once
    std::map<std::string, std::string> single_;  // by id
};

}  // namespace muster::server
