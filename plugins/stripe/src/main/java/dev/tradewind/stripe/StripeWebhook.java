package dev.tradewind.stripe;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.payment.PaymentNotice;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Webhook of Stripe, at the path that Medusa v1's plugin has. An event is a notice alone: of its
 * body only the ids are read, which all versions of the API have in the same places, and the
 * payment itself is read from Stripe. The response follows once the notice is stored.
 */
final class StripeWebhook {

  private static final Logger LOG = LoggerFactory.getLogger(StripeWebhook.class);

  private static final Duration SILENCE = Duration.ofMinutes(1);

  /** Types of events after which a payment may be another one. */
  static final Set<String> TYPES =
      Set.of(
          "payment_intent.succeeded",
          "payment_intent.amount_capturable_updated",
          "payment_intent.canceled",
          "payment_intent.payment_failed",
          "charge.captured",
          "charge.refunded",
          "charge.refund.updated",
          "refund.created",
          "refund.updated",
          "refund.failed",
          "charge.dispute.created",
          "charge.dispute.updated",
          "charge.dispute.closed",
          "charge.dispute.funds_withdrawn",
          "charge.dispute.funds_reinstated");

  private final PluginContext node;
  private final StripeSettings settings;
  private final AtomicReference<Instant> silentUntil = new AtomicReference<>(Instant.MIN);

  StripeWebhook(PluginContext node, StripeSettings settings) {
    this.node = node;
    this.settings = settings;
  }

  Route route() {
    return Route.open("POST", "/stripe/hooks", this::receive);
  }

  private Future<RouteResponse> receive(RouteRequest request) {
    Optional<PaymentNotice> notice;
    try {
      WebhookSignature.parse(request.headers().get("Stripe-Signature"))
          .requireValid(
              request.body(), StripeSettings.webhookSecrets(node), node.clock().instant());
      notice = read(request.body());
    } catch (IllegalArgumentException wrong) {
      log(wrong);
      return Future.succeededFuture(
          RouteResponse.text(400, "Webhook Error: " + wrong.getMessage()));
    }
    return notice
        .map(node::report)
        .orElseGet(Future::succeededFuture)
        .map(stored -> RouteResponse.text(200, "OK"));
  }

  /**
   * Notice of the body, which Stripe has signed.
   *
   * @throws IllegalArgumentException if it is none of the events that the endpoint takes
   */
  private Optional<PaymentNotice> read(Buffer body) {
    try {
      return notice(new JsonObject(body), settings);
    } catch (IllegalArgumentException other) {
      throw other;
    } catch (RuntimeException malformed) {
      throw new IllegalArgumentException("The body is no event of Stripe.", malformed);
    }
  }

  /** Logs one refusal in a minute: anyone can send webhooks. */
  private void log(IllegalArgumentException wrong) {
    Instant now = node.clock().instant();
    Instant silent = silentUntil.get();
    if (!now.isBefore(silent) && silentUntil.compareAndSet(silent, now.plus(SILENCE))) {
      LOG.warn("Refused a webhook of Stripe, next one logged in a minute: {}", wrong.getMessage());
    }
  }

  /** Notice of an event; empty for one that is not about a payment of this account. */
  static Optional<PaymentNotice> notice(JsonObject event, StripeSettings settings) {
    if (!"event".equals(event.getString("object"))) {
      throw new IllegalArgumentException(
          "The webhook endpoint must send snapshot events, not thin ones.");
    }
    boolean isOwn =
        event.getBoolean("livemode", false) == settings.isLive()
            && event.getString("account") == null;
    String intent = isOwn && TYPES.contains(event.getString("type")) ? intent(event) : "";
    if (intent.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new PaymentNotice(
            Objects.requireNonNull(event.getString("id")), StripeMethod.CARD.providerId(), intent));
  }

  /** Id of the PaymentIntent; empty for a charge without one. */
  static String intent(JsonObject event) {
    JsonObject object = event.getJsonObject("data").getJsonObject("object");
    return PaymentIntent.idOf(
        "payment_intent".equals(object.getString("object"))
            ? object
            : object.getValue("payment_intent"));
  }
}
