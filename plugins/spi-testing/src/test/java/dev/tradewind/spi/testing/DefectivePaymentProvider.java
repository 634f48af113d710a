package dev.tradewind.spi.testing;

import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Payment provider and its service in memory, with at most one defect. */
final class DefectivePaymentProvider implements PaymentProvider {

  private static final String AMOUNT = "amount";

  private final @Nullable Defect defect;
  private final Map<String, JsonObject> payments = new HashMap<>();
  private final Map<String, JsonObject> answers = new HashMap<>();
  private final Set<String> deleted = new HashSet<>();
  private final Set<String> lost = new HashSet<>();
  private @Nullable ServiceFault fault;
  private int sessions;

  DefectivePaymentProvider(@Nullable Defect defect) {
    this.defect = defect;
  }

  private boolean has(Defect... some) {
    return defect != null && List.of(some).contains(defect);
  }

  synchronized void disturb(@Nullable ServiceFault next) {
    fault = next;
  }

  synchronized Money money(JsonObject data) {
    JsonObject payment = payments.get(data.getString("id"));
    return payment == null
        ? Money.NONE
        : new Money(
            payment.getLong("held"), payment.getLong("captured"), payment.getLong("refunded"));
  }

  @Override
  public String id() {
    return "defective";
  }

  @Override
  public boolean holdsMoney() {
    return !has(Defect.HOLDS_NO_MONEY);
  }

  @Override
  public synchronized Future<SessionData> createSession(PaymentCall call, PaymentSubject subject) {
    sessions++;
    JsonObject session = new JsonObject().put("session", call.idempotencyKey());
    if (has(Defect.MAKES_ANOTHER_SESSION_FOR_A_REPEATED_KEY)) {
      session.put("number", sessions);
    }
    if (has(Defect.RETURNS_LARGE_DATA)) {
      session.put("text", "x".repeat(100_000));
    }
    if (has(Defect.KEEPS_THE_AMOUNT_OF_THE_FIRST_CALL)) {
      JsonObject first = answers.putIfAbsent(call.idempotencyKey(), session);
      return done(first == null ? session.put(AMOUNT, call.amount()) : first);
    }
    if (has(Defect.IGNORES_CHANGED_AMOUNTS, Defect.HOLDS_THE_AMOUNT_OF_THE_SESSION)) {
      session.put(AMOUNT, call.amount());
    }
    return done(session);
  }

