package dev.tradewind.api.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceOrderRequestTest {

  private static final TotalsInput NOTHING = TotalsInput.of(List.of(), List.of());

  @Test
  void aPlacementSurvivesTheWayOverTheBus() {
    PlaceOrderRequest paid =
        new PlaceOrderRequest(
            "cart_1",
            7,
            new JsonObject().put("id", "cart_1"),
            new JsonObject().put("id", "cus_1"),
            new TotalsInput(
                List.of(
                    new TaxableLine(
                        "item_1",
                        1_000,
                        1,
                        false,
                        List.of(new TaxRate(new BigDecimal("8.875"), "default", null)),
                        true)),
                List.of(),
                new LineDiscount.FixedTotal("disc_1", 100),
                true,
                List.of(new AppliedGiftCard("gift_1", 50, null, Instant.EPOCH)),
                true,
                true),
            new PlaceOrderRequest.AuthorizedPayment(
                "pay_1", "manual", 1_200, "eur", new JsonObject().put("status", "authorized")),
            new IdempotencyKey("storeCompleteCart:cart_1", "key", "", true));

    assertThat(PlaceOrderRequest.parse(paid.toJson())).isEqualTo(paid);
  }

  @Test
  void aPlacementMayHaveNothingToPayAndNoKey() {
    PlaceOrderRequest free =
        new PlaceOrderRequest("cart_1", 7, new JsonObject(), new JsonObject(), NOTHING, null, null);

    assertThat(PlaceOrderRequest.parse(free.toJson())).isEqualTo(free);
  }
}
