// Fills a shop of the reference through its own API and prints the ids that the test asks for.
import { login } from "./session.mjs";

const [base, email, password, stripeUrl, stripeKey] = process.argv.slice(2);

async function call(method, path, body, session) {
  const response = await fetch(base + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...session,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }
  return text === "" ? {} : JSON.parse(text);
}

const staff = await login(base, "admin", { email, password });
const admin = (method, path, body) => call(method, `/admin${path}`, body, staff);
const store = (method, path, body, session) => call(method, `/store${path}`, body, session);

// Settings
await admin("POST", "/store", { name: "Harbour Shop", currencies: ["usd", "eur", "jpy"] });
await admin("POST", "/currencies/eur", { includes_tax: false });
const europe = (
  await admin("POST", "/regions", {
    name: "Europe",
    currency_code: "eur",
    tax_rate: 19,
    tax_code: "vat",
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
    countries: ["de", "fr"],
    metadata: { warehouse: "north" },
  })
).region;
const america = (
  await admin("POST", "/regions", {
    name: "America",
    currency_code: "usd",
    tax_rate: 7.25,
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
    countries: ["us"],
    includes_tax: true,
  })
).region;
const ireland = (
  await admin("POST", "/regions", {
    name: "Ireland",
    currency_code: "eur",
    tax_rate: 23,
    payment_providers: ["stripe"],
    fulfillment_providers: ["manual"],
    countries: ["ie"],
  })
).region;
const reduced = (
  await admin("POST", "/tax-rates", {
    name: "Reduced",
    code: "reduced",
    rate: 7,
    region_id: europe.id,
  })
).tax_rate;
const profiles = (await admin("GET", "/shipping-profiles")).shipping_profiles;
const profile = profiles.find((each) => each.type === "default");
const giftProfile = profiles.find((each) => each.type === "gift_card");
async function option(values) {
  return (
    await admin("POST", "/shipping-options", {
      profile_id: profile.id,
      provider_id: "manual",
      price_type: "flat_rate",
      data: { id: "manual-fulfillment" },
      ...values,
    })
  ).shipping_option;
}
const parcel = await option({ name: "Parcel", region_id: europe.id, amount: 499 });
const express = await option({
  name: "Express",
  region_id: europe.id,
  amount: 1290,
  requirements: [{ type: "min_subtotal", amount: 1000 }],
  metadata: { fast: true },
});
const mail = await option({ name: "Mail", region_id: america.id, amount: 700 });
const post = await option({ name: "Post", region_id: ireland.id, amount: 650 });
const back = await option({
  name: "Return",
  region_id: europe.id,
  amount: 300,
  is_return: true,
  data: { id: "manual-fulfillment-return" },
});
const digital = await option({
  name: "Digital",
  region_id: europe.id,
  amount: 0,
  profile_id: giftProfile.id,
});
const channel = (await admin("GET", "/sales-channels")).sales_channels[0];
const outlet = (await admin("POST", "/sales-channels", { name: "Outlet", description: "Rests" }))
  .sales_channel;
const key = (await admin("POST", "/publishable-api-keys", { title: "Storefront" }))
  .publishable_api_key;
await admin("POST", `/publishable-api-keys/${key.id}/sales-channels/batch`, {
  sales_channel_ids: [{ id: channel.id }],
});
const hasModules = (await admin("GET", "/store")).store.modules.some(
  (module) => module.module === "inventoryService",
);
let location;
if (hasModules) {
  location = (
    await admin("POST", "/stock-locations", {
      name: "Warehouse",
      address: { address_1: "Quay 1", city: "Hamburg", country_code: "de" },
    })
  ).stock_location;
  for (const each of [channel, outlet]) {
    await admin("POST", `/sales-channels/${each.id}/stock-locations`, {
      location_id: location.id,
    });
  }
}

