// The payment step: the form of the chosen provider, if its plugin has one, pays before the order is placed.
import { alertIn, send } from "./shop.js"

const form = document.querySelector("[data-pay]")
const box = document.querySelector("[data-payment-form]")
let mounted = Promise.resolve(null)
let isSending = false

const chosen = () => form.querySelector("[name=provider]:checked")

/** Shows the form of the chosen provider in place of another one. */
function show() {
  form.querySelector("[data-selected]").value = ""
  const address = chosen()?.dataset.module
  const element = document.createElement("div")
  box?.replaceChildren(element)
  mounted = address ? import(address).then(({ mount }) => mount(element, checkout())) : Promise.resolve(null)
  mounted.catch(() => {})
}

/** Address of this step, also of the checkout of a swap. */
function stepAddress() {
  const address = new URL(location.pathname, location.origin)
  address.searchParams.set("step", "payment")
  const swap = form.querySelector("[name=swap]")
  if (swap) {
    address.searchParams.set("swap", swap.value)
  }
  return address
}

/** Parts of the checkout that a form needs: what is paid, the language, the address to come back to. */
function checkout() {
  const back = stepAddress()
  back.searchParams.set("returned", chosen().value)
  return {
    provider: chosen().value,
    amount: Number(form.dataset.amount),
    currency: form.dataset.currency,
    language: document.documentElement.lang,
    returnUrl: back.href,
  }
}

/** Back from the page of a payment method: the order is placed if it was paid there. */
async function comeBack() {
  const parameters = new URLSearchParams(location.search)
  const provider = [...form.querySelectorAll("[name=provider]")].find((one) => one.value === parameters.get("returned"))
  if (!provider?.dataset.module) {
    return false
  }
  // What the other page has added to the address is not kept.
  history.replaceState(null, "", stepAddress())
  provider.checked = true
  const { returned } = await import(provider.dataset.module)
  if (!returned?.(parameters)) {
    alertIn(form, form.dataset.unpaid)
    return false
  }
  form.querySelector("[data-selected]").value = provider.value
  // The terms were accepted before the browser was led away.
  form.querySelector("[name=terms]")?.setAttribute("checked", "")
  form.setAttribute("aria-busy", "true")
  form.submit()
  return true
}

/** Data of the payment session at the chosen provider. */
async function session(values = {}) {
  const response = await send(form, { action: "session", ...values })
  if (response.status === 409) {
    // The cart is another one than the page shows: nothing is paid, and the page comes again.
    form.submit()
    return new Promise(() => {})
  }
  if (response.redirected) {
    // The payment has arrived on another way, and the order is placed.
    location.assign(response.url)
    return new Promise(() => {})
  }
  if (!response.ok) {
    throw new Error(form.dataset.unavailable)
  }
  return (await response.json()).data
}

async function pay() {
  const choice = chosen()
  const provider = await mounted.catch(() => {
    show()
    throw new Error(form.dataset.unavailable)
  })
  if (!provider) {
    return
  }
  if (!(await provider.confirm(await session({ provider: choice.value })))) {
    // The session cannot be paid any more, as after a refused completion: another one is opened.
    if (!(await provider.confirm(await session({ provider: choice.value, renew: "yes" })))) {
      throw new Error(form.dataset.unpaid)
    }
  }
  // Another choice meanwhile would order what is paid already in another way.
  choice.checked = true
  form.querySelector("[data-selected]").value = choice.value
}

form.addEventListener("change", (event) => {
  // Changes of fields of the provider's own form arrive here too.
  if (event.target.name === "provider") {
    show()
  }
})
form.addEventListener("submit", async (event) => {
  if (isSending) {
    event.preventDefault()
    return
  }
  if (!chosen()?.dataset.module) {
    return
  }
  event.preventDefault()
  isSending = true
  alertIn(form, "")
  form.setAttribute("aria-busy", "true")
  try {
    await pay()
    form.submit()
  } catch (problem) {
    alertIn(form, problem.message)
  } finally {
    isSending = false
    form.removeAttribute("aria-busy")
  }
})

if (!(await comeBack().catch(() => false))) {
  show()
}
