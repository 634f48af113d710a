package dev.tradewind.cart.shipping;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.cart.completion.CompletionRule;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CustomShippingOption;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Requirement that a shopper's cart has a shipping method for each shipping profile of its line
 * items that has an option for it. Gift cards need none, and staff decides about draft orders.
 */
public final class ShippingRequirement implements CompletionRule {

  private final CatalogClient catalog;
  private final boolean isOn;

  /**
   * @param isOn whether carts without a shipping method are refused
   */
  public ShippingRequirement(CatalogClient catalog, boolean isOn) {
    this.catalog = catalog;
    this.isOn = isOn;
  }

  /** Fails with {@code NotAllowed} if a shipping method is missing. */
  @Override
  public Future<Void> require(CallContext context, Cart cart, CartReferences references) {
    Set<String> chosen =
        cart.shippingMethods().stream().map(ShippingMethod::profileId).collect(Collectors.toSet());
    List<LineItem> unshipped =
        cart.items().stream()
            .filter(item -> item.profileId() != null && !item.isGiftcard() && !item.isReturn())
            .filter(item -> !chosen.contains(item.profileId()))
            .toList();
    if (!isOn || cart.isDraft() || unshipped.isEmpty()) {
      return Future.succeededFuture();
    }
    ShippingEligibility eligibility = new ShippingEligibility(cart, references);
    return catalog
        .findShippingOptions(context, options(cart, unshipped))
        .map(found -> {
          Set<String> shippable =
              found.stream()
                  .filter(option ->
                      !cart.customShippingOptions().isEmpty() || eligibility.areMet(option))
                  .map(option -> option.getString("profile_id"))
                  .collect(Collectors.toSet());
          refuse(unshipped.stream().filter(item -> shippable.contains(item.profileId())).toList());
          return null;
        });
  }

  /** The options among which the shopper chooses: the custom options, if staff set some. */
  private static ShippingOptionQuery options(Cart cart, List<LineItem> unshipped) {
    if (cart.customShippingOptions().isEmpty()) {
      return ShippingOptionQuery.forShoppers(
          cart.regionId(),
          unshipped.stream()
              .map(item -> Objects.requireNonNull(item.profileId()))
              .distinct()
              .toList());
    }
    return ShippingOptionQuery.byIds(
        cart.customShippingOptions().stream().map(CustomShippingOption::shippingOptionId).toList());
  }

  private static void refuse(List<LineItem> unshipped) {
    if (!unshipped.isEmpty()) {
      throw Problem.notAllowed(
          "You cannot complete a cart without a shipping method for: "
              + unshipped.stream()
                  .map(LineItem::title)
                  .distinct()
                  .collect(Collectors.joining(", ")));
    }
  }
}
