// Sells one unit of a variant through the store API of the reference and prints the order.
const [base, region, variant, option] = process.argv.slice(2);

async function call(method, path, body) {
  const response = await fetch(`${base}/store${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }
  return JSON.parse(text);
}

const { cart } = await call("POST", "/carts", { region_id: region, country_code: "de" });
const path = `/carts/${cart.id}`;
await call("POST", `${path}/line-items`, { variant_id: variant, quantity: 1 });
const address = {
  first_name: "Ada",
  last_name: "Berg",
  address_1: "Quay 2",
  city: "Hamburg",
  country_code: "de",
  postal_code: "20095",
};
await call("POST", path, { email: "later@example.com", shipping_address: address });
await call("POST", `${path}/shipping-methods`, { option_id: option });
await call("POST", `${path}/payment-sessions`);
const { type, data } = await call("POST", `${path}/complete`);
if (type !== "order") {
  throw new Error(`${type}: ${JSON.stringify(data)}`);
}
console.log(JSON.stringify(data));
