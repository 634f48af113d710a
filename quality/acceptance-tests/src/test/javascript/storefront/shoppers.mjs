// Shoppers who buy one thing after another with the JavaScript client of the reference, at the URLs in turns. Each order and
// each failed request is a line of JSON. They go home after the first order each, or, with "until-told", when the standard
// input ends. Arguments: number of shoppers, "once" or "until-told", id of the region, ids of variants and URLs with commas.
import { createRequire } from "node:module";

const Medusa = createRequire(import.meta.url)("@medusajs/medusa-js").default;
const [shoppers, span, regionId, variants, urls] = process.argv.slice(2);
const clients = urls.split(",").map((baseUrl) => new Medusa({ baseUrl, maxRetries: 0 }));
const goods = variants.split(",");
let requests = 0;
let isOver = span === "once";
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
function ask(call) {
  return call(clients[requests++ % clients.length]);
}

async function buy(shopper, turn) {
  const variant = goods[(shopper + turn) % goods.length];
  const { regions } = await ask((medusa) => medusa.regions.list());
  const region = regions.find((each) => each.id === regionId);
  const { products } = await ask((medusa) => medusa.products.list({ region_id: region.id, limit: 50 }));
  const product = products.find((each) => each.variants.some(({ id }) => id === variant));
  await ask((medusa) => medusa.products.retrieve(product.id));
  await ask((medusa) => medusa.collections.list());
  const country_code = region.countries[0].iso_2;
  const { cart: created } = await ask((medusa) => medusa.carts.create({ region_id: region.id, country_code }));
  const { id } = created;
  await ask((medusa) => medusa.carts.lineItems.create(id, { variant_id: variant, quantity: 1 }));
  const email = `shopper${shopper}-${turn}@example.com`;
  const address = {
    first_name: "Ada",
    last_name: "Berg",
    address_1: "Quay 2",
    city: "Hamburg",
    country_code,
    postal_code: "20095",
  };
  await ask((medusa) =>
    medusa.carts.update(id, { email, shipping_address: address, billing_address: address }),
  );
  const { shipping_options: options } = await ask((medusa) => medusa.shippingOptions.listCartOptions(id));
  const parcel = options.find((each) => each.name === "Parcel");
  await ask((medusa) => medusa.carts.addShippingMethod(id, { option_id: parcel.id }));
  await ask((medusa) => medusa.carts.createPaymentSessions(id));
  const { cart } = await ask((medusa) => medusa.carts.retrieve(id));
  check(cart.email === email && cart.items.length === 1, `Another cart: ${JSON.stringify(cart)}`);
  const { type, data: order } = await ask((medusa) => medusa.carts.complete(id));
  check(type === "order", `No order: ${type} ${JSON.stringify(order)}`);
  const { order: shown } = await ask((medusa) => medusa.orders.retrieve(order.id));
  check(shown.total === cart.total, `The order ${order.id} costs ${shown.total}, its cart ${cart.total}`);
  print({ order: order.id, number: order.display_id, total: order.total });
}

async function shop(shopper) {
  for (let turn = 0; turn === 0 || !isOver; turn++) {
    try {
      await buy(shopper, turn);
    } catch (failure) {
      const { config, response } = failure;
      print({
        failure: `${config?.method} ${config?.url}: ${response?.status} ${JSON.stringify(response?.data)} ${failure.stack}`,
      });
    }
  }
}

await Promise.all(Array.from({ length: Number(shoppers) }, (none, shopper) => shop(shopper)));
print({});
