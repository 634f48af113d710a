// Shopper who searches the demo shop "harbour": filters, suggestions and the menu with the keyboard, and the lists
// without scripts: node search.mjs URL [PICTURES]
import { open } from "./browser.mjs"
import { check, picture, problemsOfAxe } from "./storefront.mjs"

const PAGES = [
  "/categories",
  "/categories/home?sort=title",
  "/products?q=table+lamp",
  "/products?q=blue+submarine",
  "/products?q=sofa&type=Pot&min=5000",
  "/de/collections/light?available=1&options.Finish=Brass",
]

const [url, pictures] = process.argv.slice(2)
const visitor = await open(url)
try {
  const shopper = await visitor.another("")
  const { page } = shopper
  // The demo shop has a product whose picture is lost.
  shopper.expected.push(/^404 GET \/files\/lost/)
  for (const path of PAGES) {
    await shopper.step(`search: ${path}`, async () => {
      await shopper.go(path)
      await check(shopper)
    })
  }

  await shopper.step("search: filters with the keyboard", async () => {
    await shopper.go("/products")
    await page.focus("[name=type][value=Sofa]")
    await page.keyboard.press("Space")
    await page.focus("[name=max]")
    await page.keyboard.type("1600")
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    expect(new URL(page.url()).search === "?type=Sofa&max=1600", `the form leads to ${page.url()}`)
    await shopper.see("Type: Sofa", "Price: up to €1,600.00", "Hafenblick Sofa")
    await check(shopper)
    await picture(shopper, pictures, "storefront-search", "webp")
    await page.select("#sort", "-price")
    expect(!page.url().includes("sort="), "a choice of the order leads to another page by itself")
    await Promise.all([page.waitForNavigation(), page.click(".sort button")])
    expect(page.url().endsWith("&sort=-price"), `the order leads to ${page.url()}`)
    await Promise.all([page.waitForNavigation(), page.click(".chips a[rel]")])
    expect(!page.url().includes("type="), "the filter is not removed")
  })

  await shopper.step("search: suggestions with the keyboard", async () => {
    await shopper.go("/products")
    await page.focus("#search")
    await page.waitForSelector("[role=combobox]")
    await page.keyboard.type("lighthouse la")
    await page.waitForSelector("[role=option]")
    await page.waitForFunction(() => document.querySelector("[data-status]").textContent === "1 suggestion")
    const problems = await problemsOfAxe(page)
    expect(problems.length === 0, problems.join("\n"))
    const marked = await page.$$eval("[role=option] mark", (all) => all.map((one) => one.textContent))
    expect(marked.join() === "Lighthouse,La", `marked are ${marked}`)
    await page.keyboard.press("ArrowDown")
    const active = await page.$eval("#search", (one) =>
      document.getElementById(one.getAttribute("aria-activedescendant"))?.ariaSelected
    )
    expect(active === "true", "the arrow key selects no suggestion")
    await picture(shopper, pictures, "storefront-suggestions", "webp", true)
    await page.keyboard.press("Escape")
    const state = () => page.$eval("#search", (one) => [one.ariaExpanded, one.value, one.ariaActiveDescendantElement])
    expect(String(await state()) === "false,lighthouse la,", `Escape leads to ${await state()}`)
    await page.keyboard.press("Backspace")
    await page.waitForSelector("[role=option]")
    await page.keyboard.press("ArrowUp")
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    expect(page.url().endsWith("/products/lighthouse-lamp"), `the suggestion leads to ${page.url()}`)
    await page.focus("#search")
    await page.keyboard.type("lamp")
    await page.waitForSelector("[role=option]")
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    expect(page.url().endsWith("/products?q=lamp"), `the field leads to ${page.url()}`)
  })

  await shopper.step("search: categories of the menu with the keyboard", async () => {
    await shopper.go("/categories/lighting")
    await page.focus("[popovertarget]")
    await page.keyboard.press("Enter")
    await page.waitForSelector("#category-menu:popover-open")
    const problems = await problemsOfAxe(page)
    expect(problems.length === 0, problems.join("\n"))
    const current = await page.$$eval("#category-menu [aria-current=page]", (all) => all.map((one) => one.textContent))
    expect(current.join() === "Lighting", `the current categories are ${current}`)
    await page.keyboard.press("Tab")
    const first = await page.evaluate(() => document.activeElement.textContent)
    expect(first === "Home", `the first stop is ${first}`)
    await page.keyboard.press("Escape")
    expect(!(await page.$("#category-menu:popover-open")), "Escape does not close the menu")
    const focused = await page.evaluate(() => document.activeElement.matches("[popovertarget]"))
    expect(focused, "the focus does not return to the menu")
  })

  await shopper.step("search: filters of a phone, without scripts", async () => {
    await page.setJavaScriptEnabled(false)
    await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true })
    await shopper.go("/products?q=lamp")
    const isShown = () => page.$eval("#filters", (one) => one.checkVisibility())
    expect(!(await isShown()), "the filters cover the products")
    await page.click(".list-head .filter-link")
    expect(await isShown(), "the link does not show the filters")
    await page.click("[name=type][value=Lamp]")
    await Promise.all([page.waitForNavigation(), page.click("#filters .primary")])
    expect(page.url().endsWith("?q=lamp&type=Lamp"), `the form leads to ${page.url()}`)
    await page.focus("#search")
    await page.keyboard.press("End")
    await page.keyboard.type("s")
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    expect(page.url().endsWith("/products?q=lamps"), `the search leads to ${page.url()}`)
  })
  console.log("no problems")
} finally {
  await visitor.browser.close()
}

function expect(isSo, message) {
  if (!isSo) {
    throw new Error(message)
  }
}
