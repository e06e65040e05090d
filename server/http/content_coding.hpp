// What a client can unpack (RFC 9110, 12.5.3), and texts that are made once and sent often.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "server/http/message.hpp"

namespace muster::server {

/// The next of a header's items, taken off the front; without the spaces before it.
std::string_view next_item(std::string_view& list);

/// Whether a client takes this coding ("br;q=0" refuses it; other weights are no reason to send more bytes). `accepted`: its Accept-Encoding.
bool accepts(std::string_view accepted, std::string_view coding);

/// A gzip file (RFC 1952) of these bytes.
std::string gzip(std::string_view bytes);

/// A JSON text as it is and compressed. It is compressed when the first client takes it so: all of them would make half of a server's start.
class StandingText {
public:
    StandingText() = default;
    explicit StandingText(std::string text);
    /// In the coding that the client takes, with a tag of its own. From any thread.
    [[nodiscard]] HttpResponse answer(const HttpRequest& request) const;

private:
    struct Texts {
        explicit Texts(std::string text) : plain(std::move(text)) {}
        std::string plain;
        std::once_flag packed{};
        std::string gzip{};
    };
    std::shared_ptr<Texts> texts_ = nullptr;
};

}  // namespace muster::server
