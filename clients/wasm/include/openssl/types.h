// In the place of OpenSSL's header, for protocol/p256_key.hpp: what it names there without looking into it. The module's p256_key.cpp says what they are.
#pragma once

using EVP_PKEY = struct evp_pkey_st;
using EVP_PKEY_CTX = struct evp_pkey_ctx_st;
