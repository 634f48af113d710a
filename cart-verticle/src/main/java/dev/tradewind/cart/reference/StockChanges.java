package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.kernel.changelog.ChangeDetails;
import dev.tradewind.kernel.json.JsonObjects;
import io.vertx.core.json.JsonObject;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stock of variants after the last order, cancellation or return that moved it, as the change log
 * tells it: cached variants and quotes that were read before show it, and are not read again. Used
 * on one event loop.
 */
final class StockChanges implements ChangeDetails {

  /** Id, version, stock and time of the change of a variant. */
  private static final Pattern DETAIL =
      Pattern.compile("(?<id>\\S+) (?<version>\\d+) (?<quantity>-?\\d+) (?<updatedAt>\\S+)");

  private record Stock(long position, long version, int quantity, String updatedAt) {

    /** Copy of the variant with this stock. */
    JsonObject shownBy(JsonObject variant) {
      JsonObject rendered =
          JsonObjects.copyOf(variant)
              .put("inventory_quantity", quantity)
              .put("updated_at", updatedAt);
      if (variant.containsKey("purchasable")) {
        rendered.put(
            "purchasable",
            !variant.getBoolean("manage_inventory")
                || variant.getBoolean("allow_backorder")
                || quantity > 0);
      }
      return rendered;
    }
  }

  private final int most;
  private final Map<String, Stock> stocks = new LinkedHashMap<>();

  /** Position of the last movement that was left out. */
  private long lastLeftOut;

  /**
   * @param most number of variants; those with the oldest movements are left out
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
    Stock moved =
        new Stock(
            position,
            Long.parseLong(parts.group("version")),
            Integer.parseInt(parts.group("quantity")),
            parts.group("updatedAt"));
    Stock known = stocks.get(id);
    // Movements of one position come in any order. Those of later positions are later, with any
    // version: restored data may have lower versions.
    if (known == null || known.position() < position || known.version() < moved.version()) {
      stocks.remove(id);
      stocks.put(id, moved);
      leaveOut();
    }
    return true;
  }

  private void leaveOut() {
    if (stocks.size() > most) {
      Iterator<Stock> eldest = stocks.values().iterator();
      lastLeftOut = Math.max(lastLeftOut, eldest.next().position());
      eldest.remove();
    }
  }

  @Override
  public void forget() {
    stocks.clear();
  }

  /** The variant, read after the position, with its present stock; absent if that is not known. */
  @Nullable CatalogVariant renewedVariant(CatalogVariant variant, long position) {
    if (!isKnown(variant.id(), position)) {
      return null;
    }
    Stock moved = after(position, variant.id());
    return moved == null ? variant : variant.with(moved.shownBy(variant.document()));
  }

  /** The quote, read after the position, with its present stock; absent if that is not known. */
  @Nullable VariantQuote renewedQuote(VariantQuote quote, long position) {
    if (!isKnown(quote.variantId(), position)) {
      return null;
    }
    Stock moved = after(position, quote.variantId());
    return moved == null ? quote : quote.withStock(moved.shownBy(quote.variant()));
  }

  /** Whether no movement of the variant after the position was left out. */
  private boolean isKnown(String id, long position) {
    return lastLeftOut <= position || stocks.containsKey(id);
  }

  private @Nullable Stock after(long position, String id) {
    Stock moved = stocks.get(id);
    return moved != null && moved.position() > position ? moved : null;
  }
}
