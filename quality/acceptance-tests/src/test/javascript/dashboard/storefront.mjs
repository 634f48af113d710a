// A shopper's purchase in the storefront, with the basics of accessible pages on the way.
import assert from "node:assert/strict"
import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

const CONTRAST = 4.5
const WIDTHS = [360, 768, 1280, 1920]

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Registers, buys two shirts and logs out: the number of the order. */
export async function purchase(shopper, email, pictures) {
  let number

  await shopper.step("storefront: an account", async () => {
    await shopper.go("/account")
    await shopper.fill("#new-first_name", "Grace")
    await shopper.fill("#new-last_name", "Hopper")
    await shopper.fill("#new-email", email)
    await shopper.fill("#new-password", "nanoseconds of wire")
    await check(shopper)
    await shopper.click("Create account", { selector: "button" })
    await shopper.see("There are no orders yet.", email)
  })

  await shopper.step("storefront: the list in the currency of a region", async () => {
    await shopper.go("/")
    await shopper.see("All products", "Collections", "Wardrobe")
    const europe = await shopper.page.$$eval(
      "#region option",
      (all) => all.find((one) => one.textContent.includes("EUR")).value
    )
    const chosen = await shopper.page.$eval("#region", (one) => one.value)
    if (chosen !== europe) {
      await shopper.page.select("#region", europe)
      await Promise.all([shopper.page.waitForNavigation(), shopper.click("Change", { selector: "footer button" })])
    }
    await shopper.see("All products", "€")
    await shopper.settle()
    await check(shopper)
    await picture(shopper, pictures, "storefront")
  })

  await shopper.step("storefront: search and collection", async () => {
    await shopper.fill("#search", "crewneck")
    await shopper.page.keyboard.press("Enter")
    await shopper.see("Results for “crewneck”", "Merino Crewneck", "1 product")
    await shopper.seeNo("Linen Shirt")
    await shopper.go("/")
    await shopper.click("Wardrobe", { selector: "nav a" })
    await shopper.see("Wardrobe", "Linen Shirt", "products")
    await check(shopper)
  })

  await shopper.step("storefront: a product into the cart, with the keyboard", async () => {
    await shopper.click("Linen Shirt")
    await shopper.see("Garment-washed", "€94.80", "In stock", "Size", "Colour")
    await shopper.click("Navy", { selector: "label" })
    await check(shopper)
    await picture(shopper, pictures, "storefront-product")
    await shopper.page.focus(".buy button")
    await shopper.page.keyboard.press("Enter")
    await shopper.see("Linen Shirt is in the cart.")
  })

  await shopper.step("storefront: the cart", async () => {
    await shopper.click("Close", { selector: "button" })
    await shopper.press("[data-cart]")
    await shopper.see("Cart 1", "Go to the cart")
    await shopper.click("Go to the cart")
    await shopper.page.waitForFunction(() => location.pathname === "/cart")
    await shopper.see("Linen Shirt", "Navy", "€94.80")
    await shopper.fill("input[type=number]", 2)
    await shopper.page.keyboard.press("Tab")
    await shopper.page.keyboard.press("Enter")
    await shopper.see("€189.60", "Cart 2")
    const focused = await shopper.page.evaluate(() => document.activeElement.textContent)
    assert.match(focused, /^Update/)
    await check(shopper)
    await picture(shopper, pictures, "storefront-cart")
  })

  await shopper.step("storefront: a wrong discount code is refused", async () => {
    shopper.expected.push(/^404 POST \/cart/)
    await shopper.fill("#code", "NOTHING")
    await shopper.click("Apply", { selector: "button" })
    await shopper.see("NOTHING", "was not found")
    shopper.expected.pop()
  })

  await shopper.step("storefront: checkout", async () => {
    await shopper.click("Go to checkout")
    await shopper.see("1. Address", `Signed in as ${email}`)
    await chooseCountry(shopper, "de")
    await shopper.fill("#address_1", "Hauptstrasse 1")
    await shopper.fill("#postal_code", "10115")
    await shopper.fill("#city", "Berlin")
    await check(shopper)
    await picture(shopper, pictures, "storefront-checkout")
    await shopper.click("Continue to shipping")
    await shopper.see("2. Shipping", "Free Shipping")
    await shopper.click("Standard Shipping, €7.14", { selector: "label" })
    await shopper.click("Continue to payment")
    await shopper.see("3. Payment", "Pay on account", "€196.74")
    await check(shopper)
    await shopper.click("Place order")
    await shopper.see("Thank you", "Grace Hopper", "Hauptstrasse 1", "€196.74", "Cart 0")
    await check(shopper)
    await checkPrint(shopper.page)
    number = /Order #(\d+)/.exec(await shopper.text())[1]
  })

  await shopper.step("storefront: the order in the account, and sign out", async () => {
    await shopper.go("/account")
    await shopper.see(`#${number}`, "not shipped yet", "€196.74")
    await check(shopper)
    await shopper.click("Sign out")
    await shopper.see("Create an account")
  })
  return number
}

