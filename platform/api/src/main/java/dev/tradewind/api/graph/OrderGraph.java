package dev.tradewind.api.graph;

import static dev.tradewind.kernel.resource.Relation.embedded;
import static dev.tradewind.kernel.resource.Relation.referred;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;

/**
 * Published descriptors of orders, draft orders and their parts, which are documents: what a
 * document embeds is shown as stored, the rest is loaded from its owner.
 */
public final class OrderGraph {

  static final Resource TAX_LINE = part("tax_line").build();

  static final Resource ADJUSTMENT =
      part("line_item_adjustment")
          .text("discount_id")
          .one("discount", () -> DiscountGraph.DISCOUNT, "discount_id")
          .build();

  public static final Resource LINE_ITEM =
      Resource.table("line_item")
          .columns(OrderColumns.LINE_ITEM)
          .columns(OrderColumns.LINE_AMOUNTS)
          .relation(embedded("adjustments", () -> ADJUSTMENT, true))
          .relation(embedded("tax_lines", () -> TAX_LINE, true))
          .one("variant", () -> CatalogGraph.VARIANT, "variant_id")
          .one("cart", () -> CartGraph.CART, "cart_id")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .relation(embedded("swap", () -> OrderGraph.SWAP, false))
          .relation(embedded("claim_order", () -> OrderGraph.CLAIM, false))
          .relation(embedded("order_edit", () -> OrderGraph.EDIT, false))
          .build();

  public static final Resource SHIPPING_METHOD =
      Resource.table("shipping_method")
          .columns(OrderColumns.SHIPPING_METHOD)
          .one("shipping_option", () -> CatalogGraph.SHIPPING_OPTION, "shipping_option_id")
          .relation(embedded("tax_lines", () -> TAX_LINE, true))
          .one("cart", () -> CartGraph.CART, "cart_id")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .relation(embedded("swap", () -> OrderGraph.SWAP, false))
          .relation(embedded("claim_order", () -> OrderGraph.CLAIM, false))
          .relation(embedded("return_order", () -> OrderGraph.RETURN, false))
          .build();

  public static final Resource PAYMENT =
      Resource.table("payment")
          .ownedBy(OrderOperation.FIND_RELATED)
          .columns(OrderColumns.PAYMENT)
          .one("cart", () -> CartGraph.CART, "cart_id")
          .one("currency", () -> CatalogGraph.CURRENCY, "currency_code")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .one("swap", () -> OrderGraph.SWAP, "swap_id")
          .build();

  static final Resource REFUND =
      part("refund")
          .text("order_id", "payment_id")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .one("payment", () -> PAYMENT, "payment_id")
          .build();

  static final Resource GIFT_CARD_TRANSACTION =
      part("gift_card_transaction")
          .text("gift_card_id", "order_id")
          .one("gift_card", () -> DiscountGraph.GIFT_CARD, "gift_card_id")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .build();

  static final Resource TRACKING_LINK = part("tracking_link").build();

  static final Resource FULFILLMENT_ITEM =
      part("fulfillment_item").relation(embedded("item", () -> LINE_ITEM, false)).build();

  static final Resource FULFILLMENT =
      ofOwner("fulfillment")
          .text("provider_id")
          .relation(embedded("items", () -> FULFILLMENT_ITEM, true).alwaysLoaded())
          .one("provider", () -> CatalogGraph.FULFILLMENT_PROVIDER, "provider_id")
          .relation(embedded("tracking_links", () -> TRACKING_LINK, true))
          .build();

  static final Resource RETURN_ITEM =
      part("return_item")
          .relation(embedded("item", () -> LINE_ITEM, false))
          .relation(embedded("reason", () -> part("return_reason").build(), false))
          .build();

  static final Resource RETURN =
      ofOwner("return")
          .relation(embedded("items", () -> RETURN_ITEM, true).alwaysLoaded())
          .relation(embedded("shipping_method", () -> SHIPPING_METHOD, false))
          .build();

  static final Resource CLAIM_ITEM =
      part("claim_item")
          .text("variant_id")
          .relation(embedded("item", () -> LINE_ITEM, false))
          .relation(embedded("images", () -> part("claim_image").build(), true))
          .relation(embedded("tags", () -> part("claim_tag").build(), true))
          .one("variant", () -> CatalogGraph.VARIANT, "variant_id")
          .build();

  public static final Resource CLAIM =
      part("claim_order")
          .ownedBy(OrderOperation.FIND_RELATED)
          .text("order_id")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .relation(embedded("additional_items", () -> LINE_ITEM, true))
          .relation(embedded("claim_items", () -> CLAIM_ITEM, true))
          .relation(embedded("fulfillments", () -> FULFILLMENT, true))
          .relation(embedded("return_order", () -> RETURN, false))
          .relation(embedded("shipping_address", () -> CustomerGraph.ADDRESS, false))
          .relation(embedded("shipping_methods", () -> SHIPPING_METHOD, true))
          .build();

