// Extensions that are built into the dashboard: a widget that reads a route of the shop's own, and a page
// in the menu: node extensions.mjs URL EMAIL PASSWORD FOLDER-FOR-PICTURES ORDER
import { work } from "./work.mjs"

const order = process.argv[6]

await work(async ({ staff, user, password, picture }) => {
  await staff.step("extensions: sign in", async () => {
    staff.expected.push(/^401 GET \//)
    await staff.go("/login")
    await staff.fill("input[name=email]", user)
    await staff.fill("input[name=password]", password)
    await staff.click("Continue")
    await staff.see("Orders", "Wishes")
  })
  staff.expected = []

  await staff.step("extensions: the widget below an order reads the route of a plugin", async () => {
    await staff.go(`/a/orders/${order}`)
    await staff.see("Wishes", `A ribbon for ${order}`)
  })
  await staff.page.$eval("[data-widget=wishes]", (widget) => widget.scrollIntoView())
  await picture("order-widget", `A ribbon for ${order}`)

  await staff.step("extensions: a page of its own in the menu", async () => {
    await staff.click("Wishes", { selector: "a" })
    await staff.see("Wishes of all orders")
  })
})
