package dev.tradewind.providers.test;

import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/**
 * Payment provider without sessions of its own, which captures and refunds whatever it is asked.
 */
public abstract class SessionlessPaymentProvider implements PaymentProvider {

  @Override
  public Future<JsonObject> createSession(PaymentCall call) {
    return Future.succeededFuture(new JsonObject());
  }

  @Override
  public Future<JsonObject> updateSession(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> updateSessionData(
      PaymentCall call, JsonObject data, JsonObject update) {
    return Future.succeededFuture(update);
  }

  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return Future.succeededFuture();
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(data);
  }
}
