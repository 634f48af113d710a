package dev.tradewind.gateway.shadow;

import java.util.List;
import java.util.Set;

/**
 * Differences to the v1 server that are decided, and listed in docs/moving-in.md: they are not
 * reported.
 */
final class DecidedDifferences {

  /** Ends of paths. */
  private static final List<String> PATHS =
      List.of(
          ".has_shipping",
          // Live figures are shown as they are when an order is read, or not at all.
          ".variant.inventory_quantity",
          ".variant.purchasable",
          ".variant.product",
          "cart.items[].updated_at",
          // The credit of an open swap includes its taxes.
          "swap.cart.items[].tax_lines[]",
          "swap.cart.tax_total",
          "swap.cart.total",
          ".author.api_token",
          "store.payment_providers[]",
          "store.fulfillment_providers[]",
          ".default_location_id",
          "store.feature_flags[]",
          "store.modules[]",
          // The progress of a line is shown with the order, adjustments of carts are computed.
          "cart.items[].order_id",
          "cart.items[].fulfilled_quantity",
          "cart.items[].shipped_quantity",
          "cart.items[].returned_quantity",
          "cart.items[].adjustments[]");

  /** Numbers here, texts there. */
  private static final Set<String> NUMBERS_AS_TEXTS =
      Set.of("draft_order.display_id", "draft_orders[].display_id");

  /** Arrays with further elements here, by the ends of their paths. */
  private static final String PRICES = ".variants[].prices[]";

  private DecidedDifferences() {}

  static boolean covers(JsonDifferences.Difference difference) {
    String path = difference.path();
    return PATHS.stream().anyMatch(path::endsWith)
        || (NUMBERS_AS_TEXTS.contains(path)
            && String.valueOf(difference.v1()).equals(String.valueOf(difference.here())))
        || (path.endsWith(PRICES)
            && (difference.v1() == JsonDifferences.ABSENT
                || difference.here() == JsonDifferences.ABSENT));
  }
}
