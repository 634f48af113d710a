// A product: its options, price and stock.
import { api, Problem, query } from "./api.js"
import { field, form, h, image, radios, show, tell } from "./dom.js"
import { money } from "./format.js"
import { addToCart, region } from "./session.js"

const FEW = 10

export async function render(handle) {
  const { id, currency_code: currency } = await region()
  const { products } = await api("GET", `/products${query({ handle, region_id: id })}`)
  if (products.length === 0) {
    throw new Problem(404, { message: "There is no such product." })
  }
  show(products[0].title, article(products[0], currency))
}

function article(product, currency) {
  const price = h("p", { class: "price" })
  const stock = h("p", { class: "stock" })
  const options = product.variants.length > 1 ? product.options : []
  const first = product.variants.find(isInStock) ?? product.variants[0]
  const buy = form(
    { class: "buy" },
    async ({ quantity }) => {
      const variant = chosen()
      if (!variant) {
        throw new Error("This combination is not sold. Choose another one.")
      }
      await addToCart(variant.id, Number(quantity))
      tell(`${product.title} is in the cart. `, h("a", { href: "/cart" }, "Go to the cart"))
    },
    "Add to cart",
    options.map((option) =>
      radios(option.title, option.id, values(product, option), first && valueOf(first, option))
    ),
    h("div", { "aria-live": "polite", class: "offer" }, price, stock),
    field("Quantity", "quantity", { type: "number", min: 1, value: 1, required: true })
  )
  const chosen = () => {
    const picked = new FormData(buy)
    return product.variants.find((variant) =>
      options.every((option) => valueOf(variant, option) === picked.get(option.id))
    )
  }
  const update = () => {
    const variant = chosen()
    price.textContent = variant ? priceText(variant, currency) : "Not sold"
    stock.textContent = variant ? stockText(variant) : "Choose another combination."
  }
  buy.addEventListener("change", update)
  update()
  const images = product.images.length > 0 ? product.images.map((one) => one.url) : [product.thumbnail]
  return h(
    "div",
    { class: "product" },
    h("div", { class: "images" }, images.map((url, position) => image(url, position === 0 ? product.title : "", true))),
    h("div", null, product.subtitle && h("p", { class: "muted" }, product.subtitle), buy, description(product))
  )
}

function values(product, option) {
  const all = product.variants.map((variant) => valueOf(variant, option)).filter(Boolean)
  return [...new Set(all)].map((value) => [value, value])
}

function valueOf(variant, option) {
  return variant.options.find((value) => value.option_id === option.id)?.value
}

function priceText(variant, currency) {
  const now = variant.calculated_price_incl_tax ?? variant.calculated_price
  const before = variant.original_price_incl_tax ?? variant.original_price
  if (now === null || now === undefined) {
    return "Not sold in this region"
  }
  return before > now ? `${money(now, currency)} instead of ${money(before, currency)}` : money(now, currency)
}

function isInStock(variant) {
  return !variant.manage_inventory || variant.allow_backorder || variant.inventory_quantity > 0
}

function stockText(variant) {
  if (!isInStock(variant)) {
    return "Sold out"
  }
  return variant.manage_inventory && variant.inventory_quantity > 0 && variant.inventory_quantity < FEW
    ? `Only ${variant.inventory_quantity} left`
    : "In stock"
}

function description(product) {
  const facts = [
    ["Material", product.material],
    ["Origin", product.origin_country?.toUpperCase()],
    ["Weight", product.weight && `${product.weight} g`],
  ].filter(([, value]) => value)
  return [
    h("p", null, product.description),
    facts.length > 0 && h("dl", null, facts.map(([name, value]) => [h("dt", null, name), h("dd", null, value)])),
  ]
}
