// Renders the example of the page about clients in Node.js, and clicks its last button until there is none.
import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { transform } from "esbuild"
import { createElement } from "react"
import { act, create } from "react-test-renderer"

const TIMEOUT = 120_000

const { code } = await transform(readFileSync("example.jsx", "utf8"), { loader: "jsx", jsx: "automatic" })
writeFileSync("example.mjs", code)
const { App } = await import("./example.mjs")

globalThis.IS_REACT_ACT_ENVIRONMENT = true
let page
await act(async () => {
  page = create(createElement(App))
})
const clicked = []
const end = Date.now() + TIMEOUT
while (!/was placed/.test(text(page.toJSON()))) {
  assert.ok(Date.now() < end, `After ${clicked.join(", ")} the page shows ${text(page.toJSON())}`)
  const button = page.root.findAllByType("button").at(-1)
  const name = button && text(button.children)
  if (button && name !== clicked.at(-1)) {
    if (clicked.length === 0) console.log(`Shown before the first click: ${text(page.toJSON())}`)
    clicked.push(name)
    await act(async () => button.props.onClick())
  }
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
}
console.log(`Clicked ${clicked.join(", ")}`)
console.log(text(page.toJSON()))
page.unmount()

function text(node) {
  if (node === null || node === undefined || typeof node !== "object") return node ?? ""
  return Array.isArray(node) ? node.map(text).join("") : text(node.children)
}
