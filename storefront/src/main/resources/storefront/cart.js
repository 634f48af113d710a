// The cart: quantities and discount codes.
import { field, form, h, show, tell } from "./dom.js"
import { cart, changeCart } from "./session.js"
import { line, totals } from "./summary.js"

export async function render() {
  showCart(await cart())
}

/** @param focused id of the field that keeps the focus */
function showCart(shown, focused) {
  if (!shown || shown.items.length === 0) {
    show("Cart", h("p", null, "The cart is empty. ", h("a", { href: "/" }, "See all products")))
  } else {
    const currency = shown.region.currency_code
    show(
      "Cart",
      h(
        "div",
        { class: "columns" },
        h("ul", { class: "lines" }, shown.items.map((item) => line(item, currency, controls(item)))),
        h(
          "section",
          { "aria-label": "Totals" },
          totals(shown, currency),
          h("a", { class: "primary", href: "/checkout" }, "Go to checkout"),
          discounts(shown)
        )
      )
    )
  }
  if (focused) {
    const element = document.getElementById(focused) ?? document.querySelector("h1")
    element.focus()
  }
}

function controls(item) {
  const id = `quantity-${item.id}`
  const quantity = h("input", {
    id,
    type: "number",
    min: 1,
    value: item.quantity,
    change: () => change(id, "POST", `/line-items/${item.id}`, { quantity: Math.max(Number(quantity.value), 1) }),
  })
  const remove = () => change(id, "DELETE", `/line-items/${item.id}`)
  return h(
    "span",
    { class: "controls" },
    h("label", { for: id }, "Quantity", h("span", { class: "unseen" }, ` of ${item.title}`)),
    quantity,
    h("button", { type: "button", click: remove }, "Remove", h("span", { class: "unseen" }, ` ${item.title}`))
  )
}

/** Sends a change and shows its outcome; a refused one leaves the cart as it was. */
async function change(focused, method, path, body) {
  try {
    showCart(await changeCart(method, path, body), focused)
    tell("The cart is changed.")
  } catch (problem) {
    showCart(await cart(), focused)
    tell(problem.message)
  }
}

function discounts(shown) {
  const enter = async ({ code }) => {
    // Beside free shipping only the first discount applies.
    const codes = [{ code }, ...shown.discounts.map((one) => ({ code: one.code }))]
    showCart(await changeCart("POST", "", { discounts: codes }), "code")
  }
  return [
    form(null, enter, "Apply", field("Discount code", "code", { required: true, autocomplete: "off" })),
    h(
      "ul",
      { class: "codes" },
      shown.discounts.map(({ code }) => {
        const remove = () => change("code", "DELETE", `/discounts/${encodeURIComponent(code)}`)
        return h("li", null, code, " ", h("button", { type: "button", click: remove }, `Remove ${code}`))
      })
    ),
  ]
}
