#!/usr/bin/env bash
# Everything that a release is made of, in a folder: deploy/release.sh BUILD OUT [DEB]. `make release` runs the tests first and makes the package;
# before that half hour it asks with deploy/release.sh --check whether there can be a release of this commit at all.
#   muster-VERSION.tar.gz   the sources, with the npm packages: after `deploy/install.sh build test` it builds without a network
#   the Debian package      where DEB names one
#   muster.cdx.json         what is in the programs that was not made here
#   notes.md                what CHANGELOG.md says of this version
#   SHA256SUMS
# What it takes is the commit that is checked out. It tags nothing and sends nothing anywhere.
set -euo pipefail
[[ $1 == --check ]] || build=$(realpath "$1") out=$(realpath -m "$2") deb=${3:+$(realpath "$3")}
cd "$(dirname "$0")/.."
fail() {
    echo "deploy/release.sh: $*" >&2
    exit 1
}

version=$(sed -nE 's/^project\(muster VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
[[ -z $(git status --porcelain) ]] || fail "there are changes that are in no commit: a release is one"
notes=$(awk -v heading="## $version" '/^## /{ours = index($0 " ", heading " ") == 1; next} ours' CHANGELOG.md)
[[ -n ${notes//[[:space:]]/} ]] || fail "CHANGELOG.md says nothing under \"## $version\""
[[ $1 != --check ]] || exit 0

[[ ! -e $out || -f $out/SHA256SUMS ]] || fail "$out is there, and no release"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
rm -rf "$out"
mkdir -p "$out"
name=muster-$version
git archive --prefix="$name/" HEAD | tar -x -C "$place"
node deploy/npm_packages.mjs clients "$place/$name/clients"
# The same commit gives the same bytes.
tar -c -C "$place" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" "$name" | gzip -n >"$out/$name.tar.gz"
[[ -z $deb ]] || cp "$deb" "$out/"
node deploy/sbom.mjs "$build" >"$out/muster.cdx.json"
printf '# Muster %s\n\n%s\n' "$version" "${notes#$'\n'}" >"$out/notes.md"
(cd "$out" && sha256sum -- * >SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS)
ls -l "$out" >&2
echo "To publish it: git tag -a v$version -F $out/notes.md && git push origin v$version, then hand in what is in $out." >&2
