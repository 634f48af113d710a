// Compares the answers of two shops field by field and prints each difference once per path.
import { login } from "./session.mjs";

const [first, second, email, password, customerEmail, customerPassword] = process.argv.slice(2);

const sessions = {};
for (const base of [first, second]) {
  sessions[base] = {
    admin: await login(base, "admin", { email, password }),
    store: await login(base, "store", { email: customerEmail, password: customerPassword }),
  };
}

async function text(base, path, session) {
  const response = await fetch(base + path, { headers: session });
  return { status: response.status, content: await response.text() };
}

async function get(base, path) {
  const surface = path.startsWith("/admin") ? "admin" : "store";
  let session = sessions[base][surface];
  if (path.startsWith("/store/carts")) {
    // The reference hands a guest's cart to the customer that reads it; the other shop hides the cart of a customer.
    const { status } = await text(base, path);
    session = status === 404 ? session : undefined;
  }
  const { status, content } = await text(base, path, session);
  try {
    return { status, body: JSON.parse(content) };
  } catch {
    return { status, body: content };
  }
}

const differences = new Map();

function note(path, one, other) {
  const found = differences.get(path) ?? { path, count: 0, source: one, moved: other };
  found.count++;
  differences.set(path, found);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

// Rows with ids are compared by them: the reference returns relations in no order.
function keyed(array) {
  const name = ["id", "code", "iso_2", "item_id", "provider_id"].find((key) =>
    array.every((each) => isObject(each) && typeof each[key] === "string"),
  );
  return name && new Map(array.map((each) => [each[name], each]));
}

function compare(path, one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    const ones = keyed(one);
    const others = keyed(other);
    if (ones && others) {
      for (const [id, each] of ones) {
        others.has(id) ? compare(`${path}[]`, each, others.get(id)) : note(`${path}[]`, each, undefined);
      }
      for (const [id, each] of others) {
        if (!ones.has(id)) {
          note(`${path}[]`, undefined, each);
        }
      }
      return;
    }
    if (one.length !== other.length) {
      note(`${path}.length`, one.length, other.length);
      return;
    }
    one.forEach((each, index) => compare(`${path}[]`, each, other[index]));
  } else if (isObject(one) && isObject(other) && !path.endsWith(".metadata")) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      // A member that the first shop does not show is no difference.
      if (!(name in one)) {
        continue;
      } else if (!(name in other)) {
        note(`${path}.${name}`, one[name], undefined);
      } else {
        compare(`${path}.${name}`, one[name], other[name]);
      }
    }
  } else if (JSON.stringify(one) !== JSON.stringify(other)) {
    note(path, one, other);
  }
}

const lists = [
  ["/admin/regions", "regions", true],
  ["/admin/currencies?limit=500", "currencies", false],
  ["/admin/sales-channels", "sales_channels", true],
  ["/admin/publishable-api-keys", "publishable_api_keys", true],
  ["/admin/shipping-profiles", "shipping_profiles", true],
  ["/admin/shipping-options", "shipping_options", true],
  ["/admin/tax-rates", "tax_rates", true],
  ["/admin/users", "users", true],
  ["/admin/customers", "customers", true],
  ["/admin/customer-groups", "customer_groups", true],
  ["/admin/collections", "collections", true],
  ["/admin/product-categories", "product_categories", true],
  ["/admin/product-types", "product_types", false],
  ["/admin/product-tags", "product_tags", false],
  ["/admin/products", "products", true],
  ["/admin/variants", "variants", true],
  ["/admin/price-lists", "price_lists", true],
  ["/admin/discounts", "discounts", true],
  ["/admin/gift-cards", "gift_cards", true],
  ["/admin/return-reasons", "return_reasons", true],
  ["/admin/orders", "orders", true],
  ["/admin/draft-orders", "draft_orders", true],
  ["/admin/swaps", "swaps", true],
  ["/admin/returns", "returns", false],
  ["/admin/order-edits", "order_edits", true],
  ["/admin/notes", "notes", true],
  ["/admin/inventory-items", "inventory_items", true],
  ["/admin/reservations", "reservations", true],
  ["/admin/stock-locations", "stock_locations", true],
  ["/store/regions", "regions", true],
  ["/store/products", "products", true],
  ["/store/collections", "collections", true],
  ["/store/product-categories", "product_categories", true],
  ["/store/customers/me/orders", "orders", false],
];

async function both(path, name) {
  const [one, other] = await Promise.all([get(first, path), get(second, path)]);
  // The reference fails at some of its own data: carts whose products are deleted, and modules that are off.
  if (one.status === 500 || one.status === 400) {
    return one;
  }
  if (one.status !== other.status) {
    note(`${name} status`, `${one.status} ${path}`, `${other.status} ${JSON.stringify(other.body)}`);
  } else if (one.status === 200) {
    compare(name, one.body, other.body);
  }
  return one;
}

const all = "limit=200";
for (const [path, name, hasDetails] of lists) {
  let list = await both(`${path}${path.includes("?") ? "&" : "?"}${all}`, `GET ${path.split("?")[0]}`);
  if (list.status === 400) {
    // Older versions have no pages of it.
    list = await both(path, `GET ${path}`);
  }
  if (hasDetails && list.status === 200) {
    for (const each of list.body[name]) {
      await both(`${path}/${each.id}`, `GET ${path}/{id}`);
    }
  }
}
await both("/admin/store", "GET /admin/store");
await both("/store/customers/me", "GET /store/customers/me");
const orders = (await get(first, "/admin/orders?limit=200&fields=id,cart_id")).body.orders;
for (const order of orders) {
  await both(`/store/orders/${order.id}`, "GET /store/orders/{id}");
}
// Last, because the reference writes to carts and to the lines of their orders when it reads them.
for (const cart of process.argv.slice(8)) {
  await both(`/store/carts/${cart}`, "GET /store/carts/{id} (open)");
}
for (const order of orders) {
  await both(`/store/carts/${order.cart_id}`, "GET /store/carts/{id} (completed)");
}
console.log(JSON.stringify([...differences.values()], null, 1));