  private static Future<SessionData> done(JsonObject session) {
    return Future.succeededFuture(SessionData.of(session));
  }

  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    if (has(Defect.FAILS_FOR_A_CHANGED_SUBJECT)) {
      return Future.failedFuture("The subject has changed");
    }
    return done(
        has(Defect.HOLDS_THE_AMOUNT_OF_THE_SESSION)
            ? data.copy().put(AMOUNT, call.amount())
            : data);
  }

  @Override
  public Future<JsonObject> acceptInput(
      PaymentCall call, PaymentSubject subject, JsonObject data, JsonObject input) {
    if (has(Defect.FAILS_FOR_INPUT) && !input.isEmpty()) {
      throw new IllegalStateException("input");
    }
    return Future.succeededFuture(
        has(Defect.TAKES_THE_AMOUNT_FROM_INPUT) && input.containsKey(AMOUNT)
            ? new JsonObject().put(AMOUNT, input.getLong(AMOUNT))
            : new JsonObject());
  }

  @Override
  public synchronized Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    if (!deleted.add(call.resourceId()) && has(Defect.DELETES_A_SESSION_ONCE)) {
      return Future.failedFuture("There is no such session");
    }
    JsonObject payment = payments.get(data.getString("id"));
    if (payment != null && !has(Defect.KEEPS_MONEY_OF_A_DELETED_SESSION)) {
      payment.put("held", 0L);
    }
    return Future.succeededFuture();
  }

  /** The shopper has paid before the order is placed. */
  synchronized JsonObject pay(JsonObject session) {
    if (!has(Defect.KEEPS_MONEY_OF_A_DELETED_SESSION)) {
      return session;
    }
    return session
        .copy()
        .put("id", held("pay_" + session.getString("session"), "", 1).getString("id"));
  }

  private JsonObject held(String id, String resourceId, long amount) {
    JsonObject payment =
        new JsonObject()
            .put("id", id)
            .put("status", "authorized")
            .put("resource", resourceId)
            .put("total", amount)
            .put("refunds", new JsonObject())
            .put("held", amount)
            .put("captured", 0L)
            .put("refunded", 0L);
    payments.put(id, payment);
    return payment;
  }

  @Override
  public synchronized Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    if (data.containsKey("declined")) {
      return has(Defect.DECLINES_BY_A_FAILURE)
          ? Future.failedFuture(RefusedException.invalid("Declined"))
          : Future.succeededFuture(new Authorization(Authorization.Status.ERROR, data));
    }
    return request(call, "authorize", () -> hold(call, data)).map(DefectivePaymentProvider::told);
  }

  private JsonObject hold(PaymentCall call, JsonObject data) {
    String id = "pay_" + call.idempotencyKey();
    JsonObject known = payments.get(id);
    long amount = data.getLong(AMOUNT, call.amount());
    if (known == null) {
      return held(id, call.resourceId(), amount);
    }
    return has(Defect.HOLDS_AGAIN_FOR_A_REPEATED_KEY, Defect.HOLDS_AGAIN_FOR_A_KEY_AT_ONCE)
        ? known.put("held", known.getLong("held") + amount)
        : known;
  }

  private static Authorization told(JsonObject payment) {
    return new Authorization(Authorization.Status.AUTHORIZED, payment);
  }

  @Override
  public synchronized Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    JsonObject payment = payments.get("pay_" + call.idempotencyKey());
    boolean isFound =
        has(Defect.FINDS_EVERY_AUTHORIZATION, Defect.FINDS_MONEY_OF_ANOTHER_AMOUNT)
            || payment != null && !has(Defect.FINDS_NO_AUTHORIZATION);
    return Future.succeededFuture(
        new Authorization(
            isFound ? Authorization.Status.AUTHORIZED : Authorization.Status.ERROR,
            payment == null ? data : payment.copy()));
  }

  @Override
  public synchronized Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return request(
        call,
        "capture",
        () -> {
          JsonObject payment = payments.get(data.getString("id"));
          long held = payment.getLong("held");
          boolean isCanceled = payment.getString("status").equals("canceled");
          boolean isAllowed =
              call.amount() <= held
                  || has(Defect.CAPTURES_TOO_MUCH) && held > 0
                  || has(Defect.CAPTURES_AGAIN, Defect.CAPTURES_AGAIN_UNDER_ONE_KEY) && !isCanceled
                  || has(Defect.CAPTURES_WHAT_IS_CANCELED, Defect.CANCELS_BESIDE_A_CAPTURE)
                      && isCanceled;
          if (!isAllowed) {
            throw refusal("There is not so much to capture");
          }
          long amount = has(Defect.CAPTURES_THE_WHOLE_FOR_A_PART) ? held : call.amount();
          return payment
              .put("captured", payment.getLong("captured") + amount)
              .put("held", 0L)
              .put("status", "captured");
        });
  }

  @Override
  public synchronized Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return request(
        call,
        "refund",
        () -> {
          JsonObject payment = payments.get(data.getString("id"));
          long refunded = payment.getLong("refunded") + call.amount();
          long captured = payment.getLong("captured");
          boolean isAllowed =
              refunded <= captured
                  || has(Defect.REFUNDS_TOO_MUCH, Defect.REFUNDS_TOO_MUCH_AT_ONCE)
                  || has(Defect.REFUNDS_WHAT_IS_NOT_CAPTURED) && captured == 0;
          if (!isAllowed) {
            throw refusal("There is not so much to refund");
          }
          payment.getJsonObject("refunds").put(call.idempotencyKey(), call.amount());
          return payment.put("refunded", refunded);
        });
  }

  @Override
  public synchronized Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return request(
        call,
        "cancel",
        () -> {
          JsonObject payment = payments.get(data.getString("id"));
          if (payment.getLong("captured") > 0
              && !has(Defect.CANCELS_WITHOUT_A_REFUND, Defect.CANCELS_BESIDE_A_CAPTURE)) {
            throw refusal("It is captured");
          }
          return has(Defect.RELEASES_NOTHING)
              ? payment
              : payment.put("held", 0L).put("status", "canceled");
        });
  }

  private RuntimeException refusal(String message) {
    return has(Defect.FAILS_IN_PLACE_OF_A_REFUSAL)
        ? new IllegalStateException(message)
        : RefusedException.notAllowed(message);
  }

  @Override
  public synchronized Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    JsonObject payment = payments.get(data.getString("id"));
    PaymentState.Status status =
        has(Defect.TELLS_ALWAYS_THE_SAME_STATE)
            ? PaymentState.Status.AUTHORIZED
            : switch (payment.getString("status")) {
              case "captured" -> PaymentState.Status.CAPTURED;
              case "canceled" -> PaymentState.Status.CANCELED;
              default -> PaymentState.Status.AUTHORIZED;
            };
    return Future.succeededFuture(new PaymentState(status, payment.copy()));
  }

  @Override
  public synchronized Future<Optional<FoundPayment>> findByReference(
      String reference, Instant deadline) {
    JsonObject payment = payments.get(reference);
    if (payment == null) {
      return Future.succeededFuture(
          has(Defect.FINDS_UNKNOWN_REFERENCES)
              ? Optional.of(new FoundPayment("cart", 1, "eur", authorized(new JsonObject())))
              : Optional.empty());
    }
    PaymentState state = state(payment);
    if (has(Defect.RELEASES_BY_A_LOOK_UP)) {
      payment.put("held", 0L);
    }
    return Future.succeededFuture(
        Optional.of(
            new FoundPayment(
                payment.getString("resource"),
                payment.getLong("total") + (has(Defect.FINDS_ANOTHER_AMOUNT) ? 1 : 0),
                "eur",
                state)));
  }

  private PaymentState state(JsonObject payment) {
    PaymentState.Status status =
        switch (payment.getString("status")) {
          case "captured" -> PaymentState.Status.CAPTURED;
          case "canceled" -> PaymentState.Status.CANCELED;
          default -> PaymentState.Status.AUTHORIZED;
        };
    if (has(Defect.FINDS_THE_STATE_OF_THE_AUTHORIZATION)
        || has(Defect.FINDS_MONEY_THAT_IS_RELEASED) && status == PaymentState.Status.CANCELED
        || has(Defect.FINDS_ONLY_WHAT_WAS_ANSWERED) && lost.contains(payment.getString("id"))) {
      return authorized(payment);
    }
    return new PaymentState(
        status,
        payment.copy(),
        payment.getLong("captured"),
        payment.getJsonObject("refunds").stream()
            .map(refund ->
                new PaymentState.Refund(
                    "refund_" + refund.getKey(),
                    (Long) refund.getValue(),
                    has(Defect.TELLS_REFUNDS_OF_THE_SHOP_AS_FOREIGN) ? null : refund.getKey(),
                    null))
            .toList(),
        List.of());
  }

  private static PaymentState authorized(JsonObject data) {
    return new PaymentState(PaymentState.Status.AUTHORIZED, data.copy());
  }

  /** Notice about a payment as it is now, delivered each time. */
  synchronized Supplier<List<PaymentNotice>> notice(JsonObject data) {
    String id = data.getString("id");
    String fact = has(Defect.REPORTS_ONE_ID_FOR_ALL_FACTS) ? id : payments.get(id).encode();
    return () ->
        List.of(
            new PaymentNotice(
                has(Defect.REPORTS_A_NEW_ID_FOR_A_REPEATED_NOTICE)
                    ? UUID.randomUUID().toString()
                    : fact,
                id(),
                has(Defect.REPORTS_ANOTHER_REFERENCE) ? "of_" + id : id));
  }

  @Override
  public Future<List<JsonObject>> findSavedMethods(PaymentSubject.Customer customer) {
    return has(Defect.FAILS_FOR_AN_UNKNOWN_CUSTOMER)
        ? Future.failedFuture("There is no such customer")
        : PaymentProvider.super.findSavedMethods(customer);
  }

  /** Request to the service, which answers a repeated key as it did before. */
  private Future<JsonObject> request(PaymentCall call, String kind, Supplier<JsonObject> change) {
    if (fault == ServiceFault.REQUEST_LOST) {
      return has(Defect.SUCCEEDS_WHEN_A_REQUEST_IS_LOST)
          ? Future.succeededFuture(new JsonObject())
          : Future.failedFuture("The connection has ended");
    }
    String key =
        has(Defect.KNOWS_ONE_KEY_FOR_ALL_CALLS)
            ? call.idempotencyKey()
            : kind + call.idempotencyKey();
    boolean forgets =
        switch (kind) {
          case "authorize" ->
              has(Defect.HOLDS_AGAIN_FOR_A_REPEATED_KEY, Defect.HOLDS_AGAIN_FOR_A_KEY_AT_ONCE);
          case "capture" ->
              has(Defect.FORGETS_KEYS_OF_CAPTURES, Defect.CAPTURES_AGAIN_UNDER_ONE_KEY);
          case "refund" ->
              has(Defect.FORGETS_KEYS_OF_REFUNDS, Defect.FORGETS_KEYS_OF_REFUNDS_AT_ONCE)
                  || has(Defect.REFUNDS_AGAIN_WHEN_AN_ANSWER_IS_LOST) && fault != null;
          default -> false;
        };
    JsonObject answer = forgets ? null : answers.get(key);
    if (answer == null) {
      try {
        answer = change.get().copy();
      } catch (RuntimeException failure) {
        return Future.failedFuture(failure);
      }
      if (!(has(Defect.REFUNDS_AGAIN_WHEN_AN_ANSWER_IS_LOST) && fault != null)) {
        answers.put(key, answer);
      }
    }
    return answered(call, kind, answer.copy());
  }

  private Future<JsonObject> answered(PaymentCall call, String kind, JsonObject answer) {
    if (fault == null) {
      return Future.succeededFuture(answer);
    }
    lost.add(answer.getString("id"));
    boolean refuses =
        has(Defect.REFUSES_WHEN_AN_ANSWER_IS_LOST)
            || kind.equals("authorize")
                && has(Defect.REFUSES_AN_AUTHORIZATION_WHOSE_ANSWER_IS_LOST);
    if (refuses) {
      return Future.failedFuture(RefusedException.notAllowed("The connection has ended"));
    }
    return fault == ServiceFault.ANSWER_LOST
        ? Future.failedFuture("The connection has ended")
        : Future.fromCompletionStage(late(call.deadline()));
  }

  /** Failure at the deadline. */
  private static CompletableFuture<JsonObject> late(Instant deadline) {
    return CompletableFuture.<JsonObject>failedFuture(new TimeoutException())
        .exceptionallyComposeAsync(
            CompletableFuture::failedFuture,
            CompletableFuture.delayedExecutor(
                Math.max(1, Duration.between(Instant.now(), deadline).toMillis()),
                TimeUnit.MILLISECONDS));
  }
}
