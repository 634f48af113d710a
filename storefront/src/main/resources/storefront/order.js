// An order: the confirmation after the purchase, and later its state.
import { api } from "./api.js"
import { h, show } from "./dom.js"
import { date, words } from "./format.js"
import { line, totals } from "./summary.js"

export async function render(id) {
  const { order } = await api("GET", `/orders/${encodeURIComponent(id)}`)
  const isPlaced = new URLSearchParams(location.search).has("placed")
  const address = order.shipping_address
  const texts = [
    `${address?.first_name ?? ""} ${address?.last_name ?? ""}`,
    address?.address_1,
    address?.address_2,
    `${address?.postal_code ?? ""} ${address?.city ?? ""}`,
    address?.country_code?.toUpperCase(),
  ].filter(Boolean)
  const methods = order.shipping_methods.map((method) => method.shipping_option?.name).filter(Boolean)
  show(
    `Order #${order.display_id}`,
    isPlaced && h("p", { class: "thanks" }, `Thank you, ${order.email}: the order is placed.`),
    h(
      "p",
      { class: "muted" },
      `Placed on ${date(order.created_at)}. Payment: ${words(order.payment_status)}.` +
        ` Shipping: ${words(order.fulfillment_status)}.`
    ),
    h(
      "div",
      { class: "columns" },
      h("ul", { class: "lines" }, order.items.map((item) => line(item, order.currency_code))),
      h(
        "section",
        { "aria-label": "Totals and address" },
        totals(order, order.currency_code),
        h("h2", null, "Shipped to"),
        h("address", null, texts.map((text) => h("span", null, text))),
        methods.length > 0 && h("p", null, methods.join(", "))
      )
    )
  )
}
