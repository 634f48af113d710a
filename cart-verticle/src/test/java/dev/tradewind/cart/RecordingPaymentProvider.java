package dev.tradewind.cart;

import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Payment provider that records its calls and fails on request. */
public final class RecordingPaymentProvider implements PaymentProvider {

  static final String ID = "recording";

  /** Static, because the service loader creates the instances. */
  static final List<String> CALLS = new CopyOnWriteArrayList<>();

  static final List<String> KEYS = new CopyOnWriteArrayList<>();
  static volatile boolean broken;
  static volatile Runnable beforeAnswer = () -> {};

  /** Keys of the sessions that were opened and not deleted. */
  static List<String> openSessions() {
    List<String> open = new ArrayList<>();
    for (int i = 0; i < CALLS.size(); i++) {
      if (CALLS.get(i).startsWith("create")) {
        open.add(KEYS.get(i));
      } else if (CALLS.get(i).startsWith("delete")) {
        open.remove(KEYS.get(i));
      }
    }
    return open;
  }

  static void reset() {
    CALLS.clear();
    KEYS.clear();
    broken = false;
    beforeAnswer = () -> {};
  }

  @Override
  public String id() {
    return ID;
  }

  private static Future<JsonObject> record(String what, PaymentCall call) {
    CALLS.add(what + " " + call.amount());
    KEYS.add(call.idempotencyKey());
    beforeAnswer.run();
    return broken
        ? Future.failedFuture(new IllegalStateException("out of order"))
        : Future.succeededFuture(new JsonObject().put("status", what));
  }

  @Override
  public Future<JsonObject> createSession(PaymentCall call) {
    return record("create", call);
  }

  @Override
  public Future<JsonObject> updateSession(PaymentCall call, JsonObject data) {
    return record("update", call);
  }

  @Override
  public Future<JsonObject> updateSessionData(
      PaymentCall call, JsonObject data, JsonObject update) {
    return record("data", call);
  }

  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return record("delete", call).mapEmpty();
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    return record("authorize", call)
        .map(answer -> new Authorization(Authorization.Status.AUTHORIZED, answer));
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return authorize(call, data);
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return record("capture", call);
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return record("refund", call);
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return record("cancel", call);
  }
}
