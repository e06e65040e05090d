// Certificates for tests: made on the spot, signed by themselves.
#pragma once
#include <filesystem>
#include <string>

namespace muster::test {

/// Writes a new certificate and its key, in PEM form; gives the certificate as it is in its file. `name`: whose it is, as OpenSSL's
/// configuration has it; `valid_s`: for how long from now, negative: until when before.
std::string write_certificate(const std::filesystem::path& certificate, const std::filesystem::path& key, const std::string& name = "IP:127.0.0.1",
                              int valid_s = 3600);

}  // namespace muster::test
