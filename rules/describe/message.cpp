#include "rules/describe/message.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace muster::rules::describe {

namespace {

constexpr int depth_max = 8;
constexpr std::size_t length_max = 100'000;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_of_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Goes through a message's text.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    bool empty() const { return rest_.empty(); }
    char next() const { return rest_.front(); }
    std::string_view take(std::size_t length) {
        const auto out = rest_.substr(0, length);
        rest_.remove_prefix(out.size());
        return out;
    }
    bool skip(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void spaces() { take(static_cast<std::size_t>(std::ranges::find_if_not(rest_, is_space) - rest_.begin())); }
    std::string_view word() {
        spaces();
        const auto out = take(static_cast<std::size_t>(std::ranges::find_if_not(rest_, is_of_word) - rest_.begin()));
        spaces();
        return out;
    }

    /// What an apostrophe begins: '' or something quoted, which is appended as it is meant; else it is only an apostrophe.
    void quoted(std::string& out) {
        rest_.remove_prefix(1);
        if (skip('\'')) {
            out += '\'';
            return;
        }
        const auto length = empty() || !std::string_view("{}#").contains(next()) ? 0 : quote_length();
        if (length == 0) {
            out += '\'';
            return;
        }
        for (Reader inside(take(length - 1)); !inside.empty();) {
            const char c = inside.take(1).front();
            if (c == '\'') inside.skip('\'');
            out += c;
        }
        take(1);
    }

    /// What stands before the brace that closes the one before it, which is taken too; nothing: there is none.
    std::optional<std::string_view> until_closed() {
        const auto whole = rest_;
        std::string ignored;
        for (int open = 1; !empty();) {
            if (next() == '\'') {
                quoted(ignored);
                continue;
            }
            const char c = take(1).front();
            open += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (open == 0) return whole.substr(0, whole.size() - rest_.size() - 1);
        }
        return {};
    }

private:
    /// Up to and with the apostrophe that ends it; 0: none does.
    std::size_t quote_length() const {
        for (std::size_t at = 1; at < rest_.size(); ++at) {
            if (rest_[at] != '\'') continue;
            if (at + 1 == rest_.size() || rest_[at + 1] != '\'') return at + 1;
            ++at;
        }
        return 0;
    }

    std::string_view rest_;
};

bool is_one(std::int64_t number, std::string_view language) { return number == 1 || (language == "fr" && number == 0); }

std::string text_of(const MessageArgument& argument) {
    const auto* number = std::get_if<std::int64_t>(&argument);
    return number ? std::to_string(*number) : std::get<std::string>(argument);
}

struct Case {
    bool exact = false;  ///< "=0"
    std::string_view key;
    std::string_view text;
};
using Cases = std::vector<Case>;

const Case* find(const Cases& cases, bool exact, std::string_view key) {
    const auto found = std::ranges::find_if(cases, [&](const Case& each) { return each.exact == exact && each.key == key; });
    return found == cases.end() ? nullptr : &*found;
}

/// Those of a plural or a select; nothing: they cannot be read, or `other` is missing.
std::optional<Cases> cases_in(Reader reader) {
    Cases out;
    for (reader.spaces(); !reader.empty(); reader.spaces()) {
        const auto exact = reader.skip('=');
        const auto word = reader.word();
        if (word.empty() || !reader.skip('{')) return {};
        const auto text = reader.until_closed();
        if (!text) return {};
        out.push_back({exact, word, *text});
    }
    if (!find(out, false, "other")) return {};
    return out;
}

class Telling {
public:
    Telling(const MessageArguments& arguments, std::string_view language) : arguments_(arguments), language_(language) {}

    /// Appends it to out(); false: it cannot be read. `counted`: what # stands for.
    bool tell(std::string_view text, const std::string* counted, int depth) {
        for (Reader reader(text); !reader.empty();) {
            if (out_.size() > length_max) return false;
            const char c = reader.next();
            if (c == '\'') {
                reader.quoted(out_);
                continue;
            }
            reader.take(1);
            if (c == '}') return false;
            if (c == '{') {
                const auto inside = reader.until_closed();
                if (!inside || depth == depth_max || !argument(Reader(*inside), counted, depth + 1)) return false;
            } else if (c == '#' && counted) {
                out_ += *counted;
            } else {
                out_ += c;
            }
        }
        return true;
    }

    std::string& out() { return out_; }

private:
    bool argument(Reader reader, const std::string* counted, int depth) {
        const auto name = reader.word();
        if (name.empty()) return false;
        const auto found = arguments_.find(name);
        const auto value = found == arguments_.end() ? MessageArgument("{" + std::string(name) + "}") : found->second;
        if (reader.empty()) {
            out_ += text_of(value);
            return true;
        }
        if (!reader.skip(',')) return false;
        const auto how = reader.word();
        if ((how != "plural" && how != "select") || !reader.skip(',')) return false;
        const auto cases = cases_in(reader);
        if (!cases) return false;
        const auto own = text_of(value);
        return how == "select" ? tell(chosen(*cases, own), counted, depth) : tell(by_number(*cases, value, own), &own, depth);
    }

    static std::string_view chosen(const Cases& cases, std::string_view key) {
        const auto* found = find(cases, false, key);
        return found ? found->text : find(cases, false, "other")->text;
    }

    std::string_view by_number(const Cases& cases, const MessageArgument& value, const std::string& digits) const {
        if (const auto* found = find(cases, true, digits)) return found->text;
        const auto* number = std::get_if<std::int64_t>(&value);
        return chosen(cases, number && is_one(*number, language_) ? "one" : "other");
    }

    const MessageArguments& arguments_;
    std::string_view language_;
    std::string out_{};
};

}  // namespace

std::string told(std::string_view message, const MessageArguments& arguments, std::string_view language) {
    Telling telling(arguments, language);
    return telling.tell(message, nullptr, 0) && telling.out().size() <= length_max ? std::move(telling.out()) : std::string(message);
}

}  // namespace muster::rules::describe
