// A step's frame from a damaged store, or one of somebody else's making: refused, or texts. The most that is asked for in one piece is the
// bound of step_packing.hpp, which run.sh has libFuzzer watch. Likewise the input as what stands in a frame, which mutations of a frame with a
// checksum never reach, and as the texts of a step, which come out as they went in.
#include <zstd.h>

#include <memory>

#include "storage/sqlite/dictionary.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/step_packing.hpp"
#include "tests/fuzz/promise.hpp"

using namespace muster;
using namespace muster::storage;

namespace {

/// Kept, as a store keeps it: what a damaged frame left in it must not show in the next one.
bool unpack(std::string_view frame, Step& step) {
    static sqlite::StepUnpacker unpacker;
    try {
        unpacker.unpack(frame, [](std::int64_t) { return std::string(sqlite::dictionary()); }, step);
        return true;
    } catch (const StoreError& error) {
        fuzz::promise(error.kind() == Failure::Kind::broken && *error.what() != '\0', "a damaged step is broken and says why");
        return false;
    }
}

std::string framed(std::string_view content) {
    static const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    static const std::unique_ptr<ZSTD_CDict, decltype(&ZSTD_freeCDict)> dictionary(
        ZSTD_createCDict(sqlite::dictionary().data(), sqlite::dictionary().size(), 1), &ZSTD_freeCDict);
    std::string frame(ZSTD_compressBound(content.size()), '\0');
    frame.resize(ZSTD_compress_usingCDict(context.get(), frame.data(), frame.size(), content.data(), content.size(), dictionary.get()));
    return frame;
}

void come_back(const Step& step) {
    static sqlite::StepPacker packer(sqlite::dictionary());
    Step back;
    fuzz::promise(unpack(packer.pack(step), back), "what was packed can be unpacked");
    fuzz::promise(back.inputs == step.inputs && back.answers == step.answers && back.events == step.events, "texts come back as they were");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto bytes = fuzz::text_of(data, size);
    if (Step step; unpack(bytes, step)) {
        const auto length = step.inputs.size() + step.answers.size() + step.events.size();
        fuzz::promise(length <= sqlite::step_texts_bytes_max, "texts are within their bound");
        if (length <= 1'000'000) come_back(step);  // to pack very long ones takes seconds
    }
    if (Step step; unpack(framed(bytes), step)) fuzz::promise(sqlite::joined_texts(step).size() <= bytes.size(), "a frame has the texts that stand in it");
    const auto inputs = bytes.substr(0, size > 0 ? std::size_t{data[0]} * size / 256 : 0);
    const auto rest = bytes.substr(inputs.size());
    const auto answers = rest.substr(0, size > 1 ? std::size_t{data[1]} * rest.size() / 256 : 0);
    come_back({.events = std::string(rest.substr(answers.size())), .inputs = std::string(inputs), .answers = std::string(answers)});
    return 0;
}
