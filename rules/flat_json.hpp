// JSON that is read from: one list of nodes in the order of the text, where Json is a tree of maps with an allocation for each value.
#pragma once
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"
#include "rules/shared_json.hpp"

namespace muster {

class FlatJson;

namespace flat_json {

/// Numbers as Json tells them apart: `natural` has no sign, `fraction` is all that is no integer of 64 bits.
enum class Kind : std::uint8_t { null, boolean, integer, natural, fraction, string, array, object };

/// Where a text stands among the strings of a FlatJson, in bytes.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
};

/// One value; those in it follow it.
struct Node {
    std::uint64_t bits = 0;  ///< its value; of a string, its Range; of an array or object, how many are in it
    Range key{};             ///< if it is an object's
    std::uint32_t span = 1;  ///< nodes of it and of all that is in it
    Kind kind = Kind::null;
};

}  // namespace flat_json

/// A value in a FlatJson, which must outlive it and neither be moved nor changed meanwhile. Cheap to copy.
class JsonView {
public:
    using Kind = flat_json::Kind;
    class Iterator;

    JsonView(const FlatJson& whole);

    Kind kind() const { return node_->kind; }
    bool is_null() const { return kind() == Kind::null; }
    bool is_string() const { return kind() == Kind::string; }
    bool is_array() const { return kind() == Kind::array; }
    bool is_object() const { return kind() == Kind::object; }
    bool is_integer() const { return kind() == Kind::integer || kind() == Kind::natural; }

    // Preconditions: it is one.
    bool boolean() const { return node_->bits != 0; }
    std::int64_t integer() const { return static_cast<std::int64_t>(node_->bits); }
    std::uint64_t natural() const { return node_->bits; }
    std::string_view text() const { return view(std::bit_cast<flat_json::Range>(node_->bits)); }

    /// Of an object's entry.
    std::string_view key() const { return view(node_->key); }

    // Of an array or object: what is in it, in the order of the text.
    std::size_t size() const { return node_->bits; }
    Iterator begin() const;
    Iterator end() const;
    /// Of an object.
    std::optional<JsonView> find(std::string_view key) const;
    /// Of an object: its entries by key, in the order of RFC 8785.
    std::vector<JsonView> sorted() const;

    Json json() const;

private:
    friend class FlatJson;
    JsonView() = default;
    JsonView(const flat_json::Node* node, const char* strings) : node_(node), strings_(strings) {}

    std::string_view view(flat_json::Range range) const { return {strings_ + range.begin, range.size}; }

    const flat_json::Node* node_ = nullptr;
    const char* strings_ = nullptr;
};

class JsonView::Iterator {
public:
    using value_type = JsonView;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    explicit Iterator(JsonView at) : at_(at) {}
    JsonView operator*() const { return at_; }
    const JsonView* operator->() const { return &at_; }
    Iterator& operator++() {
        at_.node_ += at_.node_->span;
        return *this;
    }
    Iterator operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Iterator& other) const { return at_.node_ == other.at_.node_; }

private:
    JsonView at_{};
};

inline JsonView::Iterator JsonView::begin() const { return Iterator({node_ + 1, strings_}); }
inline JsonView::Iterator JsonView::end() const { return Iterator({node_ + node_->span, strings_}); }

/// Reads one JSON document. Refuses what parse_json() refuses.
std::expected<FlatJson, Refusal> parse_flat_json(std::string_view text);

/// Appends it with the entries of each object by key: RFC 8785, if numbers are integers. If keys are ASCII, the same bytes as json().dump().
void append_canonical(std::string& out, JsonView value);

class FlatJson {
public:
    FlatJson() = default;                ///< null
    template <std::same_as<Json> Value>  // nothing that would become a Json first: a braced list might become another one than it looks
    FlatJson(const Value& value) {
        put(value, {});
    }
    FlatJson(const JsonText& text);  ///< null where there is no text
    FlatJson(const SharedJson& value);
    /// A copy of a part.
    explicit FlatJson(JsonView part);

    /// Takes an entry out of the outermost object.
    void erase(JsonView entry);
    /// Adds one to the outermost object, which has none of that key.
    void add(std::string_view key, std::string_view text);

    /// What it takes in memory beside itself.
    std::size_t bytes() const { return nodes_.capacity() * sizeof(flat_json::Node) + strings_.capacity(); }

private:
    friend class JsonView;
    friend class FlatJsonBuilder;

    JsonView view(std::size_t node) const { return {nodes_.data() + node, strings_.data()}; }
    void put(const Json& value, std::string_view key);
    flat_json::Range keep(std::string_view string);

    std::vector<flat_json::Node> nodes_{};
    std::string strings_{};  ///< keys and texts
};

}  // namespace muster
