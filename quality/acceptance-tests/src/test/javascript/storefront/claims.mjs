// Claims of a shipped order with the JavaScript client of the reference, as staff: a replacement and a
// refund. The arguments are the URL of the service and an API token; an unexpected response makes the
// script fail.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { findSold, shipOrder } from "./orders.mjs";

const Medusa = createRequire(import.meta.url)("@medusajs/medusa-js").default;
const [, , baseUrl, apiKey] = process.argv;
const medusa = new Medusa({ baseUrl, apiKey, maxRetries: 0 });
const { admin } = medusa;

let order = await shipOrder(medusa, await findSold(medusa), 3);
const [line] = order.items;
const [method] = order.shipping_methods;

({ order } = await admin.orders.createClaim(order.id, {
  type: "replace",
  claim_items: [{ item_id: line.id, quantity: 1, reason: "wrong_item", tags: ["Blue"] }],
  additional_items: [{ variant_id: line.variant_id, quantity: 1 }],
  shipping_methods: [{ option_id: method.shipping_option_id, price: 0 }],
}));
let [claim] = order.claims;
assert.equal(claim.payment_status, "na");
assert.equal(claim.additional_items[0].variant_id, line.variant_id);
({ order } = await admin.orders.fulfillClaim(order.id, claim.id, {}));
[claim] = order.claims;
assert.equal(claim.fulfillment_status, "fulfilled");
({ order } = await admin.orders.createClaimShipment(order.id, claim.id, {
  fulfillment_id: claim.fulfillments[0].id,
  tracking_numbers: ["JD014600003SE"],
}));
[claim] = order.claims;
assert.equal(claim.fulfillment_status, "shipped");
assert.equal(claim.fulfillments[0].tracking_links[0].tracking_number, "JD014600003SE");
({ order } = await admin.orders.updateClaim(order.id, claim.id, { metadata: { seen: true } }));
assert.equal(order.claims[0].metadata.seen, true);

({ order } = await admin.orders.createClaim(order.id, {
  type: "refund",
  claim_items: [{ item_id: line.id, quantity: 1, reason: "production_failure" }],
}));
const refunded = order.claims[1];
assert.equal(refunded.payment_status, "refunded");
assert.ok(refunded.refund_amount > 0);
assert.equal(order.refunded_total, refunded.refund_amount);
assert.equal(order.payment_status, "captured");
await assert.rejects(
  admin.orders.createClaim(order.id, {
    type: "refund",
    claim_items: [{ item_id: line.id, quantity: 2, reason: "other" }],
  }),
  (failure) => failure.response.status === 400
);
await assert.rejects(
  admin.orders.cancelClaim(order.id, refunded.id),
  (failure) => failure.response.status === 400
);

({ order } = await admin.orders.createClaim(order.id, {
  type: "replace",
  claim_items: [{ item_id: line.id, quantity: 1, reason: "missing_item" }],
  additional_items: [{ variant_id: line.variant_id, quantity: 1 }],
}));
({ order } = await admin.orders.cancelClaim(order.id, order.claims[2].id));
assert.equal(order.claims[2].fulfillment_status, "canceled");
console.log(`Order ${order.display_id} has ${order.claims.length} claims`);
