// The script in place of Stripe.js in a page that consists of what the script uses. Arguments: the
// URL of the server and client secrets of three payment intents.
import assert from "node:assert/strict";
import vm from "node:vm";

const [url, ...secrets] = process.argv.slice(2);
const listeners = new Set();
let decision;
const window = {
  addEventListener: (type, listener) => listeners.add(listener),
  removeEventListener: (type, listener) => listeners.delete(listener),
};
const document = {
  currentScript: { src: `${url}/v3/` },
  createElement: (name) => ({ name, style: {}, remove() {} }),
  body: {
    // The frame of an authentication: the shopper decides at once.
    append: async (frame) => {
      const result = await fetch(frame.src, {
        method: "POST",
        body: new URLSearchParams({ result: decision }),
      });
      assert.match(await result.text(), /stripe-test-server:authenticated/);
      const event = { origin: url, data: "stripe-test-server:authenticated" };
      [...listeners].forEach((listener) => listener(event));
    },
  },
};
const script = await (await fetch(`${url}/v3/`)).text();
vm.runInNewContext(script, { window, document, fetch, URL, URLSearchParams });

const stripe = window.Stripe("pk_test_server");
const number = (digits) => ({ payment_method: { card: { number: digits } } });

let result = await stripe.confirmCardPayment(secrets[0], number("4000000000000002"));
assert.equal(result.error.decline_code, "generic_decline");
result = await stripe.confirmCardPayment(secrets[0], number("4242 4242 4242 4242"));
assert.equal(result.paymentIntent.status, "succeeded");

decision = "approve";
result = await stripe.confirmCardPayment(secrets[1], number("4000002760003184"));
assert.equal(result.paymentIntent.status, "requires_capture");

decision = "reject";
result = await stripe.confirmCardPayment(secrets[2], number("4000002760003184"));
assert.equal(result.error.code, "payment_intent_authentication_failure");
result = await stripe.confirmCardPayment(
  secrets[2], { payment_method: "pm_card_authenticationRequired" }, { handleActions: false });
assert.equal(result.paymentIntent.status, "requires_action");
decision = "approve";
result = await stripe.handleNextAction({ clientSecret: secrets[2] });
assert.equal(result.paymentIntent.status, "succeeded");
assert.equal(result.paymentIntent.metadata, undefined);
console.log("paid in the browser");
