package dev.tradewind.api.cart;

import dev.tradewind.api.RecordedMessage;
import dev.tradewind.api.catalog.QuoteRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class SwapCartRequestTest {

  private static final JsonArray RATES =
      new JsonArray().add(new JsonObject().put("rate", 8.875).put("name", "State").putNull("code"));

  @Test
  void itsFormIsThatOfEveryVersion() {
    SwapCartRequest request =
        new SwapCartRequest(
            "swap_1",
            "order_1",
            "cus_1",
            "ada@example.com",
            "reg_1",
            null,
            new JsonObject().put("city", "Bergen"),
            null,
            List.of("disc_1"),
            List.of(new QuoteRequest.Item("variant_2", 3)),
            List.of(
                new SwapCartRequest.ReturnedUnits(
                    "Mug", null, "variant_1", 1_000, 2, true, RATES, "100/3", "disc_1")),
            new SwapCartRequest.ReturnShipping(500, false, RATES),
            List.of(new SwapCartRequest.CustomOption("so_1", 300)));

    RecordedMessage.of("swap-cart-request")
        .isWrittenFrom(request, SwapCartRequest::toJson)
        .isReadAs(
            request,
            SwapCartRequest::parse,
            "sales_channel_id",
            "billing_address",
            "shipping_address",
            "return_shipping");
  }

  @Test
  void itMayHaveNoReturnShippingAndNoLists() {
    SwapCartRequest request =
        new SwapCartRequest(
            "swap_1",
            "order_1",
            "cus_1",
            "ada@example.com",
            "reg_1",
            "sc_1",
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of());

    RecordedMessage.of("swap-cart-request-empty")
        .isWrittenFrom(request, SwapCartRequest::toJson)
        .isReadAs(
            request,
            SwapCartRequest::parse,
            "sales_channel_id",
            "billing_address",
            "shipping_address",
            "return_shipping");
  }
}
