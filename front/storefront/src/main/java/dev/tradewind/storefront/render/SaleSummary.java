package dev.tradewind.storefront.render;

import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.LineItem;
import dev.tradewind.storefront.answer.Sale;
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
 * @param totals that add up to what is to be paid
 * @param addressLines of the address that the goods are shipped to
 * @param shippingNames of the chosen shipping methods
 */
public record SaleSummary(
    List<Line> lines, List<Total> totals, List<String> addressLines, List<String> shippingNames) {

  private static final String TOTAL = "total";

  /**
   * Line item; what it costs before discounts as text.
   *
   * @param focus classes of the box of its picture; empty without a point to keep in view
   * @param path of the page of its variant; absent where the API does not name it
   */
  public record Line(
      String id,
      String title,
      @Nullable String description,
      @Nullable String image,
      String focus,
      @Nullable String path,
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

  /** Summary of a sale at its totals. */
  public static SaleSummary of(Sale sale, Language text) {
    return of(sale, totals(sale, text), text);
  }

  /**
   * A cart before its checkout has come to the payment: shipping and taxes that are not known yet
   * are named, not counted as nothing.
   */
  public static SaleSummary unfinished(Cart cart, Language text) {
    List<Total> totals = new ArrayList<>();
    for (Total total : totals(cart, text)) {
      if (!total.key().equals(TOTAL)) {
        totals.add(total);
        continue;
      }
      boolean hasShipping = !cart.shippingMethods().isEmpty();
      if (!hasShipping) {
        totals.add(later("shipping", text));
      }
      if (!cart.hasTaxes()) {
        totals.add(later("tax", text));
      }
      boolean isWhole = hasShipping && cart.hasTaxes();
      totals.add(isWhole ? total : new Total(TOTAL, text.of("totals.so-far"), total.amount()));
    }
    return of(cart, totals, text);
  }

  private static Total later(String key, Language text) {
    return new Total(key, text.of("totals.later." + key), text.of("totals.later"));
  }

  private static SaleSummary of(Sale sale, List<Total> totals, Language text) {
    return new SaleSummary(
        sale.items().stream().map(item -> line(item, sale.currencyCode(), text)).toList(),
        totals,
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
        item.picture(),
        FocusPoint.classes(item),
        Link.pathOf(item),
        item.quantity(),
        item.returnedQuantity(),
        item.isReturn(),
        text.money(item.originalTotal(), currency));
  }

  private static List<Total> totals(Sale sale, Language text) {
    return sale.amounts().rows().stream()
        .map(row -> {
          String key = row.kind().key();
          String amount = text.money(row.amount(), sale.currencyCode());
          return new Total(key, text.of("totals." + key), amount);
        })
        .toList();
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