// Goods
const collection = (
  await admin("POST", "/collections", { title: "Summer", metadata: { year: 2024 } })
).collection;
const clothing = (
  await admin("POST", "/product-categories", { name: "Clothing", is_active: true })
).product_category;
const shirts = (
  await admin("POST", "/product-categories", {
    name: "Shirts",
    is_active: true,
    parent_category_id: clothing.id,
  })
).product_category;
async function product(values) {
  const created = (
    await admin("POST", "/products", {
      status: "published",
      sales_channels: [{ id: channel.id }],
      ...values,
    })
  ).product;
  if (hasModules) {
    for (const variant of created.variants) {
      const [item] = (await admin("GET", `/variants/${variant.id}/inventory`)).variant.inventory;
      if (!item) {
        continue;
      }
      await admin("POST", `/inventory-items/${item.id}/location-levels`, {
        location_id: location.id,
        stocked_quantity: 100,
      });
    }
  }
  return created;
}
const prices = (eur, usd) => [
  { currency_code: "eur", amount: eur },
  { currency_code: "usd", amount: usd },
];
const shirt = await product({
  title: "Shirt",
  subtitle: "Of linen",
  description: "A shirt for the harbour",
  handle: "shirt",
  collection_id: collection.id,
  type: { value: "Textile" },
  tags: [{ value: "linen" }, { value: "summer" }],
  categories: [{ id: shirts.id }],
  images: ["https://cdn.example/one.png", "https://cdn.example/two.png"],
  thumbnail: "https://cdn.example/one.png",
  options: [{ title: "Size" }, { title: "Color" }],
  weight: 300,
  origin_country: "pt",
  metadata: { care: "30 degrees" },
  variants: ["S", "M", "L"].map((size, index) => ({
    title: `${size} / White`,
    sku: `shirt-${size.toLowerCase()}`,
    ean: `40000000000${index}`,
    inventory_quantity: 100,
    manage_inventory: true,
    options: [{ value: size }, { value: "White" }],
    prices: [...prices(1999, 2199), { region_id: europe.id, amount: 1950 + index }],
    metadata: { index },
  })),
});
const mug = await product({
  title: "Mug",
  handle: "mug",
  options: [{ title: "Kind" }],
  variants: [
    {
      title: "Blue",
      sku: "mug-blue",
      inventory_quantity: 100,
      manage_inventory: true,
      options: [{ value: "Blue" }],
      prices: prices(777, 899),
    },
  ],
});
await admin("POST", `/tax-rates/${reduced.id}/products/batch`, { products: [mug.id] });
const draftProduct = await product({
  title: "Draft",
  status: "draft",
  options: [{ title: "Kind" }],
  variants: [
    { title: "One", inventory_quantity: 1, options: [{ value: "One" }], prices: prices(1, 1) },
  ],
});
const card = await product({
  title: "Gift card",
  is_giftcard: true,
  discountable: false,
  options: [{ title: "Denominations" }],
  variants: [
    {
      title: "10",
      inventory_quantity: 0,
      manage_inventory: false,
      options: [{ value: "10" }],
      prices: prices(1000, 1000),
    },
  ],
});
const deleted = await product({
  title: "Deleted",
  options: [{ title: "Kind" }],
  variants: [
    {
      title: "Gone",
      inventory_quantity: 100,
      manage_inventory: true,
      options: [{ value: "Gone" }],
      prices: prices(250, 250),
    },
  ],
});

