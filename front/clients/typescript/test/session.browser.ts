// Only in a browser, which has cookies: against the shop of TRADEWIND_URL, on another origin.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@tradewind/client";

const baseUrl = process.env.TRADEWIND_URL ?? "";

test("a customer is signed in by the cookie of the browser", async () => {
  const client = createClient({ baseUrl, session: true });
  const { customer } = await client.post("/store/customers", {
    body: {
      first_name: "Ada",
      last_name: "Lovelace",
      email: `ada-${Date.now()}@example.com`,
      password: "a password",
    },
  });
  assert.equal((await client.get("/store/auth")).customer.id, customer.id);
  await client.post("/store/customers/me", { body: { first_name: "Augusta" } });
  assert.equal((await client.get("/store/customers/me")).customer.first_name, "Augusta");
  const others = createClient({ baseUrl });
  await assert.rejects(others.get("/store/auth"), { status: 401 });
  await client.delete("/store/auth");
  await assert.rejects(client.get("/store/auth"), { status: 401 });
});