/** A printed order has the name of the shop, nothing to be clicked, and no colors of the dark palette. */
async function checkPrint(page) {
  const session = await page.createCDPSession()
  const media = (name, scheme) =>
    session.send("Emulation.setEmulatedMedia", { media: name, features: [{ name: "prefers-color-scheme", value: scheme }] })
  await media("print", "dark")
  const { controls, isNamed, ground } = await page.evaluate(() => ({
    controls: [...document.querySelectorAll("nav, form, button, summary")]
      .filter((one) => one.checkVisibility())
      .map((one) => one.outerHTML.slice(0, 100)),
    isNamed: document.querySelector(".brand").checkVisibility(),
    ground: getComputedStyle(document.querySelector(".summary")).backgroundColor,
  }))
  await media("", "")
  await session.detach()
  if (controls.length > 0 || !isNamed || ground !== "rgb(255, 255, 255)") {
    throw new Error(`The printed order has ${controls.join()}, the ground ${ground} and ${isNamed ? "a" : "no"} name`)
  }
}

/** Chooses a country, and waits until the fields are those of it. */
export async function chooseCountry(shopper, code) {
  const before = await shopper.page.$("#address-fields")
  await shopper.page.select("#country_code", code)
  await shopper.page.waitForFunction((fields) => !fields.isConnected, {}, before)
}

/**
 * Pictures of a page for the documentation, on a desk and on a phone; those with photographs in WebP.
 *
 * @param keepsFocus whether the pictures show what the focus has opened
 */
export async function picture(shopper, folder, name, format = "png", keepsFocus = false) {
  if (!folder) {
    return
  }
  const usual = shopper.page.viewport()
  for (const [width, height, end] of [
    [1280, 900, ""],
    [360, 740, "-360"],
  ]) {
    await shopper.page.setViewport({ width, height })
    await shopper.page.evaluate((isKept) => {
      if (!isKept) {
        document.activeElement.blur()
      }
      scrollTo(0, 0)
    }, keepsFocus)
    await shopper.settle()
    await shopper.picture(path.join(folder, `${name}${end}.${format}`))
  }
  await shopper.page.setViewport(usual)
}

/**
 * Names of fields, alternatives of images, headings, contrast, the rules of axe-core, nothing that moves by
 * itself or is wider than the window, and a keyboard that reaches everything.
 *
 * @param isLive whether the page shows what changes meanwhile, and so moves
 */
export async function check(shopper, { isLive = false } = {}) {
  const found = await shopper.page.evaluate(problemsOfPage, CONTRAST)
  found.push(...(await problemsOfAxe(shopper.page)))
  const shift = await shopper.page.evaluate(layoutShift)
  if (!isLive && shift.value >= 0.0005) {
    found.push(`the layout shifts by ${shift.value}: ${shift.moved.join(", ")}`)
  }
  found.push(...(await problemsOfWidths(shopper.page)))
  found.push(...(await problemsOfKeyboard(shopper.page)))
  if (found.length > 0) {
    throw new Error(`The page is not accessible:\n${found.join("\n")}`)
  }
}

