// A shopper's purchase in the storefront of the guide, as it is built, on the server of Vite:
// node guide.mjs URL EMAIL PASSWORD FOLDER URL-OF-SHOP FOLDER-OF-PROJECT
import assert from "node:assert/strict"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { work } from "./work.mjs"

const [url, , , , shop, project] = process.argv.slice(2)
const EMAIL = "grace@example.com"

const { preview } = await import(pathToFileURL(path.join(project, "node_modules/vite/dist/node/index.js")))
const server = await preview({ root: project, preview: { port: Number(new URL(url).port), strictPort: true } })

await work(
  async ({ user, password, visitor }) => {
    const shopper = await visitor("")
    const staff = await signedIn(user, password)
    const { products } = await asked("/store/products?handle=linen-shirt")
    const [first, second] = products[0].variants
    const stock = (variant, quantity) =>
      asked(`/admin/products/${products[0].id}/variants/${variant.id}`, staff, { inventory_quantity: quantity })
    const refused = []
    shopper.page.on("response", (response) => {
      if (response.status() >= 400) {
        refused.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
      }
    })

    await shopper.step("guide: the products with the prices of a region", async () => {
      await shopper.go("/")
      await shopper.see("Linen Shirt")
      const europe = await shopper.page.$$eval(
        "#region option",
        (all) => all.find((one) => one.textContent === "Europe").value
      )
      await shopper.page.select("#region", europe)
      await shopper.see("Linen Shirt from €94.80")
    })

    await shopper.step("guide: a variant that is sold out cannot be chosen", async () => {
      await stock(first, 0)
      await shopper.press("a[href='#/products/linen-shirt']")
      await shopper.see(`${first.title}, sold out`, `${second.title}, €94.80`)
      await shopper.page.waitForSelector(`input[value=${first.id}]:disabled`)
      await shopper.press(`input[value=${second.id}]`)
      await shopper.click("Add to cart")
      await shopper.see("Total €94.80")
    })

    await shopper.step("guide: more than the stock is refused", async () => {
      await stock(second, 3)
      await quantity(shopper, 4)
      await shopper.see("There is not enough in stock.")
      await quantity(shopper, 3)
      await shopper.see("Total €284.40")
    })

    await shopper.step("guide: the cart outlives the page", async () => {
      await shopper.page.reload()
      await shopper.see("Total €284.40")
    })

    await shopper.step("guide: what the shop refuses is shown", async () => {
      await shopper.click("Checkout")
      await address(shopper, "grace@example")
      await shopper.see("email must be an email")
      await address(shopper, EMAIL)
      await shopper.see("Standard Shipping, €7.14")
    })

    await shopper.step("guide: sold out at the completion", async () => {
      await payment(shopper)
      await stock(second, 1)
      await shopper.click("Place order")
      await shopper.see("There is not enough in stock.")
      await shopper.click("Cart")
      await shopper.see("Only 1 left")
      await quantity(shopper, 1)
      await shopper.see("Total €94.80")
    })

    const keys = []
    await shopper.step("guide: the response to the completion is lost", async () => {
      await shopper.click("Checkout")
      await address(shopper, EMAIL)
      await payment(shopper)
      const found = await losing(shopper.page, "/complete", keys, async () => {
        await shopper.click("Place order")
        await shopper.see("Your order is not confirmed yet")
      })
      shopper.problems = shopper.problems.filter((problem) => !/\/complete failed/.test(problem))
      assert.ok(found > 1, "The client repeats a completion without a response")
    })

    await shopper.step("guide: the completion is repeated under its key after a reload", async () => {
      await shopper.go("/")
      await shopper.see("Your order is not confirmed yet")
      shopper.page.on("request", (request) => keys.push(...keyOf(request.url(), request.headers())))
      await shopper.click("Ask again")
      await shopper.see("Order #", "1 × Linen Shirt", "Total €101.94", "sent to Berlin")
      assert.equal(new Set(keys).size, 1, `The keys are ${keys}`)
      assert.deepEqual(await shopper.page.evaluate(() => Object.keys(localStorage)), ["region"])
    })

    assert.deepEqual(
      refused.map((line) => line.replace(/(cart|item)_\w+/g, "$1")),
      ["400 POST /store/carts/cart/line-items/item", "400 POST /store/carts/cart", "409 POST /store/carts/cart/complete"]
    )
    const id = (await shopper.page.evaluate(() => location.hash)).split("/").at(-1)
    const { orders } = await asked(`/admin/orders?email=${EMAIL}`, staff)
    assert.deepEqual(orders.map((order) => order.id), [id])
    assert.equal(orders[0].total, 10_194)
    console.log(`Order ${id} was placed once`)
  },
  [shop]
)
await server.close()

async function quantity(shopper, value) {
  await shopper.fill("input[type=number]", value)
  await shopper.click("Change quantities")
}

async function address(shopper, email) {
  await shopper.see("Continue to shipping")
  const values = {
    email,
    first_name: "Grace",
    last_name: "Hopper",
    address_1: "Hauptstrasse 1",
    postal_code: "10115",
    city: "Berlin",
  }
  for (const [name, value] of Object.entries(values)) {
    await shopper.fill(`input[name=${name}]`, value)
  }
  await shopper.page.select("select[name=country_code]", "de")
  await shopper.click("Continue to shipping")
}

async function payment(shopper) {
  await shopper.click("Standard Shipping, €7.14")
  await shopper.click("Continue to payment")
  await shopper.see("paid on account")
}

/** Loses all responses to a path, after the shop has sent them; the number of those that were lost. */
async function losing(page, end, keys, run) {
  const session = await page.createCDPSession()
  let count = 0
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    keys.push(...keyOf(request.url, request.headers))
    count++
    session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
  })
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `*${end}`, requestStage: "Response" }] })
  await run()
  await session.detach()
  return count
}

/** Idempotency key of a completion. */
function keyOf(address, headers) {
  const names = Object.keys(headers).filter((name) => name.toLowerCase() === "idempotency-key")
  return address.endsWith("/complete") ? names.map((name) => headers[name]) : []
}

async function signedIn(email, password) {
  const { access_token: token } = await asked("/admin/auth/token", {}, { email, password })
  return { authorization: `Bearer ${token}` }
}

async function asked(address, headers = {}, body = undefined) {
  const response = await fetch(shop + address, {
    method: body ? "POST" : "GET",
    headers: { ...headers, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  assert.ok(response.ok, `${address}: ${response.status} ${text}`)
  return JSON.parse(text)
}
