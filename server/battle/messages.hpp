// What a battle says, as messages of the protocol: made once for each audience and shared by all of it. How they travel (WebSocket
// frames, which are there already, server-sent events, the answer of a poll) is the business of whoever carries them.
#pragma once
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/server_messages.hpp"
#include "rules/refusal.hpp"
#include "server/base/frame.hpp"

namespace muster::server {

/// One message, as a part of Messages; valid as long as they are.
struct Message {
    std::string_view type;    ///< "event", "request", …
    std::int64_t number = 0;  ///< of an event its seq, of what is about a decision the decision, of `following` the head; else 0
    std::string_view text;    ///< the whole message: JSON on one line
};

/// Some messages that go out together, in order. Filled by one thread, then shared and never changed.
class Messages {
public:
    Messages() = default;
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// `write(std::string&)` appends the message's text. `type` must be a literal's.
    template <typename Write>
    void add(std::string_view type, std::int64_t number, const Write& write) {
        const auto frame = begin_frame(frames_);
        write(frames_);
        const auto begin = end_frame(frames_, frame);
        parts_.push_back({type, number, begin, frames_.size() - begin});
    }
    void reserve(std::size_t count, std::size_t bytes) {
        parts_.reserve(count);
        frames_.reserve(bytes);
    }

    std::size_t size() const { return parts_.size(); }
    bool empty() const { return parts_.empty(); }
    /// Of all of them together.
    std::size_t bytes() const { return frames_.size(); }
    Message operator[](std::size_t index) const {
        const auto& part = parts_[index];
        return {part.type, part.number, std::string_view(frames_).substr(part.begin, part.size)};
    }
    /// All of them as WebSocket frames. They are written as these from the beginning: nearly all travel so, and nothing is copied for it.
    const std::string& frames() const { return frames_; }

    /// What the first refusal among them refuses, for carriers that have a form of their own for it; null: there is none.
    const Refusal* refusal() const { return refusal_ ? &*refusal_ : nullptr; }
    void set_refusal(Refusal refusal) { refusal_ = std::move(refusal); }

    /// Which following they begin, end or refuse, for carriers that keep account of what is followed; null: they are of no such kind.
    struct Following {
        std::string battle;
        std::string id;  ///< of the client's message that is refused
    };
    const Following* following() const { return following_ ? &*following_ : nullptr; }
    void set_following(Following following) { following_ = std::move(following); }

private:
    struct Part {
        std::string_view type;
        std::int64_t number = 0;
        std::size_t begin = 0;
        std::size_t size = 0;
    };
    std::string frames_{};
    boost::container::small_vector<Part, 1> parts_{};
    std::optional<Refusal> refusal_{};
    std::optional<Following> following_{};
};

using Bundle = std::shared_ptr<const Messages>;

/// A bundle of one message of the protocol; `id` is the client's own, if this answers one.
template <typename T>
std::shared_ptr<Messages> make_bundle(std::int64_t number, const T& message, std::string_view id) {
    constexpr std::size_t usual_bytes = 256;
    auto out = std::make_shared<Messages>();
    out->reserve(1, usual_bytes);
    out->add(T::type, number, [&](std::string& text) { protocol::append_message(text, message, id); });
    return out;
}
template <typename T>
Bundle bundle_of(std::int64_t number, const T& message, std::string_view id = {}) {
    return make_bundle(number, message, id);
}
/// `following` or `unfollowed`: from here on this battle is followed, or it is no longer.
template <typename T>
Bundle following_bundle(std::int64_t number, const T& message, std::string_view id = {}) {
    auto out = make_bundle(number, message, id);
    out->set_following({message.battle, {}});
    return out;
}
/// `rejected`, the answer to the message `id` about this battle.
Bundle rejection(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision = 0);

}  // namespace muster::server
