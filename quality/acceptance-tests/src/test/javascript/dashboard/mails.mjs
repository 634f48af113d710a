// Shows the e-mails of a JSON file in the browser, and makes one picture of them: node mails.mjs FILE PICTURE
import fs from "node:fs"
import { createRequire } from "node:module"
import { open } from "./browser.mjs"

const WIDTHS = [320, 680]
const COLUMNS = 5

const [file, picture] = process.argv.slice(2)
const mails = JSON.parse(fs.readFileSync(file, "utf8"))
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const visitor = await open("http://localhost")
const problems = []
try {
  const { page } = visitor
  page.on("request", (request) => problems.push(`asks for ${request.url()}`))
  const shots = []
  for (const { name, html } of mails) {
    for (const width of WIDTHS) {
      await page.setViewport({ width, height: 900 })
      await page.setContent(html)
      const shown = await page.evaluate(() => document.documentElement.scrollWidth)
      if (shown > width) {
        problems.push(`${name} is ${shown} pixels wide in a window of ${width}`)
      }
    }
    await page.evaluate(axe)
    // A mail is shown inside a page of the reader's program, which has the landmarks.
    const { violations } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa"] }))
    problems.push(...violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0].html}`))
    shots.push({ name, data: await page.screenshot({ encoding: "base64", fullPage: true }) })
  }
  await page.setViewport({ width: COLUMNS * 360, height: 900 })
  await page.setContent(
    `<body style="margin:0;columns:${COLUMNS};column-gap:0;background:#fff;font:14px sans-serif">` +
      shots
        .map(
          ({ name, data }) =>
            `<figure style="margin:0;padding:10px;break-inside:avoid"><figcaption>${name}</figcaption>` +
            `<img style="width:100%;border:1px solid #ccc" src="data:image/png;base64,${data}"></figure>`
        )
        .join("")
  )
  await page.screenshot({ path: picture, fullPage: true })
} finally {
  await visitor.close()
}
const others = problems.filter((problem) => !problem.startsWith("asks for data:"))
if (others.length > 0) {
  throw new Error(others.join("\n"))
}
console.log(`${mails.length} e-mails are shown whole`)
