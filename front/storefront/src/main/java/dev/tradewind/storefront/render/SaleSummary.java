package dev.tradewind.storefront.render;

import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.storefront.answer.LineItem;
import dev.tradewind.storefront.answer.Sale;
import dev.tradewind.storefront.answer.SaleTotals;
import dev.tradewind.storefront.answer.ShippingMethod;
import dev.tradewind.storefront.design.Language;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cart or order as pages show it, with taxes, as shoppers pay them.
 *
 * @param totals the last but one is the total
 * @param addressLines of the address that the goods are shipped to
 * @param shippingNames of the chosen shipping methods
 */
public record SaleSummary(
    List<Line> lines, List<Total> totals, List<String> addressLines, List<String> shippingNames) {

  /** Line item; its total as text. */
  public record Line(
      String id,
      String title,
      @Nullable String description,
      @Nullable String image,
      int quantity,
      @Nullable Integer returned,
      boolean isReturn,
      String total) {}

  /**
   * Amount of the sale.
   *
   * @param key of its name, for style sheets
   */
  public record Total(String key, String name, String amount) {}

  public static SaleSummary of(Sale sale, Language text) {
    return new SaleSummary(
        sale.items().stream().map(item -> line(item, sale.currencyCode(), text)).toList(),
        totals(sale, text),
        sale.shippingAddress() == null ? List.of() : sale.shippingAddress().lines(text),
        sale.shippingMethods().stream()
            .map(ShippingMethod::shippingOption)
            .filter(Objects::nonNull)
            .map(ShippingMethod.Option::name)
            .toList());
  }

  private static Line line(LineItem item, String currency, Language text) {
    return new Line(
        item.id(),
        item.title(),
        item.description(),
        item.thumbnail(),
        item.quantity(),
        item.returnedQuantity(),
        item.isReturn(),
        text.money(item.total(), currency));
  }

  private static List<Total> totals(Sale sale, Language text) {
    SaleTotals amounts = sale.totals();
    long items = sale.items().stream().mapToLong(LineItem::total).sum();
    long before = sale.items().stream().mapToLong(LineItem::originalTotal).sum();
    long cards = amounts.giftCardTotal() + amounts.giftCardTaxTotal();
    String currency = sale.currencyCode();
    List<Total> totals = new ArrayList<>();
    totals.add(total("items", before, currency, text));
    if (before > items) {
      totals.add(total("discount", items - before, currency, text));
    }
    totals.add(
        total("shipping", amounts.shippingTotal() + amounts.shippingTaxTotal(), currency, text));
    if (cards > 0) {
      totals.add(total("gift-cards", -cards, currency, text));
    }
    totals.add(total("total", amounts.total(), currency, text));
    totals.add(total("tax", amounts.taxTotal(), currency, text));
    return totals;
  }

  private static Total total(String key, long amount, String currency, Language text) {
    return new Total(key, text.of("totals." + key), text.money(amount, currency));
  }

  /** Digest of all that a page of the sale shows: the same exactly while that is the same. */
  public String digest(@Nullable String email) {
    JsonArray shown =
        new JsonArray()
            .add(email)
            .add(new JsonArray(addressLines))
            .add(new JsonArray(shippingNames));
    lines.forEach(line -> shown.add(sorted(line)));
    totals.forEach(total -> shown.add(sorted(total)));
    return Sha256.of(shown.encode());
  }

  private static JsonObject sorted(Record content) {
    return new JsonObject(new TreeMap<>(TemplateValues.of(content)));
  }
}
