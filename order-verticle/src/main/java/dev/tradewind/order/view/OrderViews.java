package dev.tradewind.order.view;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.FieldNames;
import dev.tradewind.kernel.resource.read.DocumentView;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Selectable fields and relations of an order. */
public final class OrderViews {

  private static final Set<String> AMOUNTS =
      Set.of(
          "subtotal",
          "discount_total",
          "raw_discount_total",
          "shipping_total",
          "item_tax_total",
          "shipping_tax_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "refunded_total",
          "paid_total",
          "refundable_amount",
          "total");

  private static final Set<String> STORE_FIELDS =
      union(
          AMOUNTS,
          "id",
          "object",
          "status",
          "fulfillment_status",
          "payment_status",
          "display_id",
          "cart_id",
          "customer_id",
          "email",
          "region_id",
          "currency_code",
          "tax_rate",
          "created_at");

  private static final Set<String> STORE_RELATIONS =
      Set.of(
          "shipping_address",
          "fulfillments.tracking_links",
          "items.variant",
          "shipping_methods.shipping_option",
          "discounts.rule",
          "customer",
          "payments",
          "region");

  private static final Set<String> ADMIN_FIELDS =
      union(
          STORE_FIELDS,
          "updated_at",
          "draft_order_id",
          "canceled_at",
          "metadata",
          "no_notification",
          "idempotency_key",
          "external_id",
          "sales_channel_id",
          "billing_address_id",
          "shipping_address_id");

  private static final Set<String> ADMIN_RELATIONS =
      Set.of(
          "billing_address",
          "shipping_address",
          "customer",
          "region",
          "currency",
          "sales_channel",
          "items",
          "items.adjustments",
          "items.tax_lines",
          "items.variant",
          "payments",
          "refunds",
          "discounts.rule",
          "gift_cards",
          "gift_card_transactions",
          "shipping_methods.shipping_option",
          "shipping_methods.tax_lines",
          "fulfillments.items",
          "fulfillments.tracking_links",
          "returns.items.reason",
          "returns.shipping_method.shipping_option",
          "returns.shipping_method.tax_lines",
          "claims.additional_items.variant",
          "claims.claim_items.images",
          "claims.claim_items.item",
          "claims.fulfillments.tracking_links",
          "claims.return_order.shipping_method.tax_lines",
          "claims.shipping_address",
          "claims.shipping_methods",
          "swaps.additional_items.variant",
          "swaps.fulfillments.tracking_links",
          "swaps.payment",
          "swaps.return_order.shipping_method.shipping_option",
          "swaps.return_order.shipping_method.tax_lines",
          "swaps.shipping_address",
          "swaps.shipping_methods.shipping_option",
          "swaps.shipping_methods.tax_lines",
          "edits",
          "draft_order");

  /** Current product; the product as sold is in the snapshot. */
  static final String PRODUCT = "items.variant.product";

  static final String CART = "cart";
  static final String DRAFT_ORDER = "draft_order";
  static final String RETURNABLE_ITEMS = "returnable_items";

  private static final Set<String> PRODUCTS = Set.of(PRODUCT, PRODUCT + ".profiles");

  /** View of the storefront. */
  static final DocumentView STOREFRONT =
      DocumentView.showing(STORE_FIELDS, STORE_RELATIONS)
          .allowing(Set.of("items.refundable"), Set.of("billing_address"));

  /** View of staff for lists of orders. */
  static final DocumentView ADMIN_LIST = admin(ADMIN_RELATIONS);

  /** View of staff for one order. */
  public static final DocumentView ADMIN =
      admin(
          Stream.concat(ADMIN_RELATIONS.stream(), PRODUCTS.stream())
              .collect(Collectors.toUnmodifiableSet()));

  private OrderViews() {}

  /**
   * Selection of an action or a list, neither of which shows the returnable line items.
   *
   * @param view of staff
   */
  static DocumentView.Selected withoutReturnableItems(DocumentView view, JsonObject query) {
    String expand = query.getString("expand");
    if (expand != null && FieldNames.of(expand).contains(RETURNABLE_ITEMS)) {
      // With the blank at its end, as the reference answers.
      throw new Problem.InvalidData(
              "The field \"returnable_items\" is not supported by this end point. ")
          .toException();
    }
    return view.select(query);
  }

  /** Selection of an action of staff. */
  public static DocumentView.Selected ofAction(JsonObject query) {
    return withoutReturnableItems(ADMIN, query);
  }

  private static DocumentView admin(Set<String> relations) {
    return DocumentView.showing(ADMIN_FIELDS, relations)
        .allowing(Set.of("items.refundable"), PRODUCTS)
        .allowing(Set.of(), Set.of(CART, RETURNABLE_ITEMS))
        .withCompanion(PRODUCT + ".profile", PRODUCT + ".profiles")
        .withCompanion(PRODUCT + ".profile_id", PRODUCT + ".profiles");
  }

  private static Set<String> union(Set<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
  }
}
