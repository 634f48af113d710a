// Staff's work with the settings of the shop.

/** Regions, shipping, taxes, return reasons, currencies, and the store itself. */
export async function configureShop({ staff, run, picture }) {
  await staff.step("a currency", async () => {
    await staff.go("/a/settings/currencies")
    await staff.click("Edit currencies", { selector: "button" })
    await staff.see("Current Store Currencies")
    await staff.click("Add Currencies", { selector: "button" })
    await staff.see("Add Store Currencies")
    await staff.tick("AUD")
    await staff.click("Save and close", { selector: "button" })
    await staff.see("Successfully updated currencies", "AUD")
  })

  await staff.step("a region", async () => {
    await staff.go("/a/settings/regions")
    await staff.beside("Regions", "button")
    await staff.see("Add the region details.")
    await staff.fill("input[name='details.name']", `Oceania ${run}`)
    await staff.select("Choose currency", "Australian Dollar")
    await staff.fill("input[name='details.tax_rate']", 10)
    await staff.select("Choose countries", "Australia")
    await staff.click("Providers*", { selector: "span" })
    await staff.settle()
    await staff.select("Choose payment providers...", "Manual")
    await staff.select("Choose fulfillment providers...", "Manual")
    await staff.click("Create region", { selector: "button" })
    await staff.see("Region created", `Oceania ${run}`, "AUD", "Manual")
  })

  for (const [heading, name, nth] of [
    ["Add Shipping Option", "Sled", 0],
    ["Add Return Shipping Option", "Way back", -1],
  ]) {
    await staff.step(`a shipping option of the region: ${name}`, async () => {
      await staff.go("/a/settings/regions")
      await staff.press("[role=radio]", -1)
      await staff.see("EUR", "Standard Shipping")
      await staff.click("Add Option", { selector: "button", nth })
      await staff.see(heading)
      await staff.fill("input[name=name]", `${name} ${run}`)
      await staff.select("Choose a price type", "Flat Rate")
      await staff.fill("input[placeholder='-']", "5", 0)
      await staff.select("Choose a shipping profile", "Default")
      await staff.select("Choose a fulfillment method", "Manual")
      await staff.click("Save and close")
      await staff.see(`${name} ${run}`)
    })
  }
  await picture("region", "Standard Shipping", "Way back")

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

  await staff.step("a return reason", async () => {
    await staff.go("/a/settings/return-reasons")
    await staff.click("Add reason")
    await staff.fill("input[name=value]", `too_small_${run}`)
    await staff.fill("input[name=label]", `Too small ${run}`)
    await staff.click("Create", { selector: "button" })
    await staff.see(`Too small ${run}`)
  })

  await staff.step("the return reason is changed and deleted", async () => {
    await staff.see("Details", `too_small_${run}`)
    await staff.fill("input[name=label]", `Too tight ${run}`)
    await staff.click("Save", { selector: "button" })
    await staff.see("Successfully updated return reason", `Too tight ${run}`)
    await staff.settle()
    await staff.menu("Details", "Delete reason")
    await staff.click("Yes, remove", { selector: "button" })
    await staff.seeNo(`Too tight ${run}`)
  })

  await staff.step("the name of the store", async () => {
    await staff.go("/a/settings/details")
    await staff.fill("input[placeholder='Medusa Store']", `Shop ${run}`)
    await staff.click("Save", { selector: "button" })
    await staff.see(`Shop ${run}`)
  })
}

/** A sales channel, and an API key that limits a storefront to it. */
export async function openChannel({ staff, run }) {
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

  await staff.step("the sales channel of the key", async () => {
    await staff.go("/a/publishable-api-keys")
    await staff.menu(`Web ${run}`, "Edit sales channels")
    await staff.click("Add channels", { selector: "button" })
    await staff.see("Add sales channels", `Market ${run}`)
    await staff.settle()
    await staff.tick(`Market ${run}`)
    await staff.click("Add and close", { selector: "button" })
    await staff.see("Sales channels added to the scope")
    await staff.go("/a/publishable-api-keys")
    await staff.menu(`Web ${run}`, "Edit sales channels")
    await staff.see("Edit sales channels", `Market ${run}`)
  })
}

/** The person's own name, and an invitation to the team that a colleague accepts. */
export async function inviteColleague({ staff, run }) {
  const email = `colleague-${run}@example.com`

  await staff.step("personal information", async () => {
    await staff.go("/a/settings/personal-information")
    await staff.click("Edit information", { selector: "button" })
    await staff.fill("input[name=first_name]", "Mary")
    await staff.fill("input[name=last_name]", "Ward")
    await staff.click("Submit and close", { selector: "button" })
    await staff.see("Your information was successfully updated", "Mary Ward")
  })

  let link
  await staff.step("an invitation to the team", async () => {
    await staff.go("/a/settings/team")
    await staff.click("Invite Users")
    await staff.fill("input[placeholder='lebron@james.com']", email)
    await staff.click("Invite", { selector: "button" })
    await staff.see(email, "Pending")
    await staff.settle()
    link = await staff.copied(() => staff.menu(email, "Copy invite link"))
    await staff.see("Invite link copied to clipboard")
  })

  const colleague = await staff.another("/app")
  await colleague.step("the invitation is accepted", async () => {
    // The page asks for the flags of the shop before there is a user.
    colleague.expected.push(/^401 GET /)
    await colleague.page.goto(link)
    await colleague.see("You have been invited to join the team")
    await colleague.click("Sign up", { selector: "button" })
    await colleague.fill("input[name=password]", "difference engine")
    await colleague.fill("input[name=repeat_password]", "difference engine")
    await colleague.click("Create account", { selector: "button" })
    await colleague.see("Orders", "Export Orders")
  })

  await staff.step("the colleague is in the team", async () => {
    await staff.go("/a/settings/team")
    await staff.see(email, "Member")
    await staff.seeNo("Pending")
  })
  return colleague
}