/* Runs in the page. */
function problemsOfPage(least) {
  const problems = []
  const all = (selector) => [...document.querySelectorAll(selector)]
  const visible = (one) => one.getBoundingClientRect().width > 1
  if (all("h1").length !== 1) {
    problems.push(`${all("h1").length} headings of the first level`)
  }
  all("input:not([type=hidden]), select, textarea")
    .filter((one) => !one.labels?.length)
    .forEach((one) => problems.push(`no label: ${one.outerHTML}`))
  all("img:not([alt])").forEach((one) => problems.push(`no alternative: ${one.outerHTML.slice(0, 200)}`))
  all("a, button")
    .filter((one) => visible(one) && one.textContent.trim() === "")
    .forEach((one) => problems.push(`no name: ${one.outerHTML}`))
  const ids = all("[id]").map((one) => one.id)
  ids
    .filter((id, position) => ids.indexOf(id) !== position)
    .forEach((id) => problems.push(`the id ${id} is not unique`))

  const channels = (color) => color.match(/[\d.]+/g).map(Number)
  const luminance = (color) => {
    const [red, green, blue] = channels(color)
      .slice(0, 3)
      .map((channel) => channel / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const background = (one) => {
    for (let element = one; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor
      if (channels(color)[3] !== 0) {
        return color
      }
    }
    return "rgb(255, 255, 255)"
  }
  all("body *")
    .filter((one) => visible(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .forEach((one) => {
      const [dark, light] = [getComputedStyle(one).color, background(one)].map(luminance).sort((a, b) => a - b)
      const contrast = (light + 0.05) / (dark + 0.05)
      if (contrast < least) {
        problems.push(`contrast ${contrast.toFixed(1)}: ${one.outerHTML.slice(0, 200)}`)
      }
    })
  return problems
}

/** Violations of the rules of axe-core. */
export async function problemsOfAxe(page) {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() => axe.run())
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
}

/** Widths of the window at which the page scrolls sideways, and an element that is too wide. */
async function problemsOfWidths(page) {
  const usual = page.viewport()
  const problems = []
  for (const width of WIDTHS) {
    await page.setViewport({ ...usual, width })
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const isWide = (one) => one.getBoundingClientRect().right > clientWidth + 1
      return scrollWidth > clientWidth ? [...document.querySelectorAll("body *")].find(isWide)?.outerHTML ?? "" : null
    })
    if (wide !== null) {
      problems.push(`scrolls sideways at ${width} pixels: ${wide.slice(0, 200)}`)
    }
  }
  await page.setViewport(usual)
  return problems
}

/** Controls that the tab key does not reach, and those that do not show the focus. */
async function problemsOfKeyboard(page) {
  const count = await page.evaluate(() => {
    // The arrow keys reach the other tabs.
    const isStop = (one) =>
      one.role === "tab" ? one.ariaSelected === "true" : one.type !== "radio" || one.checked || !document.querySelector(`[name="${one.name}"]:checked`)
    window.expected = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")].filter(
      (one) => !one.disabled && one.checkVisibility() && one.getClientRects().length > 0 && isStop(one)
    )
    window.reached = new Map()
    return window.expected.length
  })
  for (let stop = 0; stop < count + 2; stop++) {
    await page.keyboard.press("Tab")
    await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
      window.reached.set(document.activeElement, outlineStyle !== "none" && outlineWidth !== "0px")
    })
  }
  return page.evaluate(() =>
    window.expected
      .filter((one) => !window.reached.get(one))
      .map((one) => `${window.reached.has(one) ? "no focus shown" : "not reached"}: ${one.outerHTML.slice(0, 200)}`)
  )
}

/* Runs in the page: the shift so far that no input has caused. The answer to one takes longer than the half second of
   the browser's own measure on a busy machine. */
function layoutShift() {
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ")
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const unasked = list
        .getEntries()
        .filter((entry) => !(entry.lastInputTime > 0 && entry.startTime - entry.lastInputTime < 10_000))
      resolve({
        value: unasked.reduce((sum, entry) => sum + entry.value, 0),
        moved: unasked
          .flatMap((entry) => entry.sources)
          .map(
            ({ node, previousRect, currentRect }) =>
              `${(node?.outerHTML ?? node?.nodeName)?.slice(0, 80)} from ${place(previousRect)} to ${place(currentRect)}`
          ),
      })
    }).observe({ type: "layout-shift", buffered: true })
    setTimeout(() => resolve({ value: 0, moved: [] }), 300)
  })
}
