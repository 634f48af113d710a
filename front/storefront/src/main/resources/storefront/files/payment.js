// The payment step: the form of the chosen provider, if its plugin has one, pays before the order is placed.
import { alertIn, send } from "./shop.js"

const form = document.querySelector("[data-pay]")
const box = document.querySelector("[data-payment-form]")
let mounted = Promise.resolve(null)
let isSending = false

const chosen = () => form.querySelector("[name=provider]:checked")

/** Shows the form of the chosen provider in place of another one. */
function show() {
  const address = chosen()?.dataset.module
  box?.classList.toggle("unused", !address)
  const element = document.createElement("div")
  box?.replaceChildren(element)
  mounted = address ? import(address).then(({ mount }) => mount(element)) : Promise.resolve(null)
  mounted.catch(() => {})
}

/** Data of the payment session at the chosen provider. */
async function session(values = {}) {
  const response = await send(form, { action: "session", ...values })
  if (response.status === 409) {
    // The cart is another one than the page shows: nothing is paid, and the page comes again.
    form.submit()
    return new Promise(() => {})
  }
  if (!response.ok) {
    throw new Error(form.dataset.unavailable)
  }
  return (await response.json()).data
}

async function pay() {
  const provider = await mounted.catch(() => {
    show()
    throw new Error(form.dataset.unavailable)
  })
  if (!provider) {
    return
  }
  if (!(await provider.confirm(await session()))) {
    // The session cannot be paid any more, as after a refused completion: another one is opened.
    if (!(await provider.confirm(await session({ renew: "yes" })))) {
      throw new Error(form.dataset.unpaid)
    }
  }
  form.querySelector("[data-selected]").value = "yes"
}

form.addEventListener("change", (event) => {
  // Changes of fields of the provider's own form arrive here too.
  if (event.target.name === "provider") {
    show()
  }
})
form.addEventListener("submit", async (event) => {
  if (!chosen()?.dataset.module) {
    return
  }
  event.preventDefault()
  if (isSending) {
    return
  }
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

show()
