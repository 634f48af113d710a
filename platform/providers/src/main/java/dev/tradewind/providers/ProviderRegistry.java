package dev.tradewind.providers;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.Provider;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Providers of one kind that are installed on this node, in the order of their ids.
 *
 * @param <P> type of the kind
 */
public final class ProviderRegistry<P extends Provider> {

  private final String kind;
  private final Map<String, P> byId = new TreeMap<>();

  /**
   * @param kind name in problems: {@code payment}
   * @throws IllegalArgumentException if two have one id
   */
  ProviderRegistry(String kind, List<P> providers) {
    this.kind = kind;
    for (P provider : providers) {
      if (byId.put(provider.id(), provider) != null) {
        throw new IllegalArgumentException(
            "There are two " + kind + " providers with the id " + provider.id() + ".");
      }
    }
  }

  public Set<String> ids() {
    return byId.keySet();
  }

  public Collection<P> all() {
    return byId.values();
  }

  public boolean isEmpty() {
    return byId.isEmpty();
  }

  public Optional<P> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /**
   * The provider of that id.
   *
   * @throws dev.tradewind.kernel.operation.Problem 404 if it is not installed
   */
  public P get(String id) {
    return find(id)
        .orElseThrow(
            () -> Problem.notFound("Could not find a " + kind + " provider with id: " + id));
  }
}
