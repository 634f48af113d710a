// Staff's work with the dashboard: node dashboard.mjs URL EMAIL PASSWORD [FOLDER FOR PICTURES]
import path from "node:path"
import { open } from "./browser.mjs"
import { purchase } from "./storefront.mjs"

const [url, email, password, pictures] = process.argv.slice(2)
const run = Date.now().toString(36)
const staff = await open(url)
const shopper = await staff.another("")

staff.expected = []

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
    await staff.fill("input[name=email]", email)
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
  const shirt = `Shirt ${run}`
  await staff.step("a category", async () => {
    await staff.go("/a/product-categories")
    await staff.click("Add category")
    await staff.fill("input[name=name]", `Clothes ${run}`)
    await staff.click("Save category")
    await staff.see(`Clothes ${run}`)
  })

  await staff.step("a product with an option and variants", async () => {
    await staff.go("/a/products")
    await staff.click("New Product")
    await staff.fill("input[name='general.title']", shirt)
    await staff.click("Variants")
    await staff.click("Add an option")
    await staff.fill("input[placeholder='Color...']", "Size")
    await staff.fill("input[placeholder='Blue, Red, Black...']", "S,M,")
    await staff.settle()
    for (const size of ["S", "M"]) {
      await staff.click("Add a variant")
      await staff.see("Create Variant")
      await staff.select("Choose an option", size)
      await staff.click("Save and close")
      await staff.seeNo("Create Variant")
    }
    await staff.see("(2)")
    await staff.click("Publish product")
    await staff.see(shirt, "Published", "Product variants")
  })

  await staff.step("prices of the variants", async () => {
    await staff.menu("Variants", "Edit Prices")
    await staff.see("Save and close")
    await staff.cell(0, "25")
    await staff.cell(2, "26")
    await staff.click("Save and close")
    await staff.click("Save changes")
    await staff.seeNo("Save and close")
  })
  await picture("product")

  await staff.step("the product is unpublished and published", async () => {
    await staff.click("Published")
    await staff.click("Draft")
    await staff.see("Draft")
    await staff.settle()
    await staff.click("Draft")
    await staff.click("Published")
    await staff.see("Published")
  })

  await staff.step("the list finds the product", async () => {
    await staff.go(`/a/products?q=${encodeURIComponent(shirt)}`)
    await staff.see(shirt, "Published")
    await staff.go("/a/products")
    await staff.see(shirt, "Export Products")
    await picture("products")
  })

  await staff.step("a gift card", async () => {
    await staff.go("/a/gift-cards")
    await staff.click("Custom Gift Card")
    await staff.fill("input[placeholder='-']", "50")
    await staff.fill("input[name='receiver.email']", `friend-${run}@example.com`)
    await staff.click("Create and send")
    await staff.see("Created gift card")
  })

  await staff.step("a customer group", async () => {
    await staff.go("/a/customers/groups")
    await staff.click("New group")
    await staff.fill("input[name='general.name']", `Regulars ${run}`)
    await staff.click("Publish Group")
    await staff.see(`Regulars ${run}`)
  })

  await staff.step("a sales channel", async () => {
    await staff.go("/a/sales-channels")
    await staff.press("h2 + div svg", 1)
    await staff.fill("input[name=name]", `Market ${run}`)
    await staff.click("Publish channel")
    await staff.see(`Market ${run}`, "The sales channel is successfully created")
  })

  await staff.step("an API key", async () => {
    await staff.go("/a/publishable-api-keys")
    await staff.click("Create API key")
    await staff.fill("input[name=name]", `Web ${run}`)
    await staff.click("Publish API key")
    await staff.see(`Web ${run}`)
  })

  await staff.step("a draft order", async () => {
    await staff.go("/a/draft-orders")
    await staff.click("Create draft order")
    await staff.see("Choose region")
    await staff.select("Select...", "Europe")
    await staff.click("Next")
    await staff.see("Items for the order")
    await staff.click("Add Existing")
    await staff.see("Add Products")
    await staff.fill("input[placeholder*=Search]", "Linen Shirt")
    await staff.settle()
    await staff.tick("Linen Shirt")
    await staff.click("Add", { selector: "button" })
    await staff.see("Linen Shirt")
    await staff.click("Next")
    await staff.see("Choose a shipping method")
    await staff.select("Search...", "Standard")
    await staff.click("Next")
    await staff.fill("input[name=email]", `buyer-${run}@example.com`)
    for (const [field, value] of Object.entries({
      first_name: "Ada",
      last_name: "Byron",
      address_1: "Main Street 1",
      postal_code: "10115",
      city: "Berlin",
    })) {
      await staff.fill(`input[name='shipping_address.${field}']`, value)
    }
    await staff.select("Select...", "Germany")
    await staff.click("Next")
    await staff.click("Use same as shipping")
    await staff.click("Next")
    await staff.click("Submit")
    await staff.see("Order created")
  })

  await staff.step("the draft order becomes a paid order", async () => {
    await staff.go("/a/draft-orders")
    await staff.click(`buyer-${run}@example.com`)
    await staff.see(`buyer-${run}@example.com`, "Mark as paid")
    await staff.click("Mark as paid", { selector: "button" })
    await staff.click("Mark paid", { selector: "button" })
    await staff.see("Go to Order")
  })

  await staff.step("a stock location", async () => {
    await staff.go("/a/inventory/locations")
    await staff.click("Add location")
    await staff.see("Add new location")
    await staff.fill("input[name='general.name']", `Depot ${run}`)
    await staff.click("Add location")
    await staff.see("Location added successfully", `Depot ${run}`)
  })

  const number = await purchase(shopper, `shopper-${run}@example.com`, pictures)

  await staff.step("a shopper's order is captured", async () => {
    await staff.go("/a/orders")
    await staff.see(`#${number}`, "Grace Hopper")
    await picture("orders")
    await staff.click(`#${number}`)
    await staff.see(`shopper-${run}@example.com`, "Payment", "Fulfillment", "Customer")
    await picture("order")
    await staff.click("Capture payment")
    await staff.see("Successfully captured payment", "Refund")
  })

  await staff.step("items are fulfilled", async () => {
    await staff.click("Create Fulfillment")
    await staff.see("Items to fulfill")
    await staff.selectNext(`Depot ${run}`)
    await staff.click("Create fulfillment")
    await staff.see("Successfully fulfilled order")
  })

  await staff.step("the fulfillment is shipped", async () => {
    await staff.menu("Fulfillment", "Mark Shipped")
    await staff.see("Mark Fulfillment Shipped")
    await staff.fill("input[placeholder*=racking]", `TRACK-${run}`)
    await staff.click("Complete")
    await staff.see(`TRACK-${run}`)
  })

  await staff.step("a part is refunded", async () => {
    await staff.click("Refund", { selector: "button" })
    await staff.see("Create a refund")
    await staff.fill("input[placeholder='0.00']", "5")
    await staff.click("Complete")
    await staff.see("Successfully refunded order", "Refunded")
  })

  await staff.step("a return reason", async () => {
    await staff.go("/a/settings/return-reasons")
    await staff.click("Add reason")
    await staff.fill("input[name=value]", `too_small_${run}`)
    await staff.fill("input[name=label]", `Too small ${run}`)
    await staff.click("Create", { selector: "button" })
    await staff.see(`Too small ${run}`)
  })

  await staff.step("a shipping option of the region", async () => {
    await staff.go("/a/settings/regions")
    await staff.press("[role=radio]", 1)
    await staff.see("EUR")
    await staff.click("Add Option", { selector: "button", nth: 0 })
    await staff.see("Add Shipping Option")
    await staff.fill("input[name=name]", `Sled ${run}`)
    await staff.select("Choose a price type", "Flat Rate")
    await staff.fill("input[placeholder='-']", "5", 0)
    await staff.select("Choose a shipping profile", "Default")
    await staff.select("Choose a fulfillment method", "Manual")
    await staff.click("Save and close")
    await staff.see(`Sled ${run}`)
  })
  await picture("region")

  await staff.step("a tax rate", async () => {
    await staff.go("/a/settings/taxes")
    await staff.click("Europe")
    await staff.click("New Tax Rate")
    await staff.see("Add Tax Rate")
    await staff.fill("input[placeholder='Rate name']", `Reduced ${run}`)
    await staff.fill("input[placeholder='12']", "7")
    await staff.fill("input[placeholder='1000']", `reduced-${run}`)
    await staff.click("Create", { selector: "button" })
    await staff.see(`Reduced ${run}`)
  })

  await staff.step("an invitation to the team", async () => {
    await staff.go("/a/settings/team")
    await staff.click("Invite Users")
    await staff.fill("input[placeholder='lebron@james.com']", `colleague-${run}@example.com`)
    await staff.click("Invite", { selector: "button" })
    await staff.see(`colleague-${run}@example.com`)
  })

  await staff.step("the name of the store", async () => {
    await staff.go("/a/settings/details")
    await staff.fill("input[placeholder='Medusa Store']", `Shop ${run}`)
    await staff.click("Save", { selector: "button" })
    await staff.see(`Shop ${run}`)
  })

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
const foreign = [...staff.foreign, ...shopper.foreign]
if (foreign.length > 0) {
  throw new Error(`Requests to other hosts:\n${foreign.join("\n")}`)
}
console.log(`The pages sent ${staff.requests + shopper.requests} requests, none to other hosts`)
