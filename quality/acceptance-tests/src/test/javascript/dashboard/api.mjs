// The pages about the API in a browser: accessible, searched with the keyboard, and with requests to the shop:
// node api.mjs URL EMAIL PASSWORD [FOLDER FOR PICTURES]
import assert from "node:assert/strict"
import path from "node:path"
import { check, problemsOfAxe } from "./storefront.mjs"
import { work } from "./work.mjs"

const SURFACES = ["store", "admin"]
const WIDTHS = [360, 1280]
const SCHEMES = ["light", "dark"]

const [url] = process.argv.slice(2)

await work(async ({ user, password, pictures, visitor }) => {
  const reader = await visitor("/docs")
  const { page } = reader
  const largest = await Promise.all(SURFACES.map(largestOperation))
  console.log(`the largest operations: ${largest.join(", ")}`)

  for (const route of ["", ...largest, "/events"]) {
    await reader.step(`api: /docs${route} is accessible in light and dark, on a desk and a phone`, async () => {
      for (const scheme of SCHEMES) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }])
        for (const width of WIDTHS) {
          await page.setViewport({ width, height: 900 })
          await reader.go(route)
          await reader.settle()
          assert.deepEqual(await problemsOfAxe(page), [], `${scheme}, ${width} pixels`)
          const { scrollWidth, clientWidth } = await widths(page)
          assert.equal(scrollWidth, clientWidth, `scrolls sideways at ${width} pixels`)
        }
      }
    })
  }
  await page.emulateMediaFeatures([])
  await page.setViewport({ width: 1440, height: 1000 })

  await reader.step("api: the keyboard reaches everything", async () => {
    await reader.go("/store/storeCreateCart")
    await reader.see("Create a Cart", "POST", "/store/carts", "cart.created", "Recorded answer")
    await check(reader)
  })

  await reader.step("api: the search, with the keyboard", async () => {
    await reader.go("")
    await page.keyboard.press("/")
    await page.keyboard.type("PostCarts")
    await reader.see("Create a Cart", "Add a Line Item")
    await page.waitForSelector("#found-0[aria-selected=true]")
    assert.deepEqual(await problemsOfAxe(page), [])
    await page.keyboard.press("ArrowDown")
    await page.waitForSelector("#found-1[aria-selected=true]")
    await page.keyboard.press("ArrowUp")
    await page.waitForSelector("#found-0[aria-selected=true]")
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    assert.equal(new URL(page.url()).pathname, "/docs/store/storeCreateCart")
    for (const [question, ...answers] of [
      ["capture payment", "/admin/payments/{id}/capture"],
      ["coupon", "Creates a Discount"],
      ["tracking", "Ship a Fulfillment"],
      ["ship an order", "Ship a Fulfillment"],
      ["put a product into a cart", "Add a Line Item"],
      ["sale price", "Create a Price List"],
      ["insufficient_inventory", "Complete a Cart"],
      ["refnd", "Create a Refund"],
      ["order.placed", "/store/carts/{id}/complete"],
    ]) {
      await page.focus("#search")
      await page.$eval("#search", (field) => field.select())
      await page.keyboard.type(question)
      await page.waitForFunction(
        (expected) => expected.every((one) => document.querySelector("#found").textContent.includes(one)),
        {},
        answers
      )
    }
    await page.keyboard.press("Escape")
  })

  await reader.step("api: the language of the samples stays", async () => {
    await reader.click("Java", { selector: "[role=tab]" })
    await reader.see("HttpRequest.newBuilder()")
    await reader.go("/store/storeListProducts")
    await reader.see("HttpRequest.newBuilder()")
    await page.focus("[role=tab][aria-selected=true]")
    await page.keyboard.press("ArrowRight")
    await reader.see("curl '")
  })

  await reader.step("api: a request of a shopper", async () => {
    await reader.fill("#query-limit", 1)
    await reader.fill("#further", "created_at[gt]=2020-01-01")
    await reader.click("Send GET request", { selector: "button" })
    await reader.see("200 OK", "x-request-id", `"limit": 1`)
    const sent = JSON.parse(await page.$eval("[data-body]", (one) => one.textContent))
    assert.equal(sent.products.length, 1)
    assert.deepEqual(await problemsOfAxe(page), [])
    if (pictures) {
      await reader.go("/store/storeCreateCart")
      await reader.settle()
      for (const [width, name] of [
        [1280, "api"],
        [360, "api-360"],
      ]) {
        await page.setViewport({ width, height: width === 360 ? 740 : 900 })
        await page.evaluate(() => localStorage.clear())
        await page.reload()
        await reader.loaded()
        await reader.picture(path.join(pictures, `${name}.png`))
      }
      await page.setViewport({ width: 1440, height: 1000 })
    }
  })

  await reader.step("api: a request of staff, after signing in", async () => {
    await reader.go("/admin/adminListProducts")
    reader.expected.push(/^401 GET \/admin\/products/)
    await reader.click("Send GET request", { selector: "button" })
    await reader.see("401 Unauthorized")
    reader.expected.pop()
    await reader.click("Sign in", { selector: "summary" })
    await reader.fill("#sign-in-email", user)
    await reader.fill("#sign-in-password", password)
    await reader.click("Sign in", { selector: "button" })
    await reader.see(`Signed in as ${user}.`)
    assert.equal(await page.$eval("#sign-in-password", (one) => one.value), "")
    await reader.click("Send GET request", { selector: "button" })
    await reader.see("200 OK", `"products": [`)
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    assert.ok(!kept.includes(password))
  })

  await reader.step("api: a deletion is confirmed first", async () => {
    await reader.go("/admin/adminDeleteProduct")
    const asked = []
    page.once("dialog", (dialog) => {
      asked.push(dialog.message())
      return dialog.dismiss()
    })
    await reader.fill("#path-id", "prod_none")
    const before = reader.requests
    await reader.click("Send DELETE request", { selector: "button" })
    await reader.settle()
    assert.deepEqual(asked, ["Send DELETE /admin/products/prod_none to this shop?"])
    assert.equal(reader.requests, before)
  })

  await reader.step("api: without scripts", async () => {
    const plain = await visitor("/docs")
    await plain.page.setJavaScriptEnabled(false)
    await plain.page.goto(`${url}/docs/store/storeCreateCart`)
    const shown = await plain.page.$$eval(".panel pre, .samples pre", (all) =>
      all.filter((one) => one.getClientRects().length > 0).map((one) => one.getAttribute("aria-label"))
    )
    assert.deepEqual(shown, ["Request with curl", "Request with TypeScript", "Request with JavaScript", "Request with Python", "Request with PHP", "Request with Java", "Recorded answer"])
    await plain.page.close()
  })
})

function widths(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
}

/** Page of the operation whose request and answer have most schemas. */
async function largestOperation(surface) {
  const response = await fetch(`${url}/openapi/${surface}.json`)
  const document = await response.json()
  const followed = (one) =>
    one.$ref ? one.$ref.split("/").slice(1).reduce((found, step) => found[step], document) : one
  const sizes = new Map()
  const size = (one) => {
    if (one === null || typeof one !== "object") {
      return 0
    }
    if (one.$ref) {
      if (!sizes.has(one.$ref)) {
        sizes.set(one.$ref, size(followed(one)))
      }
      return sizes.get(one.$ref)
    }
    const { example, ...rest } = one
    return 1 + Object.values(rest).reduce((sum, each) => sum + size(each), 0)
  }
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => ({ page: `/${surface}/${operation.operationId}`, size: size(operation) }))
    .reduce((one, other) => (other.size > one.size ? other : one)).page
}
