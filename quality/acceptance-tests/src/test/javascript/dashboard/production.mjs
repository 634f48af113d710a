// The first day of an owner with an empty shop in production:
// node production.mjs URL EMAIL PASSWORD [FOLDER FOR PICTURES]
import { changeOrder, takeBack } from "./orders.mjs"
import { createProduct, deleteProduct } from "./products.mjs"
import { firstSignIn, joinTeam, setUp, signInAgain } from "./staff.mjs"
import { work } from "./work.mjs"

await work(async ({ user, password, ...shop }) => {
  Object.assign(shop, { region: "Home", shipping: "Parcel", country: "Germany", other: "Postcard", otherRow: "Standard" })
  const coat = `Coat ${shop.run}`

  const [code] = await firstSignIn(shop, user, password)
  await setUp(shop)
  await createProduct(shop, coat)
  await takeBack(shop, coat)
  await changeOrder(shop, coat, "Medium")
  await deleteProduct(shop, coat)
  await joinTeam(shop)
  await signInAgain(shop, user, password, code)
})
