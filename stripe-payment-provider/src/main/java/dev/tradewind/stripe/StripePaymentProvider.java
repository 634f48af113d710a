package dev.tradewind.stripe;

import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Payment provider of Stripe: a session is a PaymentIntent, which the shopper's browser confirms
 * with its client secret. Authorizing never confirms: it reads what the browser has done, and
 * compares the amount. Data of sessions and payments is the PaymentIntent.
 */
final class StripePaymentProvider implements PaymentProvider {

  /** Member of a customer's metadata, as Medusa v1's plugin names it. */
  static final String CUSTOMER = "stripe_id";

  /** Metadata of a refund: the operation that it belongs to. */
  static final String OPERATION = "tradewind_operation";

  private static final String UNEXPECTED_STATE = "payment_intent_unexpected_state";

  private static final Set<String> INPUT =
      Set.of("payment_method", "receipt_email", "shipping", "setup_future_usage", "description");

  private static final Duration SAVED_METHODS_TIMEOUT = Duration.ofSeconds(10);

  private final StripeMethod method;
  private final StripeApi api;
  private final PaymentReader reader;
  private final StripeSettings settings;
  private final Clock clock;

  StripePaymentProvider(StripeMethod method, StripeApi api, StripeSettings settings, Clock clock) {
    this.method = method;
    this.api = api;
    this.reader = new PaymentReader(api);
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  public String id() {
    return method.providerId();
  }

  /** A customer that Stripe does not have any more, as after deleting test data, is made again. */
  @Override
  public Future<SessionData> createSession(PaymentCall call, PaymentSubject subject) {
    return refusing(() ->
        open(call, subject)
            .recover(failure ->
                isMissing(failure) && known(subject) != null
                    ? open(call, forgetting(subject))
                    : Future.failedFuture(failure)));
  }

  private Future<SessionData> open(PaymentCall call, PaymentSubject subject) {
    return customer(call, subject)
        .compose(customerId ->
            create(call, subject, customerId).map(intent -> session(intent, subject, customerId)));
  }

  private static boolean isMissing(Throwable failure) {
    return failure instanceof StripeException refusal && refusal.hasCode("resource_missing");
  }

  private static PaymentSubject forgetting(PaymentSubject subject) {
    PaymentSubject.Customer customer = Objects.requireNonNull(subject.customer());
    JsonObject metadata = customer.metadata().copy();
    metadata.remove(CUSTOMER);
    return new PaymentSubject(
        new PaymentSubject.Customer(
            customer.id(), customer.email(), customer.hasAccount(), metadata),
        subject.email(),
        subject.billingAddress(),
        subject.shippingAddress(),
        subject.lines(),
        subject.context());
  }

  /** Customer at Stripe; null for a cart without an e-mail address. */
  private Future<@Nullable String> customer(PaymentCall call, PaymentSubject subject) {
    String known = known(subject);
    String email = subject.email();
    if (known != null || email == null) {
      return Future.succeededFuture(known);
    }
    JsonObject parameters = new JsonObject().put("email", email);
    return create(call, "customers", parameters, "customer").map(made -> made.getString("id"));
  }

  private static @Nullable String known(PaymentSubject subject) {
    PaymentSubject.Customer customer = subject.customer();
    return customer == null ? null : customer.metadata().getString(CUSTOMER);
  }

  private Future<PaymentIntent> create(
      PaymentCall call, PaymentSubject subject, @Nullable String customerId) {
    String currency = call.currencyCode();
    JsonObject parameters =
        method
            .parameters(settings)
            .put("amount", StripeAmounts.toStripe(call.amount(), currency))
            .put("currency", currency)
            .put(
                "metadata",
                new JsonObject()
                    .put(PaymentReader.RESOURCE, call.resourceId())
                    .put("tradewind_session", call.idempotencyKey()));
    if (customerId != null) {
      parameters.put("customer", customerId);
    }
    String description = description(subject);
    if (!description.isEmpty()) {
      parameters.put("description", description);
    }
    return create(call, "payment_intents", parameters, "create").map(PaymentIntent::new);
  }

  private String description(PaymentSubject subject) {
    return subject.context().getValue("payment_description") instanceof String chosen
        ? chosen
        : settings.description();
  }

  private static SessionData session(
      PaymentIntent intent, PaymentSubject subject, @Nullable String customerId) {
    boolean isNew = customerId != null && known(subject) == null;
    return new SessionData(
        intent.json(), isNew ? new JsonObject().put(CUSTOMER, customerId) : new JsonObject());
  }

  /**
   * A PaymentIntent keeps its customer, so another one gets another PaymentIntent, and so does one
   * that Stripe does not have any more; the shop deletes the former.
   */
  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    PaymentIntent present = new PaymentIntent(data);
    String known = known(subject);
    if (known != null && !known.equals(present.customer())) {
      return createSession(call, subject);
    }
    return refusing(() -> {
      long amount = StripeAmounts.toStripe(call.amount(), call.currencyCode());
      if (present.pays(amount, call.currencyCode())) {
        return Future.succeededFuture(SessionData.of(data));
      }
      return change(call, present, "", new JsonObject().put("amount", amount))
          .recover(
              failure -> stateOf(failure, paid -> paid.has("requires_capture") || isPaid(paid)))
          .map(SessionData::of)
          .recover(failure ->
              isMissing(failure) ? createSession(call, subject) : Future.failedFuture(failure));
    });
  }

