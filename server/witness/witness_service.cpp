#include "server/witness/witness_service.hpp"

#include "protocol/ladder.hpp"
#include "protocol/signed_head.hpp"
#include "server/base/limits.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/summaries.hpp"

namespace muster::server {

namespace {

constexpr std::int64_t day_ms = 86'400'000;

using protocol::bytes_of;
using protocol::Ladder;
using protocol::to_hex;

protocol::Hash hash_of(const std::string& bytes) {
    protocol::Hash out{};
    std::copy_n(bytes.begin(), out.size(), out.begin());
    return out;
}

Refusal wrong(const std::string& message, const std::string& path) { return {Code::bad_message, message, path}; }

/// k, H(k) and R(k).
std::string head_bytes(const protocol::HeadOfStep& head) {
    std::string out;
    protocol::append_u32(out, head.inputs);
    out += protocol::from_hex(head.chain).value_or("");
    return out + protocol::from_hex(head.shown).value_or("");
}

/// k of these; 0: there is none.
std::uint32_t inputs_of(std::string_view head) {
    std::uint32_t out = 0;
    for (const char byte : head.substr(0, sizeof out)) out = out << 8 | static_cast<unsigned char>(byte);
    return out;
}

}  // namespace

struct WitnessService::Asked {
    protocol::Hash start{};
    std::string start_bytes{};
    std::string server_key{};
    std::int64_t after = 0;                      ///< for a ladder
    std::optional<protocol::HeadOfStep> head{};  ///< for a share
    std::string head_bytes{};

