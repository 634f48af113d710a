// A person at the dashboard or the storefront in a browser: clicks what has a text, fills in what has a
// label, and waits until the page shows something. Records what goes wrong meanwhile.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import puppeteer from "puppeteer-core"

const TIMEOUT = 45_000

/** Starts the browser that the package carries. */
export async function open(url) {
  if (!/libnss3\.so/.test(spawnSync("ldconfig", ["-p"], { encoding: "utf8" }).stdout ?? "")) {
    // Then the package also unpacks the libraries of the system for which it is made.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x"
  }
  const { default: chromium } = await import("@sparticuz/chromium")
  const browser = await puppeteer.launch({
    executablePath: await chromium.executablePath(),
    headless: "shell",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"],
    defaultViewport: { width: 1440, height: 1000 },
    protocolTimeout: 120_000,
  })
  return new Visitor(browser, await browser.newPage(), new URL(url).origin, "/app")
}

class Visitor {
  constructor(browser, page, origin, root) {
    this.browser = browser
    this.page = page
    this.origin = origin
    this.root = root
    this.problems = []
    this.foreign = []
    this.requests = 0
    this.expected = []
    page.setDefaultTimeout(TIMEOUT)
    page.on("request", (request) => this.sent(request))
    page.on("response", (response) => this.answered(response))
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText
      // Requests of a page that is left are given up.
      if (reason !== "net::ERR_ABORTED") {
        this.problems.push(`${request.method()} ${request.url()} failed: ${reason}`)
      }
    })
    page.on("pageerror", (error) => this.problems.push(`error of the page: ${error.stack ?? error}`))
    page.on("console", (message) => {
      // Failed requests are recorded with their answers.
      if (message.type() === "error" && !/^Failed to load resource/.test(message.text())) {
        this.problems.push(`console: ${message.text()}`)
      }
    })
  }

  sent(request) {
    const url = new URL(request.url())
    if (!/^https?:$/.test(url.protocol)) {
      return
    }
    this.requests++
    if (url.origin !== this.origin) {
      this.foreign.push(request.url())
    }
  }

  async answered(response) {
    const request = response.request()
    const url = new URL(response.url())
    if (response.status() < 400 || url.origin !== this.origin) {
      return
    }
    const line = `${response.status()} ${request.method()} ${decodeURIComponent(url.pathname + url.search)}`
    if (this.expected.some((pattern) => pattern.test(line))) {
      return
    }
    const text = await response.text().catch(() => "")
    this.problems.push(`${line} ${request.postData() ?? ""} -> ${text.slice(0, 500)}`)
  }

  /** Runs a step and fails if anything went wrong meanwhile. */
  async step(name, run) {
    const start = Date.now()
    try {
      await run()
      await this.settle()
    } catch (failure) {
      await this.picture(path.join(os.tmpdir(), "dashboard-failure.png")).catch(() => {})
      const shown = await this.text().catch(() => "nothing")
      const fields = await this.fields().catch(() => [])
      throw new Error(
        `Step "${name}": ${failure.message}\n${this.problems.join("\n")}\n` +
          `The page at ${this.page.url()} shows:\n${shown}\nFields: ${fields.join(" ")}`
      )
    }
    if (this.problems.length > 0) {
      throw new Error(`Step "${name}":\n${this.problems.join("\n")}`)
    }
    console.log(`${name}: ${Date.now() - start} ms`)
  }

  /** Another person in the same browser, with cookies of their own, on pages below the path. */
  async another(root) {
    const context = await this.browser.createBrowserContext()
    const page = await context.newPage()
    await page.setViewport({ width: 1440, height: 1000 })
    return new Visitor(this.browser, page, this.origin, root)
  }

  async go(route) {
    await this.page.goto(`${this.origin}${this.root}${route}`, { waitUntil: "domcontentloaded" })
  }

  /** Waits until no request has been under way for a moment. */
  async settle() {
    await this.page.waitForNetworkIdle({ idleTime: 400, timeout: TIMEOUT }).catch(() => {})
  }

  async text() {
    return this.page.evaluate(() => document.body.innerText)
  }

  /** The fields of the page, for the report of a failure. */
  async fields() {
    return this.page.$$eval("input, textarea", (all) =>
      all
        .filter((one) => one.getBoundingClientRect().width > 0)
        .map((one) => `${one.tagName}[name=${one.name}][placeholder=${one.placeholder}][type=${one.type}]`)
    )
  }

  /** Waits until the page shows all the texts. */
  async see(...texts) {
    for (const text of texts) {
      await this.page
        .waitForFunction(
          (wanted) => document.body.innerText.toLowerCase().includes(wanted.toLowerCase()),
          { polling: 100 },
          text
        )
        .catch(() => {
          throw new Error(`The page does not show "${text}"`)
        })
    }
  }

  async seeNo(text) {
    await this.page
      .waitForFunction((unwanted) => !document.body.innerText.includes(unwanted), { polling: 100 }, text)
      .catch(() => {
        throw new Error(`The page still shows "${text}"`)
      })
  }

  /** The last visible element with exactly the text: dialogs follow the page that they cover. */
  async find(text, { selector = "button, a, [role], label, span, p, div, h1, h2, h3, td, li", nth = -1 } = {}) {
    const handle = await this.page
      .waitForFunction(
        (wanted, css, position) => {
          const found = [...document.querySelectorAll(css)].filter((element) => {
            const box = element.getBoundingClientRect()
            return (
              element.innerText?.trim() === wanted &&
              box.width > 0 &&
              box.height > 0 &&
              !element.disabled &&
              getComputedStyle(element).visibility !== "hidden"
            )
          })
          const innermost = found.filter((one) => !found.some((other) => other !== one && one.contains(other)))
          return innermost.at(position) ?? null
        },
        { polling: 100 },
        text,
        selector,
        nth
      )
      .catch(() => {
        throw new Error(`There is nothing to click with the text "${text}"`)
      })
    return handle.asElement()
  }

  async click(text, options) {
    const element = await this.find(text, options)
    await element.evaluate((one) => one.scrollIntoView({ block: "center" }))
    await element.click()
  }

  /** Clicks the only or given match of a CSS selector. */
  async press(selector, nth = 0) {
    await this.page.waitForFunction(
      (css, position) => document.querySelectorAll(css).length > position,
      { polling: 100 },
      selector,
      nth
    )
    const all = await this.page.$$(selector)
    await all[nth].evaluate((one) => one.scrollIntoView({ block: "center" }))
    await all[nth].click()
  }

  /** Replaces the value of the last visible field with the CSS selector. */
  async fill(selector, value, nth = -1) {
    const handle = await this.page
      .waitForFunction(
        (css, position) =>
          [...document.querySelectorAll(css)]
            .filter((one) => one.getBoundingClientRect().width > 0)
            .at(position) ?? null,
        { polling: 100 },
        selector,
        nth
      )
      .catch(() => {
        throw new Error(`There is no field ${selector}`)
      })
    const field = handle.asElement()
    await field.evaluate((one) => {
      one.scrollIntoView({ block: "center" })
      one.focus()
      one.select()
    })
    await this.page.keyboard.press("Backspace")
    await field.type(String(value), { delay: 5 })
  }

  /** Chooses an entry of the menu with three dots beside a heading. */
  async menu(heading, entry) {
    const title = await this.find(heading, { selector: "h1, h2, h3, p, span" })
    const button = await title.evaluateHandle((one) => {
      for (let card = one; card; card = card.parentElement) {
        const triggers = [...card.querySelectorAll("button[aria-haspopup=menu]")]
        const trigger = triggers.find((button) => button.innerText.trim() === "")
        if (trigger) {
          return trigger
        }
      }
      return null
    })
    await button.asElement().click()
    await this.click(entry, { selector: "[role=menuitem], [role=menuitem] *" })
  }

  /** Chooses an entry of the select field that shows the text. */
  async select(shown, entry) {
    await this.click(shown)
    await this.choose(entry)
  }

  /** Chooses an entry of the last select field on the page, which shows no text. */
  async selectNext(entry) {
    const fields = await this.page.$$("input[id^=react-select]")
    await fields.at(-1).focus()
    await this.choose(entry)
  }

  async choose(entry) {
    await this.page.keyboard.type(entry, { delay: 5 })
    await this.page
      .waitForFunction(
        (wanted) =>
          [...document.querySelectorAll("[id*=-option-]")].some((one) => one.innerText.includes(wanted)),
        { polling: 100 },
        entry
      )
      .catch(() => {
        throw new Error(`There is no entry "${entry}"`)
      })
    await this.page.keyboard.press("Enter")
    // The menu of a field with several values stays open, until the focus is elsewhere.
    await this.page.evaluate(() => document.activeElement.blur())
  }

  /** Types an amount into a cell of the price table, counted row by row. */
  async cell(number, amount) {
    const cells = await this.page.$$("td.cursor-pointer")
    await cells[number].click({ count: 2 })
    await this.page.waitForSelector("td.cursor-pointer input")
    await this.page.keyboard.type(amount, { delay: 20 })
    await this.page.keyboard.press("Enter")
    await this.see(`${amount}.00`)
  }

  /** Ticks the box of the row with the text. */
  async tick(text) {
    const row = await this.page
      .waitForFunction(
        (wanted) =>
          [...document.querySelectorAll("tr")]
            .filter((one) => one.innerText.includes(wanted) && one.querySelector("input[type=checkbox]"))
            .at(-1) ?? null,
        { polling: 100 },
        text
      )
      .catch(() => {
        throw new Error(`No row shows "${text}"`)
      })
    await row.evaluate((one) => one.querySelector("input[type=checkbox]").click())
  }

  async picture(file) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    await this.page.screenshot({ path: file })
  }

  async close() {
    await this.browser.close()
  }
}
