// Plugins of Medusa v1, unchanged: their routes behind routes of the gateway, their subscribers behind a webhook. What
// they ask of the services of Medusa is answered by the API of the shop.
import { AsyncLocalStorage } from "node:async_hooks";
import Module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Webhook } from "standardwebhooks";
import { caller } from "./caller.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const resolveFilename = Module._resolveFilename;
const ofMedusa = ["medusa-interfaces", "@medusajs/medusa", "@medusajs/utils", "typeorm"];
Module._resolveFilename = (name, ...rest) =>
  ofMedusa.includes(name) ? join(folder, "medusa.cjs") : resolveFilename(name, ...rest);

const require = createRequire(import.meta.url);
const express = require("express");
const { SHOP_URL, KEYS_URL, API_TOKEN, WEBHOOK_SECRET, SLACK_URL, SEGMENT_URL, SEGMENT_KEY, PORT } =
  process.env;

// A plugin that fails twice in one request, as the wishlist does with a wrong token, ends no other one.
process.on("unhandledRejection", (failure) => console.error(failure));

async function call(method, path, body) {
  const response = await fetch(SHOP_URL + path, {
    method,
    headers: { "content-type": "application/json", "x-medusa-access-token": API_TOKEN },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) {
    throw Object.assign(new Error(answer.message), { status: response.status });
  }
  return answer;
}

/** A row with dates as Medusa has them. */
const dated = (row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value && name.endsWith("_at") ? new Date(value) : value,
    ]),
  );

/** All rows of a list, page by page. */
async function all(name, selector, fields) {
  const query = new URLSearchParams({ expand: "", fields, limit: 100 });
  for (const [filter, value] of Object.entries(selector)) {
    if (filter === "created_at") {
      Object.entries(value ?? {}).forEach(([operator, date]) =>
        query.set(`created_at[${operator}]`, date.toISOString()),
      );
    } else if (Array.isArray(value)) {
      value.forEach((one) => query.append(`${filter}[]`, one));
    } else {
      query.set(filter, value);
    }
  }
  const rows = [];
  let page;
  do {
    query.set("offset", rows.length);
    page = (await call("GET", `/admin/${name}?${query}`))[name];
    rows.push(...page.map(dated));
  } while (page.length > 0);
  return rows;
}

async function allAndCount(...list) {
  const rows = await all(...list);
  return [rows, rows.length];
}

const id = encodeURIComponent;
const handlers = new Map();

/** Data of the event whose handlers run. */
const handled = new AsyncLocalStorage();

const relations = [
  "items.variant",
  "fulfillments.items",
  "returns.items.reason",
  "returns.shipping_method",
  "claims.claim_items.tags",
  "claims.additional_items.variant",
  "swaps.additional_items.variant",
  "swaps.fulfillments.items",
  "swaps.return_order.items",
].join();

/** The lines that were sold, and those that were sent in place of others. */
const lines = (order) => [
  ...order.items,
  ...[...order.swaps, ...order.claims].flatMap((each) => each.additional_items),
];

/** A part of an order: the API has it within the order, which the event names. */
async function part(rowsOf, wanted) {
  const { id: subject, order_id: of = subject } = handled.getStore();
  const { order } = await call("GET", `/admin/orders/${id(of)}?expand=${relations}`);
  return { ...dated(rowsOf(order).find((row) => row.id === wanted)), order };
}

