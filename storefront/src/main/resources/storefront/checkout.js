// The checkout: address, shipping, payment. A later step appears when the one before is saved.
import { api } from "./api.js"
import { choice, field, form, h, radios, show } from "./dom.js"
import { money } from "./format.js"
import { Payment } from "./payment.js"
import { cart, changeCart, customer } from "./session.js"
import { line, totals } from "./summary.js"

export async function render() {
  const [open, buyer] = await Promise.all([cart(), customer()])
  if (!open || open.items.length === 0) {
    show("Checkout", h("p", null, "The cart is empty. ", h("a", { href: "/" }, "See all products")))
    return
  }
  const currency = open.region.currency_code
  const overview = h("section", { class: "overview", "aria-label": "Your order" })
  const steps = ["address", "shipping", "payment"].map((name) => h("section", { class: name }))
  const update = (changed) =>
    overview.replaceChildren(
      h("ul", { class: "lines" }, changed.items.map((item) => line(item, currency))),
      totals(changed, currency)
    )
  update(open)
  new Checkout(open, buyer, currency, steps, update).address()
  show("Checkout", h("div", { class: "columns" }, h("div", null, steps), overview))
}

class Checkout {
  constructor(open, buyer, currency, steps, update) {
    this.cart = open
    this.buyer = buyer
    this.currency = currency
    this.steps = steps
    this.update = update
  }

  /** Shows a step in place of itself and of all later ones. */
  step(number, heading, ...content) {
    this.steps.slice(number).forEach((step) => step.replaceChildren())
    const title = h("h2", { tabindex: -1 }, `${number + 1}. ${heading}`)
    this.steps[number].replaceChildren(title, ...content)
    if (number > 0) {
      title.focus()
    }
  }

  async change(method, path, body) {
    this.cart = await changeCart(method, path, body)
    this.update(this.cart)
    return this.cart
  }

  address() {
    const known = this.cart.shipping_address?.address_1
      ? this.cart.shipping_address
      : (this.buyer?.shipping_addresses?.[0] ?? this.buyer ?? {})
    const countries = this.cart.region.countries.map((one) => [one.iso_2, one.display_name])
    const text = (label, name, autocomplete, required = true) =>
      field(label, name, { autocomplete, required, value: known[name] })
    const save = async ({ email, ...values }) => {
      const filled = Object.entries(values).filter(([name, value]) => value || known[name])
      const address = Object.fromEntries(filled)
      const change = { shipping_address: address, billing_address: address }
      await this.change("POST", "", this.buyer ? change : { email, ...change })
      await this.shipping()
    }
    const email = { type: "email", autocomplete: "email", required: true }
    this.step(
      0,
      "Address",
      form(
        null,
        save,
        "Continue to shipping",
        this.buyer
          ? h("p", null, `Signed in as ${this.buyer.email}`)
          : field("E-mail", "email", { ...email, value: this.cart.email }),
        text("First name", "first_name", "given-name"),
        text("Last name", "last_name", "family-name"),
        text("Address", "address_1", "address-line1"),
        text("Apartment, floor", "address_2", "address-line2", false),
        text("Postal code", "postal_code", "postal-code"),
        text("City", "city", "address-level2"),
        text("State or province", "province", "address-level1", false),
        choice("Country", "country_code", countries, known.country_code, {
          autocomplete: "country",
          required: true,
        }),
        text("Phone", "phone", "tel", false)
      )
    )
  }

  /** One choice per shipping profile: goods of different profiles are shipped apart. */
  async shipping() {
    const { shipping_options: options } = await api("GET", `/shipping-options/${this.cart.id}`)
    const profiles = [...new Set(options.map((one) => one.profile_id))]
    const chosen = this.cart.shipping_methods.map((method) => method.shipping_option_id)
    const save = async (choices) => {
      for (const id of Object.values(choices)) {
        await this.change("POST", "/shipping-methods", { option_id: id })
      }
      await this.payment()
    }
    const groups = profiles.map((profile, position) => {
      const offered = options.filter((one) => one.profile_id === profile)
      const selected = offered.find((one) => chosen.includes(one.id)) ?? offered[0]
      const texts = offered.map((one) => [
        one.id,
        `${one.name}, ${money(one.price_incl_tax ?? one.amount, this.currency)}`,
      ])
      const legend = profiles.length > 1 ? `Shipping method of parcel ${position + 1}` : "Shipping method"
      return radios(legend, profile, texts, selected.id)
    })
    const content = groups.length > 0 ? groups : h("p", null, "The shop offers no shipping for these goods.")
    this.step(1, "Shipping", form(null, save, "Continue to payment", content))
  }

  async payment() {
    await this.change("POST", "/payment-sessions")
    const payment = new Payment(this.cart, (...operation) => this.change(...operation))
    const pay = async () => {
      const order = await payment.pay()
      location.assign(`/orders/${order.id}?placed`)
    }
    this.step(2, "Payment", form(null, pay, "Place order", await payment.content()))
  }
}
