#include "storage/postgres/values.hpp"

#include "storage/store_error.hpp"

namespace muster::storage::postgres {

namespace {

// As in the catalogue pg_type; they never change.
constexpr Oid bool_type = 16, bytea_type = 17, int8_type = 20, text_type = 25, bytea_array = 1001, text_array = 1009, int8_array = 1016;

void append(std::string& out, std::uint64_t number, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(number >> (8 * i) & 0xff);
}

/// Dimensions, whether there are NULLs, the elements' type; of the one dimension its length and its first index.
std::string array_head(Oid element, std::uint32_t count) {
    std::string out;
    append(out, count > 0 ? 1 : 0, 4);
    append(out, 0, 4);
    append(out, element, 4);
    if (count == 0) return out;
    append(out, count, 4);
    append(out, 1, 4);
    return out;
}

}  // namespace

Value of(std::int64_t number) {
    Value value{.type = int8_type};
    append(value.bytes, static_cast<std::uint64_t>(number), 8);
    return value;
}

Value of(bool truth) { return {.type = bool_type, .bytes = std::string(1, truth ? '\1' : '\0')}; }

Value of(std::string text) { return {.type = text_type, .bytes = std::move(text)}; }

Value blob(std::string bytes) { return {.type = bytea_type, .bytes = std::move(bytes)}; }

void Numbers::add(std::int64_t number) {
    append(body_, 8, 4);
    append(body_, static_cast<std::uint64_t>(number), 8);
    ++count_;
}

Value Numbers::value() const { return {.type = int8_array, .bytes = array_head(int8_type, count_) + body_}; }

void Texts::add(std::string_view text) {
    append(body_, text.size(), 4);
    body_ += text;
    ++count_;
}

Value Texts::value() const { return as(text_array, text_type); }

Value Texts::as_blobs() const { return as(bytea_array, bytea_type); }

Value Texts::as(Oid array, Oid element) const { return {.type = array, .bytes = array_head(element, count_) + body_}; }

std::int64_t Rows::number(int row, int column) const {
    const auto read = bytes(row, column);
    if (read.size() != 8) throw StoreError(Failure::Kind::broken, "PostgreSQL answered something that is no bigint");
    std::uint64_t number = 0;
    for (const char each : read) number = number << 8 | static_cast<unsigned char>(each);
    return static_cast<std::int64_t>(number);
}

}  // namespace muster::storage::postgres
