#include "protocol/input.hpp"

#include "rules/schema.hpp"

namespace muster::protocol {

namespace {

// The fields are in the order of the alphabet: so the text that is written is JCS, which the chain hashes.

/// muster/1. It has in it how many notes came before (`seq`), so whoever ran the server could try what dice more of them would give.
struct FirstForm : Input {
    static void fields(auto& visit, auto& self) {
        visit("accept", self.accept, Rule{.sparse = true});
        visit("choice", self.choice, Rule{.sparse = true});
        visit("decision", self.decision, Rule{.sparse = true, .min = 1});
        visit("kind", self.kind, Rule{.min = 1, .max = 40});
        visit("name", self.name, Rule{.sparse = true, .max = 200});
        visit("nonce", self.nonce, Rule{.sparse = true, .max = 64});
        visit("seat", self.seat, Rule{.sparse = true, .max = 40});
        visit("seq", self.seq, Rule{.min = 1});
        visit("standing", self.standing, Rule{.sparse = true});
        visit("timed_out", self.timed_out, Rule{.sparse = true});
    }
};

/// muster/2: nothing but what was decided.
struct SecondForm : Input {
    static void fields(auto& visit, auto& self) {
        visit("choice", self.choice, Rule{.sparse = true});
        visit("decision", self.decision, Rule{.sparse = true, .min = 1});
        visit("key", self.key, Rule{.sparse = true, .max = 130});
        visit("kind", self.kind, Rule{.min = 1, .max = 40});
        visit("ladder", self.ladder, Rule{.sparse = true, .max = 64});
        visit("left", self.left, Rule{.sparse = true});
        visit("name", self.name, Rule{.sparse = true, .max = 200});
        visit("nonce", self.nonce, Rule{.sparse = true, .max = 64});
        visit("seat", self.seat, Rule{.sparse = true, .max = 40});
        visit("share", self.share, Rule{.sparse = true, .max = 64});
        visit("timed_out", self.timed_out, Rule{.sparse = true});
    }
};

/// An input of muster/2 with what is kept beside it.
struct Beside {
    SecondForm input{};
    std::int64_t seq = 0;
    std::string signature{};
    bool standing = false;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "input", self.input);
        visit("seq", self.seq, Rule{.min = 1});
        visit("signature", self.signature, Rule{.sparse = true, .max = 128});
        visit("standing", self.standing, Rule{.sparse = true});
    }
};

template <typename Form>
std::string text_of(const NewInput& input) {
    std::string out;
    out.reserve(256);
    FieldTextWriter writer(out);
    Form::fields(writer, input);
    writer.finish();
    return out;
}

}  // namespace

std::string hashed_text(const NewInput& input, Proof proof) { return proof == Proof::first ? text_of<FirstForm>(input) : text_of<SecondForm>(input); }

std::string kept_text(const NewInput& input, std::string hashed, Proof proof) {
    if (proof == Proof::first) return hashed;
    std::string out;
    out.reserve(hashed.size() + 64);
    out += "{\"input\":";
    out += hashed;
    out += ",\"seq\":";
    append_integer(out, input.seq);
    if (!input.signature.empty()) out += ",\"signature\":\"" + input.signature + '"';
    if (input.standing) out += ",\"standing\":true";
    out += '}';
    return out;
}

std::expected<Input, Refusal> read_input(JsonView kept, Proof proof, const JsonPath& path) {
    if (proof == Proof::first) {
        auto read = read_fields<FirstForm>(kept, Code::bad_message, path);
        if (!read) return std::unexpected(std::move(read.error()));
        return std::move(*read);
    }
    auto read = read_fields<Beside>(kept, Code::bad_message, path);
    if (!read) return std::unexpected(std::move(read.error()));
    auto& input = read->input;
    input.seq = read->seq;
    input.signature = std::move(read->signature);
    input.standing = read->standing;
    return std::move(input);
}

Json input_schema() { return {{"anyOf", {schema_of<Beside>(), schema_of<FirstForm>()}}}; }

}  // namespace muster::protocol
