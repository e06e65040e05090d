#include "server/peers/orders.hpp"

#include "server/base/heard.hpp"

namespace muster::server {

namespace {

struct Sealed {
    std::string order{};  ///< the text of one
    std::string seal{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "order", self.order, "seal", self.seal); }
};

struct Seen {
    std::vector<Onlooker> onlookers{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "onlookers", self.onlookers); }
};

Refusal not_understood() {
    return {Code::internal, "the server that has this battle was asked, and gave no answer that this one understands; is it of an older version?"};
}

template <typename T>
std::expected<T, Refusal> read(const std::string& text) {
    const auto json = parse_flat_json(text);
    if (!json) return std::unexpected(json.error());
    return read_fields<T>(JsonView(*json), Code::bad_message);
}

}  // namespace

std::optional<std::string> order_text(const NodePass& pass, const std::string& url, const Order& order) {
    const auto said = to_text(order);
    const auto seal = pass.seal(url, said);
    if (!seal) return {};
    return to_text(Sealed{said, *seal});
}

std::expected<Order, Refusal> read_order(const NodePass& pass, const std::string& text) {
    const auto sealed = read<Sealed>(text);
    if (!sealed) return std::unexpected(sealed.error());
    if (!pass.has_sealed(sealed->order, sealed->seal)) return refuse(Code::not_your_seat, "this was not said by a server of this store just now");
    return read<Order>(sealed->order);
}

HttpResponse order_answer(std::expected<std::vector<Onlooker>, Refusal> moderated) {
    if (!moderated) return problem(moderated.error());
    return {200, "application/json", to_text(Seen{std::move(*moderated)}) + "\n", {}};
}

std::expected<std::vector<Onlooker>, Refusal> read_order_answer(const HttpResponse& answer) {
    if (answer.status == 200) {
        auto seen = read<Seen>(answer.body);
        if (!seen) return std::unexpected(not_understood());
        return std::move(seen->onlookers);
    }
    const auto json = parse_json(answer.body);
    if (!json || !json->is_object() || answer.status == 403) return std::unexpected(not_understood());
    for (int code = 0; code <= static_cast<int>(Code::internal); ++code)
        if (name(static_cast<Code>(code)) == text_in(*json, "code") && static_cast<Code>(code) != Code::bad_message)
            return refuse(static_cast<Code>(code), text_in(*json, "detail"));
    return std::unexpected(not_understood());
}

}  // namespace muster::server
