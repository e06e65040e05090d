// A step's texts as a frame and back, and frames that are not what they should be.
#include "storage/sqlite/step_packing.hpp"

#include <doctest/doctest.h>

#include "storage/sqlite/dictionary.hpp"
#include "storage/sqlite/errors.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

std::string ours(std::int64_t) { return std::string(sqlite::dictionary()); }

std::string packed(const Step& step) { return sqlite::StepPacker(sqlite::dictionary()).pack(step); }

Step unpacked(std::string_view frame, const sqlite::StepUnpacker::FindDictionary& find = ours) {
    Step step;
    sqlite::StepUnpacker().unpack(frame, find, step);
    return step;
}

/// Why it cannot be unpacked; empty if it can.
std::string damage_of(std::string_view frame, const sqlite::StepUnpacker::FindDictionary& find = ours) {
    try {
        unpacked(frame, find);
        return {};
    } catch (const StoreError& error) {
        CHECK(error.kind() == Failure::Kind::broken);
        return error.what();
    }
}

bool same_texts(const Step& a, const Step& b) { return a.events == b.events && a.inputs == b.inputs && a.answers == b.answers; }

Step a_wave() {
    return {.events = R"({"seq":6,"at":"2026-11-26T18:19:26.359Z","event":"chosen","data":{"seat":"attacker","decision":1,"kind":"wave"}})"
                      "\n",
            .inputs = R"({"choice":{"units":[{"count":2,"enhanced":false,"unit":"swordsmen"}]},"decision":1,"kind":"wave","seat":"attacker","seq":6})"
                      "\n",
            .answers = "[0,\"eBK79JVYgIzbF-q51bhE\",6]\n"};
}

}  // namespace

TEST_CASE("a step's texts come out of their frame as they went in, whatever they are") {
    const std::string zeros("\0\0\0", 3);
    for (const Step& each : {Step{}, a_wave(), Step{.events = "e"}, Step{.inputs = "i"}, Step{.answers = "a"}, Step{.events = zeros, .inputs = zeros},
                             Step{.events = noise(300'000), .inputs = noise(127), .answers = noise(128)},
                             Step{.events = std::string(20'000'000, 'e'), .inputs = noise(16'383), .answers = noise(16'384)}})
        CHECK(same_texts(unpacked(packed(each)), each));
}

TEST_CASE("one packer and one unpacker serve many steps") {
    sqlite::StepPacker packer(sqlite::dictionary());
    sqlite::StepUnpacker unpacker;
    int asked = 0;
    for (std::size_t i = 0; i < 200; ++i) {
        const Step step{.events = a_wave().events + noise(i * i), .inputs = a_wave().inputs};
        Step out;
        unpacker.unpack(packer.pack(step), [&](std::int64_t id) { return ++asked, ours(id); }, out);
        REQUIRE(same_texts(out, step));
    }
    CHECK(asked == 1);
}

TEST_CASE("the words of a battle are in the dictionary: what a choice brings forth takes a fraction of its bytes") {
    CHECK(packed(a_wave()).size() * 3 < sqlite::joined_texts(a_wave()).size());
}

TEST_CASE("a frame in which any bit has turned is damaged, or reads the same") {
    const std::string frame = packed(a_wave());
    for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
        CAPTURE(bit);
        std::string turned = frame;
        turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << bit % 8));
        if (damage_of(turned).empty()) REQUIRE(same_texts(unpacked(turned), a_wave()));  // a bit that means nothing
    }
}

TEST_CASE("a frame that ends too early or too late is damaged, and so is what is no frame") {
    const std::string frame = packed(a_wave());
    for (std::size_t bytes = 0; bytes < frame.size(); ++bytes) REQUIRE(!damage_of(frame.substr(0, bytes)).empty());
    CHECK(!damage_of(frame + "x").empty());
    for (const std::size_t bytes : {0UZ, 1UZ, 18UZ, 1'000UZ}) CHECK(!damage_of(noise(bytes)).empty());
}

TEST_CASE("a frame whose texts are shorter than it says is damaged") {
    const auto frame_of = [](const std::string& content) {
        std::string frame(ZSTD_compressBound(content.size()), '\0');
        const std::string dictionary = ours(1);
        const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
        frame.resize(
            ZSTD_compress_usingDict(context.get(), frame.data(), frame.size(), content.data(), content.size(), dictionary.data(), dictionary.size(), 1));
        return frame;
    };
    CHECK(same_texts(unpacked(frame_of(std::string("\x01\x02"
                                                   "iaae",
                                                   6))),
                     {.events = "e", .inputs = "i", .answers = "aa"}));
    for (const std::string& content : {std::string(), std::string("\x01"), std::string("\x80"),
                                       std::string("\x02\x01"
                                                   "ab"),
                                       std::string("\x01\x02"
                                                   "ab"),
                                       std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
                                       std::string("\xff\xff\xff\xff\x7f\x01"
                                                   "abc")})
        CHECK(contains(damage_of(frame_of(content)), "a stored step is damaged: its texts are shorter than it says"));
}

TEST_CASE("a frame that says it is longer than any step is damaged, and nothing is made ready for it") {
    const std::string claims_much("\x28\xb5\x2f\xfd\xe0\xff\xff\xff\xff\xff\xff\xff\x0f", 13);
    CHECK(contains(damage_of(claims_much), "it says that it is 1152921504606846975 bytes long"));
}

TEST_CASE("a step that is too long to be read again is not packed") {
    const Step step{.events = std::string(sqlite::step_texts_bytes_max, 'e')};
    CHECK_THROWS_WITH_AS(packed(step), doctest::Contains("is too long to be kept"), StoreError);
}

TEST_CASE("without its dictionary, or with another under its number, a frame is not read as something else") {
    const std::string frame = packed(a_wave());
    CHECK(contains(damage_of(frame, [](std::int64_t) { return std::string(); }), "its dictionary, number 2, is not in the file"));
    CHECK(contains(damage_of(frame, [](std::int64_t) { return noise(16'384); }), "dictionary 2 is not what it was"));
    std::string other = ours(1);
    for (std::size_t i = other.size() / 2; i < other.size(); ++i) other[i] = static_cast<char>(other[i] ^ 1);
    CHECK(!damage_of(frame, [&](std::int64_t) { return other; }).empty());
}

}  // namespace muster::storage::tests
