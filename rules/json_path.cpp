#include "rules/json_path.hpp"

namespace muster {

std::string JsonPath::text() const {
    if (!parent_) return std::string(word_);
    std::string out = parent_->text() + '/';
    if (index_) return out += std::to_string(*index_);
    for (const char c : word_) {
        if (c == '~') out += "~0";
        else if (c == '/') out += "~1";
        else out += c;
    }
    return out;
}

}  // namespace muster
