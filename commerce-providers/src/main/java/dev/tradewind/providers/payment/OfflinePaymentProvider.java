package dev.tradewind.providers.payment;

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
  public Future<JsonObject> createSession(PaymentCall call) {
    return Future.succeededFuture(status("pending"));
  }

  @Override
  public Future<JsonObject> updateSession(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> updateSessionData(
      PaymentCall call, JsonObject data, JsonObject update) {
    return Future.succeededFuture(
        update.getValue("data") instanceof JsonObject given ? data.copy().mergeIn(given) : data);
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
