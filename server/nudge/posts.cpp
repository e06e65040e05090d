#include "server/nudge/posts.hpp"

#include <algorithm>

#include "server/base/limits.hpp"

namespace muster::server {

namespace {

std::int64_t ms(std::chrono::milliseconds span) { return span.count(); }

}  // namespace

bool mark_decided(Digest& digest, const std::string& battle, std::int64_t decision) {
    bool marked = false;
    for (std::size_t i = 0; i < digest.turns.size(); ++i) {
        if (digest.turns[i].battle != battle || digest.turns[i].decision != decision || digest.is_decided(i)) continue;
        digest.decided.push_back(i);
        marked = true;
    }
    return marked;
}

void NudgePosts::add(std::int64_t now_ms, const protocol::NudgeTarget& target, const std::string& message, Digest digest) {
    const bool is_late = !digest.decided.empty();
    posts_.push_back({++numbers_, target, message, std::move(digest), is_late ? now_ms + ms(limits::nudge_edit_after) : 0});
    if (posts_.size() > limits::nudge_posts_max) posts_.pop_front();
}

void NudgePosts::close(std::int64_t now_ms, const std::string& battle, std::int64_t decision) {
    for (auto& post : posts_)
        if (mark_decided(post.digest, battle, decision) && post.due_ms == 0) post.due_ms = now_ms + ms(limits::nudge_edit_after);
}

void NudgePosts::forget(const std::string& battle) {
    std::erase_if(posts_, [&](const Post& post) { return std::ranges::find(post.digest.turns, battle, &Turn::battle) != post.digest.turns.end(); });
}

std::optional<NudgePosts::Edit> NudgePosts::take_due(std::int64_t now_ms) {
    if (under_way_ != 0) return {};
    const auto due = std::ranges::find_if(posts_, [&](const Post& post) { return post.due_ms > 0 && post.due_ms <= now_ms; });
    if (due == posts_.end()) return {};
    due->due_ms = 0;
    under_way_ = due->number;
    return Edit{due->number, due->target, due->message, due->digest};
}

// A message that somebody has deleted is not written again for a decision that is made: what is decided next is told by a message of its own.
void NudgePosts::finished(std::int64_t number, NudgeOutcome outcome, std::int64_t now_ms, std::int64_t retry_after_ms) {
    under_way_ = 0;
    const auto post = std::ranges::find(posts_, number, &Post::number);
    if (post == posts_.end()) return;  // forgotten meanwhile
    const bool again = outcome == NudgeOutcome::failed && ++post->attempts < limits::nudge_attempts_max;
    if (again) {
        ++counters_.retried;
        std::int64_t pause = ms(limits::nudge_first_pause);
        for (int i = 1; i < post->attempts; ++i) pause *= 4;
        const auto until = now_ms + std::min(retry_after_ms, ms(limits::nudge_pause_max));
        post->due_ms = now_ms + pause;
        for (auto& each : posts_)
            if (each.due_ms > 0 && each.target.url == post->target.url) each.due_ms = std::max(each.due_ms, until);
        return;
    }
    ++(outcome == NudgeOutcome::taken ? counters_.sent : counters_.failed);
    if (outcome == NudgeOutcome::taken) post->attempts = 0;
    const bool is_done = post->digest.decided.size() == post->digest.turns.size() && post->due_ms == 0;
    if (outcome != NudgeOutcome::taken || is_done) posts_.erase(post);
}

// What is due already waits for the end of the one that is under way.
std::optional<std::int64_t> NudgePosts::next_due_ms(std::int64_t now_ms) const {
    std::optional<std::int64_t> out;
    for (const auto& post : posts_)
        if (post.due_ms > now_ms && (!out || post.due_ms < *out)) out = post.due_ms;
    return out;
}

NudgeCounters NudgePosts::counters() const {
    auto out = counters_;
    out.waiting = std::ranges::count_if(posts_, [](const Post& post) { return post.due_ms > 0; });
    return out;
}

}  // namespace muster::server
