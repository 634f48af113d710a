package dev.tradewind.cart.store;

import dev.tradewind.cart.model.Cart;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
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

  static final int MAX_CARTS = 2_000;

  /** Bytes of the stored documents; in memory they take some times as much. */
  static final long MAX_BYTES = 16 * 1024 * 1024;

  /**
   * Saved cart.
   *
   * @param bytes of its stored document
   */
  private record Saved(Cart cart, int bytes) {}

  /**
   * Number of commands that read first after a conflict with another node. A failed try costs more
   * than a read, so tries stay rare where requests for one cart reach several nodes.
   */
  private static final int READS_AFTER_CONFLICT = 100;

  // LRU, not LFU: a frequency-based cache would retain finished carts and evict new ones.
  private final Map<String, Saved> carts = new LinkedHashMap<>(MAX_CARTS, 0.75f, true);

  private long bytes;

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
        : cached(cartId);
  }

  private synchronized Optional<Cart> cached(String cartId) {
    return Optional.ofNullable(carts.get(cartId)).map(Saved::cart);
  }

  /**
   * Caches a saved cart, unless a later version is cached.
   *
   * @param size bytes of its stored document
   */
  synchronized void saved(Cart cart, int size) {
    Saved known = carts.get(cart.id());
    if (known != null && known.cart().version() > cart.version()) {
      return;
    }
    invalidate(cart.id());
    carts.put(cart.id(), new Saved(cart, size));
    bytes += size;
    while (carts.size() > MAX_CARTS || bytes > MAX_BYTES) {
      invalidate(carts.keySet().iterator().next());
    }
  }

  /** Removes a cart that this node itself changed. */
  synchronized void invalidate(String cartId) {
    Saved removed = carts.remove(cartId);
    if (removed != null) {
      bytes -= removed.bytes();
    }
  }

  /** Removes the carts of a customer. */
  public synchronized void invalidateOf(String customerId) {
    carts.values().stream()
        .map(Saved::cart)
        .filter(cart -> customerId.equals(cart.customerId()))
        .toList()
        .forEach(cart -> invalidate(cart.id()));
  }

  /** Removes a stale cart. Reads are due next, unless this node itself saved a later version. */
  synchronized void recordConflict(Cart stale) {
    Saved cached = carts.get(stale.id());
    if (cached == null || cached.cart().version() <= stale.version()) {
      invalidate(stale.id());
      readsLeft.set(READS_AFTER_CONFLICT);
    }
  }
}
