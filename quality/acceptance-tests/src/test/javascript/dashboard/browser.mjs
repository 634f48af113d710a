// A person at the dashboard or the storefront in a browser: clicks what has a text, fills in what has a
// label, and waits until the page shows something. Records what goes wrong meanwhile.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import puppeteer from "puppeteer-core"

/** Only a fault meets it: a slow machine makes a test longer, not red. */
const TIMEOUT = 600_000

/** Placeholders of contents that the dashboard loads, and its messages, which disappear by themselves. */
const LOADING = "[class*=animate-spin], [class*=animate-pulse], main[aria-busy], div[role=status]"

/** Elements that show texts. */
const ANY = "button, a, [role], label, span, p, div, h1, h2, h3, td, li"

/** Starts the browser that the package carries. */
export async function open(url) {
  // The package unpacks the browser here, beside other tests that do so too.
  process.env.TMPDIR = path.resolve("tmp")
  fs.mkdirSync(process.env.TMPDIR, { recursive: true })
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
    protocolTimeout: TIMEOUT,
  })
  return new Visitor(browser, await online(await browser.newPage()), new URL(url).origin, "/app", [])
}

/**
 * The dashboard sends no request while the machine has no network, which the shop does not need. Emulated
 * conditions of a network would not hold for the document after the next.
 */
async function online(page) {
  await page.evaluateOnNewDocument(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => true }))
  return page
}

/** Boxes to tick, also those that the dashboard hides behind a drawn one. */
const BOX = "button[role=checkbox], input[type=checkbox]"

