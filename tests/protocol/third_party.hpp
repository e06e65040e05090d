// The proof as somebody else would check it: from a record's text and section 5 of the protocol alone, with none of our
// code. HMAC is written out over the one-shot SHA-256, JCS is a dump with sorted keys.
#pragma once
#include <string>
#include <vector>

namespace muster::test {

std::string third_party_sha256(const std::string& bytes);
std::string third_party_hmac(const std::string& key, const std::string& message);
/// A die for each of `sides`.
std::vector<int> third_party_dice(const std::string& seed, const std::string& chain, unsigned roll, const std::vector<int>& sides);

struct ThirdPartyVerdict {
    std::string wrong{};  ///< empty: commitment, chain and dice hold
    int rolls = 0;
    int dice = 0;
};
ThirdPartyVerdict third_party_verdict(const std::string& record);

}  // namespace muster::test
