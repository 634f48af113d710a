package dev.tradewind.model.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class PlacementTest {

  @Test
  void aPlacementSurvivesTheWayOverTheBus() {
    Placement paid =
        new Placement(
            "cart_1",
            7,
            new JsonObject().put("id", "cart_1"),
            new JsonObject().put("id", "cus_1"),
            new Placement.AuthorizedPayment(
                "pay_1", "manual", 1_200, "eur", new JsonObject().put("status", "authorized")),
            new IdempotencyKey("storeCompleteCart:cart_1", "key", ""));

    assertThat(Placement.parse(paid.toJson())).isEqualTo(paid);
  }

  @Test
  void aPlacementMayHaveNothingToPayAndNoKey() {
    Placement free = new Placement("cart_1", 7, new JsonObject(), new JsonObject(), null, null);

    assertThat(Placement.parse(free.toJson())).isEqualTo(free);
  }
}
