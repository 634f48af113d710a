package dev.tradewind.providers.test;

import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/**
 * Payment provider without sessions of its own, which captures and refunds all that it is asked.
 */
public abstract class SessionlessPaymentProvider implements PaymentProvider {

  @Override
  public Future<SessionData> createSession(PaymentCall call, PaymentSubject subject) {
    return Future.succeededFuture(SessionData.of(new JsonObject()));
  }

  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    return Future.succeededFuture(SessionData.of(data));
  }

  @Override
  public Future<JsonObject> acceptInput(
      PaymentCall call, PaymentSubject subject, JsonObject data, JsonObject input) {
    return Future.succeededFuture(input);
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
