package dev.tradewind.order;

import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.LineItemDetailsBuilder;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderRequestBuilder;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Recorded case of {@code refund-cases.json}: an order and the steps that refund it. */
record RefundCase(String name, JsonObject input, JsonObject expected) {

  static Stream<RefundCase> all() {
    try (InputStream file = RefundCase.class.getResourceAsStream("/order/refund-cases.json")) {
      JsonObject document =
          new JsonObject(Buffer.buffer(Objects.requireNonNull(file).readAllBytes()));
      return document.getJsonArray("cases").stream()
          .map(JsonObject.class::cast)
          .map(recorded ->
              new RefundCase(
                  recorded.getString("name"),
                  recorded.getJsonObject("input"),
                  recorded.getJsonObject("expected")));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Request for the order, whose ids are the keys of the case with that prefix. */
  PlaceOrderRequest request(String prefix) {
    JsonObject region =
        new JsonObject()
            .put("id", "reg_1")
            .put("currency_code", "eur")
            .put("tax_rate", region().getValue("tax_rate"))
            .put("automatic_taxes", region().getBoolean("automatic_taxes", true));
    return PlaceOrderRequestBuilder.builder()
        .cartId(prefix + "cart")
        .cartVersion(1)
        .buyer(
            new PlaceOrderRequest.Buyer(
                "ada@example.com", new ResourceDocument(new JsonObject().put("id", "cus_1"))))
        .region(new OrderRegion(region, new JsonObject().put("code", "eur")))
        .salesChannelId("sc_1")
        .lines(objects(input, "items").stream().map(item -> details(prefix, item)).toList())
        .shippingMethods(
            objects(input, "shipping").stream().map(method -> method(prefix, method)).toList())
        .discounts(List.of())
        .giftCards(
            objects(input, "gift_cards").stream()
                .map(card ->
                    new ResourceDocument(
                        new JsonObject()
                            .put("id", prefix + card.getString("key"))
                            .put("balance", card.getLong("balance"))))
                .toList())
        .totalsInput(totalsInput(prefix))
        .metadata(new JsonObject())
        .build();
  }

  private static LineItemDetails details(String prefix, JsonObject item) {
    String key = item.getString("key");
    return LineItemDetailsBuilder.builder()
        .id(prefix + key)
        .createdAt(Orders.ADDED)
        .title(key)
        .isGiftcard(false)
        .shouldMerge(true)
        .allowDiscounts(true)
        .hasShipping(true)
        .variantId("variant_" + key)
        .metadata(new JsonObject())
        .variant(new JsonObject().put("id", "variant_" + key))
        .build();
  }

  private static ShippingMethodDetails method(String prefix, JsonObject method) {
    return new ShippingMethodDetails(
        prefix + method.getString("key"),
        "so_1",
        new JsonObject(),
        new JsonObject()
            .put("id", "so_1")
            .put("profile_id", "sp_1")
            .put("provider_id", TestFulfillmentProvider.ID));
  }

  private TotalsInput totalsInput(String prefix) {
    JsonObject discount = input.getJsonObject("discount");
    boolean cardsTaxable = region().getBoolean("gift_cards_taxable", false);
    return new TotalsInput(
        objects(input, "items").stream().map(item -> line(prefix, item)).toList(),
        objects(input, "shipping").stream()
            .map(method ->
                new TaxableMethod(
                    prefix + method.getString("key"),
                    input.getBoolean("free_shipping", false) ? 0 : method.getLong("price"),
                    method.getBoolean("includes_tax", false),
                    rates("shipping", method.getString("key"))))
            .toList(),
        discount == null
            ? null
            : LineDiscount.of(
                "disc",
                discount.getString("type"),
                discount.getLong("value"),
                discount.getString("allocation")),
        input.getBoolean("free_shipping", false),
        objects(input, "gift_cards").stream()
            .map(card ->
                new AppliedGiftCard(
                    prefix + card.getString("key"),
                    card.getLong("balance"),
                    cardsTaxable ? percent(region().getValue("tax_rate")) : null,
                    null))
            .toList(),
        cardsTaxable,
        true);
  }

  private TaxableLine line(String prefix, JsonObject item) {
    return new TaxableLine(
        prefix + item.getString("key"),
        item.getLong("unit_price"),
        item.getLong("quantity"),
        item.getBoolean("includes_tax", false),
        rates("items", item.getString("key")),
        item.getBoolean("discountable", true));
  }

  private List<TaxRate> rates(String kind, String key) {
    List<TaxRate> linked =
        objects(input, "tax_rates").stream()
            .filter(rate -> rate.getJsonArray(kind, new JsonArray()).contains(key))
            .map(rate -> rate(rate.getValue("rate"), rate.getString("code")))
            .toList();
    return linked.isEmpty() ? List.of(rate(region().getValue("tax_rate"), "default")) : linked;
  }

  private static TaxRate rate(Object percent, String code) {
    return new TaxRate(percent(percent), code, code);
  }

  private static BigDecimal percent(Object percent) {
    return new BigDecimal(percent.toString());
  }

  private JsonObject region() {
    return input.getJsonObject("region");
  }

  List<JsonObject> steps() {
    return objects(input, "steps");
  }

  JsonObject expectedStep(int index) {
    return expected.getJsonArray("steps").getJsonObject(index);
  }

  static List<JsonObject> objects(@Nullable JsonObject parent, String name) {
    return parent == null
        ? List.of()
        : parent.getJsonArray(name, new JsonArray()).stream().map(JsonObject.class::cast).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
