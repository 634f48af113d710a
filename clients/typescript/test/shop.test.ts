// Against a running shop with its demo data: TRADEWIND_URL, and TRADEWIND_TOKEN of a user.
import assert from "node:assert/strict";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { type Client, TradewindError, createClient } from "@tradewind/client";

const baseUrl = process.env.TRADEWIND_URL ?? "";
const token = process.env.TRADEWIND_TOKEN ?? "";
const options = { skip: !baseUrl && "TRADEWIND_URL names no shop" };

const store = createClient({ baseUrl });
const admin = createClient({ baseUrl, token });

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

/** The shop behind a proxy that loses every response of an operation but the last of `attempts`. */
async function losing(operation: RegExp, attempts: number) {
  let count = 0;
  const proxy = createServer((request, response) => {
    const isLost = operation.test(`${request.method} ${request.url}`) && ++count < attempts;
    request.pipe(
      forward(baseUrl + request.url, { method: request.method, headers: request.headers }, (answer) => {
        if (isLost) {
          answer.resume().on("end", () => response.destroy());
        } else {
          answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
        }
      })
    );
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, attempts: () => count };
}

test("a shopper checks out although responses are lost", options, async () => {
  const lossy = await losing(/^POST .*\/complete$/, 3);
  const client = createClient({ baseUrl: lossy.url });
  const cart = await readyCart(client, 1);
  const completed = await client.post("/store/carts/{id}/complete", { path: { id: cart.id } });
  assert.equal(lossy.attempts(), 3);
  assert.equal(completed.type, "order");

  const { order } = await store.get("/store/orders/cart/{cart_id}", {
    path: { cart_id: cart.id },
  });
  assert.equal(order.id, completed.data.id);
  assert.equal(order.email, "ada@example.com");
});

test("staff capture, fulfill and refund, and a repeated refund is one", options, async () => {
  const { id } = await placeOrder(store, 2);
  const path = { id };
  let { order } = await admin.get("/admin/orders/{id}", { path });
  const [line] = order.items ?? [];
  assert.ok(line);

  ({ order } = await admin.post("/admin/orders/{id}/capture", { path }));
  assert.equal(order.payment_status, "captured");
  ({ order } = await admin.post("/admin/orders/{id}/fulfillment", {
    path,
    body: { items: [{ item_id: line.id, quantity: 2 }] },
  }));
  assert.equal(order.fulfillment_status, "fulfilled");

  const lossy = await losing(/^POST .*\/refund$/, 2);
  const client = createClient({ baseUrl: lossy.url, token: async () => token });
  ({ order } = await client.post("/admin/orders/{id}/refund", {
    path,
    body: { amount: 100, reason: "other" },
  }));
  assert.equal(lossy.attempts(), 2);
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