// Customers
const group = (await admin("POST", "/customer-groups", { name: "Wholesale" })).customer_group;
const address = {
  first_name: "Ada",
  last_name: "Berg",
  address_1: "Harbour Street 1",
  city: "Hamburg",
  country_code: "de",
  postal_code: "20095",
  phone: "0401234",
};
const ada = (
  await store("POST", "/customers", {
    email: "Ada@Example.com",
    password: "linen and salt",
    first_name: "Ada",
    last_name: "Berg",
    phone: "0401234",
  })
).customer;
const adaSession = await login(base, "store", {
  email: "ada@example.com",
  password: "linen and salt",
});
await store("POST", "/customers/me/addresses", { address }, adaSession);
await store(
  "POST",
  "/customers/me",
  { billing_address: { ...address, address_1: "Bill Street 2" }, metadata: { vip: true } },
  adaSession,
);
await admin("POST", `/customer-groups/${group.id}/customers/batch`, {
  customer_ids: [{ id: ada.id }],
});
await admin("POST", "/customers", {
  email: "bruno@example.com",
  first_name: "Bruno",
  last_name: "Costa",
  password: "another secret",
});
const member = (
  await admin("POST", "/users", {
    email: "member@example.com",
    password: "a member of staff",
    first_name: "Mem",
    role: "member",
  })
).user;

// Discounts, gift cards, price lists
async function discount(code, rule, more = {}) {
  return (
    await admin("POST", "/discounts", { code, is_dynamic: false, rule, regions: [europe.id], ...more })
  ).discount;
}
const ten = await discount("TEN", {
  type: "percentage",
  value: 10,
  allocation: "item",
  description: "Ten percent",
});
const five = await discount("FIVE", { type: "fixed", value: 500, allocation: "total" });
const ship = await discount("SHIP", { type: "free_shipping", value: 0, allocation: "total" });
const onlyMugs = await discount("MUGS", {
  type: "percentage",
  value: 33,
  allocation: "item",
  conditions: [{ operator: "in", products: [mug.id] }],
});
const dynamic = await discount(
  "DYNAMIC",
  { type: "percentage", value: 15, allocation: "item" },
  { is_dynamic: true, valid_duration: "P1Y" },
);
await admin("POST", `/discounts/${dynamic.id}/dynamic-codes`, { code: "DYN-1", usage_limit: 2 });
const gift = (
  await admin("POST", "/gift-cards", { value: 1500, region_id: europe.id, metadata: { by: "us" } })
).gift_card;
const spare = (await admin("POST", "/gift-cards", { value: 5000, region_id: europe.id })).gift_card;
const sale = (
  await admin("POST", "/price-lists", {
    name: "Wholesale prices",
    description: "For the group",
    type: "sale",
    status: "active",
    customer_groups: [{ id: group.id }],
    prices: [{ amount: 600, currency_code: "eur", variant_id: mug.variants[0].id }],
  })
).price_list;

// Orders
async function cart({ lines, codes = [], cards = [], option: chosen = parcel, session, mailTo, region = europe }) {
  const made = (await store("POST", "/carts", { region_id: region.id, country_code: region.countries[0].iso_2 }, session)).cart;
  for (const [variant, quantity] of lines) {
    await store("POST", `/carts/${made.id}/line-items`, { variant_id: variant, quantity }, session);
  }
  const to = { ...address, country_code: region.countries[0].iso_2 };
  await store(
    "POST",
    `/carts/${made.id}`,
    {
      ...(session ? {} : { email: mailTo ?? "guest@example.com" }),
      shipping_address: to,
      billing_address: { ...to, address_1: "Bill Street 3" },
      discounts: codes.map((code) => ({ code })),
      gift_cards: cards.map((code) => ({ code })),
      context: { source: "test" },
    },
    session,
  );
  if (chosen) {
    await store("POST", `/carts/${made.id}/shipping-methods`, { option_id: chosen.id }, session);
  }
  return made;
}
// As the shopper's browser does.
async function payAtStripe(intent, card = "pm_card_visa") {
  const response = await fetch(`${stripeUrl}/v1/payment_intents/${intent}/confirm`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${stripeKey}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: `payment_method=${card}`,
  });
  if (!response.ok) {
    throw new Error(`Stripe: ${response.status} ${await response.text()}`);
  }
}
async function order(values) {
  const made = await cart(values);
  const { cart: paid } = await store("POST", `/carts/${made.id}/payment-sessions`, undefined, values.session);
  if (paid.payment_session.provider_id === "stripe") {
    await payAtStripe(paid.payment_session.data.id, values.card);
  }
  const { data, type } = await store("POST", `/carts/${made.id}/complete`, undefined, values.session);
  if (type !== "order") {
    throw new Error(`${type}: ${JSON.stringify(data)}`);
  }
  return (await admin("GET", `/orders/${data.id}`)).order;
}
const [s, m, l] = shirt.variants.map((variant) => variant.id);
const blue = mug.variants[0].id;
const at = location ? { location_id: location.id } : {};
async function fulfill(sold) {
  const { order: changed } = await admin("POST", `/orders/${sold.id}/fulfillment`, {
    items: sold.items.map((item) => ({ item_id: item.id, quantity: item.quantity })),
    ...at,
  });
  return changed.fulfillments[0];
}

