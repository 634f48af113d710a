// Forms of the set-up. Each is given a function that makes a listener of the function that sends.
import { api } from "./admin.js"
import { choice, field, form, h } from "./dom.js"
import { COUNTRIES } from "./countries.js"
import { digitsOf } from "./format.js"

const required = { required: true }

/** An amount of a text in the smallest unit of the currency. */
function smallest(text, currency) {
  return Math.round(Number(text) * 10 ** digitsOf(currency))
}

/** Boxes of providers, of which the manual one is ticked, else the first. */
function boxes(legend, name, choices) {
  const ticked = choices.find(({ id }) => id === "manual") ?? choices[0]
  return h(
    "fieldset",
    null,
    h("legend", null, legend),
    choices.map((one) =>
      h("label", { class: "radio" }, h("input", { type: "checkbox", name, value: one.id, checked: one === ticked }), one.id)
    )
  )
}

/** All values of a field with several ones. */
function chosen(id, name) {
  return [...document.querySelectorAll(`#step-${id} [name="${name}"]`)].flatMap((one) =>
    one.selectedOptions ? [...one.selectedOptions].map((option) => option.value) : one.checked ? [one.value] : []
  )
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
  const send = async ({ region_name: name, region_currency: currency, tax_rate: rate, tax_provider: provider }) => {
    const { region } = await api("POST", "/regions", {
      name,
      currency_code: currency,
      tax_rate: Number(rate),
      countries: chosen("region", "countries"),
      payment_providers: chosen("region", "payment_providers"),
      fulfillment_providers: chosen("region", "fulfillment_providers"),
    })
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
    choice("Countries, one or several", "countries", COUNTRIES, undefined, { ...required, multiple: true }),
    field("Tax rate in percent", "tax_rate", { ...required, type: "number", min: 0, max: 100, step: "any", value: 0 }),
    installed.length > 0 &&
      choice("Taxes are computed by", "tax_provider", [["", "the rate"], ...installed.map(({ id }) => [id, id])], ""),
    boxes("Payment", "payment_providers", store.payment_providers.filter((one) => one.is_installed)),
    boxes("Fulfillment", "fulfillment_providers", store.fulfillment_providers.filter((one) => one.is_installed))
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
    })
  }
  return form(
    null,
    listener(send),
    "Create shipping option",
    field("Name", "option_name", { ...required, value: "Standard" }),
    choice("Region", "option_region", regions.map(({ id, name }) => [id, name]), regions[0].id, required),
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
    field(`Price in ${currency.toUpperCase()}`, "price", { ...required, type: "number", min: 0, step: "any" }),
    field("Units in stock", "stock", { ...required, type: "number", min: 0, step: 1, value: 0 }),
    h("p", null, "Images, more variants and prices follow in the ", h("a", { href: "/app/a/products" }, "dashboard"), ".")
  )
}
