package dev.tradewind.catalog.field;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.operation.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Resource that a shop declares fields for, with the verticles whose schemas have its rows. */
enum FieldResource {
  PRODUCT(false, true, CatalogClient.ADDRESS),
  VARIANT(false, true, CatalogClient.ADDRESS),
  COLLECTION(false, true, CatalogClient.ADDRESS),
  REGION(false, true, CatalogClient.ADDRESS),
  CUSTOMER(true, true, CustomerClient.ADDRESS),
  ORDER(true, true, OrderClient.ADDRESS),
  CART(true, false, CartClient.ADDRESS),
  // Carts before orders: what is placed meanwhile has passed the cart.
  LINE_ITEM(true, false, CartClient.ADDRESS, OrderClient.ADDRESS);

  private final boolean isCreatedByShoppers;
  private final boolean isListed;
  private final List<String> verticles;

  FieldResource(boolean isCreatedByShoppers, boolean isListed, String... verticles) {
    this.isCreatedByShoppers = isCreatedByShoppers;
    this.isListed = isListed;
    this.verticles = List.of(verticles);
  }

  static FieldResource of(String wireName) {
    return Arrays.stream(values())
        .filter(resource -> resource.wireName().equals(wireName))
        .findFirst()
        .orElseThrow(
            () -> Problem.invalidData("resource must be one of: " + String.join(", ", names())));
  }

  private static List<String> names() {
    return Arrays.stream(values()).map(FieldResource::wireName).toList();
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether requests of shoppers, or their checkouts, create it. */
  boolean isCreatedByShoppers() {
    return isCreatedByShoppers;
  }

  /** Whether staff list it, and fields can refer to it: its rows are those of a table. */
  boolean isListed() {
    return isListed;
  }

  List<String> verticles() {
    return verticles;
  }

  /** Resource whose rows have the same metadata: that of a cart becomes that of its order. */
  Optional<FieldResource> sharing() {
    return switch (this) {
      case CART -> Optional.of(ORDER);
      case ORDER -> Optional.of(CART);
      default -> Optional.empty();
    };
  }

  /** Schema with its rows, for references. */
  String schema() {
    String verticle = verticles.getLast();
    return verticle.equals(OrderClient.ADDRESS) ? "orders" : verticle;
  }
}
