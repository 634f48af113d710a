package dev.tradewind.catalog.cache;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Data that a response shows, by the kinds of its changes and the ids of its products.
 *
 * @param isOnAllProducts whether a change of any product may change it
 */
public record Dependencies(Set<ChangeKind> kinds, List<String> products, boolean isOnAllProducts) {

  public static Dependencies on(ChangeKind... kinds) {
    return new Dependencies(Set.of(kinds), List.of(), false);
  }

  public Dependencies and(ChangeKind kind) {
    Set<ChangeKind> more = EnumSet.of(kind);
    more.addAll(kinds);
    return new Dependencies(Set.copyOf(more), products, isOnAllProducts);
  }

  public Dependencies with(List<String> ids) {
    return new Dependencies(kinds, List.copyOf(ids), isOnAllProducts);
  }

  public Dependencies withAllProducts() {
    return new Dependencies(kinds, products, true);
  }
}
