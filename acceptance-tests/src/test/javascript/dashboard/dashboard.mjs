// Staff's work with the dashboard: node dashboard.mjs URL EMAIL PASSWORD [FOLDER FOR PICTURES]
import path from "node:path"
import { open } from "./browser.mjs"
import { knowCustomers, offerDiscounts } from "./customers.mjs"
import { changeOrder, fulfillOrder, takeBack } from "./orders.mjs"
import { sellProducts } from "./products.mjs"
import { configureShop, inviteColleague, openChannel } from "./settings.mjs"
import { purchase } from "./storefront.mjs"

const [url, user, password, pictures] = process.argv.slice(2)
const run = Date.now().toString(36)
const staff = await open(url)
const shopper = await staff.another("")
const visitors = [staff, shopper]

/** Takes a picture for the documentation. */
async function picture(name) {
  if (pictures) {
    await staff.settle()
    await staff.picture(path.join(pictures, `${name}.png`))
  }
}

try {
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
    await staff.see("Orders", "Products", "Categories", "Customers", "Inventory", "Discounts")
    await staff.see("Gift Cards", "Pricing", "Settings", "Export Orders")
  })
  staff.expected = staff.expected.filter((pattern) => !pattern.test("401 GET /"))

  const pages = [
    ["/a/orders", "Export Orders"],
    ["/a/draft-orders", "Create draft order"],
    ["/a/products", "New Product"],
    ["/a/products?view=collections", "New Collection"],
    ["/a/product-categories", "Product Categories"],
    ["/a/customers", "Date added", "Name"],
    ["/a/customers/groups", "New group"],
    ["/a/inventory", "Inventory"],
    ["/a/inventory/locations", "Locations"],
    ["/a/inventory/reservations", "Create reservation"],
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
  for (const [route, ...texts] of pages) {
    await staff.step(`page ${route}, after a reload`, async () => {
      await staff.go(route)
      await staff.see(...texts)
    })
  }

  const shop = { staff, run, picture }
  const email = `shopper-${run}@example.com`
  const { shirt, depot } = await sellProducts(shop)
  await offerDiscounts(shop, shirt)
  await openChannel(shop)
  const number = await purchase(shopper, email, pictures)
  await fulfillOrder(shop, number, email, depot)
  await knowCustomers(shop, email)
  await takeBack(shop, shirt, depot)
  await changeOrder(shop)
  await configureShop(shop)
  visitors.push(await inviteColleague(shop))

  await staff.step("sign out", async () => {
    await staff.go("/a/orders")
    await staff.see("Export Orders")
    staff.expected.push(/^401 /)
    await staff.press("[aria-haspopup=menu]", 0)
    await staff.click("Sign out")
    await staff.see("Log in to Medusa")
  })
} finally {
  await staff.close()
}
const foreign = visitors.flatMap((visitor) => visitor.foreign)
if (foreign.length > 0) {
  throw new Error(`Requests to other hosts:\n${foreign.join("\n")}`)
}
const requests = visitors.reduce((sum, visitor) => sum + visitor.requests, 0)
console.log(`The pages sent ${requests} requests, none to other hosts`)
