package dev.tradewind.order;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import dev.tradewind.providers.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Payment provider that records its calls and fails on request. */
public final class ScriptedProvider implements PaymentProvider {

  static final String ID = "scripted";

  static final List<String> CALLS = new CopyOnWriteArrayList<>();

  static volatile boolean silent;

  /** Whether captures are refused. */
  static volatile boolean refuses;

  /** Whether refunds are refused. */
  static volatile boolean refusesRefunds;

  /** Amounts whose refunds are refused. */
  static volatile LongPredicate refusedAmounts = amount -> false;

  /** State of every payment; unknown unless it is set. */
  static volatile PaymentState.@Nullable Status state;

  /** Whether cancellations are refused, since the payment was captured. */
  static volatile boolean captured;

  /** Answer to authorizations. */
  static volatile Authorization.Status authorization = Authorization.Status.AUTHORIZED;

  static void reset() {
    silent = false;
    authorization = Authorization.Status.AUTHORIZED;
    refuses = false;
    refusesRefunds = false;
    refusedAmounts = amount -> false;
    captured = false;
    state = null;
  }

  /** Calls for one payment or refund. */
  static List<String> calls(String key) {
    return CALLS.stream().filter(call -> call.endsWith(" " + key)).toList();
  }

  private static Future<JsonObject> answer(String what, PaymentCall call) {
    CALLS.add(what + " " + call.amount() + " " + call.idempotencyKey());
    return silent
        ? Future.failedFuture("The line is dead")
        : Future.succeededFuture(new JsonObject().put("status", what));
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return refuses
        ? Future.failedFuture(new Problem.NotAllowed("The card has expired").toException())
        : answer("captured", call);
  }

  @Override
  public Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    return state == null
        ? Future.failedFuture("The line is dead")
        : Future.succeededFuture(new PaymentState(state, new JsonObject()));
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return refusesRefunds || refusedAmounts.test(call.amount())
        ? Future.failedFuture(new Problem.NotAllowed("The account is closed").toException())
        : answer("refunded", call);
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return captured
        ? Future.failedFuture(new Problem.NotAllowed("It was captured").toException())
        : answer("canceled", call);
  }

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
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    return answer("authorized", call)
        .map(answered -> new Authorization(authorization, new JsonObject()));
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return Future.succeededFuture(new Authorization(authorization, new JsonObject()));
  }
}
