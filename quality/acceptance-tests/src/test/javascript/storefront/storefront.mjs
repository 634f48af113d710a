// Checkout and return in a storefront with the JavaScript client of the reference. The first argument
// is the URL of the service; an unexpected response makes the script fail.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const Medusa = createRequire(import.meta.url)("@medusajs/medusa-js").default;
const medusa = new Medusa({ baseUrl: process.argv[2], maxRetries: 0 });

const { regions } = await medusa.regions.list();
const region = regions.find((each) => each.currency_code === "eur");
const country = region.countries[0].iso_2;
const { collections } = await medusa.collections.list({ limit: 5 });
assert.ok(collections.length > 0);

const { products } = await medusa.products.list({ region_id: region.id, limit: 10 });
const sold = products.flatMap((product) => product.variants);
const [shirt, mug] = sold.filter((variant) => variant.inventory_quantity > 5);
assert.ok(shirt.calculated_price > 0);
const { product } = await medusa.products.retrieve(shirt.product_id);
assert.equal(product.id, shirt.product_id);

let { cart } = await medusa.carts.create({
  region_id: region.id,
  items: [{ variant_id: shirt.id, quantity: 1 }],
});
({ cart } = await medusa.carts.lineItems.create(cart.id, { variant_id: mug.id, quantity: 2 }));
assert.equal(cart.items.length, 2);
const line = cart.items.find((item) => item.variant_id === mug.id);
({ cart } = await medusa.carts.lineItems.update(cart.id, line.id, { quantity: 3 }));
assert.equal(cart.items.find((item) => item.id === line.id).quantity, 3);
({ cart } = await medusa.carts.lineItems.delete(cart.id, line.id));
assert.equal(cart.items.length, 1);

const address = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "1 Main St",
  city: "Town",
  postal_code: "1000",
  country_code: country,
};
({ cart } = await medusa.carts.update(cart.id, {
  email: "ada@example.com",
  shipping_address: address,
  billing_address: address,
}));
assert.equal(cart.email, "ada@example.com");
await assert.rejects(
  medusa.carts.update(cart.id, { country_code: "zz" }),
  (failure) => failure.response.status === 400
);

const { shipping_options: options } = await medusa.shippingOptions.listCartOptions(cart.id);
({ cart } = await medusa.carts.addShippingMethod(cart.id, { option_id: options[0].id }));
assert.equal(cart.shipping_methods.length, 1);

({ cart } = await medusa.carts.createPaymentSessions(cart.id));
const provider = cart.payment_sessions[0].provider_id;
({ cart } = await medusa.carts.setPaymentSession(cart.id, { provider_id: provider }));
assert.equal(cart.payment_session.provider_id, provider);
({ cart } = await medusa.carts.updatePaymentSession(cart.id, provider, { data: { token: "t" } }));
({ cart } = await medusa.carts.refreshPaymentSession(cart.id, provider));
assert.equal(cart.payment_session.amount, cart.total);
({ cart } = await medusa.carts.deletePaymentSession(cart.id, provider));
assert.deepEqual(cart.payment_sessions, []);
({ cart } = await medusa.carts.createPaymentSessions(cart.id));

const { type, data: order } = await medusa.carts.complete(cart.id);
assert.equal(type, "order");
assert.equal(order.total, cart.total);
assert.equal((await medusa.orders.retrieve(order.id)).order.email, "ada@example.com");
({ cart } = await medusa.carts.retrieve(cart.id));
assert.ok(cart.completed_at);
assert.equal((await medusa.carts.complete(cart.id)).data.id, order.id);

const { return_reasons: reasons } = await medusa.returnReasons.list();
assert.ok(Array.isArray(reasons));
const wanted = { order_id: order.id, items: [{ item_id: order.items[0].id, quantity: 1 }] };
const { return: returned } = await medusa.returns.create(wanted);
assert.equal(returned.status, "requested");
assert.equal(returned.items[0].requested_quantity, 1);
await assert.rejects(
  medusa.returns.create(wanted),
  (failure) => failure.response.status === 400
);
console.log(`Order ${order.display_id} was placed, and return ${returned.id} requested`);
