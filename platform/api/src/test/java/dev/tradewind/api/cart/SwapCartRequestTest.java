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
        SwapCartRequestBuilder.builder()
            .swapId("swap_1")
            .orderId("order_1")
            .customerId("cus_1")
            .email("ada@example.com")
            .regionId("reg_1")
            .billingAddress(new JsonObject().put("city", "Bergen"))
            .discountIds(List.of("disc_1"))
            .additionalItems(List.of(new QuoteRequest.Item("variant_2", 3)))
            .returnedUnits(
                List.of(
                    new SwapCartRequest.ReturnedUnits(
                        "Mug", null, "variant_1", 1_000, 2, true, RATES, "100/3", "disc_1")))
            .returnShipping(new SwapCartRequest.ReturnShipping(500, false, RATES))
            .customOptions(List.of(new SwapCartRequest.CustomOption("so_1", 300)))
            .build();

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
        SwapCartRequestBuilder.builder()
            .swapId("swap_1")
            .orderId("order_1")
            .customerId("cus_1")
            .email("ada@example.com")
            .regionId("reg_1")
            .salesChannelId("sc_1")
            .discountIds(List.of())
            .additionalItems(List.of())
            .returnedUnits(List.of())
            .customOptions(List.of())
            .build();

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
