// Amounts and dates as texts.

/** An amount in the smallest unit of the currency. */
export function money(amount, currency) {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits)
}

export function date(text) {
  return new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date(text))
}

/** A status of the API, such as not_fulfilled, as a text. */
export function words(name) {
  return name.replaceAll("_", " ")
}
