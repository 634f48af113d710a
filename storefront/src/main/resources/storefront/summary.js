// Totals and line items of carts and orders, with tax, as shoppers pay them.
import { h, image } from "./dom.js"
import { money } from "./format.js"

/** Totals of a cart or an order. */
export function totals(sale, currency) {
  const sum = (amount) => sale.items.reduce((total, item) => total + (amount(item) ?? 0), 0)
  const items = sum((item) => item.total)
  const before = sum((item) => item.original_total)
  const cards = sale.gift_card_total + (sale.gift_card_tax_total ?? 0)
  const rows = [
    ["Items", before],
    before > items && ["Discount", items - before],
    ["Shipping", sale.shipping_total + (sale.shipping_tax_total ?? 0)],
    cards > 0 && ["Gift cards", -cards],
    ["Total", sale.total],
    ["of which tax", sale.tax_total ?? 0],
  ].filter(Boolean)
  return h(
    "dl",
    { class: "totals" },
    rows.map(([name, amount]) => [h("dt", null, name), h("dd", null, money(amount, currency))])
  )
}

/** A line item; controls, if any, stand under its texts. */
export function line(item, currency, ...controls) {
  return h(
    "li",
    null,
    image(item.thumbnail, "", true),
    h(
      "div",
      null,
      h("strong", null, item.title),
      item.description && h("span", { class: "muted" }, item.description),
      controls.length > 0 ? controls : h("span", null, `${item.quantity} pieces`)
    ),
    h("span", { class: "amount" }, money(item.total, currency))
  )
}
