// What a battle says, as messages of the protocol: made once for each audience and shared by all of it. How they travel (WebSocket
// frames, server-sent events, the answer of a poll) is the business of whoever carries them.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/refusal.hpp"

namespace muster::server {

/// One message, as a part of Messages; valid as long as they are.
struct Message {
    std::string_view type;    ///< "event", "request", …
    std::int64_t number = 0;  ///< of an event its seq, of what is about a decision the decision, of `following` the head; else 0
    std::string_view text;    ///< the whole message: JSON on one line
};

/// Some messages that go out together, in order. Filled by one thread, then shared and never changed. Thread-safe from then on.
class Messages {
public:
    Messages() = default;
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// `type` must be a literal's.
    void add(std::string_view type, std::int64_t number, std::string_view text);
    void reserve(std::size_t bytes) { texts_.reserve(bytes); }

    std::size_t size() const { return parts_.size(); }
    bool empty() const { return parts_.empty(); }
    /// Of all texts together.
    std::size_t bytes() const { return texts_.size(); }
    Message operator[](std::size_t index) const {
        const auto& part = parts_[index];
        return {part.type, part.number, std::string_view(texts_).substr(part.begin, part.size)};
    }

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

    /// One encoding of them all, made when it is first asked for and shared by a crowd. All who ask must encode alike.
    template <typename Encode>
    const std::shared_ptr<const std::string>& encoded(const Encode& encode) const {
        const std::lock_guard lock(encoding_);  // std::call_once would cost a system call for each bundle
        if (!encoded_) encoded_ = std::make_shared<const std::string>(encode(*this));
        return encoded_;
    }

private:
    struct Part {
        std::string_view type;
        std::int64_t number = 0;
        std::size_t begin = 0;
        std::size_t size = 0;
    };
    std::string texts_{};
    std::vector<Part> parts_{};
    std::optional<Refusal> refusal_{};
    std::optional<Following> following_{};
    mutable std::mutex encoding_{};
    mutable std::shared_ptr<const std::string> encoded_{};
};

using Bundle = std::shared_ptr<const Messages>;

/// A bundle of one message.
Bundle bundle_of(std::string_view type, std::int64_t number, std::string_view text);
/// `following` or `unfollowed`: from here on this battle is followed, or it is no longer.
Bundle following_bundle(std::string_view type, std::int64_t number, std::string_view text, const std::string& battle);
/// `rejected`, the answer to the message `id` about this battle.
Bundle rejection(const Refusal& refusal, std::string_view id, const std::string& battle, std::int64_t decision = 0);

}  // namespace muster::server
