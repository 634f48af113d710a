package dev.tradewind.order.returns;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnBuilder;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.ShopperParts;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.returns.ReturnRules.Units;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of a request for a return, and the decision about it.
 *
 * @param optionId of the return shipping; absent if the customer sends the goods on their own
 * @param price of the return shipping; absent: the option's
 * @param refund absent: computed
 * @param refundPermission refuses callers that may not choose a refund above the computed one
 * @param isReceived whether the goods have come back already
 * @param isOfStaff whether the notification setting of the order applies, and not the bounds of
 *     shoppers
 */
@RecordBuilder
record ReturnRequest(
    List<Units> units,
    @Nullable String optionId,
    @Nullable Long price,
    @Nullable Long refund,
    Runnable refundPermission,
    @Nullable String locationId,
    boolean isReceived,
    @Nullable Boolean noNotification,
    boolean isOfStaff) {

  static ReturnRequest ofStaff(Request request) {
    JsonObject body = request.body();
    JsonObject shipping = PartReturns.shipping(body);
    return ReturnRequestBuilder.builder()
        .units(units(body))
        .optionId(shipping.getString("option_id"))
        .price(shipping.getLong("price"))
        .refund(body.getLong("refund"))
        .refundPermission(() -> request.requirePermitted(RefundPlan.PERMISSION))
        .locationId(body.getString("location_id"))
        .isReceived(Boolean.TRUE.equals(body.getBoolean("receive_now")))
        .noNotification(body.getBoolean("no_notification"))
        .isOfStaff(true)
        .build();
  }

  static ReturnRequest ofShopper(Request request) {
    JsonObject body = request.body();
    JsonObject shipping = PartReturns.shipping(body);
    return ReturnRequestBuilder.builder()
        .units(units(body))
        .optionId(shipping.getString("option_id"))
        .refundPermission(() -> {})
        .build();
  }

  static List<Units> units(JsonObject body) {
    return units(body.getJsonArray("items"));
  }

  static List<Units> units(JsonArray items) {
    List<Units> units = new ArrayList<>();
    for (Object each : items) {
      JsonObject item = (JsonObject) each;
      units.add(
          new Units(
              item.getString("item_id"),
              quantity(item.getValue("quantity")),
              item.getString("reason_id"),
              item.getString("note")));
    }
    return units;
  }

  /** Quantity of a number, or of its text. */
  private static long quantity(Object value) {
    return value instanceof Number number ? number.longValue() : Long.parseLong(value.toString());
  }

  /**
   * Return of the locked order.
   *
   * @throws dev.tradewind.kernel.operation.Problem if the units cannot be returned, or the refund
   *     is above what is refundable or what the caller may choose
   */
  Return decide(
      OrderRequest request,
      String id,
      Order order,
      BoughtGiftCards cards,
      @Nullable OrderShippingMethod method) {
    ReturnRules rules = new ReturnRules(order, cards);
    rules.requireReturnable(units, refund);
    if (!isOfStaff) {
      ShopperParts.requireRoomForReturn(order);
    }
    long computed = rules.refund(units, method, null);
    if (refund != null && refund > computed) {
      refundPermission.run();
    }
    IdempotencyKey key = request.requireKey();
    return ReturnBuilder.builder()
        .id(id)
        .createdAt(request.now())
        .updatedAt(request.now())
        .orderId(order.id())
        .owner(PartOwner.ORDER)
        .status(ReturnStatus.REQUESTED)
        .items(units.stream().map(rules::requested).toList())
        .refundAmount(refund == null ? computed : Math.max(0, refund))
        .shippingMethod(method)
        .locationId(locationId)
        .noNotification(
            noNotification == null && isOfStaff ? order.noNotification() : noNotification)
        .idempotencyKey(key.key())
        .build();
  }
}
