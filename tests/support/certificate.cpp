#include "tests/support/certificate.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <fstream>
#include <memory>

namespace muster::test {

namespace {

struct Free {
    void operator()(EVP_PKEY* each) const { EVP_PKEY_free(each); }
    void operator()(X509* each) const { X509_free(each); }
    void operator()(X509_EXTENSION* each) const { X509_EXTENSION_free(each); }
    void operator()(BIO* each) const { BIO_free(each); }
};

std::string text_of(BIO* memory) {
    char* text = nullptr;
    const auto size = BIO_get_mem_data(memory, &text);
    return {text, static_cast<std::size_t>(size)};
}

}  // namespace

std::string write_certificate(const std::filesystem::path& certificate, const std::filesystem::path& key, const std::string& name, int valid_s) {
    const std::unique_ptr<EVP_PKEY, Free> pair(EVP_EC_gen("P-256"));
    const std::unique_ptr<X509, Free> made(X509_new());
    std::uint32_t serial = 0;
    RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), serial >> 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), std::min(0, 2 * valid_s));
    X509_gmtime_adj(X509_getm_notAfter(made.get()), valid_s);
    X509_set_pubkey(made.get(), pair.get());
    auto* subject = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(made.get(), subject);
    X509_set_version(made.get(), X509_VERSION_3);
    const std::unique_ptr<X509_EXTENSION, Free> names(X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, name.c_str()));
    X509_add_ext(made.get(), names.get(), -1);
    X509_sign(made.get(), pair.get(), EVP_sha256());
    const std::unique_ptr<BIO, Free> shown(BIO_new(BIO_s_mem())), secret(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(shown.get(), made.get());
    PEM_write_bio_PrivateKey(secret.get(), pair.get(), nullptr, nullptr, 0, nullptr, nullptr);
    std::ofstream(certificate) << text_of(shown.get());
    std::ofstream(key) << text_of(secret.get());
    return text_of(shown.get());
}

}  // namespace muster::test
