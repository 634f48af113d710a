package dev.tradewind.api.graph;

import static dev.tradewind.kernel.resource.Relation.embedded;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.resource.Resource;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Published descriptor of carts, which are documents with their totals. */
public final class CartGraph {

  static final Resource PAYMENT_SESSION =
      OrderGraph.part("payment_session")
          .text("cart_id")
          .one("cart", () -> CartGraph.CART, "cart_id")
          .build();

  public static final Resource CART =
      Resource.table("cart")
          .ownedBy(CartOperation.FIND_RELATED)
          .text("object")
          .base()
          .timestamps("deleted_at")
          .text(
              "email",
              "billing_address_id",
              "shipping_address_id",
              "region_id",
              "customer_id",
              "payment_id",
              "type")
          .timestamps("completed_at", "payment_authorized_at")
          .text("idempotency_key")
          .json("context", "metadata")
          .text("sales_channel_id")
          .columns(OrderColumns.AMOUNTS)
          .relation(embedded("billing_address", () -> CustomerGraph.ADDRESS, false))
          .one("customer", () -> CustomerGraph.CUSTOMER, "customer_id")
          .relation(embedded("discounts", () -> DiscountGraph.DISCOUNT, true))
          .relation(embedded("gift_cards", () -> DiscountGraph.GIFT_CARD, true))
          .relation(embedded("items", () -> OrderGraph.LINE_ITEM, true))
          .one("payment", () -> OrderGraph.PAYMENT, "payment_id")
          .relation(embedded("payment_sessions", () -> PAYMENT_SESSION, true))
          .one("region", () -> CatalogGraph.REGION, "region_id")
          .one("sales_channel", () -> CatalogGraph.SALES_CHANNEL, "sales_channel_id")
          .relation(embedded("shipping_address", () -> CustomerGraph.ADDRESS, false))
          .relation(embedded("shipping_methods", () -> OrderGraph.SHIPPING_METHOD, true))
          .computed("payment_session", "payment_sessions", CartGraph::selectedSession)
          .build();

  /** Relations that every cart shows by default. */
  public static final List<String> DEFAULTS =
      List.of(
          "billing_address.country",
          "customer.billing_address.country",
          "discounts.rule",
          "gift_cards.order",
          "gift_cards.region.countries",
          "gift_cards.region.currency",
          "gift_cards.region.fulfillment_providers",
          "gift_cards.region.payment_providers",
          "gift_cards.region.tax_provider",
          "gift_cards.region.tax_rates",
          "items.adjustments",
          "items.claim_order",
          "items.order_edit",
          "items.swap",
          "items.tax_lines",
          "items.variant.product.profiles",
          "payment",
          "payment_sessions",
          "region.countries",
          "region.currency",
          "region.fulfillment_providers",
          "region.payment_providers",
          "region.tax_provider",
          "region.tax_rates",
          "sales_channel.locations",
          "shipping_address.country",
          "shipping_methods.claim_order",
          "shipping_methods.return_order",
          "shipping_methods.shipping_option",
          "shipping_methods.swap",
          "shipping_methods.tax_lines");

  private CartGraph() {}

  private static @Nullable Object selectedSession(JsonObject cart) {
    return cart.getJsonArray("payment_sessions").stream()
        .filter(session -> Boolean.TRUE.equals(((JsonObject) session).getBoolean("is_selected")))
        .findFirst()
        .orElse(null);
  }
}
