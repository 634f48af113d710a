package dev.tradewind.cart.reference;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Cache of reference data for seconds, by id; an id without data is cached as well, so that carts
 * that name something deleted cost no request each. For display only, never to decide a price,
 * stock or a completion.
 */
final class ReferenceCache<V> {

  private static final Duration LIFE = Duration.ofSeconds(5);
  private static final int SIZE = 10_000;

  private final Cache<String, Optional<V>> cache =
      Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(SIZE).build();

  /** Values of these ids; the missing ones are loaded in one batch. */
  Future<Map<String, V>> get(
      Collection<String> ids, Function<List<String>, Future<Map<String, V>>> load) {
    Map<String, Optional<V>> cached = cache.getAllPresent(ids);
    Set<String> missing = new LinkedHashSet<>(ids);
    missing.removeAll(cached.keySet());
    Map<String, V> known = present(cached);
    if (missing.isEmpty()) {
      return Future.succeededFuture(known);
    }
    return load.apply(List.copyOf(missing))
        .map(loaded -> {
          missing.forEach(id -> cache.put(id, Optional.ofNullable(loaded.get(id))));
          known.putAll(loaded);
          return known;
        });
  }

  /** Cached values of these ids, without loading. */
  Map<String, V> known(Collection<String> ids) {
    return present(cache.getAllPresent(ids));
  }

  private static <V> Map<String, V> present(Map<String, Optional<V>> cached) {
    Map<String, V> present = new HashMap<>();
    cached.forEach((id, value) -> value.ifPresent(found -> present.put(id, found)));
    return present;
  }

  void put(String id, V value) {
    cache.put(id, Optional.of(value));
  }

  void invalidate(Collection<String> ids) {
    cache.invalidateAll(ids);
  }

  void invalidateIf(Predicate<V> stale) {
    cache.asMap().values().removeIf(value -> value.filter(stale).isPresent());
  }

  void invalidateAll() {
    cache.invalidateAll();
  }
}
