// Prints the amounts of all orders of a shop, as staff with this API token sees them, by order.
const [base, token] = process.argv.slice(2);
// The reference has raw amounts only while it computes others.
const FIELDS = /^(?!raw_)(.*_total|total|subtotal|refundable|refundable_amount)$/;

async function get(path) {
  const response = await fetch(`${base}/admin/orders${path}`, { headers: { "x-medusa-access-token": token } });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${base} ${path}: ${response.status} ${text}`);
  }
  return JSON.parse(text);
}

function amountsOf(object, prefix = "") {
  return Object.entries(object)
    .filter(([name]) => FIELDS.test(name))
    .map(([name, amount]) => [prefix + name, amount]);
}

const amounts = {};
for (let offset = 0, count = 1; offset < count; offset += 100) {
  const page = await get(`?limit=100&offset=${offset}&fields=id&order=created_at`);
  count = page.count;
  for (const { id } of page.orders) {
    const { order } = await get(`/${id}`);
    const parts = [...order.items, ...order.shipping_methods].flatMap((part) => amountsOf(part, `${part.id}.`));
    amounts[id] = Object.fromEntries([...amountsOf(order), ...parts]);
  }
}
console.log(JSON.stringify(amounts));
