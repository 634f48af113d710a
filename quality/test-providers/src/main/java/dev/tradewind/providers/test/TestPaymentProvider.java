package dev.tradewind.providers.test;

import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Payment provider {@code scripted}, programmed by the test: it records the calls that would change
 * something, and does what it is asked unless {@link #answer} says otherwise.
 */
public final class TestPaymentProvider implements PaymentProvider {

  public static final String ID = "scripted";

  /** Member of a customer's metadata that it asks for. */
  public static final String CUSTOMER = "scripted_customer";

  /** Kind of a call; look-ups of authorizations are not recorded. */
  public enum Kind {
    CREATE,
    UPDATE,
    DATA,
    DELETE,
    AUTHORIZE,
    LOOK_UP,
    CAPTURE,
    REFUND,
    CANCEL
  }

  /** Answer to a call: {@code FAILS} and {@code SILENT} leave its outcome unknown. */
  public enum Outcome {
    DONE,
    REFUSED,
    FAILS,
    SILENT
  }

  /**
   * Call of the provider.
   *
   * @param amount in the smallest unit of the currency
   * @param key idempotency key
   */
  public record Call(Kind kind, @Nullable String cartId, long amount, String key) {

    /** Such as {@code capture 1200}. */
    @Override
    public String toString() {
      return kind.name().toLowerCase(Locale.ROOT) + " " + amount;
    }
  }

  // Static, because the service loader creates the instances.
  private static final List<Call> CALLS = new CopyOnWriteArrayList<>();

  /** Last subject of a session, by cart. */
  private static final Map<String, PaymentSubject> SUBJECTS = new ConcurrentHashMap<>();

  private static volatile Function<Call, Outcome> outcomes = call -> Outcome.DONE;
  private static volatile Function<Call, Authorization.Status> authorizations =
      call -> Authorization.Status.AUTHORIZED;
  private static volatile PaymentState.@Nullable Status state;
  private static volatile boolean isPaidBySession;

  /** Forgets all calls and answers. */
  public static void reset() {
    CALLS.clear();
    SUBJECTS.clear();
    answer(Outcome.DONE);
    authorize(Authorization.Status.AUTHORIZED);
    state = null;
    isPaidBySession = false;
  }

  /** Has shoppers pay at the provider themselves, until the reset. */
  public static void payBySession() {
    isPaidBySession = true;
  }

  /** Answers every call, until the next answer is set. */
  public static void answer(Function<Call, Outcome> outcome) {
    outcomes = outcome;
  }

  public static void answer(Outcome outcome) {
    answer(call -> outcome);
  }

  /** Refuses calls of these kinds, and does the others. */
  public static void refuse(Kind... kinds) {
    Set<Kind> refused = Set.of(kinds);
    answer(call -> refused.contains(call.kind()) ? Outcome.REFUSED : Outcome.DONE);
  }

  /** Answers the next authorizations, captures and refunds for a cart, and does all others. */
  public static void answerNext(String cartId, Outcome... next) {
    Queue<Outcome> left = new ConcurrentLinkedQueue<>(List.of(next));
    Set<Kind> kinds = Set.of(Kind.AUTHORIZE, Kind.CAPTURE, Kind.REFUND);
    answer(call -> {
      boolean isNext = kinds.contains(call.kind()) && cartId.equals(call.cartId());
      Outcome outcome = isNext ? left.poll() : null;
      return outcome == null ? Outcome.DONE : outcome;
    });
  }

  /** Answers authorizations and look-ups of them. */
  public static void authorize(Function<Call, Authorization.Status> status) {
    authorizations = status;
  }

  public static void authorize(Authorization.Status status) {
    authorize(call -> status);
  }

  /** Answers the next authorization for a cart, and authorizes all others. */
  public static void authorizeNext(String cartId, Authorization.Status status) {
    AtomicBoolean isNext = new AtomicBoolean(true);
    authorize(call ->
        call.kind() == Kind.AUTHORIZE && cartId.equals(call.cartId()) && isNext.getAndSet(false)
            ? status
            : Authorization.Status.AUTHORIZED);
  }

  /** Answers look-ups of payments; null if it does not know them. */
  public static void state(PaymentState.@Nullable Status current) {
    state = current;
  }

  /** Last subject of the sessions of a cart. */
  public static PaymentSubject subject(String cartId) {
    return Objects.requireNonNull(SUBJECTS.get(cartId), cartId);
  }

  public static List<Call> calls() {
    return List.copyOf(CALLS);
  }

  /** Calls with that idempotency key. */
  public static List<Call> calls(String key) {
    return CALLS.stream().filter(call -> call.key().equals(key)).toList();
  }

  /** Idempotency keys of the calls of these kinds for a cart. */
  public static List<String> keys(String cartId, Kind... kinds) {
    Set<Kind> chosen = Set.of(kinds);
    return CALLS.stream()
        .filter(call -> chosen.contains(call.kind()) && cartId.equals(call.cartId()))
        .map(Call::key)
        .toList();
  }

  private static Future<JsonObject> answer(Kind kind, PaymentCall call, JsonObject done) {
    Call recorded = call(kind, call);
    CALLS.add(recorded);
    return answered(recorded, done);
  }

  private static Call call(Kind kind, PaymentCall call) {
    return new Call(kind, call.resourceId(), call.amount(), call.idempotencyKey());
  }

  private static Future<JsonObject> answered(Call call, JsonObject done) {
    return switch (outcomes.apply(call)) {
      case DONE -> Future.succeededFuture(done);
      case REFUSED -> Future.failedFuture(RefusedException.notAllowed(refusal(call.kind())));
      case FAILS -> Future.failedFuture("The provider is unreachable");
      case SILENT -> Promise.<JsonObject>promise().future();
    };
  }

  private static String refusal(Kind kind) {
    return switch (kind) {
      case CAPTURE -> "The card has expired";
      case REFUND -> "The account is closed";
      case CANCEL -> "It was captured";
      default -> "The provider refuses it";
    };
  }

  private static JsonObject status(String status) {
    return new JsonObject().put("status", status);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Optional<String> customerKey() {
    return Optional.of(CUSTOMER);
  }

  @Override
  public Future<SessionData> createSession(PaymentCall call, PaymentSubject subject) {
    return answer(Kind.CREATE, call, status("pending")).map(data -> opened(call, subject, data));
  }

  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    return answer(Kind.UPDATE, call, data).map(same -> opened(call, subject, same));
  }

  private static SessionData opened(PaymentCall call, PaymentSubject subject, JsonObject data) {
    SUBJECTS.put(call.resourceId(), subject);
    PaymentSubject.Customer customer = subject.customer();
    return new SessionData(
        data,
        customer == null || customer.atProvider() != null
            ? null
            : "at the provider since " + call.resourceId());
  }

  @Override
  public Future<JsonObject> acceptInput(
      PaymentCall call, PaymentSubject subject, JsonObject data, JsonObject input) {
    return answer(Kind.DATA, call, input);
  }

  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return answer(Kind.DELETE, call, data).mapEmpty();
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    Authorization authorization = authorization(call(Kind.AUTHORIZE, call));
    return answer(Kind.AUTHORIZE, call, authorization.data()).map(authorization);
  }

  @Override
  public boolean isPaidBySession() {
    return isPaidBySession;
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    Call lookUp = call(Kind.LOOK_UP, call);
    return answered(lookUp, data).map(authorization(lookUp));
  }

  private static Authorization authorization(Call call) {
    Authorization.Status status = authorizations.apply(call);
    return new Authorization(status, status(status.wireName()));
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return answer(Kind.CAPTURE, call, status("captured"));
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return answer(Kind.REFUND, call, data);
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return answer(Kind.CANCEL, call, status("canceled"));
  }

  @Override
  public Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    if (state == null) {
      return Future.failedFuture("The provider is unreachable");
    }
    return Future.succeededFuture(new PaymentState(state, new JsonObject()));
  }
}
