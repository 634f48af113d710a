package dev.tradewind.providers.builtin;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/**
 * Base of payment providers without external service: accepts every call and stores only a status;
 * payment happens outside the shop.
 */
abstract class OfflinePaymentProvider implements PaymentProvider {

  private final String id;

  OfflinePaymentProvider(String id) {
    this.id = id;
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public boolean holdsMoney() {
    return false;
  }

  @Override
  public Future<SessionData> createSession(PaymentCall call, PaymentSubject subject) {
    return Future.succeededFuture(SessionData.of(status("pending")));
  }

  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    return Future.succeededFuture(SessionData.of(data));
  }

  @Override
  public Future<JsonObject> acceptInput(
      PaymentCall call, PaymentSubject subject, JsonObject data, JsonObject input) {
    return Future.succeededFuture(
        input.getValue("data") instanceof JsonObject inner ? inner : new JsonObject());
  }

  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(
        new Authorization(Authorization.Status.AUTHORIZED, status("authorized")));
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return authorize(call, data);
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(status("captured"));
  }

  @Override
  public Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    PaymentState.Status status =
        switch (data.getString("status", "")) {
          case "captured" -> PaymentState.Status.CAPTURED;
          case "canceled" -> PaymentState.Status.CANCELED;
          default -> PaymentState.Status.AUTHORIZED;
        };
    return Future.succeededFuture(new PaymentState(status, data));
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(status("canceled"));
  }

  private static JsonObject status(String status) {
    return new JsonObject().put("status", status);
  }
}
