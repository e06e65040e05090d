// The files of the web client, built into musterd (clients/web/pack.mjs makes the table).
#pragma once
#include <span>
#include <string_view>

namespace muster::server {

struct WebAsset {
    std::string_view path;  ///< "/index.html"
    std::string_view type;
    std::string_view etag;
    std::string_view body;
    std::string_view brotli;  ///< the same compressed; empty where that is not smaller
    std::string_view gzip;
};

/// Sorted by path; empty in a musterd that was built without its web client.
std::span<const WebAsset> web_assets();

}  // namespace muster::server
