#!/bin/sh
# Builds the static files of the admin dashboard into a folder, or takes them from the cache of an
# earlier build with the same versions. Without Node.js, or when a download fails, it leaves the
# folder empty and succeeds: a node without the files says at /app what is missing.
# TRADEWIND_DASHBOARD_EXTENSIONS names a folder with extensions in the form of Medusa v1, which are built
# in; extensions that cannot be built leave the files of the last build as they are.
# Usage: build.sh build|cached FOLDER, or build.sh key
set -eu

mode=$1
folder=${2:-}
home=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
sources=$home/src/main/dashboard
log=$home/target/dashboard.log

mkdir -p "$home/target"

extensions=${TRADEWIND_DASHBOARD_EXTENSIONS:-}

# The files of the extensions with their names, and the variables that become constants of theirs.
list_extensions() {
  (cd "$extensions" && find package.json package-lock.json .npmrc .env.production src/admin -type f 2>/dev/null |
    LC_ALL=C sort | while IFS= read -r file; do
    echo "$file"
    cat "$file"
  done)
  env | grep '^MEDUSA_ADMIN_' | LC_ALL=C sort || true
}

# The versions of all packages and the steps of the build, and the extensions.
key=$(cat "$sources"/* | cksum | tr ' ' -)
if [ -n "$extensions" ]; then
  if [ ! -d "$extensions/src/admin" ]; then
    echo "TRADEWIND_DASHBOARD_EXTENSIONS: there is no folder $extensions/src/admin." >&2
    exit 1
  fi
  extensions=$(CDPATH= cd -- "$extensions" && pwd)
  key=$key-$(list_extensions | cksum | tr ' ' -)
fi
if [ "$mode" = key ]; then
  printf '%s' "$key"
  exit
fi
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/tradewind/admin-dashboard
built=$cache/$key

# Copies the cached files unless the folder has them already.
take() {
  if [ "$(cat "$folder/key" 2>/dev/null)" != "$key" ]; then
    rm -rf "$folder"
    mkdir -p "$(dirname "$folder")"
    cp -R "$built" "$folder"
    printf '%s' "$key" >"$folder/key"
  fi
  rm -f "$home/target/dashboard.failed"
}

# Writes the inventory of the npm packages (CycloneDX) beside the files, from the lock file alone. It
# is not served. Without npm 10 or later there is none, which stops nothing.
inventory() {
  if [ -f "$built/sbom.json" ] || ! command -v npm >/dev/null 2>&1; then
    return 0
  fi
  list=$(mktemp -d)
  if cp "$sources"/package*.json "$sources/.npmrc" "$list" && (cd "$list" && list_packages 2>/dev/null) &&
    mv "$list/sbom.json" "$built/sbom.json"; then
    rm -f "$folder/key"
  fi
  rm -rf "$list"
}

# npm names the project in the inventory only with a version.
list_packages() {
  node -e '
    const fs = require("fs")
    for (const name of ["package.json", "package-lock.json"]) {
      const file = JSON.parse(fs.readFileSync(name))
      file.version = "0.1.0"
      if (file.packages) file.packages[""].version = file.version
      fs.writeFileSync(name, JSON.stringify(file))
    }' &&
    npm sbom --sbom-format cyclonedx --package-lock-only >sbom.json
}

# Says why there are no files.
skip() {
  echo "The admin dashboard is not built: $1" >&2
  rm -rf "$folder"
  mkdir -p "$folder"
  exit 0
}

# The marker keeps the next start from trying again at once.
fail() {
  touch "$home/target/dashboard.failed"
  if [ -n "$extensions" ] && [ -f "$folder/files.json" ]; then
    echo "The admin dashboard stays as it was: $1; $log says why." >&2
    exit 0
  fi
  skip "$1; $log says why."
}

if [ -f "$built/files.json" ]; then
  inventory
  take
  exit
fi
if [ "$mode" = cached ]; then
  mkdir -p "$folder"
  exit
fi
if ! command -v npm >/dev/null 2>&1 || ! command -v node >/dev/null 2>&1; then
  skip "it needs Node.js 18 or later with npm."
fi
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 18 ]; then
  skip "it needs Node.js 18 or later; this is $(node --version)."
fi

echo "Building the admin dashboard, once: a few minutes ..." >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/src/admin"
cp "$sources"/* "$sources/.npmrc" "$work"
(cd "$work" && npm ci >"$log" 2>&1) ||
  fail "its packages could not be installed"
start=$work
if [ -n "$extensions" ]; then
  start=$work/extensions
  mkdir "$start"
  cp -R "$extensions/src/admin/." "$work/src/admin"
  if [ -f "$work/src/admin/webpack.config.js" ]; then
    mv "$work/src/admin/webpack.config.js" "$start/webpack.config.cjs"
  fi
  for file in package.json package-lock.json .npmrc .env.production; do
    [ ! -f "$extensions/$file" ] || cp "$extensions/$file" "$start"
  done
  if [ -f "$start/package-lock.json" ]; then
    (cd "$start" && npm ci --ignore-scripts >>"$log" 2>&1) ||
      fail "the packages of its extensions could not be installed"
  fi
fi
mv "$work/webpack.config.js" "$work/src/admin"
(cd "$start" && NODE_ENV=production node "$work/build.mjs" "$work/dashboard" >>"$log" 2>&1) ||
  fail "its sources could not be built"
mkdir -p "$cache"
mv "$work/dashboard" "$cache/$key.$$"
# Renaming publishes all files at once. If another build was faster, the folder moves into its own.
mv "$cache/$key.$$" "$built"
rm -rf "${built:?}/$key.$$"
inventory
take
