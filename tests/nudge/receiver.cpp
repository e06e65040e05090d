#include "tests/nudge/receiver.hpp"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cctype>
#include <fstream>
#include <stdexcept>

#include "tests/support/patience.hpp"
#include "tests/support/server_process.hpp"

namespace muster::test {

namespace {

namespace asio = server::asio;
namespace http = boost::beast::http;

std::string text_of(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    std::string out(data, static_cast<std::size_t>(size));
    BIO_free(bio);
    return out;
}

Certificate make_certificate() {
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 24 * 3600);
    X509_set_pubkey(certificate, key);
    auto* name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("hooks.example"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    auto* names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:hooks.example,DNS:push.example");
    X509_add_ext(certificate, names, -1);
    X509_EXTENSION_free(names);
    X509_sign(certificate, key, EVP_sha256());
    BIO* pem = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(pem, certificate);
    BIO* key_pem = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(key_pem, key, nullptr, nullptr, 0, nullptr, nullptr);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return {text_of(pem), text_of(key_pem)};
}

}  // namespace

const Certificate& trusted_certificate() {
    static const TempFolder folder;
    static const Certificate certificate = [] {
        auto made = make_certificate();
        const auto file = folder.path() / "trusted.pem";
        std::ofstream(file) << made.pem;
        setenv("SSL_CERT_FILE", file.c_str(), 1);
        return made;
    }();
    return certificate;
}

Receiver::Receiver(bool tls) : tls_(tls) {
    trusted_certificate();
    acceptor_.open(server::tcp::v4());
    acceptor_.bind({asio::ip::address_v4::loopback(), 0});
    acceptor_.listen();
    port_ = acceptor_.local_endpoint().port();
    thread_ = std::jthread([this] { serve(); });
}

Receiver::~Receiver() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    asio::io_context io;
    server::tcp::socket waker(io);
    server::ErrorCode ignored;
    waker.connect({asio::ip::address_v4::loopback(), port_}, ignored);
}

void Receiver::answer(std::string head) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(head);
}

Received Receiver::next() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, patience, [&] { return !received_.empty(); })) throw std::runtime_error("no nudge came");
    auto out = std::move(received_.front());
    received_.pop_front();
    return out;
}

int Receiver::connections() const {
    const std::lock_guard lock(mutex_);
    return connections_;
}

void Receiver::serve() {
    asio::ssl::context context(asio::ssl::context::tls_server);
    const auto& certificate = trusted_certificate();
    context.use_certificate_chain(asio::buffer(certificate.pem));
    context.use_private_key(asio::buffer(certificate.key_pem), asio::ssl::context::pem);
    while (true) {
        asio::ssl::stream<server::tcp::socket> stream(io_, context);
        server::ErrorCode error;
        acceptor_.accept(stream.next_layer(), error);
        {
            const std::lock_guard lock(mutex_);
            if (stopping_ || error) return;
            ++connections_;
        }
        if (!tls_) {
            serve_one(stream.next_layer());
            continue;
        }
        stream.handshake(asio::ssl::stream_base::server, error);
        if (!error) serve_one(stream);
    }
}

template <typename Stream>
void Receiver::serve_one(Stream& stream) {
    boost::beast::flat_buffer buffer;
    http::request<http::string_body> request;
    server::ErrorCode error;
    http::read(stream, buffer, request, error);
    if (error) return;
    Received out{std::string(request.target()), {}, request.body(), std::string(request.method_string())};
    for (const auto& field : request) {
        std::string name(field.name_string());
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        out.headers[name] = std::string(field.value());
    }
    std::unique_lock lock(mutex_);
    received_.push_back(std::move(out));
    changed_.notify_all();
    if (answer_.empty()) return changed_.wait(lock, [&] { return stopping_; });
    const auto head = answer_;
    lock.unlock();
    asio::write(stream, asio::buffer(head), error);
}

}  // namespace muster::test
