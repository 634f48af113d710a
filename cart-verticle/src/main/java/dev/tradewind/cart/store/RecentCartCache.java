package dev.tradewind.cart.store;

import dev.tradewind.cart.model.Cart;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The carts that this node saved last, as it saved them. Whoever changes one of them tries without
 * reading it first: the save says whether it was still the same. Nothing is answered from here
 * alone.
 */
public final class RecentCartCache implements Shareable {

  /** Each takes some tens of kilobytes. */
  static final int MOST_CARTS = 2_000;

  /**
   * How many changes read their carts after one was found changed by another node. A try in vain
   * costs more than a read, so that where requests for one cart go to several nodes there are few.
   */
  private static final int READS_AFTER_ONE_IN_VAIN = 100;

  // The longest unused goes first. A cache that prefers what was used often would keep the carts
  // that are finished, and none that has just begun.
  private final Map<String, Cart> carts =
      Collections.synchronizedMap(
          new LinkedHashMap<>(MOST_CARTS, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Cart> eldest) {
              return size() > MOST_CARTS;
            }
          });

  private final AtomicInteger readsLeft = new AtomicInteger();

  /** The ones that all instances of the verticle on this node share. */
  public static RecentCartCache of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, RecentCartCache>getLocalMap("tradewind.recent-carts")
        .computeIfAbsent("all", name -> new RecentCartCache());
  }

  /** The cart as this node saved it last, if that is worth a try. */
  Optional<Cart> find(String cartId) {
    return readsLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0
        ? Optional.empty()
        : Optional.ofNullable(carts.get(cartId));
  }

  /** The cart is in the database in this version, or already in a later one. */
  void saved(Cart cart) {
    carts.merge(
        cart.id(), cart, (known, saved) -> known.version() > saved.version() ? known : saved);
  }

  /** The cart is another now, by what this node did itself. */
  void forget(String cartId) {
    carts.remove(cartId);
  }

  /** Somebody else has changed the cart since; on this node, if a later version is known. */
  void recordConflict(Cart tried) {
    Cart known = carts.get(tried.id());
    if (known == null || known.version() <= tried.version()) {
      carts.remove(tried.id());
      readsLeft.set(READS_AFTER_ONE_IN_VAIN);
    }
  }
}
