package dev.tradewind.stripe;

import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.RequestUrl;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Payment provider of Stripe: a session is a PaymentIntent, which the shopper's browser confirms
 * with its client secret. Authorizing never confirms: it reads what the browser has done, and
 * compares the amount. Data of sessions and payments is the PaymentIntent.
 */
final class StripePaymentProvider implements PaymentProvider {

  /** Member of a customer's metadata, as Medusa v1's plugin names it. */
  static final String CUSTOMER = "stripe_id";

  /** Metadata of a customer at Stripe: the customer of the shop that it was made for. */
  static final String OWNER = "tradewind_customer";

  /** Metadata of what a session has made at Stripe. */
  private static final String SESSION = "tradewind_session";

  /** Metadata of a refund: the operation that it belongs to. */
  static final String OPERATION = "tradewind_operation";

  private static final String UNEXPECTED_STATE = "payment_intent_unexpected_state";

  private static final String PAYMENT_METHOD = "payment_method";

  /** Of the shopper's input: the rest could send e-mails, or texts of the shopper, in its name. */
  private static final Set<String> INPUT = Set.of(PAYMENT_METHOD, "shipping", "setup_future_usage");

  private static final Pattern CUSTOMER_ID = Pattern.compile("cus_[A-Za-z0-9]+");

  private static final Future<Optional<String>> NONE = Future.succeededFuture(Optional.empty());
  private static final Future<List<JsonObject>> NO_METHODS = Future.succeededFuture(List.of());

  /** Stripe repeats a stored failure for a day. */
  private static final Duration UNKNOWN_OUTCOME = Duration.ofDays(1);

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

  @Override
  public Optional<String> customerKey() {
    return Optional.of(CUSTOMER);
  }

  /** A customer that Stripe does not have any more, as after deleting test data, is made again. */
  @Override
  public Future<SessionData> createSession(PaymentCall call, PaymentSubject subject) {
    return refusing(() ->
        customer(call, subject)
            .compose(customerId ->
                open(call, subject, customerId)
                    .recover(failure -> {
                      if (isMissing(failure) && customerId != null) {
                        return made(call, subject).compose(made -> open(call, subject, made));
                      }
                      return Future.failedFuture(failure);
                    })));
  }

  private Future<SessionData> open(
      PaymentCall call, PaymentSubject subject, @Nullable String customerId) {
    return create(call, customerId).map(intent -> session(intent, subject, customerId));
  }

  private static boolean isMissing(Throwable failure) {
    return failure instanceof StripeException refusal && refusal.hasCode("resource_missing");
  }

  /** Customer at Stripe; null for a cart without an e-mail address. */
  private Future<@Nullable String> customer(PaymentCall call, PaymentSubject subject) {
    PaymentSubject.Customer customer = subject.customer();
    return (customer == null ? NONE : own(customer, call.deadline()))
        .compose(own ->
            own.<Future<@Nullable String>>map(Future::succeededFuture)
                .orElseGet(() -> made(call, subject)));
  }

  /**
   * Recorded customer at Stripe that belongs to the customer of the shop. A recorded id that was
   * metadata once belongs to the customer if Stripe says so: the shop has made it for the customer,
   * or it has no owner yet and the e-mail address of the customer.
   */
  private Future<Optional<String>> own(PaymentSubject.Customer customer, Instant deadline) {
    PaymentSubject.ProviderCustomer recorded = customer.atProvider();
    if (recorded == null || !CUSTOMER_ID.matcher(recorded.id()).matches()) {
      return NONE;
    }
    if (recorded.isConfirmed()) {
      return Future.succeededFuture(Optional.of(recorded.id()));
    }
    return api.get(api.url("customers", recorded.id()), deadline)
        .compose(found -> {
          String owner = found.getJsonObject("metadata", new JsonObject()).getString(OWNER);
          if (owner == null && customer.email().equalsIgnoreCase(found.getString("email"))) {
            return owned(customer, recorded.id(), deadline);
          }
          if (customer.id().equals(owner)) {
            return Future.succeededFuture(Optional.of(recorded.id()));
          }
          return NONE;
        })
        .recover(failure -> isMissing(failure) ? NONE : Future.failedFuture(failure));
  }

  private Future<Optional<String>> owned(
      PaymentSubject.Customer customer, String id, Instant deadline) {
    return api.post(
            api.url("customers", id),
            new JsonObject().put("metadata", new JsonObject().put(OWNER, customer.id())),
            UUID.randomUUID().toString(),
            deadline)
        .map(Optional.of(id));
  }

  private Future<@Nullable String> made(PaymentCall call, PaymentSubject subject) {
    String email = subject.email();
    if (email == null) {
      return Future.succeededFuture(null);
    }
    PaymentSubject.Customer customer = subject.customer();
    JsonObject metadata = new JsonObject().put(SESSION, call.idempotencyKey());
    if (customer != null) {
      metadata.put(OWNER, customer.id());
    }
    return create(
            call,
            "customers",
            new JsonObject().put("email", email).put("metadata", metadata),
            "customer",
            api.url("customers").withParameter("email", email))
        .map(made -> made.getString("id"));
  }

