// Amounts of the API are integers in the smallest unit of their currency. Its digits are those of
// the admin dashboard, which are not those of ISO 4217 for some currencies, such as the Iraqi dinar.

const others: Map<string, number> = new Map([
  ...digits(
    0,
    "afn bif clp djf gnf iqd irr jpy kmf krw mga mnt pkr pyg rsd rwf sos syp vnd vuv xaf xof xpf" +
      " zmw zwl"
  ),
  ...digits(3, "bhd jod kwd lyd omr tnd"),
]);

/**
 * Declares digits of a shop that has others, as its `TRADEWIND_CURRENCY_DIGITS` does:
 * `declareDigits({ huf: 0 })`.
 */
export function declareDigits(digits: Readonly<Record<string, number>>): void {
  for (const [currency, count] of Object.entries(digits)) {
    others.set(currency.toLowerCase(), count);
  }
}

function digits(count: number, codes: string): [string, number][] {
  return codes.split(" ").map((code) => [code, count]);
}

/** Fraction digits of a currency in the shop's amounts. */
export function fractionDigits(currency: string): number {
  return others.get(currency.toLowerCase()) ?? 2;
}

/** Decimal number of an amount: `"12.50"` of 1250 euro cents. */
export function toDecimal(amount: number, currency: string): string {
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError(`An amount is an integer in the smallest unit, not ${amount}`);
  }
  const count = fractionDigits(currency);
  const sign = amount < 0 ? "-" : "";
  const units = String(Math.abs(amount)).padStart(count + 1, "0");
  return count === 0
    ? sign + units
    : `${sign}${units.slice(0, -count)}.${units.slice(-count)}`;
}

/** Amount of a decimal number: 1250 euro cents of `"12.5"`. More digits than the currency's are refused. */
export function parseAmount(decimal: string, currency: string): number {
  const count = fractionDigits(currency);
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal.trim());
  const fraction = parts?.[3] ?? "";
  const amount = Number(`${parts?.[2]}${fraction.padEnd(count, "0")}`);
  if (!parts || fraction.length > count || !Number.isSafeInteger(amount)) {
    throw new RangeError(`Not an amount in ${currency}: ${decimal}`);
  }
  return parts[1] && amount !== 0 ? -amount : amount;
}

/** Amount as readers of a language write it: `"12,50 €"`. */
export function formatAmount(amount: number, currency: string, locale?: string): string {
  const count = fractionDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: count,
    maximumFractionDigits: count,
  }).format(Number(toDecimal(amount, currency)));
}
