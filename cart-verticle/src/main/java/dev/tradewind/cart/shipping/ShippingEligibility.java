package dev.tradewind.cart.shipping;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CustomShippingOption;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.tax.CartTaxes;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Eligibility of shipping options for a cart, their price there, and their selection. */
public final class ShippingEligibility {

  private final Cart cart;
  private final CartReferences references;
  private final CartTotals totals;

  public ShippingEligibility(Cart cart, CartReferences references) {
    this.cart = cart;
    this.references = references;
    // Requirements apply to net amounts, so the tax included in prices must be known.
    this.totals = CartTotalsCalculator.taxed(cart, references);
  }

  static boolean isFlatRate(JsonObject option) {
    return "flat_rate".equals(option.getString("price_type"));
  }

  /**
   * At least the minimum and below the maximum, with tax if the price of the option includes it.
   */
  boolean areMet(JsonObject option) {
    long base =
        option.getBoolean("includes_tax", false)
            ? totals.subtotal() + totals.itemTaxTotal()
            : totals.subtotal();
    return option.getJsonArray("requirements", new JsonArray()).stream()
        .map(JsonObject.class::cast)
        .filter(requirement -> requirement.getValue("deleted_at") == null)
        .allMatch(requirement -> {
          long amount = requirement.getLong("amount");
          return switch (requirement.getString("type")) {
            case "min_subtotal" -> amount <= base;
            case "max_subtotal" -> amount > base;
            default -> false;
          };
        });
  }

  /**
   * Rejects an ineligible option. Return options are exempt from region and requirements. If staff
   * set custom options, only those are eligible, whether or not shoppers may choose them otherwise.
   */
  public void requireUsable(JsonObject option) {
    if (!cart.customShippingOptions().isEmpty()) {
      requireCustom(option);
      return;
    }
    if (option.getBoolean("admin_only", false) && !cart.isDraft()) {
      throw Problem.invalidData("The shipping option is not available to shoppers");
    }
    if (!option.getBoolean("is_return", false)) {
      if (!cart.regionId().equals(option.getString("region_id"))) {
        throw Problem.invalidData("The shipping option is not available in the cart's region");
      }
      if (!areMet(option)) {
        throw Problem.notAllowed("The Cart does not satisfy the shipping option's requirements");
      }
    }
  }

  private void requireCustom(JsonObject option) {
    if (CustomShippingOption.of(cart, option.getString("id")).isEmpty()) {
      throw Problem.invalidData("Wrong shipping option");
    }
  }

  private static long price(Cart cart, String optionId, JsonObject option) {
    return CustomShippingOption.of(cart, optionId)
        .map(CustomShippingOption::price)
        .orElseGet(() -> option.getLong("amount"));
  }

  /** Option with a known amount, at its price in this cart. */
  JsonObject priced(JsonObject option, CartTaxes taxes) {
    String id = Objects.requireNonNull(option.getString("id"));
    List<TaxRate> rates = references.automaticTaxes() ? taxes.ofOption(id) : List.of();
    MethodTotals price =
        MethodTotals.of(
            new TaxableMethod(
                id, option.getLong("amount"), option.getBoolean("includes_tax", false), rates));
    JsonArray shownRates = new JsonArray();
    rates.forEach(rate ->
        shownRates.add(
            new JsonObject()
                .put("rate", rate.percent())
                .put("name", rate.name())
                .put("code", rate.code())));
    return option
        .copy()
        .put("price_incl_tax", price.total())
        .put("tax_rates", shownRates)
        .put("tax_amount", price.taxTotal());
  }

  /** Cart with the option chosen, in place of the methods of the same profile. */
  public static Cart chosen(Cart cart, String methodId, JsonObject option, JsonObject data) {
    String profileId = Objects.requireNonNull(option.getString("profile_id"));
    List<ShippingMethod> others =
        cart.shippingMethods().stream()
            .filter(method -> !method.profileId().equals(profileId))
            .toList();
    return added(cart.with(builder -> builder.shippingMethods(others)), methodId, option, data);
  }

  /** Cart with the option chosen beside its other methods, as staff may for a new draft order. */
  public static Cart added(Cart cart, String methodId, JsonObject option, JsonObject data) {
    String optionId = Objects.requireNonNull(option.getString("id"));
    String profileId = Objects.requireNonNull(option.getString("profile_id"));
    List<ShippingMethod> methods = new ArrayList<>(cart.shippingMethods());
    methods.add(
        new ShippingMethod(
            methodId,
            optionId,
            profileId,
            price(cart, optionId, option),
            option.getBoolean("includes_tax", false),
            data,
            List.of(),
            new JsonObject()));
    List<LineItem> items =
        cart.items().stream()
            .map(item ->
                item.withHasShipping(
                    item.profileId() == null
                        || methods.stream()
                            .anyMatch(method -> method.profileId().equals(item.profileId()))))
            .toList();
    return cart.with(builder -> {
      builder.shippingMethods(methods);
      builder.items(items);
    });
  }
}
