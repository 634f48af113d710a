// Shoppers who buy one thing after another with the JavaScript client of the reference, at the URLs in turns, and pay by card.
// They go home after the first order each, or, with "until-told", when the standard input ends; then staff captures each
// order and refunds a part of it meanwhile. Each order, each refund, each write of a second or more and each failed request
// is a line of JSON. Arguments: number of shoppers, "once" or "until-told", id of the region, id of a variant, URLs with
// commas, URL of Stripe, API token of a user.
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";

const Medusa = createRequire(import.meta.url)("@medusajs/medusa-js").default;
const [shoppers, span, regionId, variant, urls, stripeUrl, apiKey] = process.argv.slice(2);
const clients = urls.split(",").map((baseUrl) => new Medusa({ baseUrl, apiKey, maxRetries: 0 }));
const guests = urls.split(",").map((baseUrl) => new Medusa({ baseUrl, maxRetries: 0 }));
const REFUND = 100;
const sold = [];
let requests = 0;
let isOver = span === "once";
let shopping = Number(shoppers);
if (!isOver) {
  process.stdin.resume().on("end", () => (isOver = true));
}

function print(line) {
  console.log(JSON.stringify({ requests, ...line }));
}

function check(holds, message) {
  if (!holds) {
    throw new Error(message);
  }
}

/** Asks the next node; the load balancer before them knows no shoppers. */
function ask(call, through = guests) {
  return call(through[requests++ % through.length]);
}

async function write(call, through) {
  const begun = Date.now();
  const answer = await ask(call, through);
  const waited = Date.now() - begun;
  if (waited >= 1000) {
    print({ waited });
  }
  return answer;
}

/** As the form of Stripe does in the browser. */
async function pay({ provider_id, data }) {
  check(provider_id === "stripe", `No payment by card, but ${provider_id}`);
  const response = await fetch(`${stripeUrl}/v1/payment_intents/${data.id}/confirm`, {
    method: "POST",
    headers: {
      authorization: "Bearer pk_test_server",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ payment_method: "pm_card_visa", client_secret: data.client_secret }),
  });
  check(response.ok, `Stripe: ${response.status} ${await response.text()}`);
}

async function buy(shopper, turn) {
  const { regions } = await ask((medusa) => medusa.regions.list());
  const region = regions.find((each) => each.id === regionId);
  const { products } = await ask((medusa) => medusa.products.list({ region_id: region.id, limit: 50 }));
  const product = products.find((each) => each.variants.some(({ id }) => id === variant));
  await ask((medusa) => medusa.products.retrieve(product.id));
  await ask((medusa) => medusa.collections.list());
  const country_code = region.countries[0].iso_2;
  const { cart: created } = await write((medusa) => medusa.carts.create({ region_id: region.id, country_code }));
  const { id } = created;
  await write((medusa) => medusa.carts.lineItems.create(id, { variant_id: variant, quantity: 1 }));
  const email = `shopper${shopper}-${turn}@example.com`;
  const address = {
    first_name: "Ada",
    last_name: "Berg",
    address_1: "Quay 2",
    city: "Hamburg",
    country_code,
    postal_code: "20095",
  };
  await write((medusa) =>
    medusa.carts.update(id, { email, shipping_address: address, billing_address: address }),
  );
  const { shipping_options: options } = await ask((medusa) => medusa.shippingOptions.listCartOptions(id));
  await write((medusa) => medusa.carts.addShippingMethod(id, { option_id: options[0].id }));
  const { cart: payable } = await write((medusa) => medusa.carts.createPaymentSessions(id));
  await pay(payable.payment_session);
  const { cart } = await ask((medusa) => medusa.carts.retrieve(id));
  check(cart.email === email && cart.items.length === 1, `Another cart: ${JSON.stringify(cart)}`);
  const { type, data: order } = await write((medusa) => medusa.carts.complete(id));
  check(type === "order", `No order: ${type} ${JSON.stringify(order)}`);
  const { order: shown } = await ask((medusa) => medusa.orders.retrieve(order.id));
  check(shown.total === cart.total, `The order ${order.id} costs ${shown.total}, its cart ${cart.total}`);
  print({ order: order.id, number: order.display_id, total: order.total, intent: payable.payment_session.data.id });
  sold.push(order.id);
}

async function serve(order) {
  await write((medusa) => medusa.admin.orders.capturePayment(order), clients);
  await write((medusa) => medusa.admin.orders.refundPayment(order, { amount: REFUND, reason: "other" }), clients);
  const { order: shown } = await ask((medusa) => medusa.admin.orders.retrieve(order), clients);
  check(shown.refunded_total === REFUND, `Of the order ${order} ${shown.refunded_total} are refunded`);
  print({ refunded: order });
}

async function attempt(work) {
  try {
    await work();
  } catch (failure) {
    const { config, response } = failure;
    const path = config?.url?.replace(/^https?:\/\/[^/]*/, "").replace(/\/[a-z]+_[A-Za-z0-9]+/g, "/{id}");
    const cause = config ? `${config.method} ${path}: ${response?.status ?? failure.code}` : failure.message;
    print({ failure: cause, details: `${JSON.stringify(response?.data)} ${failure.stack}` });
  }
}

async function shop(shopper) {
  for (let turn = 0; turn === 0 || !isOver; turn++) {
    await attempt(() => buy(shopper, turn));
  }
  shopping--;
}

async function staff() {
  while (shopping > 0) {
    const order = sold.shift();
    await (order ? attempt(() => serve(order)) : pause(50));
  }
}

const staffed = isOver ? [] : [staff()];
await Promise.all([...Array.from({ length: shopping }, (none, shopper) => shop(shopper)), ...staffed]);
print({});
