package dev.tradewind.stripe;

import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reader of payments: a PaymentIntent with its charge, refunds and disputes, as they are now. */
final class PaymentReader {

  /**
   * Metadata of a PaymentIntent: its cart or payment collection, as Medusa v1's plugin writes it.
   */
  static final String RESOURCE = "resource_id";

  /** The same of older versions of that plugin. */
  private static final String CART = "cart_id";

  private final StripeApi api;

  PaymentReader(StripeApi api) {
    this.api = api;
  }

  /** Empty if Stripe does not know it, or another system has made it. */
  Future<Optional<FoundPayment>> find(String intentId, Instant deadline) {
    return intent(intentId, deadline)
        .compose(intent -> {
          JsonObject metadata = intent.json().getJsonObject("metadata", new JsonObject());
          String resource = metadata.getString(CART, metadata.getString(RESOURCE));
          return resource == null
              ? Future.succeededFuture(Optional.<FoundPayment>empty())
              : state(intent, deadline).map(state -> Optional.of(found(resource, intent, state)));
        })
        .recover(failure ->
            failure instanceof StripeException refusal && refusal.isNotFound()
                ? Future.succeededFuture(Optional.empty())
                : Future.failedFuture(failure));
  }

  private FoundPayment found(String resource, PaymentIntent intent, PaymentState state) {
    String currency = intent.currency();
    return new FoundPayment(
        resource, StripeAmounts.fromStripe(intent.amount(), currency), currency, state);
  }

  Future<PaymentState> state(String intentId, Instant deadline) {
    return intent(intentId, deadline).compose(intent -> state(intent, deadline));
  }

  private Future<PaymentIntent> intent(String id, Instant deadline) {
    return api.get("payment_intents/" + id + "?expand[]=latest_charge", deadline)
        .map(PaymentIntent::new);
  }

  private Future<PaymentState> state(PaymentIntent intent, Instant deadline) {
    JsonObject charge = intent.charge();
    boolean isCaptured = charge.getBoolean("captured", false);
    Future<JsonArray> refunds =
        isCaptured ? list("refunds", intent, deadline) : Future.succeededFuture(new JsonArray());
    Future<JsonArray> disputes =
        charge.getBoolean("disputed", false)
            ? list("disputes", intent, deadline)
            : Future.succeededFuture(new JsonArray());
    return Future.all(refunds, disputes)
        .map(both -> {
          JsonObject data = intent.json().copy();
          if (!charge.isEmpty()) {
            data.put("latest_charge", charge.getString("id"));
          }
          if (!disputes.result().isEmpty()) {
            data.put("disputes", disputes.result());
          }
          return new PaymentState(
              intent.status(),
              data,
              StripeAmounts.fromStripe(intent.amountReceived(), intent.currency()),
              refunds(intent, refunds.result()),
              objects(disputes.result()).map(each -> dispute(intent, each)).toList());
        });
  }

  private Future<JsonArray> list(String resource, PaymentIntent intent, Instant deadline) {
    return api.get(resource + "?limit=100&payment_intent=" + intent.id(), deadline)
        .map(found -> found.getJsonArray("data"));
  }

  /**
   * Refunds of what was captured. A partial capture leaves the rest, which was never taken, as one
   * more refund: the oldest one.
   */
  private List<PaymentState.Refund> refunds(PaymentIntent intent, JsonArray newestFirst) {
    long released =
        intent.charge().getLong("amount", 0L) - intent.charge().getLong("amount_captured", 0L);
    String release =
        objects(newestFirst)
            .filter(refund -> released > 0 && refund.getLong("amount") == released)
            .filter(refund -> operation(refund) == null)
            .map(refund -> refund.getString("id"))
            .reduce("", (newer, older) -> older);
    return objects(newestFirst)
        .filter(refund -> !refund.getString("id").equals(release))
        .map(refund ->
            new PaymentState.Refund(
                refund.getString("id"),
                StripeAmounts.fromStripe(refund.getLong("amount"), intent.currency()),
                operation(refund),
                failure(refund)))
        .toList();
  }

  static @Nullable String operation(JsonObject refund) {
    JsonObject metadata = refund.getJsonObject("metadata");
    return metadata == null ? null : metadata.getString(StripePaymentProvider.OPERATION);
  }

  static @Nullable String failure(JsonObject refund) {
    return switch (refund.getString("status", "")) {
      case "failed" -> refund.getString("failure_reason", "unknown");
      case "canceled" -> "canceled";
      default -> null;
    };
  }

  private PaymentState.Dispute dispute(PaymentIntent intent, JsonObject dispute) {
    return new PaymentState.Dispute(
        dispute.getString("id"),
        StripeAmounts.fromStripe(dispute.getLong("amount"), intent.currency()),
        dispute.getString("status"),
        dispute.getString("reason"));
  }

  static Stream<JsonObject> objects(JsonArray list) {
    return list.stream().map(JsonObject.class::cast);
  }
}
