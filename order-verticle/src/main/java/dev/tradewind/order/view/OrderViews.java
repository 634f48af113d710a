package dev.tradewind.order.view;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.FieldNames;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Views of orders: the relations that they show by default. */
public final class OrderViews {

  private static final Set<String> ADMIN_RELATIONS =
      Set.of(
          "billing_address.country",
          "shipping_address.country",
          "customer.billing_address.country",
          "region",
          "currency",
          "sales_channel.locations",
          "items",
          "items.adjustments",
          "items.tax_lines",
          "items.variant",
          "items.swap",
          "items.claim_order",
          "items.order_edit",
          "returnable_items.adjustments",
          "returnable_items.tax_lines",
          "returnable_items.variant",
          "returnable_items.swap",
          "returnable_items.claim_order",
          "returnable_items.order_edit",
          "payments",
          "refunds",
          "discounts.rule",
          "gift_cards.order",
          "gift_card_transactions.gift_card.order",
          "shipping_methods.shipping_option",
          "shipping_methods.tax_lines",
          "shipping_methods.claim_order",
          "shipping_methods.swap",
          "shipping_methods.return_order",
          "fulfillments.items",
          "fulfillments.tracking_links",
          "returns.items.reason",
          "returns.shipping_method.shipping_option",
          "returns.shipping_method.tax_lines",
          "claims.additional_items.adjustments",
          "claims.additional_items.tax_lines",
          "claims.additional_items.variant",
          "claims.claim_items.images",
          "claims.claim_items.item",
          "claims.fulfillments.items",
          "claims.fulfillments.tracking_links",
          "claims.return_order.items",
          "claims.return_order.shipping_method.tax_lines",
          "claims.shipping_address",
          "claims.shipping_methods",
          "swaps.additional_items.adjustments",
          "swaps.additional_items.tax_lines",
          "swaps.additional_items.variant",
          "swaps.fulfillments.items",
          "swaps.fulfillments.tracking_links",
          "swaps.payment",
          "swaps.return_order.items",
          "swaps.return_order.shipping_method.shipping_option",
          "swaps.return_order.shipping_method.tax_lines",
          "swaps.shipping_address",
          "swaps.shipping_methods.shipping_option",
          "swaps.shipping_methods.tax_lines",
          "edits",
          "draft_order");

  /** Line items, which are never shown without the relations that their totals are made of. */
  private static final List<String> LINE_ITEMS = List.of("items", "returnable_items");

  private static final List<String> LINE_ITEM_RELATIONS =
      List.of("adjustments", "tax_lines", "variant.product.profiles");

  /** Positions of a region. */
  private static final List<String> REGIONS =
      List.of("region", "gift_cards.region", "gift_card_transactions.gift_card.region");

  private static final Set<String> REGION_RELATIONS =
      Set.of(
          "currency",
          "countries",
          "payment_providers",
          "fulfillment_providers",
          "tax_provider",
          "tax_rates");

  private static final String[] RELATIONS = union(ADMIN_RELATIONS, ofRegions());

  /** View of published states; products have states of their own. */
  static final View STATE = View.of(OrderGraph.ORDER, RELATIONS);

  /** View of staff. */
  public static final View ADMIN =
      View.of(OrderGraph.ORDER, union(Set.of(RELATIONS), Set.of("items.variant.product.profiles")));

  /** View of the storefront. */
  static final View STOREFRONT = OrderGraph.storefront(RELATIONS);

  private OrderViews() {}

  private static Set<String> ofRegions() {
    return REGIONS.stream()
        .flatMap(region -> REGION_RELATIONS.stream().map(name -> region + "." + name))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Selection of one order for staff. As in the reference, named line items come with the relations
   * that their totals need: the dashboard's forms for returns and claims read their variants.
   */
  static Selection ofOne(JsonObject query) {
    String expand = query.getString("expand");
    List<String> named = FieldNames.of(expand);
    Stream<String> implied =
        LINE_ITEMS.stream()
            .filter(named::contains)
            .flatMap(items -> LINE_ITEM_RELATIONS.stream().map(name -> items + "." + name));
    return ADMIN.select(
        expand == null
            ? query
            : query
                .copy()
                .put(
                    "expand",
                    Stream.concat(named.stream(), implied).collect(Collectors.joining(","))));
  }

  /** Selection of a list of orders, which does not show the returnable line items. */
  static Selection ofList(JsonObject query) {
    String expand = query.getString("expand");
    if (expand != null && FieldNames.of(expand).contains("returnable_items")) {
      // With the blank at its end, as the reference answers.
      throw Problem.invalidData(
          "The field \"returnable_items\" is not supported by this end point. ");
    }
    return ADMIN.select(query);
  }

  /** Selection of an action of staff, which does not show them either. */
  public static Selection ofAction(JsonObject query) {
    return ofList(query);
  }

  private static String[] union(Set<String> some, Set<String> more) {
    return Stream.concat(some.stream(), more.stream()).sorted().toArray(String[]::new);
  }
}
