// Where a value stands in a document, for whoever must say what is wrong with it.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace muster {

/// A JSON pointer (RFC 6901) that becomes text only when somebody asks for it: nearly all that is read is as it should be. It refers to
/// what it was made of, which must outlive it.
class JsonPath {
public:
    JsonPath(const std::string& root) : word_(root) {}
    JsonPath(const char* root) : word_(root) {}

    JsonPath operator/(std::string_view key) const { return {*this, key, {}}; }
    JsonPath operator/(std::size_t index) const { return {*this, {}, index}; }

    std::string text() const;

private:
    JsonPath(const JsonPath& parent, std::string_view key, std::optional<std::size_t> index) : parent_(&parent), word_(key), index_(index) {}

    const JsonPath* parent_ = nullptr;
    std::string_view word_{};             ///< a key as it is; of what has no parent, its text
    std::optional<std::size_t> index_{};  ///< an element's
};

}  // namespace muster
