// The HTTP calls without sockets, for somebody who may ask as often as he likes.
#pragma once
#include <future>

#include "server/http/api.hpp"
#include "tests/battle/house.hpp"

namespace muster::test {

class Desk {
public:
    explicit Desk(House& house)
        : house_(house),
          odds_(1, house.services.metrics.odds),
          api_(std::make_shared<server::HttpApi>(house.services, house.lobby, house.lobby, nullptr, odds_, server::Bundle())) {}

    std::future<server::HttpResponse> ask(const std::string& target) {
        const auto promised = std::make_shared<std::promise<server::HttpResponse>>();
        server::HttpRequest request{.method = "GET", .target = target};
        request.caller = asker_;
        request.end = std::make_shared<server::RequestEnd>();
        api_->answer(std::move(request), [promised](server::HttpResponse response) { promised->set_value(std::move(response)); });
        return promised->get_future();
    }
    server::HttpResponse wait(std::future<server::HttpResponse> answer) {
        house_.until([&] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
        return answer.get();
    }
    server::HttpResponse get(const std::string& target) { return wait(ask(target)); }

private:
    House& house_;
    server::OddsService odds_;
    std::shared_ptr<server::HttpApi> api_;
    std::shared_ptr<server::Caller> asker_ = std::make_shared<server::Caller>(server::Address(), nullptr);
};

}  // namespace muster::test
