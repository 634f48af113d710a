// Staff's work in the demo shop, simple as it starts and with its stock at locations:
// node demo.mjs URL EMAIL PASSWORD [FOLDER FOR PICTURES]
import { knowCustomers, offerDiscounts } from "./customers.mjs"
import { changeOrder, fulfillOrder, takeBack } from "./orders.mjs"
import { createProduct, deleteProduct, moveStock, sellProducts } from "./products.mjs"
import { configureShop, inviteColleague, openChannel } from "./settings.mjs"
import { locate } from "./staff.mjs"
import { purchase } from "./storefront.mjs"
import { work } from "./work.mjs"

const PAGES = [
  ["/a/orders", "Export Orders"],
  ["/a/draft-orders", "Create draft order"],
  ["/a/products", "New Product"],
  ["/a/products?view=collections", "New Collection"],
  ["/a/product-categories", "Product Categories"],
  ["/a/customers", "Date added", "Name"],
  ["/a/customers/groups", "New group"],
  ["/a/discounts", "Add Discount"],
  ["/a/gift-cards", "Gift Cards"],
  ["/a/pricing", "Price Lists", "Create New"],
  ["/a/settings", "API Key Management", "Sales Channels"],
  ["/a/settings/currencies", "Store currencies"],
  ["/a/settings/details", "Store Details"],
  ["/a/settings/personal-information", "Personal Information"],
  ["/a/settings/regions", "Regions"],
  ["/a/settings/return-reasons", "Return Reasons"],
  ["/a/settings/taxes", "Taxes"],
  ["/a/settings/team", "The Team"],
  ["/a/sales-channels", "Default Sales Channel"],
  ["/a/publishable-api-keys", "API keys"],
]

const INVENTORY = [
  ["/a/inventory", "Inventory"],
  ["/a/inventory/locations", "Locations"],
  ["/a/inventory/reservations", "Create reservation"],
]

async function openPages(staff, pages) {
  for (const [route, ...texts] of pages) {
    await staff.step(`page ${route}, after a reload`, async () => {
      await staff.go(route)
      await staff.see(...texts)
    })
  }
}

await work(async ({ user, password, pictures, ...shop }) => {
  const { staff, run } = shop
  const shopper = await shop.visitor("")
  Object.assign(shop, { region: "Europe", shipping: "Standard", country: "Germany", other: "Wool Beanie", otherRow: "BEANIE-GRY" })

  await staff.step("a wrong password is refused", async () => {
    staff.expected.push(/^401 /)
    await staff.go("/login")
    await staff.fill("input[name=email]", user)
    await staff.fill("input[name=password]", "wrong")
    await staff.click("Continue")
    await staff.see("These credentials do not match our records")
  })

  await staff.step("sign in", async () => {
    await staff.fill("input[name=password]", password)
    await staff.click("Continue")
    await staff.see("Orders", "Products", "Categories", "Customers", "Discounts")
    await staff.see("Gift Cards", "Pricing", "Settings", "Export Orders")
    await staff.seeNo("Inventory")
  })
  staff.expected = staff.expected.filter((pattern) => !pattern.test("401 GET /"))

  await openPages(staff, PAGES)
  const email = `shopper-${run}@example.com`
  const shirt = await sellProducts(shop)
  await offerDiscounts(shop, shirt)
  await openChannel(shop)
  const number = await purchase(shopper, email, pictures)
  await fulfillOrder(shop, number, email)
  await knowCustomers(shop, email)
  await takeBack(shop, shirt)
  await changeOrder(shop, "Linen Shirt", "Linen Shirt")
  await deleteProduct(shop, shirt)

  await locate(shop, "Warehouse")
  await openPages(staff, INVENTORY)
  const coat = `Coat ${run}`
  await createProduct(shop, coat)
  const depot = await moveStock(shop, coat)
  await takeBack(shop, coat, depot)
  await changeOrder(shop, coat, "Medium")
  await deleteProduct(shop, coat)
  await configureShop(shop)
  await inviteColleague(shop)

  await staff.step("sign out", async () => {
    await staff.go("/a/orders")
    await staff.see("Export Orders")
    staff.expected.push(/^401 /)
    await staff.press("[aria-haspopup=menu]", 0)
    await staff.click("Sign out")
    await staff.see("Log in to Medusa")
  })
})
