// A day of staff with a client of orval: node staff-day.js EMAIL PASSWORD ORDER
import {
  adminCaptureOrder,
  adminFulfillmentOrder,
  adminGetOrder,
  adminGetVariant,
  adminIssueToken,
  adminListOrders,
  adminRefundOrder,
  adminShipmentOrder,
  adminUpdateProductVariant,
} from "./client/admin.js";

const [email, password, id] = process.argv.slice(2) as [string, string, string];
const { access_token } = await adminIssueToken({ email, password });
const headers = { authorization: `Bearer ${access_token}` };
const staff = { headers };

const { orders: unpaid } = await adminListOrders(
  {
    email: "ada@example.com",
    "payment_status[]": ["awaiting"],
    "fulfillment_status[]": ["not_fulfilled"],
    created_at: { gte: new Date(Date.now() - 86_400_000).toISOString() },
  },
  staff
);
const [line] = unpaid.find((each) => each.id === id)!.items!;
await adminCaptureOrder(id, {}, staff);
const { order: packed } = await adminFulfillmentOrder(
  id,
  { items: [{ item_id: line!.id, quantity: line!.quantity! }] },
  {},
  staff
);
await adminShipmentOrder(
  id,
  { fulfillment_id: packed.fulfillments![0]!.id, tracking_numbers: ["JD014600003SE"] },
  {},
  staff
);
await adminRefundOrder(
  id,
  { amount: 500, reason: "other" },
  {},
  { headers: { ...headers, "idempotency-key": crypto.randomUUID() } }
);

const { variant } = await adminGetVariant(line!.variant_id!, {}, staff);
const stock = variant.inventory_quantity!;
await adminUpdateProductVariant(
  variant.product_id!,
  variant.id,
  { inventory_quantity: stock + 10 },
  {},
  staff
);
const { variant: restocked } = await adminGetVariant(variant.id, {}, staff);

const { order } = await adminGetOrder(id, {}, staff);
console.log(
  `${order.payment_status}, ${order.fulfillment_status},`,
  `${order.refunded_total} refunded, ${order.fulfillments![0]!.tracking_links![0]!.tracking_number},`,
  `${restocked.inventory_quantity! - stock} added to the stock,`,
  `${restocked.prices!.length} of ${variant.prices!.length} prices kept`
);
