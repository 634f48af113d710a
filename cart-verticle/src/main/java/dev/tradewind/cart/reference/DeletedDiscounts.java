package dev.tradewind.cart.reference;

import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Removal of deleted discounts from open carts whenever they are read. A stored cart loses them
 * with its next change; a completed one keeps what it was paid with.
 */
public final class DeletedDiscounts {

  private final DiscountClient discounts;
  private final CartCaches caches;

  public DeletedDiscounts(DiscountClient discounts, CartReferenceLoader referenceLoader) {
    this.discounts = discounts;
    this.caches = referenceLoader.caches();
  }

  /** Cart without its deleted discounts. */
  public Future<Cart> removedFrom(CallContext context, Cart cart) {
    return removedFrom(context, List.of(cart)).map(List::getFirst);
  }

  /** The same for many carts, with one request. */
  public Future<List<Cart>> removedFrom(CallContext context, List<Cart> carts) {
    return caches
        .discounts
        .get(idsOf(carts), missing -> find(context, missing))
        .map(found -> without(carts, found));
  }

  /** Caches discounts that were evaluated after the position. */
  public void remember(long position, Collection<CartDiscount> current) {
    current.forEach(discount -> caches.discounts.put(position, discount.id(), discount.id()));
  }

  private Future<Map<String, String>> find(CallContext context, List<String> ids) {
    return discounts
        .findDiscounts(context, ids)
        .map(found ->
            found.stream().collect(Collectors.toMap(Function.identity(), Function.identity())));
  }

  private static Set<String> idsOf(List<Cart> carts) {
    return carts.stream()
        .filter(cart -> !cart.isCompleted())
        .flatMap(cart -> cart.discounts().stream())
        .map(CartDiscount::id)
        .collect(Collectors.toSet());
  }

  private static List<Cart> without(List<Cart> carts, Map<String, String> current) {
    return carts.stream().map(cart -> cart.isCompleted() ? cart : without(cart, current)).toList();
  }

  private static Cart without(Cart cart, Map<String, String> current) {
    List<CartDiscount> remaining =
        cart.discounts().stream().filter(each -> current.containsKey(each.id())).toList();
    if (remaining.size() == cart.discounts().size()) {
      return cart;
    }
    return cart.with(builder -> builder.discounts(remaining));
  }
}
