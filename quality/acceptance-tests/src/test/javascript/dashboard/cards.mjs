// A shopper's payment by card.
import { chooseCountry } from "./storefront.mjs"

/** Cards of Stripe's tests. */
export const CARDS = {
  good: "4242 4242 4242 4242",
  authenticated: "4000 0027 6000 3184",
  declined: "4000 0000 0000 0002",
}

/** Puts a product into the cart and goes through the checkout up to the payment. */
export async function payFor(shopper, { handle, title, option }) {
  await shopper.go(`/products/${handle}`)
  if (option) {
    await shopper.click(option, { selector: "label" })
  }
  await shopper.click("Add to cart", { selector: "button" })
  await shopper.see(`${title} is in the cart.`)
  await shopper.go("/checkout")
  await shopper.see("1. Address")
  await chooseCountry(shopper, await shopper.page.$eval("#country_code", (one) => one.options[0].value))
  await shopper.fill("#email", "grace@example.com")
  await shopper.fill("#first_name", "Grace")
  await shopper.fill("#last_name", "Hopper")
  await shopper.fill("#address_1", "Hauptstrasse 1")
  await shopper.fill("#postal_code", "10115")
  await shopper.fill("#city", "Berlin")
  await shopper.click("Continue to shipping", { selector: "button" })
  await shopper.see("2. Shipping")
  await shopper.click("Continue to payment", { selector: "button" })
  await shopper.see("3. Payment")
}

/** Orders on the payment step, whose form for cards is open. */
export async function pay(shopper, card) {
  await shopper.fill(".payment-form input", card)
  await shopper.click("Place order", { selector: "button" })
}
