// Lets the dashboard's table of currencies take the digits that its page declares.
module.exports = (source) => {
  if (!source.includes("decimal_digits")) {
    throw new Error("the dashboard's table of currencies has no digits")
  }
  return `${source}
for (const [code, digits] of Object.entries(
  JSON.parse(document.documentElement.dataset.currencyDigits ?? "{}")
)) {
  const currency = currencies[code.toUpperCase()]
  if (currency) {
    currency.decimal_digits = Number(digits)
  }
}
`
}
