// The payment step of the checkout: the choice of a provider, and the form of its plugin, if it has one.
import { h, radios } from "./dom.js"
import { placeOrder } from "./session.js"
import { shop } from "./shop.js"

const TITLES = { manual: "Pay on account" }

const titleOf = (provider) => shop.payment_forms[provider]?.title ?? TITLES[provider] ?? provider

export class Payment {
  /**
   * @param cart with payment sessions
   * @param change sends an operation of the cart and returns the changed cart
   */
  constructor(cart, change) {
    this.change = change
    this.fields = h("div", { class: "payment-form" })
    const installed = cart.region.payment_providers?.filter((one) => one.is_installed).map((one) => one.id)
    this.providers = cart.payment_sessions
      .map((session) => session.provider_id)
      .filter((id) => installed?.includes(id) ?? true)
    const selected = cart.payment_sessions.find((session) => session.is_selected)?.provider_id
    this.provider = this.providers.includes(selected) ? selected : this.providers[0]
    this.reason = cart.payment_sessions.length > 0 ? "The shop has no payment method here." : "Nothing is left to pay."
  }

  /** The choice, complete with the form of the provider that is chosen first. */
  async content() {
    if (!this.provider) {
      return h("p", null, this.reason)
    }
    const choices = radios(
      "Payment method",
      "provider",
      this.providers.map((id) => [id, titleOf(id)]),
      this.provider
    )
    choices.addEventListener("change", (event) => this.choose(event.target.value))
    this.choose(this.provider)
    await this.form.catch(() => {})
    return [choices, this.providers.some((id) => shop.payment_forms[id]) && this.fields]
  }

  /** Shows the form of the provider in place of another one; a failure is reported when it is used. */
  choose(provider) {
    this.provider = provider
    const { module } = shop.payment_forms[provider] ?? {}
    const element = h("div")
    this.fields.replaceChildren(element)
    this.fields.classList.toggle("unused", !module)
    this.form = module ? import(module).then(({ mount }) => mount(element)) : Promise.resolve(null)
    this.form.catch(() => {})
  }

  /** Pays with the chosen provider: the order. */
  async pay() {
    if (this.provider) {
      const cart = await this.change("POST", "/payment-session", { provider_id: this.provider })
      await this.confirm(cart)
    }
    return placeOrder()
  }

  async confirm(cart) {
    const form = await this.form.catch(() => {
      this.choose(this.provider)
      throw new Error(`${titleOf(this.provider)} is not available at the moment. Please try again.`)
    })
    if (!form || (await form.confirm(dataOf(cart)))) {
      return
    }
    // The session cannot be paid any more, as after a refused completion: another one is opened.
    const renewed = await this.change("POST", `/payment-sessions/${this.provider}/refresh`)
    if (!(await form.confirm(dataOf(renewed)))) {
      throw new Error("The payment cannot be made. Choose another payment method, or try again.")
    }
  }
}

function dataOf(cart) {
  return cart.payment_sessions.find((session) => session.is_selected).data
}
