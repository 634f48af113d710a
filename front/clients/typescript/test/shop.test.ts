// Against a running shop with its demo data: TRADEWIND_URL, and TRADEWIND_EMAIL and TRADEWIND_PASSWORD
// of a user.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, TradewindError, createClient } from "@tradewind/client";
import { type Answer, spoiling } from "./servers.js";

const baseUrl = process.env.TRADEWIND_URL ?? "";
const options = { skip: !baseUrl && "TRADEWIND_URL names no shop" };

const store = createClient({ baseUrl });
let signedIn: Promise<{ access_token: string }> | undefined;
const token = async () => {
  signedIn ??= store.post("/admin/auth/token", {
    body: {
      email: process.env.TRADEWIND_EMAIL ?? "",
      password: process.env.TRADEWIND_PASSWORD ?? "",
    },
  });
  return (await signedIn).access_token;
};
const admin = createClient({ baseUrl, token });

const unavailable: Answer = { status: 503, body: { type: "unavailable", message: "Starting" } };

/** A cart of the demo shop that can be completed. */
async function readyCart(client: Client, quantity: number) {
  const { regions } = await client.get("/store/regions");
  const region = regions.find((each) => each.currency_code === "eur");
  const country = region?.countries?.[0]?.iso_2;
  assert.ok(region && country);
  let variantId: string | undefined;
  for await (const product of client.iterate("/store/products", {
    query: { region_id: region.id, limit: 20, order: "created_at" },
  })) {
    variantId = product.variants?.find((each) => (each.inventory_quantity ?? 0) > 20)?.id;
    if (variantId) break;
  }
  assert.ok(variantId);
  const { cart } = await client.post("/store/carts", {
    body: { region_id: region.id, items: [{ variant_id: variantId, quantity }] },
  });
  const path = { id: cart.id };
  const address = {
    first_name: "Ada",
    last_name: "Lovelace",
    address_1: "1 Main St",
    city: "Town",
    postal_code: "1000",
    country_code: country,
  };
  await client.post("/store/carts/{id}", {
    path,
    body: { email: "ada@example.com", shipping_address: address, billing_address: address },
  });
  const { shipping_options } = await client.get("/store/shipping-options/{cart_id}", {
    path: { cart_id: cart.id },
  });
  const [option] = shipping_options;
  assert.ok(option?.id);
  await client.post("/store/carts/{id}/shipping-methods", { path, body: { option_id: option.id } });
  const { cart: ready } = await client.post("/store/carts/{id}/payment-sessions", { path });
  assert.ok(ready.payment_sessions?.length);
  return ready;
}

async function placeOrder(client: Client, quantity: number) {
  const cart = await readyCart(client, quantity);
  const completed = await client.post("/store/carts/{id}/complete", { path: { id: cart.id } });
  assert.equal(completed.type, "order");
  return completed.data;
}

test("a shopper checks out although responses are lost", options, async () => {
  const { url, requests } = await spoiling(baseUrl, "/complete", ["lost", unavailable]);
  const client = createClient({ baseUrl: url });
  const cart = await readyCart(client, 1);
  const completed = await client.post("/store/carts/{id}/complete", { path: { id: cart.id } });
  assert.equal(completed.type, "order");
  const attempts = (await requests()).filter((each) => each.url.endsWith("/complete"));
  assert.equal(attempts.length, 3);
  assert.equal(new Set(attempts.map(({ key }) => key)).size, 1);

  const { order } = await store.get("/store/orders/cart/{cart_id}", {
    path: { cart_id: cart.id },
  });
  assert.equal(order.id, completed.data.id);
  assert.equal(order.email, "ada@example.com");
});

