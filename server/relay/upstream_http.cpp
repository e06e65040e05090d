#include "server/relay/upstream_http.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

namespace http = boost::beast::http;

constexpr std::size_t read_bytes = 16 * 1024;

using NoAnswer = UpstreamHttp::NoAnswer;

NoAnswer unreachable(bool sent = false) {
    return {{Code::server_busy, "the server that this relay passes on cannot be reached now; try again in a moment"}, true, sent};
}
NoAnswer stopping() { return {going_down(), false}; }

/// What an answer says of itself that still holds here.
constexpr std::array passed_on{http::field::cache_control, http::field::etag, http::field::location, http::field::retry_after, http::field::vary};

std::string text_of(const UpstreamHttp::Question& question, const ServerAddress& to) {
    std::string out = (question.posts  ? "POST "
                       : question.head ? "HEAD "
                                       : "GET ") +
                      question.target + " HTTP/1.1\r\nHost: " + to.authority() + "\r\nUser-Agent: musterd\r\nConnection: close\r\n";
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty() && !value.contains('\r') && !value.contains('\n')) out.append(name).append(": ").append(value).append("\r\n");
    };
    add("Muster-Relays", question.relays);
    add("X-Forwarded-For", question.for_address);
    add("Accept", question.accept);
    add("Accept-Language", question.accept_language);
    for (const auto& [name, value] : question.headers) add(name.c_str(), value);
    if (question.posts) add("Content-Length", std::to_string(question.body.size()));
    return out + "\r\n" + question.body;
}

/// A long answer on its way: what has come, as long as whoever reads it takes it.
class PassedOn final : public BodyStream {
public:
    void add(std::string bytes) {
        const std::lock_guard lock(mutex_);
        unread_ += bytes;
        if (more_) more_();
    }
    void end(bool whole) {
        const std::lock_guard lock(mutex_);
        if (std::exchange(over_, true)) return;
        cut_ = !whole;
        if (more_) more_();
    }
    /// Whether there is nothing that nobody took. Else `taken` is called, once, when there is nothing any more.
    bool empty_or(std::function<void()> taken) {
        const std::lock_guard lock(mutex_);
        if (unread_.empty()) return true;
        taken_ = std::move(taken);
        return false;
    }

    std::string take() override {
        std::function<void()> taken;
        std::string out;
        {
            const std::lock_guard lock(mutex_);
            out = std::exchange(unread_, {});
            taken = std::exchange(taken_, {});
        }
        if (taken) taken();
        return out;
    }
    void written() override {}
    bool over() const override {
        const std::lock_guard lock(mutex_);
        return over_;
    }
    bool cut_short() const override {
        const std::lock_guard lock(mutex_);
        return cut_;
    }
    std::string sign_of_life() const override { return {}; }
    void on_more(std::function<void()> callback) override {
        const std::lock_guard lock(mutex_);
        more_ = std::move(callback);
    }

private:
    mutable std::mutex mutex_;
    std::string unread_{};
    std::function<void()> more_{};
    std::function<void()> taken_{};
    bool over_ = false;
    bool cut_ = false;
};

}  // namespace

/// One question, on a strand of its own.
class UpstreamHttp::Exchange : public std::enable_shared_from_this<Exchange> {
public:
    Exchange(UpstreamHttp& all, Question question, Done done)
        : all_(all), strand_(asio::make_strand(all.io_)), question_(std::move(question)), done_(std::move(done)), taken_(strand_), late_(strand_) {}

    /// Its time begins, whether there is a place for it yet or not.
    void limit() {
        if (!question_.within) return;
        late_.expires_after(*question_.within);
        late_.async_wait([weak = weak_from_this()](ErrorCode interrupted) {
            const auto self = weak.lock();
            if (self && !interrupted) self->cut(unreachable(self->sent_));
        });
    }
    void start() {
        auto run = [self = shared_from_this()] { return self->run(); };
        asio::co_spawn(strand_, std::move(run), [self = shared_from_this()](std::exception_ptr problem) {
            if (problem) log::error("a request to the server upstream failed");
            self->finish(std::unexpected(unreachable(self->sent_)));
            self->all_.ended(self.get());
        });
    }
    void give_up() {
        asio::post(strand_, [self = shared_from_this()] { self->cut(unreachable(self->sent_)); });
    }
    void cut(const NoAnswer& why) {
        asio::post(strand_, [self = shared_from_this(), why] {
            self->cut_ = true;
            self->taken_.cancel();
            if (self->channel_) self->channel_->close();
            self->all_.give_up_place(self);
            self->finish(std::unexpected(why));
        });
    }

private:
    Task<void> run() {
        const auto self = shared_from_this();
        if (cut_) co_return;
        auto channel = co_await all_.dialler_.dial(strand_);
        if (!channel) co_return;
        channel_ = *channel;
        if (cut_) co_return channel_->close();
        channel_->expires_after(limits::relay_answer_max);
        const std::string request = text_of(question_, all_.dialler_.address());
        sent_ = true;
        auto [unsent, sent] = co_await asio::async_write(*channel_, asio::buffer(request), task);
        if (!unsent) co_await read();
        channel_->close();
    }

