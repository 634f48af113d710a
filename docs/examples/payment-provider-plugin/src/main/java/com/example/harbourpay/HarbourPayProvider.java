package com.example.harbourpay;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Payment provider {@code harbourpay}. The storefront puts a token of the shopper's card into the
 * session; the authorization makes a payment of it at the service.
 */
final class HarbourPayProvider implements PaymentProvider {

  static final String ID = "harbourpay";

  /** Name of the ids of customers at the service, and their member of the metadata. */
  private static final String CUSTOMER = "harbourpay_customer";

  private static final int MAX_TOKEN = 255;

  private final HarbourPayApi api;

  HarbourPayProvider(HarbourPayApi api) {
    this.api = api;
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
    PaymentSubject.Customer customer = subject.customer();
    if (customer == null) {
      return Future.succeededFuture(SessionData.of(new JsonObject()));
    }
    PaymentSubject.ProviderCustomer known = customer.atProvider();
    if (known != null && known.isConfirmed()) {
      return Future.succeededFuture(SessionData.of(new JsonObject().put("customer", known.id())));
    }
    JsonObject email = new JsonObject().put("email", customer.email());
    return api.post(api.url("customers"), email, "customer:" + customer.id(), call.deadline())
        .map(made -> made.getString("id"))
        .map(id ->
            new SessionData(new JsonObject().put("customer", id), id));
  }

  /** The service knows nothing of a session before the authorization. */
  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    return Future.succeededFuture(SessionData.of(data));
  }

  @Override
  public Future<JsonObject> acceptInput(
      PaymentCall call, PaymentSubject subject, JsonObject data, JsonObject input) {
    return Future.succeededFuture(
        input.getValue("token") instanceof String token && token.length() <= MAX_TOKEN
            ? new JsonObject().put("token", token)
            : new JsonObject());
  }

  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    if (!data.containsKey("token")) {
      return Future.succeededFuture(new Authorization(Authorization.Status.PENDING, data));
    }
    JsonObject payment =
        new JsonObject()
            .put("amount", call.amount())
            .put("currency", call.currencyCode())
            .put("resource", call.resourceId())
            .put("customer", data.getString("customer"))
            .put("token", data.getString("token"));
    return api.post(api.url("payments"), payment, call.idempotencyKey(), call.deadline())
        .map(HarbourPayProvider::authorization);
  }

  /** What the service does not know has never been authorized. */
  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return api.get(api.url("keys", call.idempotencyKey()), call.deadline())
        .map(found ->
            found
                .map(HarbourPayProvider::authorization)
                .orElseGet(() -> new Authorization(Authorization.Status.ERROR, data)));
  }

  private static Authorization authorization(JsonObject payment) {
    return new Authorization(
        switch (payment.getString("status")) {
          case "authorized" -> Authorization.Status.AUTHORIZED;
          case "released" -> Authorization.Status.CANCELED;
          default -> Authorization.Status.ERROR;
        },
        payment);
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    return change(call, data, "captures");
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    return change(call, data, "refunds");
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return change(call, data, "releases");
  }

  /** The calls of a payment have the same key, and the service knows one key as one request. */
  private Future<JsonObject> change(PaymentCall call, JsonObject data, String change) {
    return api.post(
        api.url("payments", data.getString("id"), change),
        new JsonObject().put("amount", call.amount()).put("reference", call.idempotencyKey()),
        call.idempotencyKey() + ":" + change,
        call.deadline());
  }

  @Override
  public Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    return api.get(api.url("payments", data.getString("id")), call.deadline())
        .map(found -> found.orElseThrow(() -> new IllegalStateException("Unknown payment")))
        .map(HarbourPayProvider::found);
  }

  /** Payment of a notice; it tells the cart that the authorization was for. */
  @Override
  public Future<Optional<FoundPayment>> findByReference(String reference, Instant deadline) {
    return api.get(api.url("payments", reference), deadline)
        .map(found ->
            found.map(payment ->
                new FoundPayment(
                    payment.getString("resource"),
                    payment.getLong("amount"),
                    payment.getString("currency"),
                    found(payment))));
  }

  /** By the reference of a refund the shop knows it as its own. */
  private static PaymentState found(JsonObject payment) {
    List<PaymentState.Refund> refunds =
        payment.getJsonArray("refunds").stream()
            .map(JsonObject.class::cast)
            .map(refund ->
                new PaymentState.Refund(
                    refund.getString("id"),
                    refund.getLong("amount"),
                    refund.getString("reference"),
                    null))
            .toList();
    return new PaymentState(
        state(payment), payment, payment.getLong("captured"), refunds, List.of());
  }

  private static PaymentState.Status state(JsonObject payment) {
    return switch (payment.getString("status")) {
      case "authorized" -> PaymentState.Status.AUTHORIZED;
      case "captured" -> PaymentState.Status.CAPTURED;
      case "released" -> PaymentState.Status.CANCELED;
      default -> PaymentState.Status.ERROR;
    };
  }
}
