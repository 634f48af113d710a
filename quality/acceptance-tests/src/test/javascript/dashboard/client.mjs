// The tests of @tradewind/client in a page of another origin than the shop's, with what Node.js has of
// them in its place: node client.mjs URL-OF-PAGE URL-OF-SHOP EMAIL PASSWORD PACKAGE TESTS
import fs from "node:fs"
import { createServer } from "node:http"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { open } from "./browser.mjs"

const [url, TRADEWIND_URL, TRADEWIND_EMAIL, TRADEWIND_PASSWORD, packed, tests] = process.argv.slice(2)
const FOLDERS = { package: packed, tests, client: path.resolve("client") }
const files = fs.readdirSync(tests).filter((name) => /\.(test|browser)\.js$/.test(name))
const imports = {
  "@tradewind/client": "/package/dist/index.js",
  "node:assert/strict": "/client/assert.js",
  "node:test": "/client/test.js",
  "/tests/servers.js": "/client/servers.js",
}
const env = { TRADEWIND_URL, TRADEWIND_EMAIL, TRADEWIND_PASSWORD }
const PAGE = `<!doctype html>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script>globalThis.process = ${JSON.stringify({ env })}</script>`

const site = createServer(({ url: address }, response) => {
  const [, name, ...rest] = address.split("/")
  if (name in FOLDERS) {
    const script = fs.readFileSync(path.join(FOLDERS[name], ...rest))
    response.writeHead(200, { "content-type": "text/javascript" }).end(script)
  } else {
    response.writeHead(200, { "content-type": "text/html" }).end(PAGE)
  }
}).listen(Number(new URL(url).port), "127.0.0.1")

const { answering, spoiling } = await import(pathToFileURL(path.join(tests, "servers.js")))
const started = []
const start = async (server) => {
  const { url, requests } = await server
  return { url, number: started.push(requests) - 1 }
}

const visitor = await open(url)
try {
  const { page } = visitor
  await page.exposeFunction("startAnswering", (...given) => start(answering(...given)))
  await page.exposeFunction("startSpoiling", (...given) => start(spoiling(...given)))
  await page.exposeFunction("requestsOf", (number) => started[number]())
  await page.goto(url)
  const results = await page.evaluate(async (names) => {
    for (const name of names) await import(`/tests/${name}`)
    const { run } = await import("/client/test.js")
    return run()
  }, files)
  for (const { name, failure } of results) console.log(failure ? `${name}: ${failure}` : `Passed: ${name}`)
  process.exitCode = results.some(({ failure }) => failure) ? 1 : 0
} finally {
  await visitor.close()
  site.close()
}