    Task<void> read() {
        boost::beast::flat_buffer buffer;
        http::response_parser<http::string_body> parser;
        parser.header_limit(limits::http_header_bytes_max);
        parser.body_limit(boost::none);
        parser.skip(question_.head);
        parser.eager(true);
        std::shared_ptr<PassedOn> stream;
        while (!parser.is_done()) {
            auto [error, size] = co_await channel_->async_read_some(buffer.prepare(read_bytes), task);
            buffer.commit(size);
            ErrorCode wrong;
            if (size > 0) buffer.consume(parser.put(buffer.data(), wrong));
            if (wrong == http::error::need_more) wrong = {};
            const bool ended = error == asio::error::eof && parser.is_header_done() && !wrong;
            if (ended) parser.put_eof(wrong);  // a body without a length ends with the connection
            if (wrong || (error && !ended)) {
                if (stream) stream->end(false);
                co_return;
            }
            auto& body = parser.get().body();
            if (!parser.is_header_done()) continue;
            if (!stream && body.size() > limits::relay_answer_bytes_max) {
                stream = std::make_shared<PassedOn>();
                auto out = answer_of(parser);
                out.stream = stream;
                if (const auto length = parser.content_length()) out.stream_size = *length;
                else out.unsized = true;
                finish(std::move(out));
            }
            if (!stream) continue;
            stream->add(std::exchange(body, {}));
            co_await wait_for_reader(*stream);
            if (cut_) {
                stream->end(false);
                co_return;
            }
        }
        if (stream) {
            stream->end(true);
            co_return;
        }
        auto out = answer_of(parser);
        if (question_.head) {
            if (const auto length = parser.content_length()) out.stream_size = *length;
        } else {
            out.body = std::move(parser.get().body());
        }
        finish(std::move(out));
    }

    /// As long as it takes: whoever reads has a deadline of its own.
    Task<void> wait_for_reader(PassedOn& stream) {
        if (cut_) co_return;
        channel_->expires_never();
        taken_.expires_after(limits::relay_answer_max);
        auto taken = [weak = weak_from_this(), strand = strand_] {
            asio::post(strand, [weak] {
                if (const auto self = weak.lock()) self->taken_.cancel();
            });
        };
        if (!stream.empty_or(std::move(taken))) {
            auto [interrupted] = co_await taken_.async_wait(task);
            if (!interrupted) cut_ = true;  // nobody has taken anything in all that time
        }
        channel_->expires_after(limits::relay_answer_max);
    }

    static HttpResponse answer_of(const http::response_parser<http::string_body>& parser) {
        const auto& message = parser.get();
        HttpResponse out{static_cast<int>(message.result_int()), std::string(message[http::field::content_type]), {}};
        for (const auto field : passed_on)
            if (const auto value = message[field]; !value.empty()) out.headers[std::string(http::to_string(field))] = std::string(value);
        out.elsewhere = message.count(elsewhere_header) > 0;
        return out;
    }

    void finish(std::expected<HttpResponse, NoAnswer> answer) {
        late_.cancel();
        if (const auto done = std::exchange(done_, {})) done(std::move(answer));
    }

    UpstreamHttp& all_;
    Strand strand_;
    const Question question_;
    Done done_;
    std::shared_ptr<Channel> channel_{};
    Timer taken_, late_;
    bool sent_ = false;  ///< or it began to be
    bool cut_ = false;
};

UpstreamHttp::Cut UpstreamHttp::get(Question question, Done done) {
    const auto exchange = std::make_shared<Exchange>(*this, std::move(question), std::move(done));
    std::optional<NoAnswer> refusal;
    bool now = false;
    exchange->limit();
    {
        const std::lock_guard lock(mutex_);
        if (stopped_) refusal = stopping();
        else if (under_way_.size() < at_once_) now = true, under_way_.push_back(exchange);
        else if (waiting_.size() < waiting_max_) waiting_.push_back(exchange);
        else refusal = NoAnswer{{Code::server_busy, "too many requests at once; try again in a moment"}, false};
    }
    if (refusal) exchange->cut(*refusal);
    if (now) exchange->start();
    return [weak = std::weak_ptr(exchange)] {
        if (const auto self = weak.lock()) self->cut(unreachable());
    };
}

void UpstreamHttp::give_up_place(const std::shared_ptr<Exchange>& exchange) {
    const std::lock_guard lock(mutex_);
    std::erase(waiting_, exchange);
}

void UpstreamHttp::ended(Exchange* exchange) {
    std::shared_ptr<Exchange> next;
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(under_way_, [&](const auto& each) { return each.get() == exchange; });
        if (stopped_ || waiting_.empty()) return;
        next = std::move(waiting_.front());
        waiting_.pop_front();
        under_way_.push_back(next);
    }
    next->start();
}

void UpstreamHttp::give_up() {
    std::deque<std::shared_ptr<Exchange>> under_way;
    {
        const std::lock_guard lock(mutex_);
        under_way = under_way_;
    }
    for (const auto& each : under_way) each->give_up();
}

std::size_t UpstreamHttp::under_way() const {
    const std::lock_guard lock(mutex_);
    return under_way_.size();
}

void UpstreamHttp::stop() {
    std::deque<std::shared_ptr<Exchange>> waiting;
    std::deque<std::shared_ptr<Exchange>> cut;
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        waiting.swap(waiting_);
        cut = under_way_;
    }
    for (const auto& each : waiting) each->cut(stopping());
    for (const auto& each : cut) each->cut(stopping());
}

}  // namespace muster::server