  private Future<PaymentIntent> create(PaymentCall call, @Nullable String customerId) {
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
                    .put(SESSION, call.idempotencyKey()));
    RequestUrl made = api.url("payment_intents");
    if (customerId == null) {
      Instant earliest = clock.instant().minus(UNKNOWN_OUTCOME);
      made = made.withParameter("created[gte]", earliest.getEpochSecond());
    } else {
      parameters.put("customer", customerId);
      made = made.withParameter("customer", customerId);
    }
    if (!settings.description().isEmpty()) {
      parameters.put("description", settings.description());
    }
    return create(call, "payment_intents", parameters, "create", made).map(PaymentIntent::new);
  }

  private static SessionData session(
      PaymentIntent intent, PaymentSubject subject, @Nullable String customerId) {
    PaymentSubject.Customer customer = subject.customer();
    return new SessionData(
        intent.json(),
        customer == null || Objects.equals(customerId, confirmed(customer)) ? null : customerId);
  }

  /** Customer at Stripe that is the customer's without a question; null for none. */
  private static @Nullable String confirmed(PaymentSubject.Customer customer) {
    PaymentSubject.ProviderCustomer recorded = customer.atProvider();
    return recorded != null && recorded.isConfirmed() ? recorded.id() : null;
  }

  /**
   * A PaymentIntent keeps its customer, so another one gets another PaymentIntent, and so does one
   * that Stripe does not have any more; the shop deletes the former.
   */
  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    PaymentIntent current = new PaymentIntent(data);
    PaymentSubject.Customer customer = subject.customer();
    String own = customer == null ? null : confirmed(customer);
    boolean isOfAnother =
        own == null
            ? customer != null && (customer.atProvider() != null || customer.hasAccount())
            : !own.equals(current.customer());
    if (isOfAnother) {
      return createSession(call, subject);
    }
    return refusing(() -> {
      long amount = StripeAmounts.toStripe(call.amount(), call.currencyCode());
      if (current.pays(amount, call.currencyCode())) {
        return Future.succeededFuture(SessionData.of(data));
      }
      return change(call, current, new JsonObject().put("amount", amount))
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
  public Future<JsonObject> acceptInput(
      PaymentCall call, PaymentSubject subject, JsonObject data, JsonObject input) {
    Object amount = input.getValue("amount");
    if (amount instanceof Number number && number.longValue() != 0) {
      return Future.failedFuture(
          RefusedException.invalid("Cannot update amount, use updatePayment instead"));
    }
    JsonObject parameters = new JsonObject();
    input.stream()
        .filter(member -> INPUT.contains(member.getKey()))
        .forEach(member -> parameters.put(member.getKey(), member.getValue()));
    if (parameters.isEmpty()) {
      return Future.succeededFuture(new JsonObject());
    }
    return refusing(() ->
        requireOwnMethod(call, subject, parameters.getValue(PAYMENT_METHOD))
            .compose(own -> change(call, new PaymentIntent(data), parameters)));
  }

  /**
   * Refuses a saved payment method of another customer. One that the browser has just made has no
   * customer; a guest, whose e-mail address is not proven, has no saved ones.
   */
  private Future<?> requireOwnMethod(
      PaymentCall call, PaymentSubject subject, @Nullable Object paymentMethod) {
    if (paymentMethod == null) {
      return Future.succeededFuture();
    }
    if (!(paymentMethod instanceof String id) || id.isEmpty()) {
      throw RefusedException.invalid("payment_method must be the id of a payment method");
    }
    PaymentSubject.Customer customer = subject.customer();
    String own = customer == null || !customer.hasAccount() ? null : confirmed(customer);
    return api.get(api.url("payment_methods", id), call.deadline())
        .map(found -> {
          String owner = PaymentIntent.idOf(found.getValue("customer"));
          if (!owner.isEmpty() && !owner.equals(own)) {
            throw RefusedException.invalid("No such PaymentMethod: '" + id + "'");
          }
          return found;
        });
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
   * The payment as the browser has left it. One of another amount is released, no authorization,
   * and so is one of which something was refunded already.
   */
  private Future<Authorization> authorization(PaymentCall call, JsonObject data) {
    return refusing(() -> {
      long amount = StripeAmounts.toStripe(call.amount(), call.currencyCode());
      return reader
          .intent(new PaymentIntent(data).id(), call.deadline())
          .compose(intent -> {
            PaymentIntent found = intent.withChargeId();
            Authorization authorization = found.authorization();
            if (authorization.status() != Authorization.Status.AUTHORIZED) {
              return Future.succeededFuture(authorization);
            }
            return reader
                .kept(intent, call.deadline())
                .compose(kept -> {
                  if (kept == found.amountReceived() && found.pays(amount, call.currencyCode())) {
                    return Future.succeededFuture(authorization);
                  }
                  return cancel(call, found.json())
                      .map(released -> new Authorization(Authorization.Status.CANCELED, released));
                });
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

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return refusing(() -> {
      long amount = StripeAmounts.toStripe(call.amount(), call.currencyCode());
      JsonObject parameters = new JsonObject().put("amount_to_capture", amount);
      return change(call, new PaymentIntent(data), parameters, "capture")
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
    RequestUrl refunds = api.url("refunds").withParameter("payment_intent", intent);
    JsonObject parameters =
        new JsonObject()
            .put("payment_intent", intent)
            .put("amount", amount)
            .put("metadata", new JsonObject().put(OPERATION, call.idempotencyKey()));
    Supplier<Future<Optional<JsonObject>>> made =
        () -> find(refunds, call, refund -> isOf(refund, call.idempotencyKey()));
    return made.get()
        .compose(known -> {
          if (known.isPresent()) {
            return Future.succeededFuture();
          }
          return api.post(
              api.url("refunds"),
              parameters,
              key(call, "refund", parameters),
              call.deadline(),
              made);
        });
  }

  private static boolean isOf(JsonObject refund, String operation) {
    return PaymentReader.failure(refund) == null
        && operation.equals(PaymentReader.operation(refund));
  }

  private Future<Optional<JsonObject>> find(
      RequestUrl list, PaymentCall call, Predicate<JsonObject> wanted) {
    return api.get(list.withParameter("limit", 100), call.deadline())
        .map(found -> PaymentReader.objects(found.getJsonArray("data")).filter(wanted).findFirst());
  }

  /**
   * Releases what is held; what was charged meanwhile is refunded, unless it was refunded in
   * Stripe's dashboard or by another system. The outcome of a payment that is being processed is
   * unknown until Stripe knows it.
   */
  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    PaymentIntent intent = new PaymentIntent(data);
    return refusing(() ->
        change(call, intent, new JsonObject(), "cancel")
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
    if (isPaid(intent)) {
      return reader
          .intent(intent.id(), call.deadline())
          .compose(paid -> reader.kept(paid, call.deadline()))
          .compose(
              kept -> kept > 0 ? refunded(call, intent.json(), kept) : Future.succeededFuture())
          .map(intent.json());
    }
    return Future.succeededFuture(intent.json());
  }

  /** Payment methods of a customer with an account: the e-mail address of a guest is not proven. */
  @Override
  public Future<List<JsonObject>> findSavedMethods(PaymentSubject.Customer customer) {
    if (!customer.hasAccount() || method != StripeMethod.CARD) {
      return Future.succeededFuture(List.of());
    }
    Instant deadline = clock.instant().plus(SAVED_METHODS_TIMEOUT);
    return own(customer, deadline)
        .compose(own -> own.map(id -> methods(id, deadline)).orElseGet(() -> NO_METHODS))
        .recover(failure ->
            failure instanceof StripeException ? NO_METHODS : Future.failedFuture(failure));
  }

  private Future<List<JsonObject>> methods(String customerId, Instant deadline) {
    return api.get(
            api.url("customers", customerId, "payment_methods").withParameter("limit", 100),
            deadline)
        .map(found -> PaymentReader.objects(found.getJsonArray("data")).toList());
  }

  /**
   * Creates a resource once: under a key for each step and its parameters, so that a session that
   * is opened again for another amount is another PaymentIntent, whose predecessor never left the
   * shop. After a failure of Stripe it is looked for by its metadata.
   *
   * @param made list that has it
   */
  private Future<JsonObject> create(
      PaymentCall call, String resource, JsonObject parameters, String step, RequestUrl made) {
    return api.post(
        api.url(resource),
        parameters,
        key(call, step, parameters),
        call.deadline(),
        () -> find(made, call, found -> isMadeWith(parameters, found)));
  }

  private static boolean isMadeWith(JsonObject parameters, JsonObject found) {
    JsonObject metadata = found.getJsonObject("metadata");
    return metadata != null
        && parameters.getJsonObject("metadata").stream()
            .allMatch(member -> member.getValue().equals(metadata.getValue(member.getKey())))
        && Objects.equals(parameters.getLong("amount"), found.getLong("amount"))
        && !"canceled".equals(found.getString("status"));
  }

  private static String key(PaymentCall call, String step, JsonObject parameters) {
    return "%s:%s:%08x".formatted(call.idempotencyKey(), step, parameters.encode().hashCode());
  }

  /** Changes the PaymentIntent under a key for this call alone: a second one has no effect. */
  private Future<JsonObject> change(
      PaymentCall call, PaymentIntent intent, JsonObject parameters, String... action) {
    return api.post(
        api.url("payment_intents", intent.id()).with(action),
        parameters,
        UUID.randomUUID().toString(),
        call.deadline());
  }

  /** The PaymentIntent that a refusal tells, if its state is as good as the request's effect. */
  private static Future<JsonObject> stateOf(Throwable failure, Predicate<PaymentIntent> isDone) {
    if (failure instanceof StripeException refusal
        && refusal.hasCode(UNEXPECTED_STATE)
        && isDone.test(new PaymentIntent(refusal.paymentIntent()))) {
      return Future.succeededFuture(refusal.paymentIntent());
    }
    return Future.failedFuture(failure);
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