const plain = await order({ lines: [[s, 2], [blue, 1]], session: adaSession });
const captured = await order({ lines: [[m, 1]], session: adaSession });
await admin("POST", `/orders/${captured.id}/capture`);
const discounted = await order({ lines: [[s, 3], [blue, 2]], codes: ["TEN"] });
const fixed = await order({ lines: [[s, 1], [m, 1], [blue, 1]], codes: ["FIVE"] });
const mugs = await order({ lines: [[s, 1], [blue, 3]], codes: ["MUGS", "SHIP"] });
const dynamicOrder = await order({ lines: [[l, 1]], codes: ["DYN-1"] });
const withGift = await order({ lines: [[l, 2]], cards: [gift.code], option: express });
const american = await order({ lines: [[s, 1], [blue, 4]], region: america, option: mail });
const irish = { region: ireland, option: post };
const stripeHeld = await order({ lines: [[s, 1]], ...irish });
const stripeCaptured = await order({ lines: [[s, 1], [blue, 2]], session: adaSession, ...irish });
await admin("POST", `/orders/${stripeCaptured.id}/capture`);
const stripeRefunded = await order({ lines: [[m, 2]], ...irish });
await admin("POST", `/orders/${stripeRefunded.id}/capture`);
await admin("POST", `/orders/${stripeRefunded.id}/refund`, { amount: 300, reason: "other" });
const stripeDisputed = await order({ lines: [[blue, 3]], card: "pm_card_createDispute", ...irish });
await admin("POST", `/orders/${stripeDisputed.id}/capture`);
const giftSold = await order({ lines: [[card.variants[0].id, 1]], option: digital });
const ofDeleted = await order({ lines: [[deleted.variants[0].id, 2]] });
await admin("DELETE", `/products/${deleted.id}`);

async function draft() {
  return (
    await admin("POST", "/draft-orders", {
      email: "draft@example.com",
      region_id: europe.id,
      items: [{ variant_id: s, quantity: 1 }],
      shipping_methods: [{ option_id: parcel.id }],
      shipping_address: address,
    })
  ).draft_order;
}
const openDraft = await draft();
const paidDraft = await draft();
await admin("POST", `/draft-orders/${paidDraft.id}/pay`);

