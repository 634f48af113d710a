package dev.tradewind.kernel.changelog;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Data that a cached value shows.
 *
 * @param kinds labels of kinds: a change of any row of these kinds may change the response
 * @param ids by label of the kind, the ids of the rows whose change may change it
 * @param until time from which on the value is another one; absent if time does not change it
 */
public record Dependencies(
    Set<String> kinds, Map<String, Set<String>> ids, @Nullable Instant until) {

  public static Dependencies on(ChangeKind... kinds) {
    return new Dependencies(
        Arrays.stream(kinds).map(ChangeKind::label).collect(Collectors.toUnmodifiableSet()),
        Map.of(),
        null);
  }

  public Dependencies and(ChangeKind kind) {
    Set<String> more = new HashSet<>(kinds);
    more.add(kind.label());
    return new Dependencies(Set.copyOf(more), ids, until);
  }

  public Dependencies with(ChangeKind kind, Collection<String> more) {
    Map<String, Set<String>> all = new HashMap<>(ids);
    all.merge(
        kind.label(),
        Set.copyOf(more),
        (one, another) -> {
          Set<String> both = new HashSet<>(one);
          both.addAll(another);
          return Set.copyOf(both);
        });
    return new Dependencies(kinds, Map.copyOf(all), until);
  }

  /** The earlier one of several moments counts. */
  public Dependencies until(@Nullable Instant end) {
    if (end == null || (until != null && until.isBefore(end))) {
      return this;
    }
    return new Dependencies(kinds, ids, end);
  }

  /** Number of all ids. */
  int size() {
    return ids.values().stream().mapToInt(Set::size).sum();
  }
}
