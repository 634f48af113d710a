// Staff's work with what the shop sells: products, stock, prices, files.
import fs from "node:fs"
import { fileURLToPath } from "node:url"

export const SIZES = ["Small", "Medium", "Large"]

/** Creates a product in three sizes, in a shop with a simple stock ten of each, and publishes it. */
export async function createProduct({ staff, location }, title) {
  await staff.step(`a product with an option and variants: ${title}`, async () => {
    await staff.go("/a/products")
    await staff.click("New Product")
    await staff.fill("input[name='general.title']", title)
    await staff.click("Variants")
    await staff.click("Add an option")
    await staff.fill("input[placeholder='Color...']", "Size")
    await staff.fill("input[placeholder='Blue, Red, Black...']", `${SIZES.join(",")},`)
    await staff.settle()
    for (const size of SIZES) {
      await staff.click("Add a variant")
      await staff.see("Create Variant")
      await staff.select("Choose an option", size)
      if (!location) {
        await staff.click("Stock & Inventory")
        await staff.fill("input[name='stock.inventory_quantity']", 10)
      }
      await staff.click("Save and close")
      await staff.seeNo("Create Variant")
    }
    await staff.see("(3)")
    await staff.click("Publish product")
    await staff.see(title, "Published", "Product variants")
  })

  await staff.step(`prices of the variants of ${title}`, async () => {
    await staff.menu("Variants", "Edit Prices")
    await staff.see("Save and close")
    await staff.cell(0, "25")
    await staff.cell(2, "26")
    await staff.cell(4, "27")
    await staff.click("Save and close")
    await staff.click("Save changes")
    await staff.seeNo("Save and close")
  })
}

/** Deletes a product that has stock. */
export async function deleteProduct({ staff }, title) {
  await staff.step(`${title} is deleted`, async () => {
    await staff.go(`/a/products?q=${encodeURIComponent(title)}`)
    await staff.click(title)
    await staff.see(title, "Sales channels", "Attributes")
    await staff.settle()
    // The page asks once more for the product that it has deleted.
    staff.expected.push(/^404 GET \/admin\/products\/prod_/)
    await staff.menu(title, "Delete")
    await staff.see("Are you sure you want to delete this product")
    await staff.click("Yes, confirm", { selector: "button" })
    await staff.see("Product deleted successfully", "New Product")
    await staff.seeNo(title)
    await staff.settle()
    staff.expected.pop()
  })
}

/** Creates a category, and a product of it with images. */
export async function sellProducts(shop) {
  const { staff, run, picture } = shop
  const category = `Clothes ${run}`
  const shirt = `Shirt ${run}`

  await staff.step("a category", async () => {
    await staff.go("/a/product-categories")
    await staff.click("Add category")
    await staff.fill("input[name=name]", category)
    await staff.click("Save category")
    await staff.see(category)
  })

  await createProduct(shop, shirt)

  await staff.step("images of the product", async () => {
    const file = await drawing(staff)
    await staff.click("Edit Media")
    await staff.see("Add images to your product.")
    await staff.upload(file)
    await staff.see("Uploads", "shirt.png")
    await staff.click("Save and close", { selector: "button" })
    await staff.seeImage("Image 1")
    await staff.beside("Thumbnail", "button")
    await staff.see("Upload Thumbnail")
    await staff.upload(file)
    await staff.see("shirt.png")
    await staff.click("Save and close", { selector: "button" })
    await staff.seeImage(`Thumbnail for ${shirt}`)
  })

  await staff.step("the category and the tags of the product", async () => {
    await staff.menu(shirt, "Edit General Information")
    await staff.see("Organize Product")
    await staff.settle()
    // The menu has the categories that were there when it was closed last.
    await staff.click("Choose categories")
    await staff.click("Organize Product")
    await staff.click("Choose categories")
    await staff.beside(category, "div.cursor-pointer")
    await staff.fill("#tag-input", `linen-${run}`)
    await staff.page.keyboard.press("Enter")
    await staff.click("Save", { selector: "button" })
    await staff.see("Product was successfully updated", category, `linen-${run}`)
  })

  await staff.step("the product is unpublished and published", async () => {
    await staff.click("Published")
    await staff.click("Draft")
    await staff.see("Draft")
    await staff.settle()
    await staff.click("Draft")
    await staff.click("Published")
    await staff.see("Published")
  })

  await picture("product", shirt, "Product variants", "Small", "Attributes")

  await staff.step("the list finds the product", async () => {
    await staff.go(`/a/products?q=${encodeURIComponent(shirt)}`)
    await staff.see(shirt, "Published", "30 in stock for 3 variant(s)")
    // The menu opens the list with the sales channels, which a page that is just loaded leaves out.
    await staff.go("/a/orders")
    await staff.click("Products", { selector: "a, a *" })
    await staff.see(shirt, "Export Products", "Default Sales Channel")
    await picture("products")
  })

  await staff.step("a copy of the product", async () => {
    await staff.menu(shirt, "Duplicate")
    await staff.see("Created a new product", `${shirt} (`, "Draft", "Large")
  })

  await importAndExport(staff, run, shirt)
  await lowerPrices(staff, run, shirt)
  return shirt
}

