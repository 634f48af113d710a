#!/usr/bin/env bash
# Builds the program twice, each time from the commit alone in a folder of its own, and leaves it in FOLDER if both
# builds are the same byte for byte: deploy/release/build.sh FOLDER
# A machine of production needs what is in FOLDER and a JDK or JRE: no clone, no Maven.
set -euo pipefail
folder=$1
home=$(cd "$(dirname "$0")/../.." && pwd)
commit=$(git -C "$home" rev-parse HEAD)
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT

for name in first second; do
  git clone --quiet --no-checkout "$home" "$built/$name"
  git -C "$built/$name" checkout --quiet --detach "$commit"
  # Without tests, as in deploy/Dockerfile: they have run for the commit.
  (cd "$built/$name" && mvn -B -q -Dcommit="${commit:0:12}" -Dquick -Psbom -Dmaven.test.skip=true -pl app/launcher -am package)
done

# The bill of materials has a random serial number and a time of its own.
content() {
  (cd "$built/$1/app/launcher/target" && sha256sum launcher.jar lib/*.jar)
}
if ! diff <(content first) <(content second); then
  echo "release: two builds of $commit differ" >&2
  exit 1
fi

mkdir -p "$folder"
cp -R "$built/first/app/launcher/target/launcher.jar" "$built/first/app/launcher/target/lib" \
  "$built/first/app/launcher/target/sbom.json" "$built/first/app/launcher/target/SHA256SUMS" \
  "$built/first/cluster.xml" "$built/first/README.md" "$built/first/CHANGELOG.md" "$built/first/tradewind" \
  "$built/first/deploy" "$built/first/docs" "$folder"
echo "$folder: $(find "$folder/lib" -name '*.jar' | wc -l) libraries of commit $commit, the same in two builds"
