package dev.tradewind.cart;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The carts that this node saved lately, as it saved them. Whoever changes one of them tries
 * without reading it first: the save says whether it was still the same. Nothing is answered from
 * here alone.
 */
final class RecentCarts implements Shareable {

  private static final Duration LIFE = Duration.ofMinutes(1);

  /** About as many kilobytes: a cart counts as ten lines without any. */
  private static final int MOST_LINES = 50_000;

  private static final int LINES_OF_AN_EMPTY_CART = 10;

  /**
   * How many changes read their carts after one was found changed by another node. A try in vain
   * costs more than a read, so that where requests for one cart go to several nodes there are few.
   */
  private static final int READS_AFTER_ONE_IN_VAIN = 100;

  private final Cache<String, Cart> carts =
      Caffeine.newBuilder()
          .expireAfterWrite(LIFE)
          .maximumWeight(MOST_LINES)
          .weigher((String id, Cart cart) -> LINES_OF_AN_EMPTY_CART + cart.items().size())
          .build();

  private final AtomicInteger readsLeft = new AtomicInteger();

  /** The ones that all instances of the verticle on this node share. */
  static RecentCarts of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, RecentCarts>getLocalMap("tradewind.recent-carts")
        .computeIfAbsent("all", name -> new RecentCarts());
  }

  /** The cart as this node saved it last, if that is worth a try. */
  Optional<Cart> find(String cartId) {
    return readsLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0
        ? Optional.empty()
        : Optional.ofNullable(carts.getIfPresent(cartId));
  }

  /** The cart is in the database in this version, or already in a later one. */
  void saved(Cart cart) {
    carts
        .asMap()
        .merge(
            cart.id(), cart, (known, saved) -> known.version() > saved.version() ? known : saved);
  }

  /** Somebody else has changed the cart since; on this node, if a later version is known. */
  void triedInVain(Cart tried) {
    Cart known = carts.getIfPresent(tried.id());
    if (known == null || known.version() <= tried.version()) {
      carts.invalidate(tried.id());
      readsLeft.set(READS_AFTER_ONE_IN_VAIN);
    }
  }
}
