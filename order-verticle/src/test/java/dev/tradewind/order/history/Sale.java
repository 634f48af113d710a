package dev.tradewind.order.history;

import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.LineItemDetailsBuilder;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderRequestBuilder;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.order.Orders;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random sale of goods and gift cards, with taxes, discounts, and maybe partly paid with a card.
 */
public record Sale(TotalsInput input, String cardLine) {

  /**
   * @param prefix of the ids of its line items
   */
  public static Sale random(SplittableRandom random, String prefix) {
    String[] taxes = {"0", "7", "19.5", "20"};
    List<TaxRate> rates =
        List.of(new TaxRate(new BigDecimal(taxes[random.nextInt(taxes.length)]), "t", "t"));
    List<TaxableLine> lines = new ArrayList<>();
    int goods = 1 + random.nextInt(2);
    for (int line = 0; line < goods; line++) {
      lines.add(line(random, prefix + "mug" + line, 3_000, 4, rates, random.nextBoolean()));
    }
    String cards = prefix + "cards";
    if (random.nextInt(3) > 0) {
      lines.add(line(random, cards, 6_000, 3, rates, random.nextInt(4) == 0));
    }
    int percent = random.nextInt(4) * 17;
    return new Sale(
        new TotalsInput(
            lines,
            List.of(new TaxableMethod("sm_1", random.nextInt(600), false, rates)),
            percent == 0 ? null : new LineDiscount.Percentage("disc_1", percent),
            false,
            random.nextInt(4) == 0
                ? List.of(new AppliedGiftCard("gift_paying", 1 + random.nextInt(2_000), null, null))
                : List.of(),
            true,
            true),
        cards);
  }

  private static TaxableLine line(
      SplittableRandom random,
      String id,
      int maxPrice,
      int maxQuantity,
      List<TaxRate> rates,
      boolean isDiscounted) {
    return new TaxableLine(
        id,
        1 + random.nextInt(maxPrice),
        1 + random.nextInt(maxQuantity),
        random.nextBoolean(),
        rates,
        isDiscounted);
  }

  /** The same sale with another quantity of a line. */
  public Sale resized(String lineId, long quantity) {
    return new Sale(
        new TotalsInput(
            input.lines().stream()
                .map(line ->
                    line.id().equals(lineId)
                        ? new TaxableLine(
                            line.id(),
                            line.unitPrice(),
                            quantity,
                            line.includesTax(),
                            line.rates(),
                            line.discounted())
                        : line)
                .toList(),
            input.methods(),
            input.discount(),
            input.freeShipping(),
            input.giftCards(),
            input.giftCardsTaxable(),
            input.taxed()),
        cardLine);
  }

  public PlaceOrderRequest request(String cartId) {
    PlaceOrderRequest template = Orders.request(input);
    return PlaceOrderRequestBuilder.builder(template)
        .cartId(cartId)
        .lines(input.lines().stream().map(line -> details(line.id())).toList())
        .shippingMethods(
            List.of(
                new ShippingMethodDetails(
                    "sm_1",
                    "so_1",
                    new JsonObject(),
                    new JsonObject()
                        .put("id", "so_1")
                        .put("profile_id", "sp_1")
                        .put("provider_id", TestFulfillmentProvider.ID))))
        .discounts(List.of())
        .giftCards(List.of())
        .totalsInput(input)
        .metadata(new JsonObject())
        .payment(null)
        .key(null)
        .paidWithKey(null)
        .ofDraft(false)
        .build();
  }

  private LineItemDetails details(String id) {
    return LineItemDetailsBuilder.builder()
        .id(id)
        .createdAt(Orders.PLACED)
        .title("Mug")
        .isGiftcard(id.equals(cardLine))
        .shouldMerge(true)
        .allowDiscounts(true)
        .hasShipping(true)
        .variantId("variant_1")
        .metadata(new JsonObject())
        .variant(new JsonObject().put("id", "variant_1"))
        .build();
  }
}
