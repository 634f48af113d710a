// Orders of the demo shop, placed with the JavaScript client of the reference.

/** A region, and a variant of the demo shop that no other test sells out. */
export async function findSold(medusa) {
  const { regions } = await medusa.regions.list();
  const region = regions.find((each) => each.currency_code === "eur");
  const { products } = await medusa.products.list({
    region_id: region.id,
    limit: 20,
    order: "created_at",
  });
  const variant = products
    .flatMap((product) => product.variants)
    .find((each) => each.inventory_quantity > 20);
  return { region, variant };
}

export async function placeOrder(medusa, { region, variant }, quantity) {
  const { cart } = await medusa.carts.create({
    region_id: region.id,
    items: [{ variant_id: variant.id, quantity }],
  });
  await medusa.carts.update(cart.id, {
    email: "grace@example.com",
    shipping_address: {
      first_name: "Grace",
      last_name: "Hopper",
      address_1: "1 Main St",
      city: "Town",
      postal_code: "1000",
      country_code: region.countries[0].iso_2,
    },
  });
  const { shipping_options: options } = await medusa.shippingOptions.listCartOptions(cart.id);
  await medusa.carts.addShippingMethod(cart.id, { option_id: options[0].id });
  await medusa.carts.createPaymentSessions(cart.id);
  return (await medusa.carts.complete(cart.id)).data;
}

/** An order of one line item that was captured, fulfilled and shipped whole. */
export async function shipOrder(medusa, sold, quantity) {
  const { orders } = medusa.admin;
  const placed = await placeOrder(medusa, sold, quantity);
  await orders.capturePayment(placed.id);
  const { order: fulfilled } = await orders.createFulfillment(placed.id, {
    items: [{ item_id: placed.items[0].id, quantity }],
  });
  const { order } = await orders.createShipment(placed.id, {
    fulfillment_id: fulfilled.fulfillments[0].id,
  });
  return order;
}
