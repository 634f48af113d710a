package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.kernel.JsonObjects;
import dev.tradewind.kernel.changelog.ChangeDetails;
import io.vertx.core.json.JsonObject;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stock of variants after the last sale of each, as the change log tells it: cached variants and
 * quotes that were read before the sale show it, and are not read again. Used on one event loop.
 */
final class StockChanges implements ChangeDetails {

  /** Id, version, stock and time of the change of a variant. */
  private static final Pattern DETAIL =
      Pattern.compile("(?<id>\\S+) (?<version>\\d+) (?<quantity>-?\\d+) (?<updatedAt>\\S+)");

  private record Stock(long position, long version, int quantity, String updatedAt) {}

  private final int most;
  private final Map<String, Stock> stocks = new LinkedHashMap<>();

  /** Position of the last sale that was left out. */
  private long floor;

  /**
   * @param most number of variants; those with the oldest sales are left out
   */
  StockChanges(int most) {
    this.most = most;
  }

  @Override
  public boolean apply(long position, String detail) {
    Matcher parts = DETAIL.matcher(detail);
    if (!parts.matches()) {
      return false;
    }
    String id = parts.group("id");
    Stock sold =
        new Stock(
            position,
            Long.parseLong(parts.group("version")),
            Integer.parseInt(parts.group("quantity")),
            parts.group("updatedAt"));
    Stock known = stocks.get(id);
    // Several sales come in any order.
    if (known == null || known.version() < sold.version()) {
      stocks.remove(id);
      stocks.put(id, sold);
      leaveOut();
    }
    return true;
  }

  private void leaveOut() {
    if (stocks.size() > most) {
      Iterator<Stock> eldest = stocks.values().iterator();
      floor = Math.max(floor, eldest.next().position());
      eldest.remove();
    }
  }

  @Override
  public void forget() {
    stocks.clear();
  }

  /** The variant, read after the position, with its present stock; absent if that is not known. */
  @Nullable CatalogVariant renewedVariant(CatalogVariant variant, long position) {
    JsonObject known = variant.document();
    JsonObject renewed = renewed(known, position);
    if (renewed == null) {
      return null;
    }
    return renewed == known ? variant : new CatalogVariant(renewed, variant.tagIds());
  }

  /** The quote, read after the position, with its present stock; absent if that is not known. */
  @Nullable VariantQuote renewedQuote(VariantQuote quote, long position) {
    JsonObject known = quote.variant();
    JsonObject renewed = renewed(known, position);
    if (renewed == null) {
      return null;
    }
    return renewed == known ? quote : quote.withStock(renewed);
  }

  private @Nullable JsonObject renewed(JsonObject variant, long position) {
    Stock stock = stocks.get(variant.getString("id"));
    if (stock == null) {
      return floor > position ? null : variant;
    }
    return stock.position() > position
        ? JsonObjects.copyOf(variant)
            .put("inventory_quantity", stock.quantity())
            .put("updated_at", stock.updatedAt())
        : variant;
  }
}