  public static final Resource SWAP =
      part("swap")
          .ownedBy(OrderOperation.FIND_RELATED)
          .text("order_id", "cart_id")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .one("cart", () -> CartGraph.CART, "cart_id")
          .relation(embedded("additional_items", () -> LINE_ITEM, true))
          .relation(embedded("fulfillments", () -> FULFILLMENT, true))
          .relation(embedded("payment", () -> PAYMENT, false))
          .relation(embedded("return_order", () -> RETURN, false))
          .relation(embedded("shipping_address", () -> CustomerGraph.ADDRESS, false))
          .relation(embedded("shipping_methods", () -> SHIPPING_METHOD, true))
          .build();

  public static final Resource PAYMENT_COLLECTION =
      Resource.table("payment_collection")
          .columns(OrderColumns.PAYMENT_COLLECTION)
          .one("currency", () -> CatalogGraph.CURRENCY, "currency_code")
          .one("region", () -> CatalogGraph.REGION, "region_id")
          .relation(embedded("payment_sessions", () -> part("payment_session").build(), true))
          .relation(embedded("payments", () -> PAYMENT, true))
          .build();

  static final Resource ITEM_CHANGE =
      part("order_item_change")
          .relation(embedded("line_item", () -> LINE_ITEM, false))
          .relation(embedded("original_line_item", () -> LINE_ITEM, false))
          .build();

  public static final Resource EDIT =
      Resource.table("order_edit")
          .columns(OrderColumns.ORDER_EDIT)
          .relation(embedded("changes", () -> ITEM_CHANGE, true))
          .relation(embedded("items", () -> LINE_ITEM, true))
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .relation(embedded("payment_collection", () -> PAYMENT_COLLECTION, false))
          .build();

  public static final Resource DRAFT_ORDER =
      published("draft_order", OrderColumns.DRAFT_ORDER)
          .one("cart", () -> CartGraph.CART, "cart_id")
          .one("order", () -> OrderGraph.ORDER, "order_id")
          .build();

  public static final Resource ORDER =
      published("order", OrderColumns.SHOWN_ORDER)
          .relation(embedded("items", () -> LINE_ITEM, true))
          .relation(embedded("returnable_items", () -> LINE_ITEM, true))
          .relation(embedded("shipping_methods", () -> SHIPPING_METHOD, true))
          .relation(embedded("payments", () -> PAYMENT, true))
          .relation(embedded("refunds", () -> REFUND, true))
          .relation(embedded("shipping_address", () -> CustomerGraph.ADDRESS, false))
          .relation(embedded("billing_address", () -> CustomerGraph.ADDRESS, false))
          .relation(embedded("discounts", () -> DiscountGraph.DISCOUNT, true))
          .relation(embedded("gift_cards", () -> DiscountGraph.GIFT_CARD, true))
          .relation(embedded("gift_card_transactions", () -> GIFT_CARD_TRANSACTION, true))
          .relation(embedded("fulfillments", () -> FULFILLMENT, true))
          .relation(embedded("returns", () -> RETURN, true))
          .relation(embedded("claims", () -> CLAIM, true))
          .relation(embedded("swaps", () -> SWAP, true))
          .relation(embedded("edits", () -> EDIT, true))
          .relation(referred("customer", () -> CustomerGraph.CUSTOMER, "customer_id").forStaff())
          .one("region", () -> CatalogGraph.REGION, "region_id")
          .one("currency", () -> CatalogGraph.CURRENCY, "currency_code")
          .one("sales_channel", () -> CatalogGraph.SALES_CHANNEL, "sales_channel_id")
          .one("draft_order", () -> DRAFT_ORDER, "draft_order_id")
          .one("cart", () -> CartGraph.CART, "cart_id")
          .build();

  /** Relations of its own buyer that a shopper with an order may follow. */
  private static final String[] OF_BUYER = {"customer", "customer.billing_address"};

  private OrderGraph() {}

  /** View of an order in the storefront. */
  public static View storefront(String... defaultRelations) {
    return View.of(ORDER, defaultRelations).forStorefront(OF_BUYER);
  }

  private static Resource.Builder published(String table, Columns columns) {
    return Resource.table(table).ownedBy(OrderOperation.FIND_RELATED).columns(columns);
  }

  /** Part of an order, or of one of its swaps or claims. */
  private static Resource.Builder ofOwner(String name) {
    return part(name)
        .text("order_id", "swap_id", "claim_order_id")
        .one("order", () -> OrderGraph.ORDER, "order_id")
        .one("swap", () -> OrderGraph.SWAP, "swap_id")
        .one("claim_order", () -> OrderGraph.CLAIM, "claim_order_id");
  }

  /** Part of an order's document. */
  static Resource.Builder part(String name) {
    return Resource.table(name).open();
  }
}
