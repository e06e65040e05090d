// For a musterd that is built without its web client (no npm packages, or -DMUSTER_WEB=OFF).
#include "server/http/web_assets.hpp"

namespace muster::server {

std::span<const WebAsset> web_assets() { return {}; }

}  // namespace muster::server
