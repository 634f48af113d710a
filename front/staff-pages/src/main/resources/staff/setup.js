// The first set-up of a shop: its steps with their state, and the forms that do them.
import { currentUser, go, lacksSecondFactor, returnPath } from "./admin.js"
import { h, show, tell } from "./dom.js"
import { countryName } from "./countries.js"
import { money } from "./format.js"
import { currencyForm, productForm, regionForm, shippingForm, stockForm } from "./setup-forms.js"
import { readState } from "./setup-state.js"

export async function render() {
  const user = await currentUser()
  if (!user) {
    go("/sign-in?to=/setup")
  } else if (await lacksSecondFactor()) {
    go("/sign-in/second-factor?to=/setup")
  } else {
    await showSteps()
  }
}

async function showSteps() {
  const state = await readState()
  const steps = [currency, region, shipping, stock, product, providers].map((step) => step(state))
  const left = steps.filter((step) => step.state === "open").length
  show(
    "Set up the shop",
    h(
      "p",
      null,
      left === 0
        ? "The shop can take orders. You find this page at /setup."
        : "The shop can take orders when the open steps are done. You may leave, and find this page at /setup."
    ),
    h("p", null, h("a", { class: "primary", href: dashboard() }, "To the dashboard")),
    h("ol", { class: "steps" }, steps.map(item))
  )
}

/** Where the owner came from, or the dashboard. */
function dashboard() {
  const to = returnPath()
  return to?.startsWith("/app") ? to : "/app"
}

function item({ id, title, state, content }) {
  return h(
    "li",
    { id: `step-${id}` },
    h(
      "h2",
      { tabindex: -1 },
      title,
      " ",
      state && h("span", { class: `state ${state}` }, state === "done" ? "Done" : "Open")
    ),
    content
  )
}

/** Shows the steps with their new state after a form has been sent. */
function afterwards(id, message, send) {
  return async (values) => {
    await send(values)
    await showSteps()
    tell(message)
    document.querySelector(`#step-${id} h2`).focus()
  }
}

function more(summary, ...content) {
  return h("details", null, h("summary", null, summary), content)
}

const link = (href, text) => h("p", null, h("a", { href }, text))

function currency({ store, currencies }) {
  return {
    id: "currency",
    title: "Name and currency",
    state: "done",
    content: [
      h("p", null, `${store.name} sells in ${store.currencies.map((one) => one.code.toUpperCase()).join(", ")}. `,
        `The default currency is ${store.default_currency_code.toUpperCase()}.`),
      more("Change", currencyForm(store, currencies, (send) => afterwards("currency", "The store is changed.", send))),
    ],
  }
}

function region({ store, regions, taxProviders }) {
  const form = regionForm(store, taxProviders, (send) => afterwards("region", "The region is created.", send))
  const describe = ({ name, currency_code: code, tax_rate: rate, countries }) =>
    h("li", null, `${name}: ${code.toUpperCase()}, ${rate} % tax, ${countries.map((one) => countryName(one.iso_2)).join(", ")}`)
  return {
    id: "region",
    title: "Region",
    state: regions.length > 0 ? "done" : "open",
    content:
      regions.length > 0
        ? [h("ul", null, regions.map(describe)), link("/app/a/settings/regions", "Regions in the dashboard"), more("Another region", form)]
        : [h("p", null, "Countries that share a currency, a tax rate, and ways to pay and to send."), form],
  }
}

function shipping({ regions, options }) {
  const form = regions.length > 0 && shippingForm(regions, (send) => afterwards("shipping", "The shipping option is created.", send))
  const currencyOf = (option) => regions.find((one) => one.id === option.region_id)?.currency_code
  const describe = (option) =>
    h("li", null, option.amount === null ? option.name : `${option.name}: ${money(option.amount, currencyOf(option) ?? "usd")}`)
  return {
    id: "shipping",
    title: "Shipping",
    state: options.length > 0 ? "done" : "open",
    content:
      options.length > 0
        ? [h("ul", null, options.map(describe)), more("Another shipping option", form)]
        : [form || h("p", null, "First create a region.")],
  }
}

function stock({ isLocated, locations, store }) {
  const location = locations.find((one) => one.id === store.default_location_id)
  return {
    id: "stock",
    title: "Stock",
    state: "done",
    content: isLocated
      ? [
          h("p", null, `Stock is kept at locations; the default one is ${location?.name ?? store.default_location_id}.`),
          link("/app/a/inventory/locations", "Locations in the dashboard"),
        ]
      : [
          h("p", null, "Each variant has one number of units in stock. That is enough for a shop that sends from one place."),
          more(
            "Keep stock at locations",
            h("p", null, "Staff then choose a location when they fulfill and receive. This cannot be undone."),
            stockForm((send) => afterwards("stock", "The stock is kept at locations.", send))
          ),
        ],
  }
}

function product({ store, products, productCount, regions }) {
  const form = productForm(store, regions, (send) => afterwards("product", "The product is published.", send))
  return {
    id: "product",
    title: "First product",
    state: productCount > 0 ? "done" : "open",
    content:
      productCount > 0
        ? [
            h("p", null, `${productCount} ${productCount === 1 ? "product" : "products"}: ${products.map((one) => one.title).join(", ")}${productCount > products.length ? ", …" : ""}`),
            link("/app/a/products", "Products in the dashboard"),
          ]
        : [form],
  }
}

function providers({ store, taxProviders, notificationProviders }) {
  const row = (kind, installed, without) => {
    const real = installed.filter((one) => one.is_installed && one.id !== "manual")
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, kind),
      h("td", null, installed.filter((one) => one.is_installed).map((one) => one.id).join(", ") || "none"),
      h("td", null, real.length > 0 ? "" : without)
    )
  }
  return {
    id: "providers",
    title: "Providers",
    content: h(
      "table",
      null,
      h("thead", null, h("tr", null, ["For", "Installed", "Means"].map((text) => h("th", { scope: "col" }, text)))),
      h(
        "tbody",
        null,
        row("Payment", store.payment_providers, "Manual only: you collect the money yourself, and capture in the dashboard."),
        row("Fulfillment", store.fulfillment_providers, "Manual only: you send the parcels yourself."),
        row("Taxes", taxProviders, "The rates of the regions apply."),
        row("Notifications", notificationProviders, "No e-mails are sent: no confirmations, no links for passwords.")
      )
    ),
  }
}
