package dev.tradewind.cart.discount;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.DiscountEvaluation;
import dev.tradewind.api.discount.DiscountEvaluation.DiscountEligibility;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.discount.IneligibilityReason;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CatalogVariant;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Discounts of a cart: applied by code, and evaluated again when the cart changes in what their
 * conditions depend on. Each evaluation is one request, however many line items there are.
 */
public final class CartDiscounts {

  private final DiscountClient discounts;
  private final CustomerClient customers;
  private final CartReferenceLoader referenceLoader;
  private final DeletedDiscounts deletedDiscounts;

  public CartDiscounts(
      DiscountClient discounts,
      CustomerClient customers,
      CartReferenceLoader referenceLoader,
      DeletedDiscounts deletedDiscounts) {
    this.discounts = discounts;
    this.customers = customers;
    this.referenceLoader = referenceLoader;
    this.deletedDiscounts = deletedDiscounts;
  }

  /** Normal form of a code, for comparison. */
  public static String normal(String code) {
    return code.strip().toUpperCase(Locale.ROOT);
  }

  /** Cart with these codes in place of its discounts; fails on the first refused code. */
  public Future<Cart> set(CallContext context, Cart cart, List<String> codes) {
    if (codes.isEmpty()) {
      return Future.succeededFuture(with(cart, List.of()));
    }
    long position = referenceLoader.position();
    return evaluate(context, cart, codes, List.of(), true)
        .map(evaluation -> {
          List<CartDiscount> entered =
              evaluation.effective().stream().map(CartDiscount::of).toList();
          deletedDiscounts.remember(position, entered);
          return with(cart, entered);
        });
  }

  /**
   * Cart of a swap with the discounts of its order, whose dates and limits do not matter any more.
   */
  public Future<Cart> setOfOrder(CallContext context, Cart cart, List<String> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(cart);
    }
    return evaluate(context, cart, List.of(), ids, false)
        .map(evaluation ->
            with(cart, evaluation.discounts().stream().map(CartDiscount::of).toList()));
  }

  /** Cart without the discount of that code; unchanged if it has none. */
  public static Cart without(Cart cart, String code) {
    String removed = normal(code);
    return with(
        cart,
        cart.discounts().stream().filter(discount -> !discount.code().equals(removed)).toList());
  }

  /**
   * Applies a change of the cart to its discounts: new line items may meet their conditions, and a
   * new region or customer may end some. Dates and limits are checked when a code is applied and
   * when the order is placed, not here.
   */
  public Future<Cart> reevaluate(CallContext context, Cart before, Cart after) {
    boolean otherRegion = !before.regionId().equals(after.regionId());
    boolean otherCustomer = !Objects.equals(before.customerId(), after.customerId());
    boolean sameDiscounts = before.discounts().equals(after.discounts());
    if (after.discounts().isEmpty()
        || !sameDiscounts
        || !(otherRegion || otherCustomer || hasNewLines(before, after))) {
      return Future.succeededFuture(after);
    }
    List<String> ids = after.discounts().stream().map(CartDiscount::id).toList();
    Predicate<DiscountEligibility> remains =
        eligibility ->
            !(otherRegion && eligibility.inapplicable().contains(IneligibilityReason.REGION))
                && !(otherCustomer
                    && (eligibility.inapplicable().contains(IneligibilityReason.CUSTOMER)
                        || eligibility.inapplicable().contains(IneligibilityReason.NO_CUSTOMER)));
    return evaluate(context, after, List.of(), ids, otherCustomer)
        .map(evaluation ->
            with(
                after,
                evaluation.discounts().stream().filter(remains).map(CartDiscount::of).toList()));
  }

  private static boolean hasNewLines(Cart before, Cart after) {
    Set<String> known = before.items().stream().map(LineItem::id).collect(Collectors.toSet());
    return after.items().stream().anyMatch(item -> !known.contains(item.id()));
  }

  private Future<DiscountEvaluation> evaluate(
      CallContext context,
      Cart cart,
      List<String> codes,
      List<String> ids,
      boolean customerMatters) {
    Future<Map<String, CatalogVariant>> variants = referenceLoader.variants().find(context, cart);
    Future<List<String>> groups = groups(context, customerMatters ? cart.customerId() : null);
    return Future.all(variants, groups)
        .compose(both ->
            discounts.evaluate(
                context,
                new DiscountEvaluationRequest(
                    codes,
                    ids,
                    cart.regionId(),
                    cart.customerId(),
                    groups.result(),
                    cart.items().stream().map(item -> line(item, variants.result())).toList())));
  }

  private Future<List<String>> groups(CallContext context, @Nullable String customerId) {
    if (customerId == null) {
      return Future.succeededFuture(List.of());
    }
    return customers
        .findCustomers(context, List.of(customerId))
        .map(found ->
            found.stream()
                .flatMap(customer -> customer.getJsonArray("group_ids", new JsonArray()).stream())
                .map(String.class::cast)
                .toList());
  }

  private static DiscountEvaluationRequest.Line line(
      LineItem item, Map<String, CatalogVariant> variants) {
    String variantId = item.variantId();
    CatalogVariant variant = variantId == null ? null : variants.get(variantId);
    JsonObject product = variant == null ? new JsonObject() : variant.product();
    return new DiscountEvaluationRequest.Line(
        item.id(),
        item.productId(),
        product.getString("type_id"),
        product.getString("collection_id"),
        variant == null ? List.of() : variant.tagIds());
  }

  private static Cart with(Cart cart, List<CartDiscount> discounts) {
    return cart.with(builder -> builder.discounts(discounts));
  }
}
