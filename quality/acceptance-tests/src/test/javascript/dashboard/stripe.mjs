// A shopper pays by card in the storefront of a demo with the Stripe test server:
// node stripe.mjs URL EMAIL PASSWORD FOLDER URL-OF-STRIPE
import assert from "node:assert/strict"
import path from "node:path"
import { CARDS, pay, payFor } from "./cards.mjs"
import { check } from "./storefront.mjs"
import { work } from "./work.mjs"

const [url, , , , stripe] = process.argv.slice(2)

await work(
  async ({ user, password, pictures, visitor }) => {
    const shopper = await visitor("")
    const token = await signedIn(user, password)

    await shopper.step("stripe: the payment step has the field of the card", async () => {
      await toPayment(shopper)
      await shopper.see("3. Payment", "Pay on account", "Card")
      await shopper.click("Card", { selector: "label" })
      await shopper.page.waitForSelector(".payment-form input")
      await check(shopper)
      if (pictures) {
        await shopper.fill(".payment-form input", CARDS.good)
        await shopper.loaded()
        await shopper.picture(path.join(pictures, "payment.png"))
      }
    })

    await shopper.step("stripe: a declined card shows the reason", async () => {
      await pay(shopper, CARDS.declined)
      await shopper.see("Your card was declined.")
      assert.match(shopper.page.url(), /\/checkout\?step=payment$/)
      await check(shopper)
    })

    await shopper.step("stripe: another card pays, although the first payment has ended", async () => {
      const { id } = (await session(shopper)).data
      await canceledAtStripe(id)
      await pay(shopper, CARDS.good)
      await shopper.see("Thank you")
      const order = await paidOrder(shopper, token)
      assert.notEqual(order.payments[0].data.id, id)
    })

    await shopper.step("stripe: 3-D Secure that is refused shows the reason", async () => {
      await toPayment(shopper)
      await shopper.click("Card", { selector: "label" })
      await pay(shopper, CARDS.authenticated)
      await decide(shopper, "Reject")
      await shopper.see("The payment could not be authenticated.")
      assert.match(shopper.page.url(), /\/checkout\?step=payment$/)
    })

    await shopper.step("stripe: 3-D Secure that is approved pays", async () => {
      await pay(shopper, CARDS.authenticated)
      await decide(shopper, "Approve")
      await shopper.see("Thank you")
      const order = await paidOrder(shopper, token)
      await captured(order, token)
    })

    await shopper.step("stripe: a method with a page of its own pays there and comes back", async () => {
      await offered("stripe-ideal", token)
      await toPayment(shopper)
      await shopper.click("iDEAL", { selector: "label" })
      await shopper.see("You will be led to ideal.")
      await check(shopper)
      await shopper.click("Place order", { selector: "button" })
      await decideThere(shopper, "reject")
      await shopper.see("3. Payment", "The payment cannot be made.")
      assert.doesNotMatch(shopper.page.url(), /secret/)
      await shopper.click("iDEAL", { selector: "label" })
      await shopper.see("You will be led to ideal.")
      await shopper.click("Place order", { selector: "button" })
      await decideThere(shopper, "approve")
      await shopper.see("Thank you")
      await shopper.page.waitForFunction(() => location.pathname.startsWith("/orders/"))
    })

    await shopper.step("stripe: the other payment method is still there", async () => {
      await toPayment(shopper)
      await takeNoRoomBeforeTheScript(shopper)
      await shopper.click("Card", { selector: "label" })
      await shopper.press("[name=provider][value=manual]")
      await shopper.page.waitForSelector(".payment-form", { hidden: true })
      await shopper.click("Place order", { selector: "button" })
      await shopper.see("Thank you")
    })
  },
  [stripe]
)

/** The form of no method takes room before the script runs, which would move the button when it does. */
async function takeNoRoomBeforeTheScript({ page }) {
  await page.setJavaScriptEnabled(false)
  await page.reload()
  await page.waitForSelector("[name=provider]")
  const form = await page.$eval(".payment-form", (box) => getComputedStyle(box).display)
  const isChosen = await page.evaluate(() => document.querySelector("[name=provider][data-module]:checked") !== null)
  assert.equal(form === "none", !isChosen)
  await page.setJavaScriptEnabled(true)
  await page.reload()
}

/** Puts a shirt into the cart and goes through the checkout up to the payment. */
function toPayment(shopper) {
  return payFor(shopper, { handle: "linen-shirt", title: "Linen Shirt", option: "Navy" })
}

/** Decides on the page of the bank, which is in a frame. */
async function decide(shopper, answer) {
  const frame = await shopper.page.waitForFrame((one) => one.url().startsWith(`${stripe}/authenticate/`))
  await frame.waitForFunction(() => document.body.innerText.includes("101.94 EUR"))
  const button = await frame.waitForSelector(`button[value=${answer.toLowerCase()}]`)
  await button.click()
}

/** Decides on the page of the method, which the browser was led to. */
async function decideThere(shopper, answer) {
  await shopper.page.waitForFunction((origin) => location.href.startsWith(origin), {}, `${stripe}/authenticate/`)
  const button = await shopper.page.waitForSelector(`button[value=${answer}]`)
  await button.click()
}

/** Adds a payment provider to the region of the shop. */
async function offered(provider, headers) {
  const { regions } = await asked(`${url}/admin/regions`, { headers })
  const region = regions.find((one) => one.currency_code === "eur")
  await asked(`${url}/admin/regions/${region.id}/payment-providers`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ provider_id: provider }),
  })
}

async function session(shopper) {
  const { value } = (await shopper.page.cookies()).find((one) => one.name === "tradewind-cart")
  const { cart } = await asked(`${url}/store/carts/${value}`)
  return cart.payment_session
}

async function asked(address, options) {
  const response = await fetch(address, options)
  const body = await response.json()
  assert.equal(response.status, 200, JSON.stringify(body))
  return body
}

async function signedIn(email, password) {
  const { access_token: token } = await asked(`${url}/admin/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  return { authorization: `Bearer ${token}` }
}

function atStripe(name, method = "GET") {
  const headers = { authorization: "Bearer sk_test_server" }
  return asked(`${stripe}/v1/payment_intents/${name}`, { method, headers })
}

async function canceledAtStripe(id) {
  const canceled = await atStripe(`${id}/cancel`, "POST")
  assert.equal(canceled.status, "canceled")
}

/** The order that the page shows, as staff see it: its payment is held at Stripe. */
async function paidOrder(shopper, headers) {
  await shopper.page.waitForFunction(() => location.pathname.startsWith("/orders/"))
  const id = new URL(shopper.page.url()).pathname.split("/").at(-1)
  const { order } = await asked(`${url}/admin/orders/${id}`, { headers })
  assert.equal(order.payments.length, 1)
  const [payment] = order.payments
  assert.equal(payment.provider_id, "stripe")
  assert.equal(payment.amount, order.total)
  assert.equal(payment.data.status, "requires_capture")
  assert.equal((await atStripe(payment.data.id)).amount_capturable, order.total)
  return order
}

async function captured({ id, payments, total }, headers) {
  const { order } = await asked(`${url}/admin/orders/${id}/capture`, { method: "POST", headers })
  assert.equal(order.payment_status, "captured")
  assert.equal((await atStripe(payments[0].data.id)).amount_received, total)
}