class Visitor {
  /** @param visitors all persons in the browser */
  constructor(browser, page, origin, root, visitors) {
    this.browser = browser
    this.visitors = visitors
    visitors.push(this)
    this.page = page
    this.origin = origin
    this.root = root
    this.problems = []
    this.foreign = []
    this.requests = 0
    this.underWay = new Set()
    this.expected = []
    /** Responses of the page that do not end, such as server-sent events. */
    this.streams = 0
    page.setDefaultTimeout(TIMEOUT)
    page.on("request", (request) => this.sent(request))
    page.on("response", (response) => this.answered(response))
    page.on("requestfinished", (request) => this.underWay.delete(request))
    page.on("requestfailed", (request) => {
      this.underWay.delete(request)
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
    this.underWay.add(request)
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
      const underWay = [...this.underWay].map((one) => `${one.method()} ${one.url()}`)
      throw new Error(
        `Step "${name}": ${failure.message}\n${this.problems.join("\n")}\n` +
          `The page at ${this.page.url()} shows:\n${shown}\nFields: ${fields.join(" ")}\n` +
          `Requests under way: ${underWay.join(" ")}\n` +
          `Document: ${await this.page.evaluate(summary).catch(() => "unknown")}`
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
    const page = await online(await context.newPage())
    await page.setViewport({ width: 1440, height: 1000 })
    return new Visitor(this.browser, page, this.origin, root, this.visitors)
  }

  /**
   * Opens a page. On a busy machine the dashboard may wait for ever for a request that the browser gave up
   * with the page before; a person loads it again.
   */
  async go(route) {
    await this.page.goto(`${this.origin}${this.root}${route}`, { waitUntil: "domcontentloaded" })
    await this.page
      .waitForFunction(() => document.body?.innerText.trim(), { polling: 100, timeout: 60_000 })
      .catch(() => this.page.reload({ waitUntil: "domcontentloaded" }))
  }

  /** Waits until no request has been under way for a moment. */
  async settle() {
    await this.page.waitForNetworkIdle({ idleTime: 400, timeout: 45_000, concurrency: this.streams }).catch(() => {})
  }

  async text() {
    return this.page.evaluate(() => document.body?.innerText ?? "")
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
          (wanted) => document.body?.innerText.replace(/\s+/g, " ").toLowerCase().includes(wanted.toLowerCase()),
          { polling: 100 },
          text
        )
        .catch(() => {
          throw new Error(`The page does not show "${text}"`)
        })
    }
  }

  /** Waits until the page shows the image with the alternative text. */
  async seeImage(alternative) {
    await this.page
      .waitForFunction(
        (alt) => [...document.images].some((one) => one.alt === alt && one.complete && one.naturalWidth > 0),
        { polling: 100 },
        alternative
      )
      .catch(() => {
        throw new Error(`The page does not show the image "${alternative}"`)
      })
  }

  /** Loads the page again until it shows all the texts, which work in the background brings. */
  async comes(route, ...texts) {
    const end = Date.now() + TIMEOUT
    for (;;) {
      await this.go(route)
      await this.settle()
      const shown = (await this.text()).toLowerCase()
      const missing = texts.find((text) => !shown.includes(text.toLowerCase()))
      if (!missing) {
        return
      }
      if (Date.now() > end) {
        throw new Error(`The page still does not show "${missing}"`)
      }
    }
  }

  async seeNo(text) {
    await this.page
      .waitForFunction(
        (unwanted) => document.body && !document.body.innerText.split(/[\n\t]/).includes(unwanted),
        { polling: 100 },
        text
      )
      .catch(() => {
        throw new Error(`The page still shows "${text}"`)
      })
  }

  /** The last visible element with exactly the text: dialogs follow the page that they cover. */
  async find(text, { selector = ANY, nth = -1 } = {}) {
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
    await this.hit(await this.find(text, options), `"${text}"`)
  }

  /** Clicks an element as soon as it stands still and nothing covers it: no dialog, no message. */
  async hit(element, name) {
    await element.evaluate((one) => one.scrollIntoView({ block: "center" }))
    await this.page
      .waitForFunction(
        (one) => {
          const box = one.getBoundingClientRect()
          const place = [box.x, box.y, box.width, box.height].join(" ")
          const isStill = one.lastPlace === place
          one.lastPlace = place
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          return isStill && top !== null && top !== document.body && (one.contains(top) || top.contains(one))
        },
        { polling: 50 },
        element
      )
      .catch(() => {
        throw new Error(`${name} cannot be clicked`)
      })
    await element.click()
  }

  /** Clicks the only or given match of a CSS selector; -1 is the last one. */
  async press(selector, nth = 0) {
    const handle = await this.page.waitForFunction(
      (css, position) => [...document.querySelectorAll(css)].at(position) ?? null,
      { polling: 100 },
      selector,
      nth
    )
    await this.hit(handle.asElement(), selector)
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

  /**
   * Clicks the first match of a CSS selector in the smallest element around the text that has one,
   * or the first one without a text of its own.
   */
  async beside(text, selector, { bare = false } = {}) {
    const label = await this.find(text)
    const found = await label.evaluateHandle(
      (one, css, isBare) => {
        for (let around = one; around; around = around.parentElement) {
          const matches = [...around.querySelectorAll(css)]
          const match = matches.find((element) => !isBare || element.innerText.trim() === "")
          if (match) {
            return match
          }
        }
        return null
      },
      selector,
      bare
    )
    const target = found.asElement()
    if (!target) {
      throw new Error(`There is no ${selector} beside "${text}"`)
    }
    await this.hit(target, `${selector} beside "${text}"`)
  }

  /** Chooses an entry of the menu with three dots beside a heading or in a row. */
  async menu(heading, entry) {
    await this.beside(heading, "button[aria-haspopup=menu]", { bare: true })
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
    const open = await this.page.$("[id*=-option-]")
    if (open) {
      // The menu of a field with several values stays open, has lost the focus, and catches all clicks.
      const id = await open.evaluate((option) => option.id.replace(/-option-.*/, "-input"))
      await this.page.focus(`#${id}`)
      await this.page.keyboard.press("Escape")
    }
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

  /** Ticks the box of the row with all the texts, again if the table is replaced meanwhile. */
  async tick(...texts) {
    for (let attempt = 0; attempt < 5; attempt++) {
      const row = await this.page.waitForFunction(rowWithBox, { polling: 100 }, texts, BOX).catch(() => {
        throw new Error(`No row shows "${texts.join('" and "')}"`)
      })
      await row.evaluate((one, css) => one.querySelector(css).click(), BOX)
      await this.settle()
      const present = await this.page.evaluateHandle(rowWithBox, texts, BOX)
      if (await present.evaluate(isTicked, BOX)) {
        return
      }
    }
    throw new Error(`The row with "${texts.join('" and "')}" cannot be ticked`)
  }

  /** Gives a file to the last field for files. */
  async upload(file) {
    await this.page.waitForSelector("input[type=file]")
    const fields = await this.page.$$("input[type=file]")
    await fields.at(-1).uploadFile(file)
  }

  /** Waits for the file that a click downloads: its content. */
  async download(run) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "download-"))
    const session = await this.page.createCDPSession()
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder })
    await run()
    const end = Date.now() + TIMEOUT
    while (Date.now() < end) {
      const [name] = fs.readdirSync(folder).filter((one) => !one.endsWith(".crdownload"))
      if (name) {
        return fs.readFileSync(path.join(folder, name), "utf8")
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error("Nothing was downloaded")
  }

  /** The text that a click copies. */
  async copied(run) {
    await this.page.evaluate(() =>
      document.addEventListener("copy", () => (window.copied = getSelection().toString()), {
        capture: true,
        once: true,
      })
    )
    await run()
    const found = await this.page.waitForFunction(() => window.copied)
    return found.jsonValue()
  }

  /** Waits until the page shows what it has loaded: no spinners, no placeholders, all images. */
  async loaded() {
    await this.settle()
    await this.page
      .waitForFunction(isLoaded, { polling: 100 }, LOADING)
      .catch(async () => {
        const shown = await this.page.$$eval(LOADING, (all) => all.map((one) => one.outerHTML.slice(0, 200)))
        throw new Error(`The page still loads: ${shown.join("\n")}`)
      })
  }

  async picture(file) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    await this.page.screenshot({ path: file })
  }

  async close() {
    await this.browser.close()
  }
}

/* Runs in the page. */
function isLoaded(css) {
  const isShown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0
  return (
    document.fonts.status === "loaded" &&
    ![...document.querySelectorAll(css)].some(isShown) &&
    [...document.images].every((one) => one.complete)
  )
}

/* Runs in the page: how far it has come, for the report of a page without texts. */
function summary() {
  const body = document.body?.innerHTML.replace(/\s+/g, " ").slice(0, 500)
  return `${document.readyState}, online: ${navigator.onLine}, ${body}`
}

/* Runs in the page: the last row with a box and all the texts. */
function rowWithBox(texts, css) {
  return (
    [...document.querySelectorAll("tr")]
      .filter((one) => texts.every((text) => one.innerText.includes(text)) && one.querySelector(css))
      .at(-1) ?? null
  )
}

/* Runs in the page: whether the box of the row is ticked, or the row is gone. */
function isTicked(row, css) {
  const box = row?.querySelector(css)
  return !box || box.checked === true || box.getAttribute("aria-checked") === "true"
}
