// The first day of an owner with an empty shop in production:
// node production.mjs URL EMAIL PASSWORD FOLDER-FOR-PICTURES URL-OF-STRIPE
import { CARDS, pay, payFor } from "./cards.mjs"
import { changeOrder, takeBack } from "./orders.mjs"
import { createProduct, deleteProduct } from "./products.mjs"
import { firstSignIn, joinTeam, setUp, signInAgain } from "./staff.mjs"
import { check } from "./storefront.mjs"
import { work } from "./work.mjs"

/** A shopper pays the first order by card, and the owner captures the money. */
async function sellByCard({ staff, visitor, other }) {
  const shopper = await visitor("")

  await shopper.step("the first order is paid by card", async () => {
    await shopper.go("/")
    await shopper.see("Made for the sea", other)
    await check(shopper)
    await payFor(shopper, { handle: other.toLowerCase(), title: other })
    await shopper.click("Card", { selector: "label" })
    await shopper.page.waitForSelector(".payment-form input")
    await check(shopper)
    await pay(shopper, CARDS.good)
    await shopper.see("Thank you", other, "€7.40")
    await shopper.page.waitForFunction(() => location.pathname.startsWith("/orders/"))
    await check(shopper)
  })

  await staff.step("the owner captures the payment of the first order", async () => {
    await staff.go("/a/orders")
    await staff.see("Grace Hopper", "€7.40")
    await staff.click("Grace Hopper")
    await staff.see("grace@example.com", other, "Payment")
    await staff.click("Capture payment")
    await staff.see("Successfully captured payment", "Refund")
  })

  await shopper.step("the page of the order says that it is paid", async () => {
    await shopper.see("Payment: paid.")
    await check(shopper)
  })
}

await work(async ({ user, password, ...shop }) => {
  Object.assign(shop, { region: "Home", shipping: "Parcel", country: "Germany", other: "Postcard", otherRow: "Standard" })
  const coat = `Coat ${shop.run}`

  const [code] = await firstSignIn(shop, user, password)
  await setUp(shop)
  await sellByCard(shop)
  await createProduct(shop, coat)
  await takeBack(shop, coat)
  await changeOrder(shop, coat, "Medium")
  await deleteProduct(shop, coat)
  await joinTeam(shop)
  await signInAgain(shop, user, password, code)
}, [process.argv[6]])
