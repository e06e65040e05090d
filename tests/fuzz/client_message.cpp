// Whatever a client sends: a message, or an answer that is itself good JSON.
#include "protocol/client_messages.hpp"
#include "protocol/server_messages.hpp"
#include "tests/fuzz/promise.hpp"

using namespace muster;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto message = protocol::read_client_message(fuzz::text_of(data, size));
    if (message) {
        const auto [battle, decision] = protocol::subject_of(message->body);
        fuzz::promise(decision >= 0, "decisions are counted from 1");
        return 0;
    }
    const auto& bad = message.error();
    fuzz::promise(bad.known_type || bad.battle.empty(), "what has no known type has no subject");
    const auto& [code, sentence, path] = bad.refusal;
    fuzz::promise(!sentence.empty(), "a refusal says why");
    fuzz::promise(path.empty() || path.front() == '/', "a path is a JSON pointer");
    const auto answer = protocol::message_text(protocol::Rejected{bad.battle, bad.decision, std::string(name(code)), sentence, path}, bad.id);
    fuzz::promise(parse_json(answer).has_value(), "the answer to a bad message is good JSON");
    return 0;
}
