// Forms of the set-up. Each is given a function that makes a listener of the function that sends.
import { api } from "./admin.js"
import { choice, field, form, h } from "./dom.js"
import { COUNTRIES } from "./countries.js"
import { digitsOf } from "./format.js"
import { providerName } from "./providers.js"

const required = { required: true }

/** An amount of a text in the smallest unit of the currency. */
function smallest(text, currency) {
  return Math.round(Number(text) * 10 ** digitsOf(currency))
}

/**
 * Boxes of providers, one of them ticked. Payments that are only promised come last, and are ticked where there are
 * no others: strangers could order without paying.
 */
function boxes(legend, name, unsorted, kind) {
  const isManual = ({ id }) => id === "manual"
  const choices = [...unsorted.filter((one) => !isManual(one)), ...unsorted.filter(isManual)]
  const ticked = kind === "payment" ? choices[0] : (choices.find(isManual) ?? choices[0])
  return h(
    "fieldset",
    null,
    h("legend", null, legend),
    choices.map((one) =>
      h("label", { class: "radio" }, h("input", { type: "checkbox", name, value: one.id, checked: one === ticked }), providerName(kind, one.id))
    )
  )
}

/** Whether the prices of a region include taxes, in words. */
const taxes = (region) => (region.includes_tax ? "with taxes" : "without taxes")

/** Countries as boxes, with a search for their names; chosen ones stay in sight. */
function countries() {
  const labels = COUNTRIES.map(([value, text]) =>
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "countries", value }), h("span", null, text))
  )
  const find = ({ target }) => {
    const wanted = target.value.trim().toLocaleLowerCase()
    for (const label of labels) {
      label.hidden = !label.control.checked && !label.textContent.toLocaleLowerCase().includes(wanted)
    }
  }
  // The search is none of the form: Enter in it sends nothing.
  const enter = (event) => event.key === "Enter" && event.preventDefault()
  const search = h("input", { id: "country-search", type: "search", autocomplete: "off", input: find, keydown: enter })
  return h(
    "fieldset",
    null,
    h("legend", null, "Countries, one or several"),
    h("p", { class: "field" }, h("label", { for: "country-search" }, "Search a country"), search),
    h("div", { class: "choices-of-many", tabindex: 0, role: "group", "aria-label": "Countries" }, labels)
  )
}

/** Values of the ticked boxes of a step. */
function chosen(id, name) {
  return [...document.querySelectorAll(`#step-${id} [name="${name}"]:checked`)].map((one) => one.value)
}

export function currencyForm(store, currencies, listener) {
  const send = async ({ name, default_currency_code: code }) => {
    const codes = new Set([...store.currencies.map((one) => one.code), code])
    await api("POST", "/store", { name, default_currency_code: code, currencies: [...codes] })
  }
  return form(
    null,
    listener(send),
    "Save",
    field("Name of the shop", "name", { ...required, value: store.name }),
    choice(
      "Default currency",
      "default_currency_code",
      currencies.map(({ code, name }) => [code, `${code.toUpperCase()}, ${name}`]),
      store.default_currency_code,
      required
    )
  )
}

export function regionForm(store, taxProviders, listener) {
  const send = async ({ region_name: name, region_currency: currency, tax_rate: rate, prices, tax_provider: provider }) => {
    const isWithTax = prices === "with"
    if (chosen("region", "countries").length === 0) {
      throw new Error("Choose the countries of the region.")
    }
    const { region } = await api("POST", "/regions", {
      name,
      currency_code: currency,
      tax_rate: Number(rate),
      includes_tax: isWithTax,
      countries: chosen("region", "countries"),
      payment_providers: chosen("region", "payment_providers"),
      fulfillment_providers: chosen("region", "fulfillment_providers"),
    })
    // Prices in a currency have a setting of their own, which is that of its regions.
    await api("POST", `/currencies/${currency}`, { includes_tax: isWithTax })
    if (provider) {
      await api("POST", `/regions/${region.id}`, { tax_provider_id: provider })
    }
  }
  const codes = store.currencies.map(({ code }) => [code, code.toUpperCase()])
  const installed = taxProviders.filter((one) => one.is_installed)
  return form(
    null,
    listener(send),
    "Create region",
    field("Name", "region_name", required),
    choice("Currency", "region_currency", codes, store.default_currency_code, required),
    countries(),
    field("Tax rate in percent", "tax_rate", { ...required, type: "number", min: 0, max: 100, step: "any", value: 0 }),
    choice(
      "Prices that you enter",
      "prices",
      [["", ""], ["with", "include taxes, as buyers pay them"], ["without", "are without taxes, which are added"]],
      "",
      required
    ),
    installed.length > 0 &&
      choice("Taxes are computed by", "tax_provider", [["", "the rate"], ...installed.map(({ id }) => [id, providerName("tax", id)])], ""),
    boxes("Payment", "payment_providers", store.payment_providers.filter((one) => one.is_installed), "payment"),
    boxes("Fulfillment", "fulfillment_providers", store.fulfillment_providers.filter((one) => one.is_installed), "fulfillment")
  )
}

export function shippingForm(regions, listener) {
  const send = async ({ option_name: name, option_region: id, option_amount: amount }) => {
    const region = regions.find((one) => one.id === id)
    const { fulfillment_options: offered } = await api("GET", `/regions/${id}/fulfillment-options`)
    const provider = offered.find((one) => one.options.some((option) => !option.is_return))
    if (!provider) {
      throw new Error("The region has no fulfillment provider.")
    }
    await api("POST", "/shipping-options", {
      name,
      region_id: id,
      provider_id: provider.provider_id,
      data: provider.options.find((option) => !option.is_return),
      price_type: "flat_rate",
      amount: smallest(amount, region.currency_code),
      includes_tax: region.includes_tax,
    })
  }
  return form(
    null,
    listener(send),
    "Create shipping option",
    field("Name", "option_name", { ...required, value: "Standard" }),
    choice("Region", "option_region", regions.map((one) => [one.id, `${one.name}, prices ${taxes(one)}`]), regions[0].id, required),
    field("Price", "option_amount", { ...required, type: "number", min: 0, step: "any", value: 0 })
  )
}

export function stockForm(listener) {
  const send = async ({ location_name: name }) => {
    // A large stock takes several requests.
    while (!(await api("POST", "/tradewind/store/locate-stock", { location_name: name })).is_complete) {
      continue
    }
  }
  return form(
    null,
    listener(send),
    "Convert the stock",
    field("Name of the location", "location_name", { ...required, value: "Warehouse" })
  )
}

export function productForm(store, regions, listener) {
  const currency = regions[0]?.currency_code ?? store.default_currency_code
  const send = async ({ title, price, stock }) => {
    await api("POST", "/products", {
      title,
      status: "published",
      options: [{ title: "Variant" }],
      variants: [
        {
          title: "Standard",
          inventory_quantity: Number(stock),
          manage_inventory: true,
          options: [{ value: "Standard" }],
          prices: [{ currency_code: currency, amount: smallest(price, currency) }],
        },
      ],
    })
  }
  return form(
    null,
    listener(send),
    "Publish product",
    field("Title", "title", required),
    field(`Price in ${currency.toUpperCase()}${regions[0] ? `, ${taxes(regions[0])}` : ""}`, "price", { ...required, type: "number", min: 0, step: "any" }),
    field("Units in stock", "stock", { ...required, type: "number", min: 0, step: 1, value: 0 }),
    h("p", null, "Images, more variants and prices follow in the ", h("a", { href: "/app/a/products" }, "dashboard"), ".")
  )
}