test("staff go through their day, and a repeated refund is one", options, async () => {
  const { id } = await placeOrder(store, 2);
  const path = { id };
  let found;
  for await (const each of admin.iterate("/admin/orders", {
    query: {
      email: "ada@example.com",
      "payment_status[]": ["awaiting"],
      "fulfillment_status[]": ["not_fulfilled"],
    },
  })) {
    if (each.id === id) found = each;
  }
  const [line] = found?.items ?? [];
  assert.ok(line?.variant_id);

  await admin.post("/admin/orders/{id}/capture", { path });
  const { order: packed } = await admin.post("/admin/orders/{id}/fulfillment", {
    path,
    body: { items: [{ item_id: line.id, quantity: 2 }] },
  });
  await admin.post("/admin/orders/{id}/shipment", {
    path,
    body: {
      fulfillment_id: packed.fulfillments?.[0]?.id ?? "",
      tracking_numbers: ["JD014600003SE"],
    },
  });
  const { url, requests } = await spoiling(baseUrl, "/refund", ["lost"]);
  await createClient({ baseUrl: url, token }).post("/admin/orders/{id}/refund", {
    path,
    body: { amount: 100, reason: "other" },
  });
  assert.equal((await requests()).length, 2);

  const read = { path: { id: line.variant_id } };
  const { variant } = await admin.get("/admin/variants/{id}", read);
  const stock = variant.inventory_quantity ?? 0;
  await admin.post("/admin/products/{id}/variants/{variant_id}", {
    path: { id: variant.product_id ?? "", variant_id: variant.id },
    body: { inventory_quantity: stock + 10 },
  });
  const { variant: restocked } = await admin.get("/admin/variants/{id}", read);
  assert.equal(restocked.inventory_quantity, stock + 10);
  assert.ok(variant.prices?.length);
  assert.equal(restocked.prices?.length, variant.prices.length);

  const { order } = await admin.get("/admin/orders/{id}", { path });
  assert.equal(order.payment_status, "partially_refunded");
  assert.equal(order.fulfillment_status, "shipped");
  assert.equal(order.fulfillments?.[0]?.tracking_links?.[0]?.tracking_number, "JD014600003SE");
  assert.equal(order.refunded_total, 100);
});

test("staff publish a product", options, async () => {
  const title = `Lantern ${Date.now()}`;
  const { product } = await admin.post("/admin/products", {
    body: { title, status: "published", metadata: { height: 30 } },
  });
  assert.deepEqual(product.metadata, { height: 30 });
  const found = [];
  for await (const each of admin.iterate("/admin/products", { query: { q: title } })) {
    found.push(each.id);
  }
  assert.deepEqual(found, [product.id]);
  const deleted = await admin.delete("/admin/products/{id}", { path: { id: product.id } });
  assert.equal(deleted.deleted, true);
  await assert.rejects(admin.get("/admin/products/{id}", { path: { id: product.id } }), {
    name: "TradewindError",
    type: "not_found",
    status: 404,
  });
});

test("staff upload a file", options, async () => {
  const body = new FormData();
  body.append("files", new Blob(["a price list"], { type: "text/plain" }), "prices.txt");
  const { uploads } = await admin.post("/admin/uploads", { body });
  assert.equal(uploads.length, 1);
});

test("all pages of a list are read", options, async () => {
  const ids = new Set<string>();
  for await (const product of store.iterate("/store/products", { query: { limit: 3 } })) {
    ids.add(product.id);
  }
  const { count } = await store.get("/store/products", { query: { limit: 1 } });
  assert.ok(count > 3);
  assert.equal(ids.size, count);
});

test("wrong input is refused by the compiler and by the shop", options, async () => {
  const refusal = (error: unknown) =>
    error instanceof TradewindError && error.status === 400 && error.type === "invalid_data";
  await assert.rejects(
    store.post("/store/carts", {
      // @ts-expect-error: an id is a text
      body: { region_id: 5 },
    }),
    refusal
  );
  await assert.rejects(
    store.post("/store/carts", {
      // @ts-expect-error: the property does not exist
      body: { region: "reg_1" },
    }),
    refusal
  );
  // @ts-expect-error: there is no such operation
  await assert.rejects(store.get("/store/nothing"), { status: 404 });
  // @ts-expect-error: the path needs an id
  await assert.rejects(store.get("/store/carts/{id}"), TypeError);
  await assert.rejects(store.get("/admin/orders"), { type: "unauthorized", status: 401 });
  await assert.rejects(
    store.get("/store/products", { query: { limit: -1 } }),
    (error) => refusal(error) && (error as TradewindError).requestId !== undefined
  );
});
