// Verification of a delivered webhook. Arguments: the package, and a JSON file with body,
// signature and secret.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [name, file] = process.argv.slice(2);
const required = createRequire(import.meta.url)(name);
const Stripe = required.default ?? required;
const { webhooks } = new Stripe("sk_test_server", { apiVersion: "2022-11-15" });
const { body, signature, secret } = JSON.parse(readFileSync(file));

assert.equal(webhooks.constructEvent(body, signature, secret).object, "event");
assert.throws(() => webhooks.constructEvent(body + " ", signature, secret), /signature/);
assert.throws(() => webhooks.constructEvent(body, signature, secret + "x"), /signature/);
assert.throws(() => webhooks.constructEvent(body, signature.replace("v1", "v2"), secret));
console.log("verified with", name);
