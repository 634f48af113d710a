package dev.tradewind.totals;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** One recorded cart: its content, and the amounts that were shown. */
record TotalsCase(String name, JsonObject input, JsonObject expected, boolean isMarkedAsOdd) {

  static Stream<TotalsCase> all() {
    try (InputStream file = TotalsCase.class.getResourceAsStream("/totals/totals-cases.json")) {
      JsonObject document =
          new JsonObject(Buffer.buffer(Objects.requireNonNull(file).readAllBytes()));
      return document.getJsonArray("cases").stream()
          .map(JsonObject.class::cast)
          .map(recorded ->
              new TotalsCase(
                  recorded.getString("name"),
                  recorded.getJsonObject("input"),
                  recorded.getJsonObject("expected"),
                  recorded.containsKey("reference_quirk")));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  boolean automaticTaxes() {
    return region().getBoolean("automatic_taxes", true);
  }

  TotalsInput totalsInput(boolean taxed) {
    boolean freeShipping = input.getBoolean("free_shipping", false);
    List<TaxableLine> lines = new ArrayList<>();
    objects(input, "items").forEach(item -> lines.add(line(item)));
    List<TaxableMethod> methods = new ArrayList<>();
    objects(input, "shipping").forEach(method -> methods.add(method(method, freeShipping)));
    JsonObject discount = input.getJsonObject("discount");
    return new TotalsInput(
        lines,
        methods,
        discount == null
            ? null
            : LineDiscount.of(
                "disc",
                discount.getString("type"),
                discount.getLong("value"),
                discount.getString("allocation")),
        freeShipping,
        objects(input, "gift_cards").stream().map(TotalsCase::card).toList(),
        region().getBoolean("gift_cards_taxable", true),
        taxed);
  }

  /** The gift card transactions of the cart's order. */
  List<GiftCardTransaction> transactions() {
    return CartTotals.of(totalsInput(true)).giftCardUses().stream()
        .map(GiftCardTransaction::of)
        .toList();
  }

  private JsonObject region() {
    return input.getJsonObject("region");
  }

  private TaxableLine line(JsonObject item) {
    String key = item.getString("key");
    // Lines of draft orders may have a custom price, and need no variant.
    boolean ofVariant = !name.startsWith("draft-") || item.getBoolean("variant", false);
    Long own = item.getLong("unit_price");
    long price = own == null ? item.getLong("catalog_price", 0L) : own;
    String type = item.getString("product_type");
    return new TaxableLine(
        key,
        Math.max(0, price),
        item.getLong("quantity"),
        item.getBoolean("includes_tax", false),
        ofVariant ? rates("items", key, type) : List.of(),
        ofVariant && item.getBoolean("discountable", true) && meetsConditions(key, type));
  }

  private boolean meetsConditions(String key, String type) {
    return objects(input.getJsonObject("discount", new JsonObject()), "conditions").stream()
        .allMatch(condition -> {
          JsonArray keys = condition.getJsonArray("keys");
          boolean named =
              keys.contains(condition.getString("type").equals("products") ? key : type);
          return named == condition.getString("operator").equals("in");
        });
  }

  /** Carts store 0 as the price of free shipping. */
  private TaxableMethod method(JsonObject method, boolean free) {
    String key = method.getString("key");
    return new TaxableMethod(
        key,
        free ? 0 : method.getLong("price", method.getLong("option_amount")),
        method.getBoolean("includes_tax", false),
        rates("shipping", key, null));
  }

  private List<TaxRate> rates(String kind, String key, String productType) {
    List<TaxRate> linked =
        objects(input, "tax_rates").stream()
            .filter(rate ->
                rate.getJsonArray(kind, new JsonArray()).contains(key)
                    || rate.getJsonArray("product_types", new JsonArray()).contains(productType))
            .map(rate -> rate(rate.getValue("rate"), rate.getString("code")))
            .toList();
    return linked.isEmpty() ? List.of(rate(region().getValue("tax_rate"), "default")) : linked;
  }

  private static AppliedGiftCard card(JsonObject card) {
    Number rate = card.getNumber("tax_rate");
    return new AppliedGiftCard(
        card.getString("key"),
        card.getLong("balance"),
        rate == null ? null : new BigDecimal(rate.toString()),
        null);
  }

  private static TaxRate rate(Object percent, String code) {
    return new TaxRate(new BigDecimal(percent.toString()), code, code);
  }

  static List<JsonObject> objects(JsonObject parent, String name) {
    return parent.getJsonArray(name, new JsonArray()).stream().map(JsonObject.class::cast).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
