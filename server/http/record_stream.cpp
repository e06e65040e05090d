#include "server/http/record_stream.hpp"

#include <mutex>

#include "server/http/body_stream.hpp"
#include "server/study/transcript.hpp"

namespace muster::server {

namespace {

/// Asks for the next slice when the last one is written. Shared by the battle that answers and the connection that writes; thread-safe.
class RecordStream final : public BodyStream, public std::enable_shared_from_this<RecordStream> {
public:
    /// `transcript`: null: the record as it is.
    RecordStream(std::shared_ptr<BattlePort> battle, std::string token, BoundedPool& workers, std::unique_ptr<Transcript> transcript)
        : battle_(std::move(battle)), token_(std::move(token)), workers_(workers), transcript_(std::move(transcript)) {}

    void begin(std::string text, RecordSlice slice) {
        unsent_ = std::move(text);
        cursor_ = std::move(slice.next);
        over_ = slice.last;
    }

    std::string take() override {
        const std::lock_guard lock(mutex_);
        return std::exchange(unsent_, {});
    }
    void written() override {
        {
            const std::lock_guard lock(mutex_);
            if (over_ || asking_ || !unsent_.empty()) return;
            asking_ = true;
        }
        battle_->read_record(token_, cursor_, [self = shared_from_this()](std::expected<RecordSlice, Refusal> slice) { self->convert(std::move(slice)); });
    }
    bool over() const override {
        const std::lock_guard lock(mutex_);
        return over_;
    }
    bool cut_short() const override {
        const std::lock_guard lock(mutex_);
        return cut_short_;
    }
    std::string sign_of_life() const override { return {}; }
    void on_more(std::function<void()> callback) override {
        const std::lock_guard lock(mutex_);
        more_ = std::move(callback);
    }

private:
    void convert(std::expected<RecordSlice, Refusal> slice) {
        if (!slice) return cut();
        if (!transcript_) return add(std::move(slice->text), std::move(slice->next), slice->last);
        const auto shared = std::make_shared<RecordSlice>(std::move(*slice));
        const bool taken = workers_.post([self = shared_from_this(), shared] {
            try {
                self->add(self->transcript_->add(shared->event_lines()), std::move(shared->next), shared->last);
            } catch (const std::exception&) {
                self->cut();
                throw;  // the pool says so in the log
            }
        });
        if (!taken) cut();
    }

    void add(std::string text, RecordCursor next, bool last) {
        const std::lock_guard lock(mutex_);
        unsent_ = std::move(text);
        cursor_ = std::move(next);
        over_ = last;
        asking_ = false;
        if (more_) more_();
    }

    // Too little was sent, and the client sees that it was: less than the length that it was told, or no last chunk.
    void cut() {
        const std::lock_guard lock(mutex_);
        over_ = cut_short_ = true;
        if (more_) more_();
    }

    std::shared_ptr<BattlePort> battle_;
    const std::string token_;
    BoundedPool& workers_;
    std::unique_ptr<Transcript> transcript_;
    RecordCursor cursor_{};
    mutable std::mutex mutex_;  // guards what follows
    std::string unsent_{};
    std::function<void()> more_{};
    bool over_ = false, cut_short_ = false;
    bool asking_ = false;
};

// What everybody may read and never changes may be kept by everybody for ever. What needs a token is kept by no cache, and by no browser
// either: whoever sits down there next is somebody else.
void tag(HttpResponse& response, const HttpRequest& request, const RecordSlice& first, const std::string& version) {
    response.headers["Cache-Control"] = !first.open_to_all ? "private, no-store" : first.over ? "public, max-age=31536000, immutable" : "no-cache";
    response.headers["Vary"] = "Authorization";
    response = with_tag(std::move(response), request, version);
}

}  // namespace

void tell_record(BoundedPool& workers, std::shared_ptr<BattlePort> battle, const HttpRequest& request, RecordFormat format, RecordSlice first,
                 const std::function<void(HttpResponse)>& done) {
    const bool as_text = format == RecordFormat::text;
    HttpResponse out{200, as_text ? "text/plain; charset=utf-8" : "application/json"};
    const auto version = first.version + (as_text ? "-text" : "");
    auto transcript = as_text ? std::make_unique<Transcript>() : nullptr;
    std::string text = as_text ? Transcript::opening(*first.head) + transcript->add(first.event_lines()) : std::move(first.text);
    if (first.last) {
        out.body = std::move(text);
        tag(out, request, first, version);
        return done(std::move(out));
    }
    if (as_text) out.unsized = true;
    else out.stream_size = first.next.bytes;
    tag(out, request, first, version);
    if (out.status != 200 || request.head) return done(std::move(out));
    const auto stream = std::make_shared<RecordStream>(std::move(battle), request.bearer, workers, std::move(transcript));
    stream->begin(std::move(text), std::move(first));
    out.stream = stream;
    done(std::move(out));
}

}  // namespace muster::server
