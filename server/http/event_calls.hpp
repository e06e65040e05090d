// A battle's events over HTTP: the list, the long poll, the stream. All three take `since` and give the same JSON as the WebSocket.
#pragma once
#include <memory>
#include <string>

#include "server/http/calls.hpp"
#include "server/http/long_poll.hpp"

namespace muster::server {

class EventCalls {
public:
    /// `notice`: said to every stream of events when the server goes down.
    EventCalls(Ground& ground, std::shared_ptr<Battles> battles, Bundle notice) : battles_(battles), notice_(std::move(notice)), polls_(ground, battles) {}

    /// `generation`: that of the history which the answer is from.
    void answer(const HttpRequest& request, const std::string& battle, const HttpQuery& asked, const std::string& generation, HttpCalls::Done done);
    void stop() { polls_.stop(); }

    /// Whether it is a stream that this request wants.
    static bool streams(const HttpRequest& request) { return request.accept.contains("text/event-stream") && !request.head; }

private:
    static void list(BattlePort& battle, EventsQuestion question, HttpCalls::Done done);

    std::shared_ptr<Battles> battles_;
    Bundle notice_;
    LongPolls polls_;
};

}  // namespace muster::server
