// Payments with Stripe's Node.js SDK. Arguments: the package (stripe or stripe-11) and the URL of
// the server; an unexpected response makes the script fail.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const [name, url] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const required = createRequire(import.meta.url)(name);
const Stripe = required.default ?? required;
const isOld = name === "stripe-11";
const stripe = new Stripe("sk_test_server", {
  host: hostname,
  port,
  protocol: "http",
  ...(isOld ? { apiVersion: "2022-11-15" } : {}),
});
// As the reference's plugin sends it, and as the newest version requires it.
const types = isOld
  ? { payment_method_types: ["card"] }
  : { allowed_payment_method_types: ["card"] };
const pay = (method, more = {}) =>
  stripe.paymentIntents.create({
    amount: 1000,
    currency: "eur",
    payment_method: method,
    confirm: true,
    return_url: "https://shop.example/return",
    ...types,
    ...more,
  });
const rejected = (promise) => promise.then(() => assert.fail("was accepted"), (error) => error);

const customer = await stripe.customers.create({ email: "a@example.com" });
let intent = await pay("pm_card_visa", { customer: customer.id, setup_future_usage: "off_session" });
assert.equal(intent.status, "succeeded");
const saved = await stripe.customers.listPaymentMethods(customer.id);
assert.equal(saved.data[0].id, intent.payment_method);

const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 400 });
assert.equal(refund.status, "succeeded");
const refunds = await stripe.refunds.list({ payment_intent: intent.id });
assert.deepEqual(refunds.data.map((each) => each.id), [refund.id]);
const repeated = await stripe.refunds.create(
  { payment_intent: intent.id, amount: 600 }, { idempotencyKey: "refund" });
const replayed = await stripe.refunds.create(
  { payment_intent: intent.id, amount: 600 }, { idempotencyKey: "refund" });
assert.equal(replayed.id, repeated.id);
const misused = await rejected(
  stripe.refunds.create({ payment_intent: intent.id, amount: 1 }, { idempotencyKey: "refund" }));
assert.equal(misused.type, "StripeIdempotencyError");

intent = await pay("pm_card_authenticationRequired", { capture_method: "manual" });
assert.equal(intent.status, "requires_action");
const page = intent.next_action.redirect_to_url.url;
const back = await fetch(page, {
  method: "POST",
  body: new URLSearchParams({ result: "approve" }),
  redirect: "manual",
});
assert.match(back.headers.get("location"), /redirect_status=succeeded/);
intent = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
assert.equal(intent.status, "requires_capture");
assert.equal(intent.latest_charge.captured, false);
intent = await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 700 });
assert.equal(intent.amount_received, 700);
const charge = await stripe.charges.retrieve(intent.latest_charge);
assert.equal(charge.amount_refunded, 300);

intent = await pay("pm_card_visa", { capture_method: "manual" });
await stripe.paymentIntents.cancel(intent.id);
const late = await rejected(stripe.paymentIntents.capture(intent.id));
assert.equal(late.code, "payment_intent_unexpected_state");
assert.equal(late.payment_intent.status, "canceled");

const declined = await rejected(pay("pm_card_chargeDeclined"));
assert.equal(declined.type, "StripeCardError");
assert.equal(declined.decline_code, "generic_decline");
const listed = [];
for await (const each of stripe.paymentIntents.list({ limit: 2 })) listed.push(each.id);
assert.equal(listed.length, 4);
assert.equal((await stripe.customers.del(customer.id)).deleted, true);
assert.ok((await stripe.events.list({ type: "charge.refunded" })).data.length >= 2);
console.log("paid with", name);
