#pragma once

namespace muster::test {

/// Whether a sanitizer keeps memory of its own beside each byte, and for a while what was given back to it.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// By how much more than without one memory may grow.
inline constexpr long sanitizer_factor = sanitized ? 12 : 1;

}  // namespace muster::test