    static std::expected<Asked, Refusal> read(const protocol::WitnessQuestion& question);
};

std::expected<WitnessService::Asked, Refusal> WitnessService::Asked::read(const protocol::WitnessQuestion& question) {
    const auto start = protocol::hash_from_hex(question.start);
    const auto key = protocol::from_lower_hex(question.server_key, 65);
    if (!start) return std::unexpected(wrong("expected 64 lower-case hex digits", "/start"));
    if (!key) return std::unexpected(wrong("expected 130 lower-case hex digits", "/server_key"));
    if (question.after.has_value() == question.head.has_value()) return std::unexpected(wrong("expected \"after\" for a ladder, or \"head\" for a share", ""));
    Asked out{.start = *start, .start_bytes = std::string(bytes_of(*start)), .server_key = *key, .after = question.after.value_or(0), .head = question.head};
    if (question.head) {
        const auto& [step, inputs, chain, shown, signature] = *question.head;
        if (!protocol::is_head_signed({inputs, chain, shown, signature}, *start, *key, step))
            return std::unexpected(wrong("this is not the signature of this head by server_key", "/head/signature"));
        out.head_bytes = server::head_bytes(*question.head);
        return out;
    }
    const auto signature = protocol::from_lower_hex(question.signature, 64);
    if (out.after > std::numeric_limits<std::int32_t>::max() || !signature ||
        !protocol::is_signed(protocol::ladder_to_ask(*start, static_cast<int>(out.after)), *signature, *key))
        return std::unexpected(wrong("this is not the signature of this question by server_key", "/signature"));
    return out;
}

std::string WitnessService::key() const { return to_hex(services_.key.public_bytes()); }

/// Until it ends nobody else asks about the battle. It ends before its question is answered: whoever has the answer may ask on at once.
struct WitnessService::Turn {
    std::shared_ptr<WitnessService> service;
    std::string of;
    ~Turn() { end(); }
    void end() {
        if (of.empty()) return;
        const std::lock_guard lock(service->mutex_);
        service->under_way_.erase(of);
        of.clear();
    }
};

// Who is not the battle's server holds nobody up: it has a turn of its own.
std::shared_ptr<WitnessService::Turn> WitnessService::take_turn(const Asked& asked) {
    const auto of = asked.start_bytes + asked.server_key;
    const std::lock_guard lock(mutex_);
    return under_way_.insert(of).second ? std::make_shared<Turn>(shared_from_this(), of) : nullptr;
}

void WitnessService::answer(protocol::WitnessQuestion question, Done done) {
    const bool taken = services_.searches.post([self = shared_from_this(), question = std::move(question), done] {
        auto asked = Asked::read(question);
        if (!asked) return done(std::unexpected(std::move(asked.error())));
        const auto turn = self->take_turn(*asked);
        if (!turn) return done(refuse(Code::server_busy, "a question about this battle is being answered; try again in a moment"));
        self->look(*asked, [turn, done](Answer answer) {
            turn->end();
            done(std::move(answer));
        });
    });
    if (!taken) done(refuse(Code::server_busy, "too many questions at once; try again in a moment"));
}

// Stored first, then told; what was told already is told again. The store's thread only hands on what is ready.
void WitnessService::look(const Asked& asked, const Done& done) {
    const auto kept = services_.store.witnessed(asked.start_bytes);
    if (!kept) return done(std::unexpected(store_refusal(kept.error())));
    auto row = next(asked, *kept);
    if (!row) return done(std::unexpected(std::move(row.error())));
    auto answer = told(asked, *row);
    const auto now_ms = services_.time.now().ms;
    if (*kept == *row && now_ms - row->at_ms < day_ms) return done(std::move(answer));
    row->at_ms = now_ms;
    const storage::WitnessedLimits limits{.max = limits::witnessed_max,
                                          .idle_since_ms = now_ms - std::chrono::milliseconds(limits::witnessed_idle).count(),
                                          .unused_since_ms = now_ms - std::chrono::milliseconds(limits::witnessed_unused).count()};
    auto stored = [answer = std::move(answer), done](const storage::Result& result) {
        if (result) done(answer);
        else if (result.error().kind == storage::Failure::Kind::refused)
            done(refuse(Code::server_busy, "this server cannot take it now; " + result.error().message));
        else done(std::unexpected(store_refusal(result.error())));
    };
    services_.store.keep_witnessed(std::move(*row), limits, std::move(stored));
}

/// What is to be kept once this is answered.
std::expected<storage::Witnessed, Refusal> WitnessService::next(const Asked& asked, const std::optional<storage::Witnessed>& kept) const {
    if (kept && kept->server_key != asked.server_key) return refuse(Code::illegal_choice, "another server has asked about this battle", "/server_key");
    if (!kept && (asked.head || asked.after != 0)) return refuse(Code::illegal_choice, "this server is not the witness of this battle, or no longer", "/start");
    if (!kept) return storage::Witnessed{.start = asked.start_bytes, .server_key = asked.server_key, .secret = protocol::random_bytes(32)};
    auto row = *kept;
    if (!asked.head) {
        if (asked.after == row.after) return row;
        if (asked.after != row.step || row.step - row.after < Ladder::rungs) return refuse(Code::illegal_choice, "its ladder is not used up", "/after");
        row.after = row.step;
        row.secret = protocol::random_bytes(32);
        return row;
    }
    const int step = asked.head->step;
    if (step == row.step && step > row.after) {
        if (asked.head_bytes == row.head) return row;
        return refuse(Code::illegal_choice, "another head was signed for this step, and was answered", "/head");
    }
    if (step != row.step + 1) return refuse(Code::illegal_choice, "this is not the next step", "/head/step");
    if (step - row.after > Ladder::rungs) return refuse(Code::illegal_choice, "its ladder is used up; ask for another", "/head/step");
    // The share before is an input itself. Whoever asks for the next over the same head wants several for one roll, to pick from.
    if (asked.head->inputs <= inputs_of(row.head)) return refuse(Code::illegal_choice, "nothing has entered the battle since the step before", "/head/inputs");
    row.step = step;
    row.head = asked.head_bytes;
    return row;
}

WitnessService::Answer WitnessService::told(const Asked& asked, const storage::Witnessed& kept) const {
    const Ladder ladder(asked.start, protocol::witness_holder, hash_of(kept.secret));
    if (!asked.head) {
        const auto text = protocol::ladder_to_witness(asked.start, static_cast<int>(kept.after), ladder.foot());
        return protocol::WitnessAnswer{.key = key(), .ladder = to_hex(bytes_of(ladder.foot())), .signature = to_hex(services_.key.sign(text))};
    }
    const auto& head = *asked.head;
    const auto rung = ladder.rung(static_cast<int>(kept.step - kept.after));
    const auto text = protocol::share_to_witness(asked.start, head.step, head.inputs, *protocol::hash_from_hex(head.chain), rung);
    return protocol::WitnessAnswer{.share = to_hex(bytes_of(rung)), .signature = to_hex(services_.key.sign(text))};
}

}  // namespace muster::server
