#pragma once

namespace muster::test {

/// Whether a sanitizer keeps memory of its own beside each byte, and for a while what was given back to it.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace muster::test
