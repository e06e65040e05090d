// What those who show a link to others read of its page: Open Graph (https://ogp.me), the cards of X, oEmbed's discovery (https://oembed.com, 4).
#pragma once
#include <string>
#include <string_view>

namespace muster::server {

struct LinkTags {
    std::string title;
    std::string description;
    std::string url;       ///< of the page; all addresses are whole ones
    std::string picture;   ///< of 1200 x 630, a PNG
    std::string oembed{};  ///< empty: there is none
};

/// As it may stand in an element or in an attribute between double quotes.
std::string escape_html(std::string_view text);

std::string html_of(const LinkTags& tags);

/// The document with the tags at the end of its head.
std::string with_tags(std::string_view document, const LinkTags& tags);

}  // namespace muster::server
