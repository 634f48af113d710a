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
 * Node-local LRU cache of the carts that this node saved last, for optimistic writes: a command
 * tries without a read, and the conditional save detects a stale version. No response relies on it
 * alone.
 */
public final class RecentCartCache implements Shareable {

  /** Each cart takes some tens of kilobytes. */
  static final int MAX_CARTS = 2_000;

  /**
   * Number of commands that read first after a conflict with another node. A failed try costs more
   * than a read, so tries stay rare where requests for one cart reach several nodes.
   */
  private static final int READS_AFTER_CONFLICT = 100;

  // LRU, not LFU: a frequency-based cache would retain finished carts and evict new ones.
  private final Map<String, Cart> carts =
      Collections.synchronizedMap(
          new LinkedHashMap<>(MAX_CARTS, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Cart> eldest) {
              return size() > MAX_CARTS;
            }
          });

  private final AtomicInteger readsLeft = new AtomicInteger();

  /** Instance shared by all verticle instances of this node. */
  public static RecentCartCache of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, RecentCartCache>getLocalMap("tradewind.recent-carts")
        .computeIfAbsent("all", name -> new RecentCartCache());
  }

  /** Cart as this node saved it last, unless reads are due after a conflict. */
  Optional<Cart> find(String cartId) {
    return readsLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0
        ? Optional.empty()
        : Optional.ofNullable(carts.get(cartId));
  }

  /** Caches a saved cart, unless a later version is cached. */
  void saved(Cart cart) {
    carts.merge(
        cart.id(), cart, (cached, saved) -> cached.version() > saved.version() ? cached : saved);
  }

  /** Removes a cart that this node itself changed. */
  void invalidate(String cartId) {
    carts.remove(cartId);
  }

  /** Removes the carts of a customer. */
  public void invalidateOf(String customerId) {
    carts.values().removeIf(cart -> customerId.equals(cart.customerId()));
  }

  /** Removes a stale cart. Reads are due next, unless this node itself saved a later version. */
  void recordConflict(Cart stale) {
    Cart cached = carts.get(stale.id());
    if (cached == null || cached.version() <= stale.version()) {
      carts.remove(stale.id());
      readsLeft.set(READS_AFTER_CONFLICT);
    }
  }
}
