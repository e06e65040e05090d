#include "server/app/reload.hpp"

#include <csignal>

#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/process.hpp"
#include "server/config/settings_table.hpp"

namespace muster::server {

namespace {

void report(const std::expected<bool, std::string>& reloaded) {
    if (!reloaded) log::error("the certificate could not be reloaded; the old one stays in use", {{"reason", reloaded.error()}});
    else if (*reloaded) log::info("the certificate was reloaded");
}

}  // namespace

Reload::Reload(const Config& config, Read read, HttpServices& http, Certificate* certificate)
    : config_(config), read_(std::move(read)), http_(http), certificate_(certificate) {
    hang_up_.add(SIGHUP);
    loop_.post([this] {
        hear_hang_up();
        wait_for_signal();
        wait_for_change();
    });
}

Reload::~Reload() {
    loop_.end([this] {
        hang_up_.cancel();
        timer_.cancel();
    });
    hang_up_.clear();  // nobody hears one any more, so it doesn't end a server that is about to, either
}

void Reload::wait_for_signal() {
    hang_up_.async_wait([this](ErrorCode error, int) {
        if (error) return;
        wait_for_signal();  // first: whatever goes wrong, the next one is heard
        read_all();
    });
}

void Reload::wait_for_change() {
    if (!certificate_) return;
    timer_.expires_after(limits::certificate_every);
    timer_.async_wait([this](ErrorCode error) {
        if (error) return;
        wait_for_change();
        report(certificate_->reload_if_changed());
    });
}

void Reload::read_all() {
    if (const auto reopened = log::reopen(); !reopened)
        log::error("the log file could not be opened anew; lines go on into the old one", {{"reason", reopened.error()}});
    auto next = read_();
    if (next) return take(std::move(*next));
    log::error("the settings could not be read again; those in effect stay", {{"reason", next.error()}});
    if (certificate_) report(certificate_->reload());
}

// Nothing of the new settings is refused from here on, but what cannot change while the server runs stays, and is told.
void Reload::take(Config next) {
    for (const auto& remark : next.remarks) log::warn(remark);
    const bool with_tls = !next.tls_certificate.empty();
    for (const auto& setting : settings_table()) {
        const auto old = setting.get(config_);
        const bool turns_tls = setting.name.starts_with("tls-") && with_tls != (certificate_ != nullptr);
        if (setting.get(next) == old || (setting.live && !turns_tls)) continue;
        log::warn("a setting was changed that needs a restart", {{"setting", setting.name}});
        static_cast<void>(setting.set(next, old));  // it was taken before
    }
    if (certificate_) take_certificate(next);
    std::string changed;
    for (const auto& setting : settings_table())
        if (setting.get(next) != setting.get(config_)) changed += (changed.empty() ? "" : " ") + setting.name;
    config_ = std::move(next);
    put_in_effect();
    log::info("the settings were read again", {{"changed", changed.empty() ? "nothing" : changed}});
}

void Reload::take_certificate(Config& next) {
    const auto taken = certificate_->reload(next.tls_certificate, next.tls_key);
    report(taken);
    if (taken) return;
    next.tls_certificate = config_.tls_certificate;
    next.tls_key = config_.tls_key;
}

void Reload::put_in_effect() const {
    log::set_level(config_.log_level);
    http_.ground.settings.change([&](Settings& each) { each = config_.settings; });
    http_.callers.change({config_.caller_limits, config_.unlimited_addresses, config_.trusted_proxies});
    http_.admission.change([&](Admission& each) { each = {config_.connections_max, config_.allowed_origins}; });
}

}  // namespace muster::server
