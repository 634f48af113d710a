// The list of products: search, collections, categories, pages.
import { api, query } from "./api.js"
import { h, image, show } from "./dom.js"
import { money } from "./format.js"
import { region } from "./session.js"

const SIZE = 24
const FIRST_ROW = 4

export async function render() {
  const chosen = Object.fromEntries(new URLSearchParams(location.search))
  const page = Math.max(Number.parseInt(chosen.page, 10) || 1, 1)
  const { id, currency_code: currency } = await region()
  const wanted = {
    q: chosen.q,
    "collection_id[]": chosen.collection,
    "category_id[]": chosen.category,
    include_category_children: chosen.category && "true",
    region_id: id,
    fields: "title,subtitle,handle,thumbnail",
    expand: "variants,variants.prices",
    limit: SIZE,
    offset: (page - 1) * SIZE,
  }
  const [{ products, count }, { collections }, { product_categories: categories }] = await Promise.all([
    api("GET", `/products${query(wanted)}`),
    api("GET", "/collections?limit=100"),
    api("GET", "/product-categories?parent_category_id=null"),
  ])
  show(
    title(chosen, collections, categories),
    h(
      "div",
      { class: "browse" },
      h(
        "nav",
        { "aria-label": "Products" },
        filters("Collections", "collection", collections, (one) => one.title, chosen),
        filters("Categories", "category", categories, (one) => one.name, chosen)
      ),
      h(
        "section",
        { "aria-label": "Found products" },
        h("p", null, count === 1 ? "1 product" : `${count} products`),
        h("ul", { class: "products" }, products.map((product, position) => card(product, currency, position))),
        pages(chosen, page, Math.ceil(count / SIZE))
      )
    )
  )
}

function title(chosen, collections, categories) {
  const collection = collections.find((one) => one.id === chosen.collection)
  const category = categories.find((one) => one.id === chosen.category)
  return chosen.q ? `Results for “${chosen.q}”` : (collection?.title ?? category?.name ?? "All products")
}

function filters(heading, name, all, text, chosen) {
  if (all.length === 0) {
    return null
  }
  const entry = (label, value) =>
    h(
      "li",
      null,
      h(
        "a",
        {
          href: `/${query({ q: chosen.q, [name]: value })}`,
          "aria-current": (chosen[name] ?? "") === value && "page",
        },
        label
      )
    )
  return [
    h("h2", null, heading),
    h("ul", null, entry("All", ""), all.map((one) => entry(text(one), one.id))),
  ]
}

function card(product, currency, position) {
  const prices = product.variants
    .map((variant) => variant.calculated_price_incl_tax ?? variant.calculated_price)
    .filter((price) => price !== null && price !== undefined)
  const lowest = Math.min(...prices)
  const price =
    prices.length === 0
      ? "Not sold in this region"
      : `${prices.some((one) => one > lowest) ? "from " : ""}${money(lowest, currency)}`
  return h(
    "li",
    null,
    h(
      "a",
      { href: `/products/${encodeURIComponent(product.handle)}` },
      image(product.thumbnail, "", position < FIRST_ROW),
      h("strong", null, product.title)
    ),
    product.subtitle && h("span", { class: "muted" }, product.subtitle),
    h("span", null, price)
  )
}

function pages(chosen, page, last) {
  if (last <= 1) {
    return null
  }
  const link = (label, to) => h("a", { href: `/${query({ ...chosen, page: to })}` }, label)
  return h(
    "nav",
    { class: "pages", "aria-label": "Pages" },
    page > 1 && link("Previous", page - 1),
    h("span", null, `Page ${page} of ${last}`),
    page < last && link("Next", page + 1)
  )
}
