#include "server/relay/together_way.hpp"

#include <algorithm>
#include <array>

#include "protocol/client_messages.hpp"
#include "protocol/server_messages.hpp"
#include "server/base/heard.hpp"
#include "server/base/limits.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

constexpr std::array<std::string_view, 8> passed{"meeting", "led", "pointed", "remarked", "company", "parted", "rejected", "error"};

Refusal away() { return {Code::server_busy, "the server that has this room cannot be reached; try again in a moment"}; }

}  // namespace

void TogetherWay::open(Upstream& upstream, const Strand& strand) { line_ = upstream.open(strand, {battle_, connection_->address()}, weak_from_this()); }

void TogetherWay::send(const std::string& id, const protocol::TogetherBody& message) {
    if (!open_ && unsaid_.size() >= limits::together_unsaid_max) return refuse(id, {Code::server_busy, "too many messages for this room are waiting"});
    if (std::holds_alternative<protocol::Meet>(message)) {
        meets_ = true;
        meet_id_ = id;
    }
    auto text = protocol::client_message_text(std::visit([](const auto& each) { return protocol::ClientBody(each); }, message), id);
    if (open_) line_->say(std::move(text));
    else unsaid_.push_back(std::move(text));
}

void TogetherWay::on_open() {
    open_ = true;
    for (auto& text : std::exchange(unsaid_, {})) line_->say(std::move(text));
}

void TogetherWay::on_text(std::string_view text) {
    if (!line_) return;
    const auto message = parse_json(text);
    if (!message || !message->is_object()) return on_closed("it sent what is no message");
    const auto type = text_in(*message, "type");
    const auto* const known = std::ranges::find(passed, type);
    if (known == passed.end()) return;
    if (type == "meeting") room_ = text_in(*message, "room");
    const bool refused = type == "rejected" || type == "error";
    if (meets_ && (type == "meeting" || (refused && text_in(*message, "id") == meet_id_))) meets_ = false;
    if (type == "parted" && text_in(*message, "room") == room_) room_.clear();
    auto out = std::make_shared<Messages>();
    out->add(*known, 0, [&](std::string& to) { to += text; });
    connection_->deliver(std::move(out));
    if (room_.empty() && !meets_) finish();
}

// Posted or heard while nothing of it is under way.
void TogetherWay::on_closed(const std::string&) { end(); }

void TogetherWay::end() {
    if (!line_) return;
    if (!connection_->gone()) {
        if (meets_) refuse(meet_id_, away());
        if (!room_.empty())
            connection_->deliver(
                bundle_of(0, protocol::Parted{battle_, room_, protocol::PartedWhy::lost, "the way to the server that has this room was lost"}));
    }
    finish();
}

void TogetherWay::finish() {
    if (const auto line = std::exchange(line_, {})) line->cut();
    if (const auto ended = std::exchange(ended_, {})) ended();
}

}  // namespace muster::server