/** The services that these plugins ask for, with the methods that they call. */
const container = {
  customerService: {
    retrieve: async (customer) =>
      (await call("GET", `/admin/customers/${id(customer)}?expand=`)).customer,
    update: async (customer, { metadata }) =>
      (await call("POST", `/admin/customers/${id(customer)}?expand=`, { metadata })).customer,
    listAndCount: (selector) => allAndCount("customers", selector, "id,created_at"),
  },
  regionService: {
    list: async () => (await call("GET", "/admin/regions")).regions,
  },
  lineItemService: {
    retrieve: (line) => part(lines, line),
    generate: async (variantId, regionId, quantity, { metadata }) => {
      const { variant } = await call(
        "GET",
        `/store/variants/${id(variantId)}?region_id=${id(regionId)}`,
      );
      return {
        variant_id: variantId,
        title: variant.product.title,
        description: variant.title,
        thumbnail: variant.product.thumbnail,
        unit_price: variant.calculated_price,
        quantity,
        metadata,
      };
    },
  },
  orderService: {
    retrieve: async (order) => dated((await call("GET", `/admin/orders/${id(order)}`)).order),
    list: (selector, { select }) => all("orders", selector, select),
    listAndCount: (selector, { select }) => allAndCount("orders", selector, select),
  },
  fulfillmentService: {
    retrieve: (fulfillment) =>
      part((order) => [order, ...order.swaps].flatMap((each) => each.fulfillments), fulfillment),
  },
  returnService: {
    retrieve: (returned) => part((order) => order.returns, returned),
  },
  claimService: {
    retrieve: async (wanted) => {
      const claim = await part((order) => order.claims, wanted);
      const item = (claimed) => lines(claim.order).find((line) => line.id === claimed.item_id);
      return {
        ...claim,
        claim_items: claim.claim_items.map((claimed) => ({
          ...claimed,
          item: item(claimed),
          variant: item(claimed).variant,
        })),
      };
    },
  },
  swapService: {
    retrieve: (swap) => part((order) => order.swaps, swap),
  },
  cartService: {
    retrieve: async (cart) => (await call("GET", `/store/carts/${id(cart)}`)).cart,
  },
  productService: {
    retrieve: async (product, { relations }) =>
      (await call("GET", `/admin/products/${id(product)}?expand=${relations}`)).product,
  },
  totalsService: {
    // The items of the API's orders have their totals.
    getLineItemTotals: async (item) => item,
  },
  eventBusService: {
    subscribe: (event, handler) => handlers.set(event, [...(handlers.get(event) ?? []), handler]),
  },
};

/** As Medusa registers the services and subscribers of a plugin. */
function install({ services = {}, subscribers = [] }, options) {
  for (const [name, file] of Object.entries(services)) {
    container[name] = new (require(file).default)(container, options);
  }
  subscribers.forEach((file) => new (require(file).default)(container, options));
}

install(
  {
    services: { slackService: "medusa-plugin-slack-notification/services/slack" },
    subscribers: ["medusa-plugin-slack-notification/subscribers/order"],
  },
  { slack_url: SLACK_URL, admin_orders_url: `${SHOP_URL}/app/a/orders` },
);

install(
  {
    services: { segmentService: "medusa-plugin-segment/services/segment" },
    subscribers: ["order", "swap"].map((name) => `medusa-plugin-segment/subscribers/${name}`),
  },
  // Amounts in another currency would need a key of exchangeratesapi.io.
  { write_key: SEGMENT_KEY, reporting_currency: "usd" },
);
// The plugin has no option for the region of the workspace.
container.segmentService.analytics_.host = SEGMENT_URL;

const analytics = "@rsc-labs/medusa-store-analytics/dist";
install({
  services: {
    ordersAnalyticsService: `${analytics}/services/ordersAnalytics`,
    salesAnalyticsService: `${analytics}/services/salesAnalytics`,
    customersAnalyticsService: `${analytics}/services/customersAnalytics`,
  },
});

const app = express();

const webhook = new Webhook(WEBHOOK_SECRET);
app.post("/events", express.text({ type: () => true }), async (req, res) => {
  let event;
  try {
    event = webhook.verify(req.body, req.headers);
  } catch {
    return res.sendStatus(401);
  }
  try {
    for (const handler of handlers.get(event.type) ?? []) {
      await handled.run(event.data, () => handler(event.data, event.type));
    }
    res.sendStatus(204);
  } catch (failure) {
    // The event comes again.
    console.error(failure);
    res.sendStatus(500);
  }
});

app.use(caller({ keysUrl: KEYS_URL, shopUrl: SHOP_URL, service: "wishlist" }));
app.use((req, res, next) => {
  req.scope = { resolve: (name) => container[name] };
  next();
});
// The plugin trusts the id of the path: in Medusa v1 anybody who knew it could read and change the list.
app.use("/store/customers/:id", (req, res, next) =>
  req.user?.customer_id === req.params.id ? next() : res.sendStatus(403),
);
app.use("/store/customers", require("medusa-plugin-wishlist/api/store/customers").default());
app.use(require("medusa-plugin-wishlist/api").default(folder));
// As Medusa mounts the functions of a file by the path of its folder.
for (const route of ["orders", "sales", "customers"].map((kind) => `admin/${kind}-analytics`)) {
  const { GET } = require(`${analytics}/api/${route}/[kind]/route`);
  app.get(`/${route}/:kind`, (req, res, next) => GET(req, res).catch(next));
}
app.listen(PORT, "127.0.0.1");
