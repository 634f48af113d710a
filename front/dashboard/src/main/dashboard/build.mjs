// Builds the dashboard into a folder: node build.mjs FOLDER. Each file that compresses well gets a
// compressed copy beside it, and files.json lists all of them with their media types.
import { createHash } from "node:crypto"
import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { gzipSync } from "node:zlib"

const require = createRequire(import.meta.url)
const work = path.dirname(new URL(import.meta.url).pathname)
const folder = path.resolve(process.argv[2])

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
}

/** Names with a hash of the content: the file under such a name never changes. */
const HASHED = /[.-][0-9a-f]{8,}\.|^[0-9a-f]{16,}\./

const MIT = fs.readFileSync(path.join(work, "mit.txt"), "utf8").trim()

const { build } = require("@medusajs/admin-ui")
const { stats } = await build({
  appDir: work,
  buildDir: "built",
  plugins: plugins(),
  options: { path: "/app", backend: "/" },
  reporting: "minimal",
})
if (stats.hasErrors()) {
  throw new Error("webpack reported errors")
}
fs.cpSync(path.join(work, "built"), folder, { recursive: true })

// The page names its icon below "/", where the shop has other paths.
const page = path.join(folder, "index.html")
const html = fs
  .readFileSync(page, "utf8")
  .replace('href="/logo.svg"', 'href="/app/public/logo.svg"')
  .replace("<html ", '<html data-backend="/" ')
if (!html.includes('data-backend="/"')) {
  throw new Error("index.html has no html element with attributes")
}
fs.writeFileSync(page, html)
serveFlags()
fs.writeFileSync(path.join(folder, "licenses.txt"), licenses())

const files = fs
  .readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
  .sort()
  .map(describe)
fs.writeFileSync(path.join(folder, "files.json"), JSON.stringify(files, null, 1))

/** Packages that the extensions name and that bring extensions themselves, as plugins of Medusa v1 do. */
function plugins() {
  if (!fs.existsSync("package.json")) {
    return []
  }
  const { dependencies = {} } = JSON.parse(fs.readFileSync("package.json", "utf8"))
  return Object.keys(dependencies).filter((name) =>
    fs.existsSync(path.join("node_modules", name, "dist/admin/_virtual_entry.js"))
  )
}

/** Takes the flags of countries from a package instead of the host that the dashboard names. */
function serveFlags() {
  const host = "https://cdn.jsdelivr.net/gh/lipis/flag-icons/flags/4x3/"
  const scripts = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(folder, name))
    .filter((script) => fs.readFileSync(script, "utf8").includes(host))
  if (scripts.length === 0) {
    throw new Error("no script names the host of the flags")
  }
  for (const script of scripts) {
    fs.writeFileSync(script, fs.readFileSync(script, "utf8").replaceAll(host, "/app/flags/"))
  }
  fs.cpSync(path.join(packageOf("flag-icons"), "flags/4x3"), path.join(folder, "flags"), { recursive: true })
}

function packageOf(name) {
  return path.dirname(require.resolve(`${name}/package.json`))
}

function describe(name) {
  const type = TYPES[path.extname(name)]
  if (!type) {
    throw new Error(`${name} has no known media type`)
  }
  const content = fs.readFileSync(path.join(folder, name))
  const compressed = gzipSync(content, { level: 9 })
  const compresses = compressed.length < content.length * 0.9
  if (compresses) {
    fs.writeFileSync(path.join(folder, `${name}.gz`), compressed)
  }
  return {
    name: name.split(path.sep).join("/"),
    type,
    hash: createHash("sha256").update(content).digest("hex").slice(0, 32),
    immutable: HASHED.test(path.basename(name)),
    compressed: compresses,
  }
}

/** Licence texts of the packages in the bundle. */
function licenses() {
  const folders = new Set()
  const add = (module) => {
    const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.resource ?? "")
    if (found) {
      folders.add(found[1])
    }
    module.modules?.forEach(add)
  }
  stats.compilation.modules.forEach(add)
  folders.add(packageOf("@medusajs/admin-ui"))
  folders.add(packageOf("flag-icons"))
  return [...folders]
    .sort()
    .map((one) => {
      const { name, version, license, author } = JSON.parse(
        fs.readFileSync(path.join(one, "package.json"), "utf8")
      )
      const text = fs.readdirSync(one).find((file) => /^(licen[cs]e|copying)/i.test(file))
      // Packages of the dashboard's maker name their license without its text.
      const body = text
        ? fs.readFileSync(path.join(one, text), "utf8").trim()
        : `License: ${license ?? "not stated"}\nAuthor: ${author?.name ?? author ?? "not stated"}` +
          (license === "MIT" ? `\n\n${MIT}` : "")
      return `${name} ${version}\n\n${body}\n`
    })
    .join(`\n${"-".repeat(80)}\n\n`)
}
