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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Cache of data of other verticles for seconds, by id; an id without data is cached as well, so
 * that what names something deleted costs no request each. For display only, never to decide a
 * price, stock or a completion.
 */
public final class ReferenceCache<V> {

  private static final Duration LIFE = Duration.ofSeconds(5);
  private static final int SIZE = 10_000;

  private final Cache<String, Optional<V>> cache =
      Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(SIZE).build();

  /** Values of these ids; the missing ones are loaded in one batch. */
  public Future<Map<String, V>> get(
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
  public Map<String, V> known(Collection<String> ids) {
    return present(cache.getAllPresent(ids));
  }

  private static <V> Map<String, V> present(Map<String, Optional<V>> cached) {
    Map<String, V> present = new HashMap<>();
    cached.forEach((id, value) -> value.ifPresent(found -> present.put(id, found)));
    return present;
  }

  public void put(String id, V value) {
    cache.put(id, Optional.of(value));
  }

  public void invalidate(Collection<String> ids) {
    cache.invalidateAll(ids);
  }

  public void invalidateIf(Predicate<V> stale) {
    cache.asMap().values().removeIf(value -> value.filter(stale).isPresent());
  }

  public void invalidateAll() {
    cache.invalidateAll();
  }
}
