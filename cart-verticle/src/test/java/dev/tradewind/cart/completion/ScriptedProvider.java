package dev.tradewind.cart.completion;

import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.test.SessionlessPaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Payment provider whose knowledge of authorizations a test writes. */
public final class ScriptedProvider extends SessionlessPaymentProvider {

  static final String ID = "scripted";

  /** Authorizations by key, shared by all instances of the service loader. */
  static final Map<String, Authorization.Status> KNOWN = new ConcurrentHashMap<>();

  static final List<String> CANCELED = new CopyOnWriteArrayList<>();
  static volatile boolean broken;

  static void reset() {
    KNOWN.clear();
    CANCELED.clear();
    broken = false;
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    return findAuthorization(call, data);
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    Authorization.Status status =
        KNOWN.getOrDefault(call.idempotencyKey(), Authorization.Status.ERROR);
    return broken
        ? Future.failedFuture("The provider is down")
        : Future.succeededFuture(
            new Authorization(status, new JsonObject().put("status", status.wireName())));
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    if (broken) {
      return Future.failedFuture("The provider is down");
    }
    CANCELED.add(call.idempotencyKey());
    return Future.succeededFuture(new JsonObject().put("status", "canceled"));
  }
}
