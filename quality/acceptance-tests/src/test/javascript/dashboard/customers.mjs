// Staff's work with customers: groups, gift cards, discounts.

/** Creates a gift card, a customer group, and a discount for one product. */
export async function offerDiscounts({ staff, run }, shirt) {
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

  const code = `SALE${run}`.toUpperCase()
  await staff.step("a discount with a condition", async () => {
    await staff.go("/a/discounts")
    await staff.click("Add Discount")
    await staff.see("Create new discount")
    await staff.click("General*", { selector: "span" })
    await staff.select("Select...", "Europe")
    await staff.fill("input[name=code]", code)
    await staff.fill("input[name='rule.value']", 10)
    await staff.fill("textarea[name='rule.description']", "A tenth less")
    await staff.click("Conditions", { selector: "span" })
    await staff.click("Add Condition")
    await staff.see("Choose a condition type")
    await staff.click("Product", { selector: "button div" })
    await staff.see("Choose products")
    await staff.fill("input[placeholder='Search products...']", shirt)
    await staff.settle()
    await staff.tick(shirt)
    await staff.click("Save and close", { selector: "button" })
    await staff.see("Publish discount")
    await staff.click("Publish discount", { selector: "button" })
    await staff.see(code, "10%")
  })

  await staff.step("the discount and its condition", async () => {
    await staff.click(code)
    await staff.see(code, "A tenth less", "Discount is applicable to specific products")
  })
}

/** Edits a customer and adds them to the group. */
export async function knowCustomers({ staff, run }, email) {
  await staff.step("a customer is edited", async () => {
    await staff.go("/a/customers")
    await staff.click(email)
    await staff.see(email, "Registered")
    await staff.menu("Grace Hopper", "Edit")
    await staff.see("Customer Details")
    await staff.fill("input[name=first_name]", "Grace Brewster")
    await staff.fill("input[name=phone]", "+45 42 42 42 42")
    await staff.click("Save and close", { selector: "button" })
    await staff.see("Successfully updated customer", "Grace Brewster Hopper", "+45 42 42 42 42")
  })

  await staff.step("the customer joins the group", async () => {
    await staff.go("/a/customers/groups")
    await staff.click(`Regulars ${run}`)
    await staff.click("Edit customers", { selector: "button" })
    await staff.see("Edit Customers")
    await staff.tick(email)
    await staff.click("Save", { selector: "button" })
    await staff.seeNo("Edit Customers")
    await staff.see("Grace Brewster Hopper", email)
  })
}
