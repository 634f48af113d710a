import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { type ClientOptions, TradewindError, createClient } from "@tradewind/client";

type Answer = (response: ServerResponse) => void;

const problem =
  (status: number, type: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json", "x-request-id": "r1", ...headers })
      .end(JSON.stringify({ type, message: "Refused" }));
const lost: Answer = (response) => response.destroy();
const half: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write("{");
  setImmediate(() => response.destroy());
};
const done: Answer = (response) =>
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
const silent: Answer = () => {};

/** A client of a server that gives the answers one after the other, and the requests it had. */
async function answering(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on("end", () => (answers.shift() ?? done)(response));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/`, ...options });
  return { client, requests };
}

const cart = { path: { id: "cart_1" } };

test("reads are repeated after temporary failures", async () => {
  const { client, requests } = await answering([
    problem(503, "unavailable"),
    lost,
    problem(504, "timeout"),
  ]);
  await client.get("/store/carts/{id}", cart);
  assert.equal(requests.length, 4);
});

test("writes with a key are repeated under the same one", async () => {
  const { client, requests } = await answering([lost, half]);
  await client.post("/store/carts/{id}/complete", cart);
  const keys = requests.map((request) => request.headers["idempotency-key"]);
  assert.equal(keys.length, 3);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.equal(new Set(keys).size, 1);

  await client.post("/store/carts/{id}/complete", { ...cart, idempotencyKey: "mine" });
  assert.equal(requests[3]?.headers["idempotency-key"], "mine");
});

test("other writes are repeated only if nothing was done", async () => {
  const { client, requests } = await answering([
    problem(409, "conflict"),
    problem(429, "too_many_requests"),
    done,
    lost,
  ]);
  const call = () => client.post("/store/carts/{id}", { ...cart, body: { email: "a@b.example" } });
  await call();
  assert.equal(requests.length, 3);
  await assert.rejects(call(), { type: "connection_lost", status: 0 });
  assert.equal(requests.length, 4);
});

test("the pause is at least what the shop asks for", async () => {
  const { client } = await answering([problem(429, "too_many_requests", { "retry-after": "1" })]);
  const start = performance.now();
  await client.get("/store/carts/{id}", cart);
  assert.ok(performance.now() - start >= 990);
});

test("refusals are not repeated", async () => {
  const { client, requests } = await answering([problem(409, "not_allowed")]);
  await assert.rejects(client.post("/store/carts/{id}/complete", cart), (error) => {
    assert.ok(error instanceof TradewindError);
    assert.deepEqual([error.status, error.type, error.requestId], [409, "not_allowed", "r1"]);
    return true;
  });
  assert.equal(requests.length, 1);
});

test("the last failure is thrown when the retries are used up", async () => {
  const { client, requests } = await answering([lost, lost, problem(503, "unavailable")], {
    retries: 2,
  });
  await assert.rejects(client.get("/store/carts/{id}", cart), { type: "unavailable" });
  assert.equal(requests.length, 3);
});

test("an attempt ends after the time limit", async () => {
  const { client, requests } = await answering([silent], { timeout: 300, retries: 100 });
  await client.get("/store/carts/{id}", cart);
  assert.ok(requests.length >= 2);
});

test("a call ends with its signal", async () => {
  const { client } = await answering([silent]);
  const caller = new AbortController();
  const call = client.get("/store/carts/{id}", { ...cart, signal: caller.signal });
  caller.abort(new Error("Left the page"));
  await assert.rejects(call, { message: "Left the page" });
});

test("parameters are encoded", async () => {
  const { client, requests } = await answering([]);
  await client.get("/store/products", {
    query: { id: ["a", "b"], created_at: { gt: "2026-01-01" }, q: "a & b" },
  });
  assert.equal(
    requests[0]?.url,
    "/store/products?id=a&id=b&created_at%5Bgt%5D=2026-01-01&q=a+%26+b"
  );
  await client.get("/store/carts/{id}", { path: { id: "a/b" } });
  assert.equal(requests[1]?.url, "/store/carts/a%2Fb");
  await assert.rejects(client.get("/store/carts/{id}", { path: { id: "" } }), TypeError);
  await client.get("/store/regions");
  assert.equal(requests[2]?.url, "/store/regions");
});
