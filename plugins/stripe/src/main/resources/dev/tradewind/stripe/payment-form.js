// Card form of Stripe for the storefront. Card data goes from Stripe's script to Stripe, never to the shop.

const PAID = ["processing", "requires_capture", "succeeded"]

let loading

/** Stripe's script in its page, once; a failed attempt is made again. */
function load(url) {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = url
    script.addEventListener("load", () => resolve(window.Stripe))
    script.addEventListener("error", () => {
      loading = undefined
      script.remove()
      reject(new Error("The script of Stripe cannot be loaded."))
    })
    document.head.append(script)
  })
  return loading
}

export async function mount(element) {
  const response = await fetch(new URL("config", import.meta.url))
  if (!response.ok) {
    throw new Error(`The shop does not answer (${response.status}).`)
  }
  const config = await response.json()
  const stripe = (await load(config.script_url))(config.publishable_key)
  const card = stripe.elements().create("card", { hidePostalCode: true })
  const label = document.createElement("label")
  const box = document.createElement("span")
  label.append("Card", box)
  element.replaceChildren(label)
  card.mount(box)
  return { confirm: (data) => confirm(stripe, card, data) }
}

async function confirm(stripe, card, data) {
  const { error } = await stripe.confirmCardPayment(data.client_secret, {
    payment_method: { card },
  })
  if (!error || PAID.includes(error.payment_intent?.status)) {
    return true
  }
  if (error.code === "resource_missing" || error.payment_intent?.status === "canceled") {
    return false
  }
  throw new Error(error.message)
}
