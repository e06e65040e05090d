#include "server/http/link_tags.hpp"

#include <initializer_list>
#include <utility>

namespace muster::server {

std::string escape_html(std::string_view text) {
    std::string out;
    for (const char c : text) switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    return out;
}

std::string html_of(const LinkTags& tags) {
    std::string out;
    const auto put = [&out](const char* kind, std::initializer_list<std::pair<const char*, std::string_view>> all) {
        for (const auto& [name, content] : all)
            out.append("<meta ").append(kind).append("=\"").append(name).append("\" content=\"").append(escape_html(content)).append("\">\n");
    };
    put("property", {{"og:type", "website"},
                     {"og:site_name", "Muster"},
                     {"og:title", tags.title},
                     {"og:description", tags.description},
                     {"og:url", tags.url},
                     {"og:image", tags.picture},
                     {"og:image:type", "image/png"},
                     {"og:image:width", "1200"},
                     {"og:image:height", "630"},
                     {"og:image:alt", tags.description}});
    put("name",
        {{"twitter:card", "summary_large_image"}, {"twitter:title", tags.title}, {"twitter:description", tags.description}, {"twitter:image", tags.picture}});
    if (!tags.oembed.empty()) out.append("<link rel=\"alternate\" type=\"application/json+oembed\" href=\"").append(escape_html(tags.oembed)).append("\">\n");
    return out;
}

std::string with_tags(std::string_view document, const LinkTags& tags) {
    std::string out(document);
    const auto end = out.find("</head>");
    if (end != std::string::npos) out.insert(end, html_of(tags));
    return out;
}

}  // namespace muster::server
