#!/usr/bin/env bash
# A release's tarball in a fresh Debian: `tests/docs/release.sh BUILD [FOLDER]`. It makes the tarball of the commit that is checked out, unpacks it there,
# installs Debian's packages, and from then on without a network: builds, and runs every test. Takes root and half an hour and more.
#   FOLDER            a Debian that debootstrap has made, which is used as it is; otherwise one is made, which takes a mirror, and is deleted
#   SUITES="rules js" only these of the tests
# The compiler's cache and apt's archive of packages of this machine are used, so the sources lie where they lie here.
set -euo pipefail
fail() { echo "release: $*" >&2; exit 1; }
[[ $EUID -eq 0 ]] || fail "it takes root"
if [[ -z "${MUSTER_OWN_MOUNTS:-}" ]]; then
    root=${2:-$(mktemp -d)}
    chmod 755 "$root" # what is not root, PostgreSQL say, starts from there too
    clean_up() { [[ -n "${2:-}" ]] || rm -rf --one-file-system "$root"; } # what was mounted there is not, out here
    trap 'clean_up "$@"' EXIT
    [[ -n "${2:-}" ]] || debootstrap --variant=minbase bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >&2
    MUSTER_OWN_MOUNTS=1 unshare --mount "$0" "$1" "$root"
    exit
fi
cd "$(dirname "$0")/../.."
build=$(realpath "$1") root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The changelog may not have come to this version yet.
version=$(sed -nE 's/^project\(muster VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
git -c safe.directory='*' clone -q . "$work/sources"
ln -s "$PWD/clients/node_modules" "$work/sources/clients/node_modules"
(
    cd "$work/sources"
    grep -q "^## $version" CHANGELOG.md || sed -i "s/^## Unreleased/## $version/" CHANGELOG.md
    git -c user.name=a -c user.email=a@b commit -q --allow-empty -am "as a release has it"
    deploy/release.sh "$build" "$work/release" 2>"$work/release.log" || { tail -20 "$work/release.log" >&2; fail "there is no tarball"; }
)
place=$root$PWD
rm -rf "$place"
mkdir -p "$place"
tar -xzf "$work/release/muster-$version.tar.gz" --strip-components=1 -C "$place"

share() {
    mkdir -p "$2"
    mount "${@:3}" "$1" "$2"
}
share proc "$root/proc" -t proc
share /dev "$root/dev" --rbind
share tmpfs "$root/dev/shm" -t tmpfs
share /var/cache/apt/archives "$root/var/cache/apt/archives" --bind
cache=$(ccache --get-config cache_dir)
mkdir -p "$cache"
share "$cache" "$root/root/.cache/ccache" --bind
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # there is no init in there
chmod +x "$root/usr/sbin/policy-rc.d"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io" # nobody needs it after a power cut

# npm has no registry from the start. The locale is said as most say it: the compiler's cache goes by the variable too.
inside() { chroot "$root" env -i HOME=/root USER=root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 npm_config_registry=http://127.0.0.1:9/ bash -euo pipefail -c "cd '$PWD' && $1"; }
export -f inside
export root
without_network() { unshare --net bash -euo pipefail -c 'ip link set lo up && inside "$1"' x "$1"; }

inside "apt-get -qq update && apt-get -qq install -y --no-install-recommends make >/dev/null && deploy/install.sh build test" >"$work/packages.log" 2>&1 || { tail -20 "$work/packages.log" >&2; fail "the packages could not be installed"; }
echo "packages are installed: $(inside 'dpkg-query -W | wc -l')"
! without_network "(exec 3<>/dev/tcp/deb.debian.org/80) 2>/dev/null" || fail "there is a network"
if [[ -z "${SUITES:-}" ]]; then
    without_network "make test"
else
    without_network "make build >/root/build.log 2>&1 || { tail -30 /root/build.log >&2; exit 1; }"
    echo "built: $(inside 'build/server/musterd --version | head -1')"
    without_network "tests/run.sh build $SUITES"
fi
without_network "deploy/deb.sh build && dpkg-deb --info build/muster_*.deb | grep -E '^ (Package|Version)'"
