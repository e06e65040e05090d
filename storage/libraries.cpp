#include "storage/libraries.hpp"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <zstd.h>

namespace muster::storage {

std::vector<std::string> libraries() {
    const int pq = PQlibVersion();  // 150018 is 15.18
    return {std::string("SQLite ") + sqlite3_libversion(), "libpq " + std::to_string(pq / 10'000) + "." + std::to_string(pq % 10'000),
            std::string("zstd ") + ZSTD_versionString()};
}

}  // namespace muster::storage
