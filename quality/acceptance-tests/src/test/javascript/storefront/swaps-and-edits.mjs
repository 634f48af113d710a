// A swap with a difference due, an edit that raises the total and one that lowers it, with the
// JavaScript client of the reference. The arguments are the URL of the service and an API token; an
// unexpected response makes the script fail.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { findSold, placeOrder, shipOrder } from "./orders.mjs";

const Medusa = createRequire(import.meta.url)("@medusajs/medusa-js").default;
const [, , baseUrl, apiKey] = process.argv;
const medusa = new Medusa({ baseUrl, apiKey, maxRetries: 0 });
const { admin } = medusa;
const sold = await findSold(medusa);

let order = await shipOrder(medusa, sold, 2);
({ order } = await admin.orders.createSwap(order.id, {
  return_items: [{ item_id: order.items[0].id, quantity: 1 }],
  additional_items: [{ variant_id: sold.variant.id, quantity: 3 }],
}));
let [swap] = order.swaps;
assert.equal(swap.payment_status, "not_paid");
assert.equal(swap.return_order.status, "requested");

const { swap: shown } = await medusa.swaps.retrieveByCartId(swap.cart_id);
assert.equal(shown.id, swap.id);
const { shipping_options: options } = await medusa.shippingOptions.listCartOptions(swap.cart_id);
await medusa.carts.addShippingMethod(swap.cart_id, { option_id: options[0].id });
const { cart } = await medusa.carts.createPaymentSessions(swap.cart_id);
const completed = await medusa.carts.complete(swap.cart_id);
assert.equal(completed.type, "swap");
assert.equal(completed.data.difference_due, cart.total);
assert.ok(cart.total > 0);

({ order } = await admin.orders.processSwapPayment(order.id, swap.id));
({ order } = await admin.orders.fulfillSwap(order.id, swap.id, {}));
[swap] = order.swaps;
assert.equal(swap.payment_status, "captured");
assert.equal(swap.fulfillment_status, "fulfilled");
({ order } = await admin.orders.createSwapShipment(order.id, swap.id, {
  fulfillment_id: swap.fulfillments[0].id,
}));
assert.equal(order.swaps[0].fulfillment_status, "shipped");
await admin.returns.receive(swap.return_order.id, {
  items: [{ item_id: order.items[0].id, quantity: 1 }],
});
const { swap: received } = await admin.swaps.retrieve(swap.id);
assert.equal(received.return_order.status, "received");
assert.equal(received.cart.total, cart.total);

order = await placeOrder(medusa, sold, 2);
const paid = order.total;
let { order_edit: edit } = await admin.orderEdits.create({ order_id: order.id });
({ order_edit: edit } = await admin.orderEdits.addLineItem(edit.id, {
  variant_id: sold.variant.id,
  quantity: 1,
}));
assert.ok(edit.difference_due > 0);
({ order_edit: edit } = await admin.orderEdits.requestConfirmation(edit.id, {}));
const collection = edit.payment_collection_id;
const { payment_collection: opened } = await medusa.paymentCollections.managePaymentSession(
  collection,
  { provider_id: "manual" }
);
await medusa.paymentCollections.authorizePaymentSession(collection, opened.payment_sessions[0].id);
({ order_edit: edit } = await medusa.orderEdits.complete(edit.id));
assert.equal(edit.status, "confirmed");
({ order } = await admin.orders.retrieve(order.id));
assert.equal(order.items.length, 2);
assert.ok(order.total > paid);
assert.equal(order.paid_total, order.total);

({ order_edit: edit } = await admin.orderEdits.create({ order_id: order.id }));
const raised = order.total;
({ order_edit: edit } = await admin.orderEdits.removeLineItem(edit.id, edit.items[0].id));
assert.ok(edit.difference_due < 0);
({ order_edit: edit } = await admin.orderEdits.confirm(edit.id));
({ order } = await admin.orders.retrieve(order.id));
assert.equal(order.items.length, 1);
assert.equal(order.total, edit.total);
assert.ok(order.total < raised);
console.log(`Order ${order.display_id} was swapped and edited`);
