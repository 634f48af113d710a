package dev.tradewind.cart.store;

import dev.tradewind.cart.model.Cart;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Node-local LRU cache of the carts that this node saved last, for requests that know the current
 * version of the cart from the question for changes, and so need not read it.
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

  // LRU, not LFU: a frequency-based cache would retain finished carts and evict new ones.
  private final Map<String, Saved> carts = new LinkedHashMap<>(MAX_CARTS, 0.75f, true);

  private long bytes;

  /** Instance shared by all verticle instances of this node. */
  public static RecentCartCache of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, RecentCartCache>getLocalMap("tradewind.recent-carts")
        .computeIfAbsent("all", name -> new RecentCartCache());
  }

  /** Cart as this node saved it last, if that is this version. */
  synchronized Optional<Cart> find(String cartId, long version) {
    return Optional.ofNullable(carts.get(cartId))
        .map(Saved::cart)
        .filter(cart -> cart.version() == version);
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
}
