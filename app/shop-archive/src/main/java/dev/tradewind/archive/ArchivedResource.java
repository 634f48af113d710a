package dev.tradewind.archive;

import java.util.List;

/**
 * Resource of the API with a file in an archive.
 *
 * @param name of the file and of a list of the resource
 * @param table with the ids of the resource
 * @param verticle that owns the operation
 * @param operation that shows the resource
 * @param member of the response that is the resource, or the list of them
 */
public record ArchivedResource(
    String name, String table, String verticle, String operation, Shown shown, String member) {

  /** Form of the operation. */
  public enum Shown {
    /** One resource, of the id in the path. */
    BY_ID,
    /** One resource, of which the shop has one. */
    ALONE,
    /** Pages of a list. */
    IN_PAGES,
    /** A list as a whole. */
    IN_LIST
  }

  private static final String CATALOG = "catalog";
  private static final String CUSTOMER = "customer";
  private static final String DISCOUNT = "discount";
  private static final String ORDER = "order";

  /**
   * All resources, as the admin API shows them to staff with all permissions. It shows no carts;
   * these are as the store API shows them to their shoppers.
   */
  public static final List<ArchivedResource> ALL =
      List.of(
          alone("store", CATALOG, "adminGetStore"),
          listed(Shown.IN_PAGES, "currencies", "catalog.currency", CATALOG, "adminListCurrencies"),
          byId("regions", "catalog.region", CATALOG, "adminGetRegion", "region"),
          byId("tax_rates", "catalog.tax_rate", CATALOG, "adminGetTaxRate", "tax_rate"),
          byId(
              "sales_channels",
              "catalog.sales_channel",
              CATALOG,
              "adminGetSalesChannel",
              "sales_channel"),
          byId(
              "publishable_api_keys",
              "catalog.publishable_api_key",
              CATALOG,
              "adminGetPublishableApiKey",
              "publishable_api_key"),
          byId(
              "stock_locations",
              "catalog.stock_location",
              CATALOG,
              "adminGetStockLocation",
              "stock_location"),
          byId(
              "shipping_profiles",
              "catalog.shipping_profile",
              CATALOG,
              "adminGetShippingProfile",
              "shipping_profile"),
          byId(
              "shipping_options",
              "catalog.shipping_option",
              CATALOG,
              "adminGetShippingOption",
              "shipping_option"),
          byId(
              "collections",
              "catalog.product_collection",
              CATALOG,
              "adminGetCollection",
              "collection"),
          byId(
              "product_categories",
              "catalog.product_category",
              CATALOG,
              "adminGetProductCategory",
              "product_category"),
          listed(
              Shown.IN_PAGES,
              "product_types",
              "catalog.product_type",
              CATALOG,
              "adminListProductTypes"),
          listed(
              Shown.IN_PAGES,
              "product_tags",
              "catalog.product_tag",
              CATALOG,
              "adminListProductTags"),
          byId("products", "catalog.product", CATALOG, "adminGetProduct", "product"),
          byId("variants", "catalog.product_variant", CATALOG, "adminGetVariant", "variant"),
          byId("price_lists", "catalog.price_list", CATALOG, "adminGetPriceList", "price_list"),
          byId(
              "inventory_items",
              "catalog.inventory_item",
              CATALOG,
              "adminGetInventoryItem",
              "inventory_item"),
          byId(
              "reservations",
              "catalog.reservation_item",
              CATALOG,
              "adminGetReservation",
              "reservation"),
          byId("users", "customer.user", CUSTOMER, "adminGetUser", "user"),
          listed(Shown.IN_LIST, "invites", "customer.invite", CUSTOMER, "adminListInvites"),
          byId(
              "customer_groups",
              "customer.customer_group",
              CUSTOMER,
              "adminGetCustomerGroup",
              "customer_group"),
          byId("customers", "customer.customer", CUSTOMER, "adminGetCustomer", "customer"),
          byId("discounts", "discount.discount", DISCOUNT, "adminGetDiscount", "discount"),
          byId("gift_cards", "discount.gift_card", DISCOUNT, "adminGetGiftCard", "gift_card"),
          byId("carts", "cart.cart", "cart", "storeGetCart", "cart"),
          byId("orders", "orders.order", ORDER, "adminGetOrder", "order"),
          byId("payments", "orders.payment", ORDER, "adminGetPayment", "payment"),
          listed(Shown.IN_PAGES, "returns", "orders.return", ORDER, "adminListReturns"),
          byId("swaps", "orders.swap", ORDER, "adminGetSwap", "swap"),
          byId("order_edits", "orders.order_edit", ORDER, "adminGetOrderEdit", "order_edit"),
          byId(
              "payment_collections",
              "orders.payment_collection",
              ORDER,
              "adminGetPaymentCollection",
              "payment_collection"),
          byId("draft_orders", "orders.draft_order", ORDER, "adminGetDraftOrder", "draft_order"),
          byId(
              "return_reasons",
              "orders.return_reason",
              ORDER,
              "adminGetReturnReason",
              "return_reason"),
          byId("notes", "orders.note", ORDER, "adminGetNote", "note"),
          listed(
              Shown.IN_PAGES,
              "notifications",
              "orders.notification",
              ORDER,
              "adminListNotifications"),
          byId("webhooks", "webhooks.subscription", "webhook", "adminGetWebhook", "webhook"));

  private static ArchivedResource byId(
      String name, String table, String verticle, String operation, String member) {
    return new ArchivedResource(name, quoted(table), verticle, operation, Shown.BY_ID, member);
  }

  private static ArchivedResource listed(
      Shown shown, String name, String table, String verticle, String operation) {
    return new ArchivedResource(name, quoted(table), verticle, operation, shown, name);
  }

  private static ArchivedResource alone(String name, String schema, String operation) {
    return new ArchivedResource(
        name, quoted(schema + "." + name), schema, operation, Shown.ALONE, name);
  }

  private static String quoted(String table) {
    String[] names = table.split("\\.", 2);
    return ArchivedTable.name(names[0], names[1]);
  }

  /** Path of its file in an archive. */
  public String file() {
    return "resources/" + name + ".ndjson";
  }
}
