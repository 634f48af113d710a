import assert from "node:assert/strict";
import { test } from "node:test";
import { declareDigits, formatAmount, fractionDigits, parseAmount, toDecimal } from "@tradewind/client";

test("amounts have the digits of the shop's currencies", () => {
  assert.equal(fractionDigits("EUR"), 2);
  assert.equal(toDecimal(1250, "eur"), "12.50");
  assert.equal(toDecimal(-5, "eur"), "-0.05");
  assert.equal(toDecimal(1250, "jpy"), "1250");
  assert.equal(toDecimal(5, "kwd"), "0.005");
  assert.equal(toDecimal(1250, "huf"), "12.50");
});

test("decimal numbers become amounts without floating point", () => {
  assert.equal(parseAmount("12.5", "eur"), 1250);
  assert.equal(parseAmount("0.29", "eur"), 29);
  assert.equal(parseAmount("-1.005", "kwd"), -1005);
  assert.ok(Object.is(parseAmount("-0", "eur"), 0));
  for (const wrong of ["12.505", "1e3", "", "1,50", "90071992547409.93"]) {
    assert.throws(() => parseAmount(wrong, "eur"), RangeError, wrong);
  }
  assert.throws(() => toDecimal(12.5, "eur"), RangeError);
});

test("amounts are shown in the language of the reader", () => {
  assert.equal(formatAmount(1250, "eur", "de-DE").replace(/\s/, " "), "12,50 €");
  assert.equal(formatAmount(1250, "jpy", "en-US"), "¥1,250");
  assert.equal(formatAmount(1250, "huf", "en-US").replace(/\s/, " "), "HUF 12.50");
});

test("a shop declares other digits", () => {
  declareDigits({ HUF: 0 });
  assert.equal(toDecimal(1250, "huf"), "1250");
  declareDigits({ huf: 2 });
  assert.equal(toDecimal(1250, "huf"), "12.50");
});
