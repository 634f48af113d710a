// The first set-up of a shop: its steps with their state, and the forms that do them.
import { api, currentUser, go, lacksSecondFactor, returnPath } from "./admin.js"
import { form, h, show, showShop, tell } from "./dom.js"
import { countryName } from "./countries.js"
import { money } from "./format.js"
import { LANGUAGES } from "./editor.js"
import { providerName } from "./providers.js"
import { currencyForm, productForm, regionForm, shippingForm, stockForm } from "./setup-forms.js"
import { lookForm, versionList } from "./setup-look.js"
import { pagesForm, tagsForm } from "./setup-pages.js"
import { readState } from "./setup-state.js"

export async function render() {
  const user = await currentUser()
  if (!user) {
    go("/sign-in?to=/setup")
  } else if (await lacksSecondFactor()) {
    go("/sign-in/second-factor?to=/setup")
  } else {
    await showSteps(user)
  }
}

let user

async function showSteps(signedIn = user) {
  user = signedIn
  const state = await readState()
  showShop(state.store.name)
  const ofStorefront = LANGUAGES.length > 0 ? [look, pages, tags] : []
  const steps = [currency, ...ofStorefront.slice(0, 2), region, shipping, stock, product, cards, mails, ...ofStorefront.slice(2), providers].map(
    (step) => step(state)
  )
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
    h(
      "p",
      { class: "buttons" },
      h("a", { class: "primary", href: dashboard() }, "To the dashboard"),
      LANGUAGES.length > 0 && h("a", { href: "/" }, "To the shop")
    ),
    h("ol", { class: "tasks" }, steps.map(item)),
    LANGUAGES.length > 0 && h("p", null, h("a", { class: "primary", href: "/" }, "Look at the shop"))
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

/** Shows the steps with their new state after a form has been sent; what it warns of follows the message. */
function afterwards(id, message, send) {
  return async (values) => {
    const warning = await send(values)
    await showSteps()
    tell(message, typeof warning === "string" ? ` ${warning}` : "")
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

/** A form that is made, with its preview, when it is opened. */
function opened(summary, make) {
  const details = h("details", null, h("summary", null, summary))
  const open = () => {
    const { element, update } = make()
    details.append(element)
    update?.()
  }
  details.addEventListener("toggle", open, { once: true })
  return details
}

function look(state) {
  const { storefront, versions } = state
  const listener = (send) => afterwards("look", "The look is published.", send)
  return {
    id: "look",
    title: "Look",
    state: storefront.version > 0 ? "done" : undefined,
    content: [
      h("p", null, "Logo, colors, headline, menu and front page, in each language of the shop. Shoppers see a change at once."),
      opened("Change the look", () => lookForm(state, listener)),
      versions.length > 1 && more("Earlier versions", versionList(state, listener)),
    ],
  }
}

function pages(state) {
  const titles = state.storefront.pages.map(({ texts }) => texts[0].title)
  return {
    id: "pages",
    title: "Pages",
    state: titles.length > 0 ? "done" : undefined,
    content: [
      h("p", null, titles.length > 0 ? `Pages: ${titles.join(", ")}.` : "Imprint, terms, privacy and shipping, as the law of your country asks for."),
      opened("Change the pages", () => pagesForm(state, (send) => afterwards("pages", "The pages are published.", send))),
    ],
  }
}

function tags(state) {
  const isUsed = state.storefront.tag_fragments.length > 0
  return {
    id: "tags",
    title: "Statistics and other tags",
    content: [
      h(
        "p",
        null,
        isUsed ? "The shop has tags. " : "The shop has no tags, and asks no visitor for consent. ",
        "Tags are loaded after a visitor has agreed, and never beside passwords and payments. They need an admin."
      ),
      opened("Change the tags", () => ({
        element: tagsForm(state, (send) => afterwards("tags", "The tags are published.", send)),
      })),
    ],
  }
}

function cards({ store, regions }) {
  const isOffered = (region) => region.payment_providers.some(({ id }) => id !== "manual")
  const real = store.payment_providers.filter((one) => one.is_installed && one.id !== "manual")
  const without = regions.filter((one) => !isOffered(one)).map(({ name }) => name)
  return {
    id: "cards",
    title: "Card payments",
    state: real.length > 0 && without.length === 0 ? "done" : undefined,
    content:
      real.length === 0
        ? [h("p", null, "No payment service is installed: orders are paid by invoice or transfer. The operator of the server adds ", h("code", null, "TRADEWIND_STRIPE_API_KEY"), " and ", h("code", null, "TRADEWIND_STRIPE_PUBLISHABLE_KEY"), " for cards by Stripe.")]
        : [
            h("p", null, `Installed: ${real.map(({ id }) => providerName("payment", id)).join(", ")}. `,
              without.length > 0 ? `Not offered in ${without.join(", ")}: edit the region.` : "Offered in each region."),
            link("/app/a/settings/regions", "Regions in the dashboard"),
          ],
  }
}

function mails({ notificationProviders }) {
  const isInstalled = notificationProviders.some((one) => one.is_installed)
  const send = async () => {
    await api("POST", "/users/password-token", { email: user.email })
    tell(`A mail with a link for a new password is on its way to ${user.email}. You need not use it.`)
  }
  return {
    id: "mails",
    title: "E-mails",
    content: isInstalled
      ? [h("p", null, "Try whether e-mails arrive: one goes to your own address."), form(null, send, "Send me an e-mail")]
      : [h("p", null, "No e-mails are sent. The operator of the server adds ", h("code", null, "TRADEWIND_SMTP_URL"), ".")],
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
  const row = (kind, installed, without, name) => {
    const real = installed.filter((one) => one.is_installed && one.id !== "manual")
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, kind),
      h("td", null, installed.filter((one) => one.is_installed).map((one) => providerName(name, one.id)).join(", ") || "none"),
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
        row("Payment", store.payment_providers, "Manual only: you collect the money yourself, and capture in the dashboard.", "payment"),
        row("Fulfillment", store.fulfillment_providers, "Manual only: you send the parcels yourself.", "fulfillment"),
        row("Taxes", taxProviders, "The rates of the regions apply.", "tax"),
        row("Notifications", notificationProviders, "No e-mails are sent: no confirmations, no links for passwords.", "notification")
      )
    ),
  }
}
