#!/usr/bin/env bash
# Makes a Debian package of what `make install` installs: `deploy/deb.sh BUILD` writes BUILD/muster_VERSION_ARCHITECTURE.deb. It has the libraries of the
# Debian that it was made on.
set -euo pipefail
build=$(realpath "$1")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
cmake --build "$build" --target musterd muster manuals
DESTDIR=$stage cmake --install "$build" --prefix /usr --strip >/dev/null
gzip -9n "$stage"/usr/share/man/man?/*
mv "$stage"/usr/share/doc/muster/{LICENSE,copyright} # by its name in Debian

in_cache() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
# What the programs are linked with, by the packages that have it: NAME:ARCHITECTURE. The loader is asked as ldd does it, which knows only this machine's processor.
emulator=$(in_cache CMAKE_CROSSCOMPILING_EMULATOR)
libraries() { for program in musterd muster; do LD_TRACE_LOADED_OBJECTS=1 ${emulator:+"$emulator"} "$stage/usr/bin/$program"; done | sed -nE 's/^\s*(\S+ => )?(\/\S+) \(0x.*/\2/p' | sort -u; }
package_of() { { dpkg-query -S "$1" || dpkg-query -S "$(realpath "$1")" || dpkg-query -S "/usr$1"; } 2>/dev/null | head -1 | sed 's/: .*//'; }
packages=$(libraries | while read -r library; do package_of "$library"; done | sort -u)
depends=$(cut -d: -f1 <<<"$packages" | paste -sd, | sed 's/,/, /g')
architecture=$(sed -n 's/^libc6://p' <<<"$packages")
version=${VERSION:-$(in_cache CMAKE_PROJECT_VERSION)}
install -d "$stage/DEBIAN"
cat >"$stage/DEBIAN/control" <<END
Package: muster
Version: $version
Architecture: $architecture
Maintainer: The Muster developers <muster@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$stage" | cut -f1)
Depends: $depends, init-system-helpers
Recommends: fonts-dejavu-core
Suggests: rsync, rclone, certbot, fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji
Section: games
Priority: optional
Description: play-by-web battle server for board games
 A server for battles of board games by web, terminal and API, with dice that everybody can check, and its terminal client.
END
echo /etc/muster.toml >"$stage/DEBIAN/conffiles"
cp "$(dirname "$0")"/debian/{postinst,prerm,postrm} "$stage/DEBIAN/"
dpkg-deb --root-owner-group --build "$stage" "$build/muster_${version}_$architecture.deb"
