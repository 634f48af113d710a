// A day of staff with a client of openapi-generator: node staff-day.js URL EMAIL PASSWORD ORDER
import {
  AuthApi,
  Configuration,
  OrdersApi,
  ProductVariantsApi,
  ProductsApi,
} from "./client/index.js";

const [basePath, email, password, id] = process.argv.slice(2) as [string, string, string, string];
const { accessToken } = await new AuthApi(new Configuration({ basePath })).adminIssueToken({
  adminLogInRequest: { email, password },
});
const configuration = new Configuration({ basePath, accessToken });
const orders = new OrdersApi(configuration);
const variants = new ProductVariantsApi(configuration);

const { orders: unpaid } = await orders.adminListOrders({
  email: "ada@example.com",
  paymentStatus: ["awaiting"],
  fulfillmentStatus: ["not_fulfilled"],
  createdAt: { gte: new Date(Date.now() - 86_400_000) },
});
const [line] = unpaid.find((each) => each.id === id)!.items!;
await orders.adminCaptureOrder({ id });
const { order: packed } = await orders.adminFulfillmentOrder({
  id,
  adminFulfillmentOrderRequest: { items: [{ itemId: line!.id, quantity: line!.quantity! }] },
});
await orders.adminShipmentOrder({
  id,
  adminShipmentOrderRequest: {
    fulfillmentId: packed.fulfillments![0]!.id,
    trackingNumbers: ["JD014600003SE"],
  },
});
await orders.adminRefundOrder({
  id,
  idempotencyKey: crypto.randomUUID(),
  adminRefundOrderRequest: { amount: 500, reason: "other" },
});

const { variant } = await variants.adminGetVariant({ id: line!.variantId! });
const stock = variant.inventoryQuantity!;
await new ProductsApi(configuration).adminUpdateProductVariant({
  id: variant.productId!,
  variantId: variant.id,
  changedVariant: { inventoryQuantity: stock + 10 },
});
const { variant: restocked } = await variants.adminGetVariant({ id: variant.id });

const { order } = await orders.adminGetOrder({ id });
console.log(
  `${order.paymentStatus}, ${order.fulfillmentStatus},`,
  `${order.refundedTotal} refunded, ${order.fulfillments![0]!.trackingLinks![0]!.trackingNumber},`,
  `${restocked.inventoryQuantity! - stock} added to the stock,`,
  `${restocked.prices!.length} of ${variant.prices!.length} prices kept`
);
