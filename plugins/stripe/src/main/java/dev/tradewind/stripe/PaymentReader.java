package dev.tradewind.stripe;

import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
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
          if (resource == null) {
            return Future.succeededFuture(Optional.<FoundPayment>empty());
          }
          return state(intent, deadline).map(state -> Optional.of(found(resource, intent, state)));
        })
        .recover(failure -> {
          if (failure instanceof StripeException refusal && refusal.isNotFound()) {
            return Future.succeededFuture(Optional.empty());
          }
          return Future.failedFuture(failure);
        });
  }

  private FoundPayment found(String resource, PaymentIntent intent, PaymentState state) {
    String currency = intent.currency();
    return new FoundPayment(
        resource, StripeAmounts.fromStripe(intent.amount(), currency), currency, state);
  }

  Future<PaymentState> state(String intentId, Instant deadline) {
    return intent(intentId, deadline).compose(intent -> state(intent, deadline));
  }

  /** PaymentIntent with its latest charge. */
  Future<PaymentIntent> intent(String id, Instant deadline) {
    return api.get(
            api.url("payment_intents", id).withParameter("expand[]", "latest_charge"), deadline)
        .map(PaymentIntent::new);
  }

  /**
   * Amount, in Stripe's unit, that was charged and not refunded: by the shop, in Stripe's dashboard
   * or by another system.
   *
   * @param intent with its latest charge
   */
  Future<Long> kept(PaymentIntent intent, Instant deadline) {
    if (intent.charge().getLong("amount_refunded", 0L) == 0) {
      return Future.succeededFuture(intent.amountReceived());
    }
    return list("refunds", intent, deadline)
        .map(refunds ->
            intent.amountReceived()
                - ofCaptured(intent, refunds)
                    .filter(refund -> failure(refund) == null)
                    .mapToLong(refund -> refund.getLong("amount"))
                    .sum());
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
          JsonObject data = intent.withChargeId().json().copy();
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
    return api.get(
            api.url(resource)
                .withParameter("limit", 100)
                .withParameter("payment_intent", intent.id()),
            deadline)
        .map(found -> found.getJsonArray("data"));
  }

  /**
   * Refunds of what was captured. A partial capture leaves the rest, which was never taken, as one
   * more refund: the oldest one.
   */
  private static Stream<JsonObject> ofCaptured(PaymentIntent intent, JsonArray newestFirst) {
    long released =
        intent.charge().getLong("amount", 0L) - intent.charge().getLong("amount_captured", 0L);
    String release =
        objects(newestFirst)
            .filter(refund -> released > 0 && refund.getLong("amount") == released)
            .filter(refund -> operation(refund) == null)
            .map(refund -> refund.getString("id"))
            .reduce("", (newer, older) -> older);
    return objects(newestFirst).filter(refund -> !refund.getString("id").equals(release));
  }

  /**
   * Refunds with their amounts in the shop's unit. The amounts add up to the nearest unit of their
   * sum: what one refund has less than a unit, such as 0.90 HUF, is part of it or of a later one.
   */
  private List<PaymentState.Refund> refunds(PaymentIntent intent, JsonArray newestFirst) {
    List<PaymentState.Refund> refunds = new ArrayList<>();
    long sum = 0;
    for (JsonObject refund : ofCaptured(intent, newestFirst).toList().reversed()) {
      long before = StripeAmounts.nearest(sum, intent.currency());
      sum += refund.getLong("amount");
      refunds.add(
          new PaymentState.Refund(
              refund.getString("id"),
              StripeAmounts.nearest(sum, intent.currency()) - before,
              operation(refund),
              failure(refund),
              Instant.ofEpochSecond(refund.getLong("created"))));
    }
    return refunds.stream().filter(refund -> refund.amount() > 0).toList().reversed();
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
