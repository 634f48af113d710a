package dev.tradewind.catalog.inventory;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sales channels whose locations count for an availability.
 *
 * @param channels absent: all channels, or the default one
 */
public record StockScope(@Nullable List<String> channels, boolean isDefault) {

  /** All channels, as staff sees the stock. */
  public static final StockScope ALL = new StockScope(null, false);

  /** The store's default channel. */
  public static final StockScope DEFAULT = new StockScope(null, true);

  /** These channels; without any, nothing that is counted at locations can be bought. */
  public static StockScope of(Collection<String> channels) {
    return new StockScope(List.copyOf(channels), false);
  }

  /**
   * Channel of one product or variant: the given one, else the only one of the publishable key,
   * else the default one.
   *
   * @param ofKey channels of the key
   */
  public static StockScope ofOne(List<String> values, boolean hasKey, List<String> ofKey) {
    if (!values.isEmpty()) {
      return of(values);
    }
    return hasKey ? of(ofKey.size() == 1 ? ofKey : List.of()) : DEFAULT;
  }

  boolean isEmpty() {
    return channels != null && channels.isEmpty();
  }
}
