package dev.tradewind.order.model;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** What the payments of an order make of its {@code payment_status}. */
public final class PaymentStatus {

  private PaymentStatus() {}

  public static String of(Order order) {
    if (order.isCanceled()) {
      return "canceled";
    }
    long paid = sum(order.payments(), "amount");
    long refunded = sum(order.payments(), "amount_refunded");
    if (refunded > 0) {
      return refunded == paid ? "refunded" : "partially_refunded";
    }
    return isCaptured(order) ? "captured" : order.columns().getString("payment_status");
  }

  /** An order that cost nothing has nothing left to capture. */
  public static boolean isCaptured(Order order) {
    return live(order).stream().allMatch(payment -> payment.getString("captured_at") != null);
  }

  /** The payments that were not given up. */
  public static List<JsonObject> live(Order order) {
    return order.payments().stream()
        .map(JsonObject.class::cast)
        .filter(payment -> payment.getString("canceled_at") == null)
        .toList();
  }

  static long sum(JsonArray payments, String member) {
    return payments.stream().mapToLong(payment -> ((JsonObject) payment).getLong(member)).sum();
  }
}
