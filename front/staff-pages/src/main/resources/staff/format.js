// Amounts and dates as texts.
import { shop } from "./shop.js"

/** Fraction digits of the shop's amounts. */
export const digitsOf = (currency) => shop.currency_digits[currency] ?? 2

/** An amount in the smallest unit of the currency. */
export function money(amount, currency) {
  const digits = digitsOf(currency)
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat("en", { style: "currency", currency, ...fraction }).format(amount / 10 ** digits)
}

export function date(text) {
  return new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date(text))
}

/** A status of the API, such as not_fulfilled, as a text. */
export function words(name) {
  return name.replaceAll("_", " ")
}