/** A second location beside the default one, with stock of a product, a correction and a reservation. */
export async function moveStock({ staff, run }, shirt) {
  const depot = `Depot ${run}`

  await staff.step("a stock location", async () => {
    await staff.go("/a/inventory/locations")
    await staff.click("Add location")
    await staff.see("Add new location")
    await staff.fill("input[name='general.name']", depot)
    await staff.click("Add location")
    await staff.see("Location added successfully", depot)
  })

  await staff.step("the sales channel of the location", async () => {
    await staff.click("Add channels", { selector: "button" })
    await staff.see("Current Sales Channels")
    await staff.click("Add Channels", { selector: "button" })
    await staff.see("Add Sales Channels")
    await staff.tick("Default Sales Channel")
    await staff.click("Save and close", { selector: "button" })
    await staff.see("Edit channels", "Default Sales Channel")
  })

  await staff.step("stock at the location", async () => {
    await staff.go(`/a/products?q=${encodeURIComponent(shirt)}`)
    await staff.click(shirt)
    for (const size of SIZES) {
      await staff.menu(size, "Manage inventory")
      await staff.see("Edit stock & inventory")
      await staff.fill("input[name=sku]", `${size}-${run}`)
      await staff.click("Inventory", { selector: "span" })
      await staff.click("Manage locations", { selector: "button" })
      await staff.beside(depot, "button[role=switch]")
      await staff.click("Save and go back", { selector: "button" })
      for (const place of [0, 1]) {
        await staff.fill(`input[name='location_levels.${place}.stocked_quantity']`, 10)
      }
      await staff.click("Save and close", { selector: "button" })
      await staff.seeNo("Edit stock & inventory")
    }
  })
  await staff.step("the stock is corrected", async () => {
    // The page stays empty if it has asked for the items before it knew the locations.
    await staff.comes("/a/inventory", shirt, "Small")
    await staff.menu("Small", "Adjust Availability")
    await staff.see("Adjust availability")
    await staff.fill("input[type=number]", 12)
    await staff.click("Save and close", { selector: "button" })
    await staff.see("Inventory item updated successfully", "12")
  })

  await staff.step("a reservation", async () => {
    await staff.go("/a/inventory/reservations")
    await staff.click("Create reservation", { selector: "button" })
    // The first of the locations is chosen; both have stock.
    await staff.see("Reserve Item", "Choose where you wish to reserve from.")
    await staff.select("Search by sku...", `Large-${run}`)
    await staff.fill("input[name='general.quantity']", 2)
    await staff.fill("input[name='general.description']", "For the shop window")
    await staff.click("Save reservation", { selector: "button" })
    await staff.see("Large", "For the shop window")
  })
  return depot
}

async function importAndExport(staff, run, shirt) {
  const title = `From a file ${run}`
  const file = fileURLToPath(new URL("products.csv", import.meta.url))
  fs.writeFileSync(
    file,
    "Product Handle;Product Title;Product Status;Variant Title;Variant Inventory Quantity;" +
      "Price EUR;Option 1 Name;Option 1 Value\n" +
      `from-a-file-${run};${title};published;One Size;5;9;Size;One Size\n`
  )

  await staff.step("import of products from a file", async () => {
    await staff.go("/a/products")
    await staff.click("Import Products")
    await staff.see("Drop your file here, or")
    await staff.upload(file)
    await staff.see("1 new products")
    await staff.click("Import List", { selector: "button" })
    await staff.see("Import confirmed for processing")
    await staff.comes(`/a/products?q=${encodeURIComponent(title)}`, title, "Published", "for 1 variant(s)")
  })

  await staff.step("export of products to a file", async () => {
    await staff.go("/a/products")
    await staff.click("Export Products")
    await staff.see("Initialize an export of your data")
    await staff.click("Export", { selector: "button" })
    await staff.see("Successfully initiated export")
    await staff.settle()
    await staff.press("[class*=min-h-topbar] button", -1)
    await staff.see("Activity")
    const content = await staff.download(() => staff.click("Download", { selector: "button" }))
    if (!content.includes(shirt) || !content.includes(title)) {
      throw new Error(`The exported file lacks products: ${content.slice(0, 1000)}`)
    }
  })
}

/** A price list for one product. */
async function lowerPrices(staff, run, shirt) {
  const sale = `Sale ${run}`

  await staff.step("a price list", async () => {
    await staff.go("/a/pricing")
    await staff.click("Create New", { selector: "button" })
    await staff.see("Create Price List")
    await staff.fill("input[name='details.general.name']", sale)
    await staff.fill("textarea[name='details.general.description']", "Lower prices for a while")
    await staff.click("Continue", { selector: "button" })
    await staff.see("Choose products")
    await staff.fill("input[type=search]", shirt)
    await staff.settle()
    await staff.tick(shirt)
    await staff.click("Continue", { selector: "button" })
    await staff.click("Add prices", { selector: "button" })
    await staff.press("td[data-currency-code=eur]")
    await staff.page.keyboard.type("20")
    await staff.page.keyboard.press("Enter")
    await staff.click("Save Prices", { selector: "button" })
    await staff.click("Save and Publish", { selector: "button" })
    await staff.see("Successfully created price list", sale, "Active")
  })

  await staff.step("the prices of the price list", async () => {
    await staff.click(sale)
    await staff.see(sale, "Lower prices for a while", shirt)
  })
}

/** A file with a picture, which the browser draws. */
async function drawing(staff) {
  const content = await staff.page.evaluate(() => {
    const canvas = document.createElement("canvas")
    canvas.width = 600
    canvas.height = 800
    const paint = canvas.getContext("2d")
    paint.fillStyle = "#e7edf3"
    paint.fillRect(0, 0, canvas.width, canvas.height)
    paint.fillStyle = "#27476e"
    paint.fill(new Path2D("M210 180H390L540 280 480 380 425 340V660H175V340L120 380 60 280Z"))
    return canvas.toDataURL("image/png").split(",")[1]
  })
  const file = fileURLToPath(new URL("shirt.png", import.meta.url))
  fs.writeFileSync(file, Buffer.from(content, "base64"))
  return file
}
