package dev.tradewind.model.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.model.totals.Basket;
import dev.tradewind.model.totals.LineDiscount;
import dev.tradewind.model.totals.PayingGiftCard;
import dev.tradewind.model.totals.TaxRate;
import dev.tradewind.model.totals.TaxableLine;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {

  private static final Basket NOTHING = Basket.of(List.of(), List.of());

  @Test
  void aPlacementSurvivesTheWayOverTheBus() {
    Placement paid =
        new Placement(
            "cart_1",
            7,
            new JsonObject().put("id", "cart_1"),
            new JsonObject().put("id", "cus_1"),
            new Basket(
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
                List.of(new PayingGiftCard("gift_1", 50, null, Instant.EPOCH)),
                true,
                true),
            new Placement.AuthorizedPayment(
                "pay_1", "manual", 1_200, "eur", new JsonObject().put("status", "authorized")),
            new IdempotencyKey("storeCompleteCart:cart_1", "key", "", true));

    assertThat(Placement.parse(paid.toJson())).isEqualTo(paid);
  }

  @Test
  void aPlacementMayHaveNothingToPayAndNoKey() {
    Placement free =
        new Placement("cart_1", 7, new JsonObject(), new JsonObject(), NOTHING, null, null);

    assertThat(Placement.parse(free.toJson())).isEqualTo(free);
  }
}
