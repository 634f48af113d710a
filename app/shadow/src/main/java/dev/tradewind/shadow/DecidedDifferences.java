package dev.tradewind.shadow;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Differences to the v1 server that are decided, by classes with names, which docs/moving-in.md
 * explains. They are counted, and shown once each.
 */
final class DecidedDifferences {

  /** Page and section that explain the classes. */
  static final String PAGE = "docs/moving-in.md#what-differs-afterwards";

  /**
   * Class of differences.
   *
   * @param covers whether it covers a difference in these objects
   */
  private record DecidedClass(
      String name, BiPredicate<JsonDifferences.Difference, PricedObjects> covers) {}

  /**
   * Objects with a price around a difference.
   *
   * @param v1 nearest object with a price on the side of the v1 server
   * @param here the same of this service
   * @param regionId region of the request, if it names one
   */
  record PricedObjects(
      @Nullable JsonObject v1, @Nullable JsonObject here, @Nullable String regionId) {

    static final PricedObjects NONE = new PricedObjects(null, null, null);
  }

  private static final Set<String> PRICES_OF_VARIANTS =
      Set.of("calculated_price", "original_price");

  private static final Set<String> TAXES_OF_VARIANTS =
      Set.of(
          "calculated_price_incl_tax", "original_price_incl_tax", "calculated_tax", "original_tax");

  private static final List<DecidedClass> CLASSES =
      List.of(
          ends("has-shipping", ".has_shipping"),
          // Live figures are shown as they are when an order is read, or not at all.
          ends(
              "variant-of-a-line",
              ".variant.inventory_quantity",
              ".variant.purchasable",
              ".variant.product"),
          // The progress of a line is shown with the order, adjustments of carts are computed.
          ends(
              "line-of-a-cart",
              "cart.items[].updated_at",
              "cart.items[].order_id",
              "cart.items[].fulfilled_quantity",
              "cart.items[].shipped_quantity",
              "cart.items[].returned_quantity",
              "cart.items[].adjustments[]"),
          ends(
              "credit-of-a-swap",
              "swap.cart.items[].tax_lines[]",
              "swap.cart.tax_total",
              "swap.cart.total"),
          ends("author-of-a-note", ".author.api_token"),
          ends(
              "providers-of-the-node",
              "store.payment_providers[]",
              "store.fulfillment_providers[]"),
          ends(
              "features-of-the-store",
              ".default_location_id",
              "store.feature_flags[]",
              "store.modules[]"),
          new DecidedClass("number-of-a-draft", DecidedDifferences::isNumberAsText),
          new DecidedClass(
              "prices-of-a-variant",
              (difference, around) ->
                  difference.path().endsWith(".variants[].prices[]")
                      && (difference.v1() == JsonDifferences.ABSENT
                          || difference.here() == JsonDifferences.ABSENT)),
          new DecidedClass("price-of-another-region", DecidedDifferences::isOfAnotherRegion),
          new DecidedClass("tax-of-the-region", DecidedDifferences::isTaxOfTheRegion));

  private DecidedDifferences() {}

  private static DecidedClass ends(String name, String... paths) {
    return new DecidedClass(
        name,
        (difference, around) -> List.of(paths).stream().anyMatch(difference.path()::endsWith));
  }

  /** Names of all classes. */
  static List<String> names() {
    return CLASSES.stream().map(DecidedClass::name).toList();
  }

  /** Name of the class of a difference; null if it is not decided. */
  static @Nullable String nameOf(JsonDifferences.Difference difference, PricedObjects around) {
    return CLASSES.stream()
        .filter(each -> each.covers().test(difference, around))
        .map(DecidedClass::name)
        .findFirst()
        .orElse(null);
  }

  private static boolean isNumberAsText(
      JsonDifferences.Difference difference, PricedObjects around) {
    return Set.of("draft_order.display_id", "draft_orders[].display_id").contains(difference.path())
        && String.valueOf(difference.v1()).equals(String.valueOf(difference.here()));
  }

  /**
   * The v1 server takes the price of any region before that of the currency if its database returns
   * it first, and as the calculated price if it is lower.
   */
  private static boolean isOfAnotherRegion(
      JsonDifferences.Difference difference, PricedObjects around) {
    String member = member(difference.path());
    JsonObject v1 = around.v1();
    JsonObject here = around.here();
    return (PRICES_OF_VARIANTS.contains(member) || TAXES_OF_VARIANTS.contains(member))
        && v1 != null
        && here != null
        && v1.getValue("prices") instanceof JsonArray prices
        && PRICES_OF_VARIANTS.stream()
            .filter(name -> !isSame(v1, here, name))
            .map(name -> number(v1.getValue(name)))
            .anyMatch(amount -> isOfAnotherRegion(prices, amount, around.regionId()));
  }

  private static boolean isOfAnotherRegion(
      JsonArray prices, @Nullable Double amount, @Nullable String regionId) {
    return prices.stream()
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast)
        .anyMatch(price ->
            price.getString("region_id") != null
                && !price.getString("region_id").equals(regionId)
                && Objects.equals(number(price.getValue("amount")), amount));
  }

  /** Lists of the v1 server show taxes by the rate of the region, also of goods with their own. */
  private static boolean isTaxOfTheRegion(
      JsonDifferences.Difference difference, PricedObjects around) {
    String path = difference.path();
    boolean isOfList = path.startsWith("products[]") || path.startsWith("variants[]");
    boolean isTax = TAXES_OF_VARIANTS.contains(member(path)) || path.contains(".tax_rates[]");
    JsonObject v1 = around.v1();
    JsonObject here = around.here();
    return isOfList
        && isTax
        && v1 != null
        && here != null
        && isSame(v1, here, "calculated_price")
        && !Objects.equals(v1.getValue("tax_rates"), here.getValue("tax_rates"));
  }

  private static boolean isSame(JsonObject v1, JsonObject here, String name) {
    return Objects.equals(number(v1.getValue(name)), number(here.getValue(name)));
  }

  private static @Nullable Double number(@Nullable Object value) {
    return value instanceof Number number ? (Double) number.doubleValue() : null;
  }

  private static String member(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
