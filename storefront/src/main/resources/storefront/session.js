// The region, the cart and the login of this browser.
import { api, Problem } from "./api.js"

const REGION = "tradewind.region"
const CART = "tradewind.cart"
const COUNT = "tradewind.cart-count"
const LOGIN = "tradewind.login"

let listed

/** The regions of the shop, read once a page. */
export function regions() {
  listed ??= api("GET", "/regions").then((answer) => answer.regions)
  return listed
}

/** The chosen region, else the first one. */
export async function region() {
  const all = await regions()
  if (all.length === 0) {
    throw new Error("This shop has no region yet: add one in the admin dashboard.")
  }
  return all.find((one) => one.id === localStorage.getItem(REGION)) ?? all[0]
}

/** Chooses a region, also for the cart, whose prices change with it. */
export async function chooseRegion(id) {
  localStorage.setItem(REGION, id)
  if (await cart()) {
    await changeCart("POST", "", { region_id: id })
  }
}

/** The open cart; null if there is none, or it has become an order or another customer's. */
export async function cart() {
  const id = localStorage.getItem(CART)
  if (!id) {
    return null
  }
  try {
    const { cart } = await api("GET", `/carts/${id}`)
    if (!cart.completed_at) {
      return remember(cart)
    }
  } catch (problem) {
    if (!(problem instanceof Problem && problem.status === 404)) {
      throw problem
    }
  }
  forgetCart()
  return null
}

export async function addToCart(variantId, quantity) {
  const item = { variant_id: variantId, quantity }
  if (await cart()) {
    return changeCart("POST", "/line-items", item)
  }
  const { id } = await region()
  const created = await api("POST", "/carts", { region_id: id, items: [item] })
  return remember(created.cart)
}

/** Sends an operation of the open cart and returns the changed cart. */
export async function changeCart(method, path, body) {
  const answer = await api(method, `/carts/${localStorage.getItem(CART)}${path}`, body)
  return remember(answer.cart)
}

/** Completes the cart: the order, if the payment is authorized. */
export async function placeOrder() {
  const answer = await api("POST", `/carts/${localStorage.getItem(CART)}/complete`)
  if (answer.type !== "order") {
    throw new Error("The payment is not authorized yet. Choose another one, or try again.")
  }
  forgetCart()
  return answer.data
}

function remember(cart) {
  const count = cart.items.reduce((sum, item) => sum + item.quantity, 0)
  localStorage.setItem(CART, cart.id)
  localStorage.setItem(COUNT, count)
  showCount()
  return cart
}

export function forgetCart() {
  localStorage.removeItem(CART)
  localStorage.removeItem(COUNT)
  showCount()
}

export function showCount() {
  document.getElementById("cart-count").textContent = localStorage.getItem(COUNT) ?? "0"
}

/** The customer; null without a login. A browser that never logged in does not ask. */
export async function customer() {
  if (!localStorage.getItem(LOGIN)) {
    return null
  }
  try {
    return (await api("GET", "/customers/me")).customer
  } catch (problem) {
    if (!(problem instanceof Problem && problem.status === 401)) {
      throw problem
    }
    localStorage.removeItem(LOGIN)
    return null
  }
}

export async function logIn(credentials) {
  await api("POST", "/auth", credentials)
  localStorage.setItem(LOGIN, "yes")
}

export async function register(account) {
  await api("POST", "/customers", account)
  localStorage.setItem(LOGIN, "yes")
}

/** Logs out; the cart stays with the account, out of reach of this browser. */
export async function logOut() {
  await api("DELETE", "/auth")
  localStorage.removeItem(LOGIN)
  forgetCart()
}
