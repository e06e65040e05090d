#!/usr/bin/env bash
# Installs the Debian packages that are missing: `deploy/install.sh [build|web|arm64|image|test|bench|sanitize|tidy|fresh|format]...`, by default those of
# build. This, web and arm64 bring the npm packages of the web client too.
# When nothing is missing it asks nobody anything, so the project builds offline.
set -euo pipefail

# By Debian release: package names change with it (Boost and clang carry their version).
debian_release=12

# What the two programs and their tests are made with, and of: headers alone are the same for every processor.
made_with=(clang-19 lld-19 cmake ninja-build ccache pkg-config nlohmann-json3-dev libcli11-dev doctest-dev)
made_of=(libboost1.81-dev libsqlite3-dev libsqlitecpp-dev libzstd-dev libpq-dev libspdlog-dev libtomlplusplus-dev prometheus-cpp-dev libmimalloc-dev libssl-dev libedit-dev libpango1.0-dev libgif-dev librapidcheck-dev)

packages_of() {
    case "$1" in
    build)
        echo "${made_with[@]}" "${made_of[@]}"
        packages_of web
        ;;
    arm64) # the same on a PC for another processor, by deploy/arm64.cmake; some of these libraries take the place of the PC's own (libpq-dev)
        echo "${made_with[@]}" libstdc++-12-dev:arm64 "${made_of[@]/%/:arm64}" binutils-aarch64-linux-gnu qemu-user-static
        packages_of web
        ;;
    web) # what the web client is made with; whoever has a newer Node.js from elsewhere has its npm too, and Debian's would be in its way
        command -v node >/dev/null || echo nodejs
        command -v npm >/dev/null || echo npm
        ;;
    image) echo ca-certificates fonts-dejavu-core ;; # what the container holds beside the two programs
    # The database that stores are tested on; the browsers in which the web client is tested; the proxies before a server, and what programs that are installed are tried with.
    # The rules as a WebAssembly module: until something that is installed uses it, only tests do.
    test) echo wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 binaryen postgresql-15 git python3 node-ajv chromium chromium-headless-shell firefox-esr webkit2gtk-driver xvfb curl jq binutils openssl nginx caddy rsync rclone logrotate man-db systemd zsh fish ;;
    bench) echo openssl curl postgresql-15 ;; # the certificate of the fan-out over TLS; a database, and what asks whether its servers are ready
    sanitize) # sanitizers and fuzzing; llvm-19 has the symbolizer that names the lines in their reports
        echo libclang-rt-19-dev llvm-19
        ;;
    tidy) echo clang-tidy-19 ;;
    fresh) echo debootstrap ;; # a Debian in a folder, for what is installed from a package or a release
    format) echo clang-format-19 git ;;
    *)
        echo "deploy/install.sh: unknown group \"$1\"; known: build web arm64 image test bench sanitize tidy fresh format" >&2
        exit 2
        ;;
    esac
}

say() { echo "deploy/install.sh: $*" >&2; }

is_installed() { [[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }

# The npm packages that clients/package-lock.json names, once for each version of it. Without them musterd is built
# without its web client, and says so on its pages.
install_npm_packages() {
    local clients mark
    clients="$(dirname "$0")/../clients"
    mark="$clients/node_modules/.muster-lock"
    cmp -s "$clients/package-lock.json" "$mark" && return
    say "installing the npm packages of the web client"
    if PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --prefix "$clients" --no-audit --no-fund --loglevel=error </dev/null; then
        cp "$clients/package-lock.json" "$mark"
    else
        say "npm could not bring them: going on without the web client."
    fi
}

groups=("$@")
[[ ${#groups[@]} -gt 0 ]] || groups=(build)
finish() {
    if [[ " ${groups[*]} " =~ \ (build|web|arm64)\  ]] && command -v npm >/dev/null; then install_npm_packages; fi
    exit 0
}
wanted=()
for group in "${groups[@]}"; do
    list=$(packages_of "$group")
    read -ra names <<<"${list//$'\n'/ }"
    wanted+=("${names[@]}")
done

# shellcheck source=/dev/null
release=$(. /etc/os-release 2>/dev/null && echo "${ID:-unknown} ${VERSION_ID:-}") || release=unknown
if [[ "$release" != "debian $debian_release" ]]; then
    say "this is \"$release\"; the package names here are Debian $debian_release's, so nothing is installed."
    absent=()
    tools=("${CXX:-clang++-19}" cmake ninja)
    [[ "${groups[*]}" == web ]] && tools=(node npm)
    for command in "${tools[@]}"; do
        command -v "$command" >/dev/null || absent+=("$command")
    done
    if [[ ${#absent[@]} -gt 0 ]]; then
        say "missing: ${absent[*]}. Install what your system calls: ${wanted[*]}"
        exit 1
    fi
    say "${tools[*]} are there: going on."
    finish
fi

missing=()
for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || finish

as_root=()
if [[ $EUID -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
        say "these packages are missing, and only root can install them: ${missing[*]}"
        say "there is no sudo here: run \"apt-get install ${missing[*]}\" as root, then try again."
        exit 1
    fi
    as_root=(sudo)
fi

say "installing ${missing[*]}"
apt_get() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null; }
if [[ " ${missing[*]} " == *:arm64\ * ]]; then "${as_root[@]}" dpkg --add-architecture arm64; fi
# A source that cannot be reached is no reason to stop: the package may be in another one, or in the cache.
apt_get update || say "the package lists could not be refreshed; trying with those that are here."
# Tests start a PostgreSQL of their own: Debian's is to make and start none here because of them, which it is told before it comes.
clusters=/etc/postgresql-common/createcluster.conf
if [[ " ${missing[*]} " == *" postgresql-15 "* && ! -e $clusters ]]; then
    "${as_root[@]}" mkdir -p "${clusters%/*}"
    echo "create_main_cluster = false" | "${as_root[@]}" tee "$clusters" >/dev/null
fi
apt_get install -y --no-install-recommends "${missing[@]}"
# Tests start proxies themselves, on ports of their own: none is to be a service here because of them.
for service in nginx caddy; do
    if [[ " ${missing[*]} " =~ \ $service(-light)?\  ]] && [[ -d /run/systemd/system ]]; then "${as_root[@]}" systemctl disable --quiet --now "$service"; fi
done
finish
