#include "storage/sqlite/step_packing.hpp"

#include <new>

#include "storage/sqlite/errors.hpp"

namespace muster::storage::sqlite {

namespace {

constexpr int level = 3;  // level 1: 287 bytes and 3.7 us where this takes 274 and 4.0; level 6: 236 and 17

[[noreturn]] void damaged(const std::string& why) { throw StoreError(Failure::Kind::broken, "a stored step is damaged: " + why); }

void append_length(std::string& out, std::size_t length) {
    for (; length >= 0x80; length >>= 7) out.push_back(static_cast<char>((length & 0x7f) | 0x80));
    out.push_back(static_cast<char>(length));
}

[[noreturn]] void too_short() { damaged("its texts are shorter than it says"); }

std::size_t take_length(std::string_view& rest) {
    std::size_t length = 0;
    for (int shift = 0; shift < 35 && !rest.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
        length |= std::size_t{byte & 0x7fU} << shift;
        if (byte < 0x80) return length;
    }
    too_short();
}

std::string take(std::string_view& rest, std::size_t length) {
    std::string text(rest.substr(0, length));
    rest.remove_prefix(length);
    return text;
}

/// Of a zstd object; without memory there is none.
template <typename T>
T* made(T* object) {
    if (!object) throw std::bad_alloc();
    return object;
}

}  // namespace

std::string joined_texts(const Step& step) {
    std::string out;
    out.reserve(10 + step.inputs.size() + step.answers.size() + step.events.size());
    append_length(out, step.inputs.size());
    append_length(out, step.answers.size());
    return out.append(step.inputs).append(step.answers).append(step.events);
}

// With a checksum: a bit that has turned in a frame may else give texts that look right.
StepPacker::StepPacker(std::string_view dictionary)
    : dictionary_(made(ZSTD_createCDict(dictionary.data(), dictionary.size(), level))), context_(made(ZSTD_createCCtx())) {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_refCDict(context_.get(), dictionary_.get());
}

std::string StepPacker::pack(const Step& step) {
    const std::string texts = joined_texts(step);
    if (texts.size() > step_texts_bytes_max)
        throw StoreError(Failure::Kind::broken, "a step of " + std::to_string(texts.size()) + " bytes is too long to be kept");
    std::string frame;
    std::size_t written = 0;
    frame.resize_and_overwrite(ZSTD_compressBound(texts.size()), [&](char* out, std::size_t room) {
        written = ZSTD_compress2(context_.get(), out, room, texts.data(), texts.size());
        return ZSTD_isError(written) ? 0 : written;
    });
    if (ZSTD_isError(written)) throw StoreError(Failure::Kind::refused, std::string("a step cannot be packed: ") + ZSTD_getErrorName(written));
    return frame;
}

StepUnpacker::StepUnpacker() : context_(made(ZSTD_createDCtx())) {}

void StepUnpacker::unpack(std::string_view frame, const FindDictionary& find, Step& step) {
    const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) damaged("this is no packed text");
    if (size > step_texts_bytes_max) damaged("it says that it is " + std::to_string(size) + " bytes long");
    const auto* with = dictionary(ZSTD_getDictID_fromFrame(frame.data(), frame.size()), find);
    std::string texts;
    std::size_t read = 0;
    texts.resize_and_overwrite(static_cast<std::size_t>(size), [&](char* out, std::size_t /*room*/) {  // which may be more than was asked for
        read = ZSTD_decompress_usingDDict(context_.get(), out, static_cast<std::size_t>(size), frame.data(), frame.size(), with);
        return ZSTD_isError(read) ? 0 : read;
    });
    if (ZSTD_isError(read)) damaged(ZSTD_getErrorName(read));
    std::string_view rest = texts;
    const auto inputs = take_length(rest);
    const auto answers = take_length(rest);
    if (inputs > rest.size() || answers > rest.size() - inputs) too_short();
    step.inputs = take(rest, inputs);
    step.answers = take(rest, answers);
    step.events = rest;
}

const ZSTD_DDict* StepUnpacker::dictionary(unsigned id, const FindDictionary& find) {
    if (const auto known = dictionaries_.find(id); known != dictionaries_.end()) return known->second.get();
    const std::string bytes = find(id);
    if (bytes.empty()) damaged("its dictionary, number " + std::to_string(id) + ", is not in the file");
    std::unique_ptr<ZSTD_DDict, Free> made_now(made(ZSTD_createDDict(bytes.data(), bytes.size())));
    if (ZSTD_getDictID_fromDDict(made_now.get()) != id) damaged("dictionary " + std::to_string(id) + " is not what it was");
    return dictionaries_.emplace(id, std::move(made_now)).first->second.get();
}

}  // namespace muster::storage::sqlite
