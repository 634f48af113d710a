// The state of the shop as far as its set-up is concerned, read from the admin API.
import { api } from "./admin.js"

/** Whether the shop can take its first order: it has a region, a shipping option and a product. */
export async function isReady() {
  const [regions, options, products] = await Promise.all([
    api("GET", "/regions?limit=1&expand=countries"),
    api("GET", "/shipping-options?is_return=false"),
    api("GET", "/products?limit=1&fields=id&expand="),
  ])
  return regions.count > 0 && options.count > 0 && products.count > 0
}

/** Everything that the set-up shows. */
export async function readState() {
  const [{ store }, { regions }, { shipping_options: options }, { products, count }, taxes, notifiers, locations, money, look] =
    await Promise.all([
      api("GET", "/store"),
      api("GET", "/regions?limit=100"),
      api("GET", "/shipping-options?is_return=false"),
      api("GET", "/products?limit=3&fields=id,title,status&expand="),
      api("GET", "/store/tax-providers"),
      api("GET", "/tradewind/notification-providers"),
      api("GET", "/stock-locations?limit=100"),
      api("GET", "/currencies?limit=1000&order=code"),
      readLook(),
    ])
  return {
    store,
    regions,
    options,
    products,
    productCount: count,
    taxProviders: taxes.tax_providers,
    notificationProviders: notifiers.notification_providers,
    locations: locations.stock_locations,
    currencies: money.currencies,
    isLocated: store.modules.length > 0,
    ...look,
  }
}

/** The look of the shop, and what its menu and its front page may name. */
async function readLook() {
  const [{ storefront }, { versions }, { collections }, { product_categories: categories }] = await Promise.all([
    api("GET", "/tradewind/storefront"),
    api("GET", "/tradewind/storefront/versions"),
    api("GET", "/collections?limit=100"),
    api("GET", "/product-categories?limit=100&fields=name,handle&expand="),
  ])
  return { storefront, versions, collections, categories }
}
