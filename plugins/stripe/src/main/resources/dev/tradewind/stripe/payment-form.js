// Stripe's Payment Element for the storefront: cards, wallets, and methods that lead to another page. What is entered goes
// from Stripe's script to Stripe, never to the shop.

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

/** Stripe's fields with the colors and letters of the page. */
function appearance() {
  const style = getComputedStyle(document.documentElement)
  const token = (name) => style.getPropertyValue(name).trim()
  const variables = {
    colorPrimary: token("--accent"),
    colorBackground: token("--surface"),
    colorText: token("--ink"),
    colorTextSecondary: token("--quiet"),
    colorDanger: token("--alert"),
    borderRadius: token("--radius-s"),
    fontFamily: getComputedStyle(document.body).fontFamily,
  }
  return { variables: Object.fromEntries(Object.entries(variables).filter(([, value]) => value)) }
}

/** Amount and methods that the fields are for, as the PaymentIntent of the provider will have them. */
function purpose({ provider, amount, currency }, { methods }) {
  const { capture_method: captureMethod, payment_method_types: paymentMethodTypes } = methods[provider]
  const purpose = { mode: "payment", amount, currency, captureMethod }
  return paymentMethodTypes ? { ...purpose, paymentMethodTypes } : purpose
}

export async function mount(element, checkout) {
  const response = await fetch(new URL("config", import.meta.url))
  if (!response.ok) {
    throw new Error(`The shop does not answer (${response.status}).`)
  }
  const config = await response.json()
  const stripe = (await load(config.script_url))(config.publishable_key, { locale: checkout.language })
  const elements = stripe.elements({ ...purpose(checkout, config), appearance: appearance() })
  elements.create("payment").mount(element)
  const dark = matchMedia("(prefers-color-scheme: dark)")
  dark.addEventListener("change", () => elements.update({ appearance: appearance() }))
  return { confirm: (data) => confirm(stripe, elements, data, checkout.returnUrl) }
}

async function confirm(stripe, elements, data, returnUrl) {
  // Stripe counts some currencies in other units than the shop.
  elements.update({ amount: data.amount, currency: data.currency })
  const { error: incomplete } = await elements.submit()
  if (incomplete) {
    throw new Error(incomplete.message)
  }
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret: data.client_secret,
    confirmParams: { return_url: returnUrl },
    redirect: "if_required",
  })
  if (!error || PAID.includes(error.payment_intent?.status)) {
    return true
  }
  if (error.code === "resource_missing" || error.payment_intent?.status === "canceled") {
    return false
  }
  throw new Error(error.message)
}

/** Whether the shopper, back from the page of a payment method, has paid there; null for another address. */
export function returned(parameters) {
  const status = parameters.get("redirect_status")
  return status && status !== "failed"
}
