// The account: registration, login, orders.
import { api, query } from "./api.js"
import { field, form, h, show } from "./dom.js"
import { date, money, words } from "./format.js"
import { customer, logIn, logOut, register } from "./session.js"

const SIZE = 10

export async function render() {
  const found = await customer()
  if (found) {
    await showAccount(found)
  } else {
    showForms()
  }
}

function showForms() {
  const enter = (send) => async (values) => {
    await send(values)
    await render()
    document.querySelector("h1").focus()
  }
  const email = { type: "email", autocomplete: "email", required: true }
  const password = (autocomplete) => ({ type: "password", autocomplete, required: true })
  // Ids are unique on the page, names are those of the API.
  const own = (prefix, label, name, properties) =>
    field(label, `${prefix}-${name}`, { ...properties, name })
  show(
    "Account",
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        null,
        h("h2", null, "Sign in"),
        form(
          null,
          enter(logIn),
          "Sign in",
          own("login", "E-mail", "email", email),
          own("login", "Password", "password", password("current-password"))
        )
      ),
      h(
        "section",
        null,
        h("h2", null, "Create an account"),
        form(
          null,
          enter(register),
          "Create account",
          own("new", "First name", "first_name", { autocomplete: "given-name", required: true }),
          own("new", "Last name", "last_name", { autocomplete: "family-name", required: true }),
          own("new", "E-mail", "email", email),
          own("new", "Password", "password", password("new-password"))
        )
      )
    )
  )
}

async function showAccount(found) {
  const page = Math.max(Number.parseInt(new URLSearchParams(location.search).get("page"), 10) || 1, 1)
  const { orders, count } = await api(
    "GET",
    `/customers/me/orders${query({ limit: SIZE, offset: (page - 1) * SIZE })}`
  )
  const leave = async () => {
    await logOut()
    showForms()
  }
  const link = (label, to) => h("a", { href: `/account${query({ page: to })}` }, label)
  show(
    "Account",
    h("p", null, `${found.first_name ?? ""} ${found.last_name ?? ""}, ${found.email}`),
    h("h2", null, "Orders"),
    count === 0 ? h("p", null, "There are no orders yet.") : table(orders),
    count > SIZE &&
      h(
        "nav",
        { class: "pages", "aria-label": "Pages" },
        page > 1 && link("Newer orders", page - 1),
        page * SIZE < count && link("Older orders", page + 1)
      ),
    form(null, leave, "Sign out")
  )
}

function table(orders) {
  const head = ["Order", "Date", "Payment", "Shipping", "Total"]
  const row = (order) =>
    h(
      "tr",
      null,
      h("td", null, h("a", { href: `/orders/${order.id}` }, `#${order.display_id}`)),
      h("td", null, date(order.created_at)),
      h("td", null, words(order.payment_status)),
      h("td", null, words(order.fulfillment_status)),
      h("td", { class: "amount" }, money(order.total, order.currency_code))
    )
  return h(
    "table",
    null,
    h("thead", null, h("tr", null, head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, orders.map(row))
  )
}
