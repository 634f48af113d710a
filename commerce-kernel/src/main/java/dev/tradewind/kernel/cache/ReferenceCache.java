package dev.tradewind.kernel.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Cache of data of other verticles for seconds, by id. For display only, never to decide anything.
 */
public final class ReferenceCache<V> {

  private static final Duration LIFE = Duration.ofSeconds(5);
  private static final int SIZE = 10_000;

  private final Cache<String, V> cache =
      Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(SIZE).build();

  /** Values of these ids; the missing ones are loaded in one batch. */
  public Future<Map<String, V>> get(
      Collection<String> ids, Function<List<String>, Future<Map<String, V>>> load) {
    Map<String, V> known = new HashMap<>(cache.getAllPresent(ids));
    Set<String> missing = new LinkedHashSet<>(ids);
    missing.removeAll(known.keySet());
    if (missing.isEmpty()) {
      return Future.succeededFuture(known);
    }
    return load.apply(List.copyOf(missing))
        .map(loaded -> {
          loaded.forEach(cache::put);
          known.putAll(loaded);
          return known;
        });
  }

  /** Cached values of these ids, without loading. */
  public Map<String, V> known(Collection<String> ids) {
    return cache.getAllPresent(ids);
  }

  public void put(String id, V value) {
    cache.put(id, value);
  }

  public void invalidate(Collection<String> ids) {
    cache.invalidateAll(ids);
  }

  public void invalidateIf(Predicate<V> stale) {
    cache.asMap().values().removeIf(stale);
  }

  public void invalidateAll() {
    cache.invalidateAll();
  }
}
