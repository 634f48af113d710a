package dev.tradewind.api.cart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.RecordedMessage;
import dev.tradewind.api.order.LineItemDetailsBuilder;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreparedSwapCartTest {

  private static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

  private static final PreparedSwapCart PREPARED =
      new PreparedSwapCart(
          PreparedSwapCartNewCartBuilder.builder()
              .id("cart_1")
              .version(1)
              .regionId("reg_1")
              .customerId("cus_1")
              .email("ada@example.com")
              .createdAt(CREATED)
              .updatedAt(CREATED.plusSeconds(1))
              .stateVersion(3)
              .state(new JsonObject().put("items", new JsonArray()))
              .build(),
          List.of(
              new PreparedSwapCart.Line(
                  LineItemDetailsBuilder.builder()
                      .id("item_1")
                      .createdAt(CREATED)
                      .title("Mug")
                      .shouldMerge(true)
                      .allowDiscounts(true)
                      .variantId("variant_1")
                      .metadata(new JsonObject())
                      .build(),
                  1_000,
                  2,
                  true)),
          TotalsInput.of(
              List.of(new TaxableLine("item_1", 1_000, 2, true, List.of(), false)), List.of()));

  @Test
  void itsFormIsThatOfEveryVersion() {
    RecordedMessage.of("prepared-swap-cart")
        .isWrittenFrom(PREPARED, PreparedSwapCart::toJson)
        .isReadAs(PREPARED, PreparedSwapCart::parse, "totals_input");
  }

  /** It has the row of an event, the type of the cart, and line items as carts store them. */
  @Test
  void theFormOfTheVersionBeforeIsReadAsTheSame() {
    JsonObject previous = PREPARED.toJson();
    previous.put("events", new JsonArray().add(new JsonObject().put("type", "cart.created")));
    previous.getJsonObject("row").put("type", "swap");
    JsonObject line = previous.getJsonArray("lines").getJsonObject(0);
    line.put("swap_id", "swap_1").put("returned", new JsonObject()).put("is_return", false);
    line.remove("original_item_id");
    line.remove("order_edit_id");
    line.remove("variant");

    assertThat(PreparedSwapCart.parse(previous)).isEqualTo(PREPARED);
  }

  @Test
  void theParameterOfTheDatabaseNamesTheColumns() {
    assertThat(PREPARED.cart().toJson().fieldNames())
        .containsExactly(
            "id",
            "version",
            "region_id",
            "sales_channel_id",
            "customer_id",
            "email",
            "created_at",
            "updated_at",
            "state_version",
            "state");
  }
}
