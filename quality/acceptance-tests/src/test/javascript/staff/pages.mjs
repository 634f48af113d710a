// The return path of the sign-in pages, and the script that replaces the dashboard's login.
import assert from "node:assert/strict"
import fs from "node:fs"
import vm from "node:vm"
import { returnPath, withReturn } from "./admin.js"

const ORIGIN = "https://shop.example"

const OURS = {
  "/app": "/app",
  "/app/a/orders?offset=0&q=a%26b": "/app/a/orders?offset=0&q=a%26b",
  "/setup": "/setup",
  "https://shop.example/app/a": "/app/a",
  "/app//evil.example": "/app//evil.example",
  "/app/#//evil.example": "/app/",
}

const OTHERS = [
  "",
  "//evil.example",
  "//evil.example/app",
  "///evil.example/app",
  "\\\\evil.example/app",
  "/\\evil.example/app",
  "\\/evil.example/app",
  "/\t/evil.example/app",
  "\n//evil.example/app",
  "https://evil.example/app",
  "https:evil.example/app",
  "https:/app/../../evil.example",
  "http://shop.example/app",
  "https://shop.example:8443/app",
  "https://shop.example@evil.example/app",
  "https://shop.example.evil.example/app",
  "javascript:alert(1)//app",
  "data:text/html,/app",
  "blob:https://shop.example/app",
  "/app/../evil",
  "/application",
  "/sign-in",
  "https://[/app",
]

function at(to) {
  globalThis.location = { origin: ORIGIN, search: `?to=${encodeURIComponent(to)}` }
}

for (const [to, path] of Object.entries(OURS)) {
  at(to)
  assert.equal(returnPath(), path, to)
  assert.equal(new URL(returnPath(), ORIGIN).origin, ORIGIN, to)
  assert.equal(withReturn("/setup"), `/setup?to=${encodeURIComponent(path)}`, to)
}
for (const to of OTHERS) {
  at(to)
  assert.equal(returnPath(), undefined, to)
  assert.equal(withReturn("/setup"), "/setup", to)
}

// After a sign-out the dashboard changes to its own login.
const led = []
const listeners = {}
const location = { pathname: "/app/a/orders", replace: (path) => led.push(path) }
const changed = (state, title, path) => {
  location.pathname = path
}
const history = { pushState: changed, replaceState: changed }
const addEventListener = (name, listener) => {
  listeners[name] = listener
}
vm.runInNewContext(fs.readFileSync("guard.js", "utf8"), { addEventListener, history, location })
history.pushState(null, "", "/app/a/products")
history.replaceState(null, "", "/app/login-history")
assert.deepEqual(led, [])
history.pushState(null, "", "/app/login")
history.replaceState(null, "", "/app/login/")
location.pathname = "/app/a/orders"
listeners.popstate()
location.pathname = "/app/login"
listeners.popstate()
assert.deepEqual(led, ["/sign-in", "/sign-in", "/sign-in"])

console.log("passed")