  private static boolean isPaid(PaymentIntent intent) {
    return intent.has("succeeded");
  }

  @Override
  public Future<JsonObject> acceptInput(PaymentCall call, JsonObject data, JsonObject input) {
    Object amount = input.getValue("amount");
    if (amount instanceof Number number && number.longValue() != 0) {
      return Future.failedFuture(
          RefusedException.invalid("Cannot update amount, use updatePayment instead"));
    }
    JsonObject parameters = new JsonObject();
    input.stream()
        .filter(member -> INPUT.contains(member.getKey()))
        .forEach(member -> parameters.put(member.getKey(), member.getValue()));
    return parameters.isEmpty()
        ? Future.succeededFuture(new JsonObject())
        : refusing(() -> change(call, new PaymentIntent(data), "", parameters));
  }

  /** A session may have been paid meanwhile: then the money goes back. */
  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return data.containsKey("id") ? cancel(call, data).mapEmpty() : Future.succeededFuture();
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    return authorization(call, data);
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return authorization(call, data);
  }

  /**
   * The payment as the browser has left it; one of another amount is released, no authorization.
   */
  private Future<Authorization> authorization(PaymentCall call, JsonObject data) {
    return refusing(() -> {
      long amount = StripeAmounts.toStripe(call.amount(), call.currencyCode());
      return read(call, data)
          .compose(intent -> {
            Authorization found = intent.authorization();
            return found.status() == Authorization.Status.AUTHORIZED
                    && !intent.pays(amount, call.currencyCode())
                ? cancel(call, intent.json())
                    .map(released -> new Authorization(Authorization.Status.CANCELED, released))
                : Future.succeededFuture(found);
          });
    });
  }

  @Override
  public Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    return refusing(() -> reader.state(new PaymentIntent(data).id(), call.deadline()));
  }

  @Override
  public Future<Optional<FoundPayment>> findByReference(String reference, Instant deadline) {
    return reader.find(reference, deadline);
  }

  @Override
  public boolean isPaidBySession() {
    return true;
  }

  private Future<PaymentIntent> read(PaymentCall call, JsonObject data) {
    return api.get(new PaymentIntent(data).path(), call.deadline()).map(PaymentIntent::new);
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return refusing(() -> {
      long amount = StripeAmounts.toStripe(call.amount(), call.currencyCode());
      JsonObject parameters = new JsonObject().put("amount_to_capture", amount);
      return change(call, new PaymentIntent(data), "/capture", parameters)
          .recover(failure ->
              stateOf(failure, intent -> isPaid(intent) && intent.amountReceived() == amount));
    });
  }

  /** Looks first: Stripe forgets keys after a day, and the call may be older. */
  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return refusing(() -> {
      long amount = StripeAmounts.toStripe(call.amount(), call.currencyCode());
      return refunded(call, data, amount).map(data);
    });
  }

  private Future<?> refunded(PaymentCall call, JsonObject data, long amount) {
    String intent = new PaymentIntent(data).id();
    return api.get("refunds?limit=100&payment_intent=" + intent, call.deadline())
        .compose(known ->
            isAmong(known.getJsonArray("data"), call.idempotencyKey())
                ? Future.succeededFuture()
                : create(
                    call,
                    "refunds",
                    new JsonObject()
                        .put("payment_intent", intent)
                        .put("amount", amount)
                        .put("metadata", new JsonObject().put(OPERATION, call.idempotencyKey())),
                    "refund"));
  }

  private static boolean isAmong(JsonArray refunds, String operation) {
    return PaymentReader.objects(refunds)
        .filter(refund -> PaymentReader.failure(refund) == null)
        .anyMatch(refund -> operation.equals(PaymentReader.operation(refund)));
  }

  /**
   * Releases what is held; what was charged meanwhile is refunded. The outcome of a payment that is
   * being processed is unknown until Stripe knows it.
   */
  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    PaymentIntent intent = new PaymentIntent(data);
    return refusing(() ->
        change(call, intent, "/cancel", new JsonObject())
            .recover(failure ->
                stateOf(
                    failure,
                    found -> found.has("canceled") || found.has("processing") || isPaid(found)))
            .map(PaymentIntent::new)
            .compose(found -> released(call, found)));
  }

  private Future<JsonObject> released(PaymentCall call, PaymentIntent intent) {
    if (intent.has("processing")) {
      return Future.failedFuture(
          new IllegalStateException("PaymentIntent " + intent.id() + " is being processed"));
    }
    return isPaid(intent)
        ? refunded(call, intent.json(), intent.amountReceived()).map(intent.json())
        : Future.succeededFuture(intent.json());
  }

  @Override
  public Future<List<JsonObject>> findSavedMethods(PaymentSubject.Customer customer) {
    String known = customer.metadata().getString(CUSTOMER);
    return known == null || method != StripeMethod.CARD
        ? Future.succeededFuture(List.of())
        : api.get(
                "customers/" + known + "/payment_methods?limit=100",
                clock.instant().plus(SAVED_METHODS_TIMEOUT))
            .map(found -> found.getJsonArray("data").stream().map(JsonObject.class::cast).toList())
            .recover(failure ->
                failure instanceof StripeException
                    ? Future.succeededFuture(List.of())
                    : Future.failedFuture(failure));
  }

  /**
   * A key for each step and its parameters: a session that is opened again for another amount is
   * another PaymentIntent, whose predecessor never left the shop.
   */
  private Future<JsonObject> create(
      PaymentCall call, String path, JsonObject parameters, String step) {
    String key =
        "%s:%s:%08x".formatted(call.idempotencyKey(), step, parameters.encode().hashCode());
    return api.post(path, parameters, key, call.deadline());
  }

  /**
   * A key for this call alone, because a second one has no further effect: under the key of an
   * earlier call Stripe would only repeat the failure that it has stored.
   */
  private Future<JsonObject> change(
      PaymentCall call, PaymentIntent intent, String change, JsonObject parameters) {
    return api.post(
        intent.path() + change, parameters, UUID.randomUUID().toString(), call.deadline());
  }

  /** The PaymentIntent that a refusal tells, if its state is as good as the request's effect. */
  private static Future<JsonObject> stateOf(Throwable failure, Predicate<PaymentIntent> isDone) {
    return failure instanceof StripeException refusal
            && refusal.hasCode(UNEXPECTED_STATE)
            && isDone.test(new PaymentIntent(refusal.paymentIntent()))
        ? Future.succeededFuture(refusal.paymentIntent())
        : Future.failedFuture(failure);
  }

  /** Refusals of Stripe and of this provider as refusals of the call. */
  private static <T> Future<T> refusing(Supplier<Future<T>> call) {
    return Future.<Void>succeededFuture()
        .compose(nothing -> call.get())
        .recover(failure ->
            Future.failedFuture(
                failure instanceof StripeException refusal
                    ? RefusedException.invalid(String.valueOf(refusal.getMessage()))
                    : failure));
  }
}
