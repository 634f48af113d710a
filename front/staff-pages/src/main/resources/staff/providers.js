// Providers in words.
const WORDS = {
  payment: { manual: "Paid by invoice or transfer, captured by hand", stripe: "Cards and wallets (Stripe)" },
  fulfillment: { manual: "Sent by hand" },
  tax: {},
  notification: { email: "E-mail" },
}

/** Name of a provider; one that these pages do not know is named by its id. */
export function providerName(kind, id) {
  const known = WORDS[kind][id]
  if (known) {
    return known
  }
  const name = id.replaceAll(/[-_]+/g, " ")
  return name.charAt(0).toUpperCase() + name.slice(1)
}
