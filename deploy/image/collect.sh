#!/usr/bin/env bash
# Puts everything that the container's last stage holds into a folder: `deploy/image/collect.sh PROGRAM... FOLDER`: the programs,
# the libraries they are linked with, what these read of letters and terminals, a font, the certificates of those who sign certificates, a user without rights and its folder /data.
# There is no shell, no package manager and nothing else that an intruder could use.
set -euo pipefail
programs=("${@:1:$#-1}")
image=${!#}
user=10001

install -d "$image/usr/local/bin" "$image/etc/ssl/certs"
for program in "${programs[@]}"; do
    install -m 755 --strip "$program" "$image/usr/local/bin/"
    # "libx.so.1 => /path/libx.so.1 (0x…)", and the loader by its path alone; copied to where the program looks for them.
    ldd "$program" | sed -nE 's/^\s*(\S+ => )?(\/\S+) \(0x.*/\2/p'
done | sort -u | while read -r library; do
    install -D -m 755 "$(realpath "$library")" "$image$library"
done
# For somebody who plays there: what letters are, and what his terminal can do.
install -d "$image/usr/lib/locale" "$image/lib"
cp -rL /usr/lib/locale/C.utf8 "$image/usr/lib/locale/"
cp -rL /lib/terminfo "$image/lib/"
# For names on pictures of battles; the server needs no fontconfig files to find them.
install -d "$image/usr/share/fonts/truetype"
cp -r /usr/share/fonts/truetype/dejavu "$image/usr/share/fonts/truetype/"
install -m 644 /etc/ssl/certs/ca-certificates.crt "$image/etc/ssl/certs/"
echo "muster:x:$user:$user::/data:/nonexistent" >"$image/etc/passwd"
echo "muster:x:$user:" >"$image/etc/group"
echo "hosts: files dns" >"$image/etc/nsswitch.conf"
install -d -o $user -g $user -m 750 "$image/data"