const refunded = await order({ lines: [[blue, 5]] });
await admin("POST", `/orders/${refunded.id}/capture`);
await admin("POST", `/orders/${refunded.id}/refund`, {
  amount: 500,
  reason: "discount",
  note: "Scratched",
});
const reason = (
  await admin("POST", "/return-reasons", { value: "too_small", label: "Too small" })
).return_reason;
const returned = await order({ lines: [[s, 2], [blue, 2]], session: adaSession });
await admin("POST", `/orders/${returned.id}/capture`);
const parcelSent = await fulfill(returned);
await admin("POST", `/orders/${returned.id}/shipment`, {
  fulfillment_id: parcelSent.id,
  tracking_numbers: ["TRACK-1"],
});
const { order: withReturn } = await admin("POST", `/orders/${returned.id}/return`, {
  items: [{ item_id: returned.items[0].id, quantity: 1, reason_id: reason.id, note: "Tight" }],
  return_shipping: { option_id: back.id, price: 300 },
  ...at,
});
await admin("POST", `/returns/${withReturn.returns[0].id}/receive`, {
  items: [{ item_id: returned.items[0].id, quantity: 1 }],
  ...at,
});
const swapped = await order({ lines: [[s, 1]] });
await admin("POST", `/orders/${swapped.id}/capture`);
const swapParcel = await fulfill(swapped);
await admin("POST", `/orders/${swapped.id}/shipment`, { fulfillment_id: swapParcel.id });
const { order: withSwap } = await admin("POST", `/orders/${swapped.id}/swaps`, {
  return_items: [{ item_id: swapped.items[0].id, quantity: 1 }],
  additional_items: [{ variant_id: m, quantity: 1 }],
});
const claimed = await order({ lines: [[s, 1], [blue, 1]] });
await admin("POST", `/orders/${claimed.id}/capture`);
const claimParcel = await fulfill(claimed);
await admin("POST", `/orders/${claimed.id}/shipment`, { fulfillment_id: claimParcel.id });
await admin("POST", `/orders/${claimed.id}/claims`, {
  type: "replace",
  claim_items: [
    {
      item_id: claimed.items[0].id,
      quantity: 1,
      reason: "wrong_item",
      note: "Wrong",
      tags: ["size"],
      images: ["https://cdn.example/claim.png"],
    },
  ],
  additional_items: [{ variant_id: l, quantity: 1 }],
  shipping_methods: [{ option_id: parcel.id, price: 0 }],
});
const edited = await order({ lines: [[s, 1]] });
const { order_edit: edit } = await admin("POST", "/order-edits", {
  order_id: edited.id,
  internal_note: "One more",
});
await admin("POST", `/order-edits/${edit.id}/items`, { variant_id: blue, quantity: 2 });
await admin("POST", `/order-edits/${edit.id}/request`);
await admin("POST", `/order-edits/${edit.id}/confirm`);
const canceled = await order({ lines: [[blue, 1]] });
await admin("POST", `/orders/${canceled.id}/cancel`);
await admin("POST", "/notes", {
  resource_id: plain.id,
  resource_type: "order",
  value: "A regular customer",
});

// Open carts
const open = await cart({ lines: [[s, 1]], codes: ["TEN"], session: adaSession });
await store("POST", `/carts/${open.id}/payment-sessions`, undefined, adaSession);
const empty = (await store("POST", "/carts", { region_id: europe.id })).cart;
// Half-way at Stripe: the payment form is open, and the shopper has paid but not come back.
async function halfway() {
  const made = await cart({ lines: [[l, 1]], ...irish });
  return (await store("POST", `/carts/${made.id}/payment-sessions`)).cart;
}
const unpaid = await halfway();
const paid = await halfway();
await payAtStripe(paid.payment_session.data.id);
console.log(
  JSON.stringify({
    regions: [europe.id, america.id, ireland.id],
    products: [shirt.id, mug.id, draftProduct.id, card.id],
    customer: ada.id,
    user: member.id,
    key: key.id,
    giftCard: gift.id,
    spareCard: spare.code,
    variant: s,
    parcel: parcel.id,
    priceList: sale.id,
    discounts: [ten.id, five.id, ship.id, onlyMugs.id, dynamic.id],
    orders: Object.fromEntries(
      Object.entries({
        plain,
        captured,
        discounted,
        fixed,
        mugs,
        dynamicOrder,
        withGift,
        american,
        stripeHeld,
        stripeCaptured,
        stripeRefunded,
        stripeDisputed,
        giftSold,
        ofDeleted,
        refunded,
        returned,
        swapped,
        claimed,
        edited,
        canceled,
      }).map(([name, each]) => [name, each.id]),
    ),
    carts: [open.id, empty.id, unpaid.id, paid.id],
    halfway: { unpaid: unpaid.id, paid: paid.id },
    drafts: [openDraft.id, paidDraft.id],
    swap: withSwap.swaps[0].id,
    edit: edit.id,
  }),
);
