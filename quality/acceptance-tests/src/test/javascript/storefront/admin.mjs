// An order from its sale to its return with the JavaScript client of the reference, as staff. The
// arguments are the URL of the service and an API token; an unexpected response makes the script fail.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { findSold, placeOrder } from "./orders.mjs";

const Medusa = createRequire(import.meta.url)("@medusajs/medusa-js").default;
const [, , baseUrl, apiKey] = process.argv;
const medusa = new Medusa({ baseUrl, apiKey, maxRetries: 0 });
const { admin } = medusa;

const placed = await placeOrder(medusa, await findSold(medusa), 2);
let { order } = await admin.orders.retrieve(placed.id);
const [line] = order.items;
assert.equal(order.payment_status, "awaiting");
assert.equal(order.fulfillment_status, "not_fulfilled");

({ order } = await admin.orders.capturePayment(order.id));
assert.equal(order.payment_status, "captured");
assert.ok(order.payments[0].captured_at);

({ order } = await admin.orders.createFulfillment(order.id, {
  items: [{ item_id: line.id, quantity: 2 }],
}));
assert.equal(order.fulfillment_status, "fulfilled");
const [fulfillment] = order.fulfillments;
({ order } = await admin.orders.createShipment(order.id, {
  fulfillment_id: fulfillment.id,
  tracking_numbers: ["JD014600003SE"],
}));
assert.equal(order.fulfillment_status, "shipped");
assert.equal(order.fulfillments[0].tracking_links[0].tracking_number, "JD014600003SE");

const { return_reason: reason } = await admin.returnReasons.create({
  value: `torn-${order.id}`,
  label: "Torn",
});
({ order } = await admin.orders.requestReturn(order.id, {
  items: [{ item_id: line.id, quantity: 1, reason_id: reason.id, note: "At the seam" }],
}));
const [requested] = order.returns;
assert.equal(requested.status, "requested");
assert.equal(requested.items[0].reason.label, "Torn");
await assert.rejects(
  admin.orders.requestReturn(order.id, { items: [{ item_id: line.id, quantity: 2 }] }),
  (failure) => failure.response.status === 400
);

const { return: received } = await admin.returns.receive(requested.id, {
  items: [{ item_id: line.id, quantity: 1 }],
});
assert.equal(received.status, "received");
({ order } = await admin.orders.retrieve(order.id));
assert.equal(order.fulfillment_status, "partially_returned");
assert.equal(order.items[0].returned_quantity, 1);
assert.equal(order.refunded_total, received.refund_amount);
assert.equal(order.refunds[0].reason, "return");

const rest = order.refundable_amount;
({ order } = await admin.orders.refundPayment(order.id, { amount: rest, reason: "other" }));
assert.equal(order.refundable_amount, 0);
assert.equal(order.payment_status, "refunded");

const { returns } = await admin.returns.list({ limit: 1 });
assert.equal(returns[0].id, received.id);
const { note } = await admin.notes.create({
  resource_id: order.id,
  resource_type: "order",
  value: "Came back torn",
});
const { notes } = await admin.notes.list({ resource_id: order.id });
assert.equal(notes[0].id, note.id);
const { notifications } = await admin.notifications.list({ resource_id: order.id });
assert.ok(Array.isArray(notifications));
({ order } = await admin.orders.complete(order.id));
assert.equal(order.status, "completed");
console.log(`Order ${order.display_id} was returned`);
