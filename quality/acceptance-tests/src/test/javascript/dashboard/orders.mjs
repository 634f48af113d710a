// Staff's work with orders.
import { SIZES } from "./products.mjs"

/** Sells goods by a draft order, which becomes a paid order, whose page is then open. */
async function sell({ staff, region, shipping, country }, buyer, search, ...rows) {
  await staff.step(`a draft order of ${buyer}`, async () => {
    await staff.go("/a/draft-orders")
    await staff.click("Create draft order")
    await staff.see("Choose region")
    await staff.select("Select...", region)
    await staff.click("Next")
    await staff.see("Items for the order")
    await staff.click("Add Existing")
    await staff.see("Add Products")
    await staff.fill("input[placeholder*=Search]", search)
    await staff.settle()
    for (const row of rows) {
      await staff.tick(search, row)
    }
    await staff.click("Add", { selector: "button" })
    await staff.see(search, ...rows)
    await staff.click("Next")
    await staff.see("Choose a shipping method")
    await staff.select("Search...", shipping)
    await staff.click("Next")
    await staff.fill("input[name=email]", buyer)
    for (const [field, value] of Object.entries({
      first_name: "Ada",
      last_name: "Byron",
      address_1: "Main Street 1",
      postal_code: "10115",
      city: "Berlin",
    })) {
      await staff.fill(`input[name='shipping_address.${field}']`, value)
    }
    await staff.select("Select...", country)
    await staff.click("Next")
    await staff.click("Use same as shipping")
    await staff.click("Next")
    await staff.click("Submit")
    await staff.see("Order created")
  })

  await staff.step("the draft order becomes a paid order", async () => {
    await staff.go("/a/draft-orders")
    await staff.click(buyer)
    await staff.see(buyer, "Mark as paid")
    await staff.click("Mark as paid", { selector: "button" })
    await staff.click("Mark paid", { selector: "button" })
    await staff.click("Go to Order")
    await staff.see(buyer, "Timeline", "Paid")
  })
}

/** A shopper's order: payment, fulfillment, shipment, refund. */
export async function fulfillOrder({ staff, run, picture }, number, email) {
  await staff.step("a shopper's order is captured", async () => {
    await staff.go("/a/orders")
    await staff.see(`#${number}`, "Grace Hopper")
    await picture("orders", `#${number}`, "Grace Hopper")
    await staff.click(`#${number}`)
    await staff.see(email, "Payment", "Fulfillment", "Customer")
    await picture("order", email, "Order Placed", "Standard Shipping")
    await staff.click("Capture payment")
    await staff.see("Successfully captured payment", "Refund")
  })

  await fulfill(staff)

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

  await staff.step("a note", async () => {
    await staff.fill("#note-input", "Called the customer")
    await staff.page.keyboard.press("Enter")
    await staff.see("Added note", "Called the customer")
  })
}

/** Fulfills all items: from a location in a shop that keeps stock at locations. */
async function fulfill(staff, depot) {
  await staff.step("items are fulfilled", async () => {
    await staff.click("Create Fulfillment")
    await staff.see("Items to fulfill")
    if (depot) {
      await staff.selectNext(depot)
      await staff.settle()
    }
    await staff.click("Create fulfillment")
    await staff.see("Successfully fulfilled order")
  })
}

/** Return, exchange and claim of an order, whose items come from a stock location if there is one. */
export async function takeBack(shop, shirt, depot) {
  const { staff, run, other } = shop
  const [first, second, third] = SIZES
  await sell(shop, `returning-${depot ? "to-depot-" : ""}${run}@example.com`, shirt, ...SIZES)
  await fulfill(staff, depot)

  await staff.step("the fulfillment is shipped without a tracking number", async () => {
    await staff.menu("Fulfillment", "Mark Shipped")
    await staff.see("Mark Fulfillment Shipped")
    await staff.click("Complete")
    await staff.see("Items Shipped")
  })

  await staff.step("a return is requested", async () => {
    await staff.menu("Timeline", "Request Return")
    await staff.see("Items to return")
    await staff.tick(first)
    await returnTo(staff, depot)
    await staff.click("Submit", { selector: "button" })
    await staff.see("Successfully returned order", "Return Requested")
  })

  await staff.step("the return is received", async () => {
    await receive(staff, first)
    await staff.see("Return Received")
  })

  await staff.step("an exchange is registered", async () => {
    await staff.menu("Timeline", "Register Exchange")
    await staff.see("Items to send")
    await staff.tick(second)
    await returnTo(staff, depot)
    await staff.click("Add Product", { selector: "button" })
    await staff.see("Add Products")
    await staff.fill("input[placeholder^='Search Products']", other)
    await staff.settle()
    await staff.tick(other)
    await staff.click("Add", { selector: "button" })
    await staff.see(other, "Estimated difference")
    await staff.click("Complete", { selector: "button" })
    await staff.see("Successfully created exchange", "Exchange Requested")
  })

  await staff.step("the return of the exchange is received", async () => {
    await receive(staff, second)
    await staff.see("Received")
  })

  await staff.step("a claim is registered", async () => {
    await staff.menu("Timeline", "Register Claim")
    await staff.see("Create Claim", "Items to claim")
    await staff.tick(third)
    await staff.click("Select reason", { selector: "button" })
    await staff.see("Reason for Return")
    await staff.select("Choose a return reason", "Missing Item")
    await staff.click("Save and go back", { selector: "button" })
    await staff.see("Missing Item")
    await staff.click("Submit and close", { selector: "button" })
    await staff.see("Successfully created claim", "Claim Created")
  })
}

async function returnTo(staff, depot) {
  if (depot) {
    await staff.select("Select Location to Return to", depot)
  } else {
    await staff.seeNo("Location to Return to")
  }
}

async function receive(staff, item) {
  await staff.settle()
  await staff.click("Receive Return", { selector: "button" })
  await staff.see("Items to receive")
  await staff.settle()
  await staff.tick(item)
  await staff.click("Save and close", { selector: "button" })
  await staff.see("Successfully received return")
}

/** An order edit, and the cancellation of the order. */
export async function changeOrder(shop, sold, row) {
  const { staff, run, other, otherRow } = shop
  await sell(shop, `changing-${sold.length}-${run}@example.com`, sold, row)

  await staff.step("an item is added by an order edit", async () => {
    await staff.click("Edit Order", { selector: "button" })
    await staff.click("Add items", { selector: "button" })
    await staff.see("Add Product Variants")
    await staff.fill("input[placeholder^='Search Product Variants']", other)
    await staff.settle()
    await staff.tick(otherRow)
    await staff.click("Save and go back", { selector: "button" })
    await staff.see("Added successfully", other, "New", "Difference Due")
    await staff.fill("input[placeholder='Add a note...']", "The customer asked for a beanie")
    await staff.click("Save and close", { selector: "button" })
    await staff.see("Order edit set as requested", "Order Edit requested", "The customer asked for a beanie")
  })

  await staff.step("the order edit is confirmed", async () => {
    await staff.click("Force Confirm", { selector: "button" })
    await staff.click("Yes, Force Confirm", { selector: "button" })
    await staff.see("Successfully confirmed Order Edit", "Order Edit force confirmed", other)
  })

  await staff.step("the order is canceled", async () => {
    const [heading] = /#\d+/.exec(await staff.text())
    await staff.menu(heading, "Cancel Order")
    await staff.see("Are you sure you want to cancel the order?")
    await staff.fill("input[placeholder^='order #']", `order ${heading}`)
    await staff.click("Yes, confirm", { selector: "button" })
    await staff.see("Successfully canceled order", "Order Canceled")
  })
}
