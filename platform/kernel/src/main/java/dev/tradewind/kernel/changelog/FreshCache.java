package dev.tradewind.kernel.changelog;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Cache of data of other verticles by key, exactly fresh for a reader that has waited for the
 * change log; a key without data is cached as well. Used on one event loop.
 */
public final class FreshCache<K, V> {

  /** Update of cached values by the details of changes that do not make them stale. */
  public interface Renewal<V> {

    /**
     * The value with all details since the position, itself if there are none; absent if a detail
     * is not known any more. A cached value is shared, so that another one is a copy.
     */
    @Nullable V renewed(V value, long position);
  }

  /**
   * @param position of the log before the value was read
   */
  private record Cached<V>(Optional<V> value, Dependencies dependencies, long position) {}

  private final ChangeLog log;
  private final BiFunction<K, @Nullable V, @Nullable Dependencies> dependencies;
  private final Renewal<V> renewal;

  // LRU, not LFU: a frequency-based cache would retain the guests of finished carts.
  private final Map<K, Cached<V>> entries;

  /**
   * @param most number of entries
   * @param dependencies of the data of a key, which may be absent; null if they are not cached
   */
  public FreshCache(
      ChangeLog log, int most, BiFunction<K, @Nullable V, @Nullable Dependencies> dependencies) {
    this(log, most, dependencies, (value, position) -> value);
  }

  /** The same of data that change in parts, with the details of the log. */
  public FreshCache(
      ChangeLog log,
      int most,
      BiFunction<K, @Nullable V, @Nullable Dependencies> dependencies,
      Renewal<V> renewal) {
    this.log = log;
    this.dependencies = dependencies;
    this.renewal = renewal;
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, Cached<V>> eldest) {
            return size() > most;
          }
        };
  }

  /** Values of these keys; the missing ones are loaded in one batch. */
  public Future<Map<K, V>> get(Collection<K> keys, Function<List<K>, Future<Map<K, V>>> load) {
    Map<K, V> found = new HashMap<>();
    Set<K> missing = new LinkedHashSet<>();
    for (K key : keys) {
      Cached<V> entry = valid(key);
      if (entry == null) {
        missing.add(key);
      } else {
        entry.value().ifPresent(value -> found.put(key, value));
      }
    }
    if (missing.isEmpty()) {
      return Future.succeededFuture(found);
    }
    long position = log.position();
    return load.apply(List.copyOf(missing))
        .map(loaded -> {
          missing.forEach(key -> put(position, key, loaded.get(key)));
          found.putAll(loaded);
          return found;
        });
  }

  /** Cached values of these keys, without loading. */
  public Map<K, V> known(Collection<K> keys) {
    Map<K, V> known = new HashMap<>();
    for (K key : keys) {
      Cached<V> entry = valid(key);
      if (entry != null) {
        entry.value().ifPresent(value -> known.put(key, value));
      }
    }
    return known;
  }

  private @Nullable Cached<V> valid(K key) {
    Cached<V> entry = entries.get(key);
    if (entry == null || !log.isUnchangedSince(entry.position(), entry.dependencies())) {
      return null;
    }
    if (entry.value().isEmpty()) {
      return entry;
    }
    V value = entry.value().get();
    V renewed = renewal.renewed(value, entry.position());
    if (renewed == null) {
      return null;
    }
    if (renewed == value) {
      return entry;
    }
    // Nothing else of it has changed up to the position of the log.
    Cached<V> current = new Cached<>(Optional.of(renewed), entry.dependencies(), log.position());
    entries.put(key, current);
    return current;
  }

  /**
   * Caches a value, unless a later one is cached.
   *
   * @param position of the log before the value was read
   */
  public void put(long position, K key, @Nullable V value) {
    Dependencies document = dependencies.apply(key, value);
    Cached<V> cached = entries.get(key);
    if (document != null && (cached == null || cached.position() <= position)) {
      entries.put(key, new Cached<>(Optional.ofNullable(value), document, position));
    }
  }

  public void clear() {
    entries.clear();
  }
}
