package dev.tradewind.stripe;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Payments of an order and its swaps with the risk that Stripe sees in them, as Medusa v1's plugin
 * shows them in its dashboard.
 */
final class OrderPayments {

  private static final Set<String> PROVIDERS =
      Stream.of(StripeMethod.values())
          .map(StripeMethod::providerId)
          .collect(Collectors.toUnmodifiableSet());

  private final PluginContext node;
  private final PaymentReader reader;

  OrderPayments(PluginContext node, PaymentReader reader) {
    this.node = node;
    this.reader = reader;
  }

  Route route() {
    return Route.staff(
        "GET", "/admin/orders/stripe-payments/{order_id}", "orders:read", this::payments);
  }

  private Future<RouteResponse> payments(RouteRequest request) {
    String id = Objects.requireNonNull(request.parameters().get("order_id"));
    return node.findOrder(id, request.deadline())
        .map(found ->
            found.orElseThrow(() ->
                new RefusedException(
                    RefusedException.Reason.NOT_FOUND, "Order with id: " + id + " was not found")))
        .compose(order ->
            Future.all(paid(order).stream().map(each -> shown(request, order, each)).toList())
                .map(all -> new JsonArray(all.<JsonObject>list())))
        .map(payments -> RouteResponse.json(200, new JsonObject().put("payments", payments)));
  }

  /** PaymentIntent of the order or of a swap. */
  private record Paid(String intent, String type) {}

  private static List<Paid> paid(JsonObject order) {
    List<Paid> paid = new ArrayList<>();
    for (JsonObject swap : objects(order.getJsonArray("swaps"))) {
      add(paid, swap.getJsonObject("payment"), "swap");
    }
    Set<String> ofSwaps = paid.stream().map(Paid::intent).collect(Collectors.toSet());
    List<Paid> all = new ArrayList<>();
    objects(order.getJsonArray("payments")).forEach(payment -> add(all, payment, "order"));
    all.removeIf(each -> ofSwaps.contains(each.intent()));
    all.addAll(paid);
    return all;
  }

  private static void add(List<Paid> paid, @Nullable JsonObject payment, String type) {
    if (payment != null && PROVIDERS.contains(payment.getString("provider_id"))) {
      paid.add(new Paid(new PaymentIntent(payment.getJsonObject("data")).id(), type));
    }
  }

  private static List<JsonObject> objects(@Nullable JsonArray list) {
    return list == null ? List.of() : PaymentReader.objects(list).toList();
  }

  private Future<JsonObject> shown(RouteRequest request, JsonObject order, Paid paid) {
    return reader
        .intent(paid.intent(), request.deadline())
        .map(intent -> {
          JsonObject outcome = intent.charge().getJsonObject("outcome", new JsonObject());
          return new JsonObject()
              .put("id", intent.id())
              .put("amount", intent.amount())
              .put("created", intent.json().getLong("created"))
              .put("risk_score", outcome.getValue("risk_score"))
              .put("risk_level", outcome.getValue("risk_level"))
              .put("type", paid.type())
              .put("region", order.getValue("region"));
        });
  }
}
