import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClientOptions, TradewindError, createClient } from "@tradewind/client";
import { type Answer, answering } from "./servers.js";

const problem = (status: number, type: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "x-request-id": "r1", ...headers },
  body: { type, message: "Refused" },
});
const done: Answer = { status: 200, body: {} };

/** A client of a server that gives the answers one after the other, and the requests it had. */
async function asking(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const { url, requests } = await answering(answers);
  return { client: createClient({ baseUrl: `${url}/`, ...options }), requests };
}

const cart = { path: { id: "cart_1" } };

test("reads are repeated after temporary failures", async () => {
  const { client, requests } = await asking([
    problem(503, "unavailable"),
    "lost",
    problem(504, "timeout"),
  ]);
  await client.get("/store/carts/{id}", cart);
  assert.equal((await requests()).length, 4);
});

test("a page that is too large is read in halves", async () => {
  const tooLarge: Answer = {
    status: 400,
    body: { type: "invalid_data", message: "limit is too large: the page has more than 16 MiB" },
  };
  const page = (offset: number): Answer => ({
    status: 200,
    body: { products: [{ id: `prod_${offset}` }], count: 2, offset, limit: 25 },
  });
  const { client, requests } = await asking([tooLarge, tooLarge, page(0), page(1)]);
  const found = [];
  for await (const { id } of client.iterate("/store/products")) found.push(id);
  assert.deepEqual(found, ["prod_0", "prod_1"]);
  assert.deepEqual(
    (await requests()).map(({ url }) => new URL(url, "http://shop").search),
    [
      "?limit=100&offset=0",
      "?limit=50&offset=0",
      "?limit=25&offset=0",
      "?limit=25&offset=1",
    ]
  );

  const { client: single } = await asking([tooLarge]);
  await assert.rejects(single.iterate("/store/products", { query: { limit: 1 } }).next(), {
    type: "invalid_data",
  });
});

test("writes with a key are repeated under the same one", async () => {
  const { client, requests } = await asking(["lost", "half", problem(503, "unavailable")]);
  await client.post("/store/carts/{id}/complete", cart);
  const keys = (await requests()).map(({ key }) => key);
  assert.equal(keys.length, 4);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.equal(new Set(keys).size, 1);

  await client.post("/store/carts/{id}/complete", { ...cart, idempotencyKey: "mine" });
  assert.equal((await requests())[4]?.key, "mine");
});

test("other writes are repeated only if nothing was done", async () => {
  const { client, requests } = await asking([
    problem(409, "conflict"),
    problem(429, "too_many_requests"),
    done,
    "lost",
  ]);
  const call = () => client.post("/store/carts/{id}", { ...cart, body: { email: "a@b.example" } });
  await call();
  assert.equal((await requests()).length, 3);
  await assert.rejects(call(), { type: "connection_lost", status: 0 });
  assert.equal((await requests()).length, 4);
});

test("the pause is at least what the shop asks for", async () => {
  const { client } = await asking([problem(429, "too_many_requests", { "retry-after": "1" })]);
  const start = performance.now();
  await client.get("/store/carts/{id}", cart);
  assert.ok(performance.now() - start >= 990);
});

test("refusals are not repeated", async () => {
  const { client, requests } = await asking([problem(409, "not_allowed")]);
  await assert.rejects(client.post("/store/carts/{id}/complete", cart), (error) => {
    assert.ok(error instanceof TradewindError);
    assert.deepEqual([error.status, error.type, error.requestId], [409, "not_allowed", "r1"]);
    return true;
  });
  assert.equal((await requests()).length, 1);
});

test("the last failure is thrown when the retries are used up", async () => {
  const { client, requests } = await asking(["lost", "lost", problem(503, "unavailable")], {
    retries: 2,
  });
  await assert.rejects(client.get("/store/carts/{id}", cart), { type: "unavailable" });
  assert.equal((await requests()).length, 3);
});

test("an attempt ends after the time limit", async () => {
  const { client, requests } = await asking(["silent"], { timeout: 300, retries: 100 });
  await client.get("/store/carts/{id}", cart);
  assert.ok((await requests()).length >= 2);
});

test("a call ends with its signal", async () => {
  const { client } = await asking(["silent"]);
  const caller = new AbortController();
  const call = client.get("/store/carts/{id}", { ...cart, signal: caller.signal });
  caller.abort(new Error("Left the page"));
  await assert.rejects(call, { message: "Left the page" });
});

test("parameters are encoded", async () => {
  const { client, requests } = await asking([]);
  await client.get("/store/products", {
    query: { id: ["a", "b"], created_at: { gt: "2026-01-01" }, q: "a & b" },
  });
  await client.get("/store/carts/{id}", { path: { id: "a/b" } });
  await assert.rejects(client.get("/store/carts/{id}", { path: { id: "" } }), TypeError);
  await client.get("/store/regions");
  assert.deepEqual(
    (await requests()).map(({ url }) => url),
    [
      "/store/products?id=a&id=b&created_at%5Bgt%5D=2026-01-01&q=a+%26+b",
      "/store/carts/a%2Fb",
      "/store/regions",
    ]
  );
});
