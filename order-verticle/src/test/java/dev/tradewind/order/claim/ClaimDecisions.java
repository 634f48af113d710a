package dev.tradewind.order.claim;

import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.payment.PaymentOperation;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Test access to the rules of claims. */
public final class ClaimDecisions {

  /** Decision about a claim. */
  public record Claimed(
      @Nullable Long refund,
      List<PaymentOperation> refunds,
      Map<String, Long> taken,
      String cause) {}

  private ClaimDecisions() {}

  public static Claimed claim(
      Order order,
      List<PaymentOperation> begun,
      BoughtGiftCards cards,
      String id,
      ClaimType type,
      String lineId,
      long quantity,
      @Nullable Long refund,
      boolean isReturned) {
    ClaimSettlement settled =
        ClaimSettlement.of(
            order,
            begun,
            cards,
            id,
            ClaimRequestBuilder.builder()
                .type(type)
                .items(
                    List.of(
                        new ClaimRequest.Item(
                            lineId, quantity, "other", null, List.of(), List.of())))
                .additionalItems(List.of())
                .shippingMethods(List.of())
                .returnShipping(isReturned ? new JsonObject() : null)
                .refundAmount(refund)
                .build());
    return new Claimed(settled.refund(), settled.refunds(), settled.taken(), settled.cause());
  }
}
