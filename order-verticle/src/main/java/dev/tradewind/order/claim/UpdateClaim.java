package dev.tradewind.order.claim;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Update of a claim: notes, reasons, images and tags of its items, its shipping methods, metadata
 * and notification setting.
 */
final class UpdateClaim {

  private final Pool pool;
  private final LockedOrders orders;
  private final ShippingMethodQuotes methods;
  private final OrderQueries queries;
  private final Clock clock;

  UpdateClaim(
      Pool pool,
      LockedOrders orders,
      ShippingMethodQuotes methods,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.methods = methods;
    this.queries = queries;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations.on("adminUpdateOrderClaim", this::update);
  }

  private Future<Reply> update(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String claimId = request.path("claim_id");
    JsonObject body = request.body();
    CallContext context = request.context();
    List<JsonObject> chosen = JsonArrays.objects(body.getJsonArray("shipping_methods"));
    return Claims.requireOf(pool, claimId, orderId)
        .compose(own -> orders.read(pool, orderId))
        .compose(order -> {
          requireChangeable(ClaimRules.require(order, claimId));
          return methods.quote(
              context,
              order,
              chosen.stream()
                  .filter(method -> method.getString("id") == null)
                  .map(ClaimRequest::choice)
                  .toList());
        })
        .compose(priced ->
            orders.locked(
                orderId, (db, order) -> update(context, db, order, claimId, body, priced)))
        .compose(done -> queries.showToStaff(request, orderId));
  }

  private static void requireChangeable(Claim claim) {
    if (claim.isCanceled()) {
      throw new Problem.NotAllowed("Canceled claim cannot be updated").toException();
    }
  }

  private Future<Void> update(
      CallContext context,
      SqlClient db,
      Order order,
      String claimId,
      JsonObject body,
      List<ShippingMethodQuotes.Priced> priced) {
    Claim claim = ClaimRules.require(order, claimId);
    requireChangeable(claim);
    Instant now = Timestamps.now(clock);
    List<ClaimItem> items =
        JsonArrays.objects(body.getJsonArray("claim_items")).stream()
            .map(given -> item(claim, given, now))
            .toList();
    Boolean given = body.getBoolean("no_notification");
    Claim changed =
        new Claim(
            claim.id(),
            claim.createdAt(),
            now,
            claim.orderId(),
            claim.type(),
            claim.paymentStatus(),
            claim.fulfillmentStatus(),
            claim.items(),
            claim.additionalLines(),
            methods(claim, body, priced, now),
            claim.shippingAddress(),
            claim.refundAmount(),
            claim.canceledAt(),
            given == null ? claim.noNotification() : given,
            merged(claim.metadata(), body.getJsonObject("metadata")),
            claim.idempotencyKey());
    return ClaimStore.update(db, changed, items, now)
        .compose(written ->
            orders.write(
                db,
                order,
                new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
                now,
                List.of(
                    OrderEvents.ofPart(
                        context,
                        now,
                        ClaimEvents.UPDATED,
                        claim.owner(),
                        order.id(),
                        changed.noNotification()))));
  }

  /** Metadata with the given ones; an empty text deletes its key. */
  private static @Nullable JsonObject merged(
      @Nullable JsonObject present, @Nullable JsonObject given) {
    if (given == null) {
      return present;
    }
    JsonObject merged = present == null ? new JsonObject() : present.copy();
    given.forEach(member -> {
      if ("".equals(member.getValue())) {
        merged.remove(member.getKey());
      } else {
        merged.put(member.getKey(), member.getValue());
      }
    });
    return merged;
  }

  /** The given shipping methods replace those of the claim. */
  private static List<OrderShippingMethod> methods(
      Claim claim, JsonObject body, List<ShippingMethodQuotes.Priced> priced, Instant now) {
    if (body.getJsonArray("shipping_methods") == null) {
      return claim.shippingMethods();
    }
    Iterator<ShippingMethodQuotes.Priced> added = priced.iterator();
    List<OrderShippingMethod> methods = new ArrayList<>();
    for (JsonObject given : JsonArrays.objects(body.getJsonArray("shipping_methods"))) {
      methods.add(
          given.getString("id") == null
              ? CreateClaim.sold(added.next(), now)
              : kept(claim, given, now));
    }
    return methods;
  }

  private static OrderShippingMethod kept(Claim claim, JsonObject given, Instant now) {
    String id = given.getString("id");
    OrderShippingMethod present =
        claim.shippingMethods().stream()
            .filter(method -> method.details().id().equals(id))
            .findFirst()
            .orElseThrow(() ->
                new Problem.NotFound("Shipping method with id " + id + " was not found")
                    .toException());
    Long price = given.getLong("price");
    if (price == null && given.getJsonObject("data") == null) {
      return present;
    }
    TaxableMethod priced =
        new TaxableMethod(
            present.details().id(),
            price == null ? present.price() : price,
            present.includesTax(),
            present.taxRates());
    return OrderShippingMethod.sold(
        present.details().withData(given.getJsonObject("data")),
        null,
        priced,
        MethodTotals.of(priced),
        now);
  }

  private static ClaimItem item(Claim claim, JsonObject given, Instant now) {
    String id = given.getString("id");
    ClaimItem present =
        claim.items().stream()
            .filter(item -> item.id().equals(id))
            .findFirst()
            .orElseThrow(() ->
                new Problem.NotFound("Claim item with id: " + id + " was not found.")
                    .toException());
    List<String> missing = new ArrayList<>();
    for (String name : List.of("images", "tags")) {
      if (given.getJsonArray(name) == null) {
        missing.add(name + " must be an array");
      }
    }
    if (!missing.isEmpty()) {
      throw new Problem.InvalidData(String.join(", ", missing)).toException();
    }
    // An empty text changes nothing.
    String reason = given.getString("reason", "");
    String note = given.getString("note", "");
    return new ClaimItem(
        present.id(),
        present.createdAt(),
        now,
        present.lineId(),
        present.variantId(),
        reason.isEmpty() ? present.reason() : reason,
        note.isEmpty() ? present.note() : note,
        present.quantity(),
        merged(present.metadata(), given.getJsonObject("metadata")),
        images(present, JsonArrays.objects(given.getJsonArray("images")), now),
        tags(present, JsonArrays.objects(given.getJsonArray("tags")), now));
  }

  private static List<ClaimItem.Image> images(ClaimItem item, List<JsonObject> given, Instant now) {
    List<ClaimItem.Image> images = new ArrayList<>();
    for (JsonObject image : given) {
      String id = image.getString("id");
      if (id == null) {
        images.add(
            new ClaimItem.Image(CreateClaim.IMAGE_IDS.next(), now, now, required(image, "url")));
      } else {
        images.add(
            item.images().stream()
                .filter(present -> present.id().equals(id))
                .findFirst()
                .orElseThrow(() -> unknown("Claim image", id)));
      }
    }
    return images;
  }

  private static List<ClaimItem.Tag> tags(ClaimItem item, List<JsonObject> given, Instant now) {
    Set<String> values = new LinkedHashSet<>();
    for (JsonObject tag : given) {
      String id = tag.getString("id");
      values.add(
          id == null
              ? ClaimRequest.tag(required(tag, "value"))
              : item.tags().stream()
                  .filter(present -> present.id().equals(id))
                  .findFirst()
                  .orElseThrow(() -> unknown("Claim tag", id))
                  .value());
    }
    return values.stream()
        .map(value -> new ClaimItem.Tag(CreateClaim.TAG_IDS.next(), now, now, value))
        .toList();
  }

  private static String required(JsonObject label, String name) {
    String value = label.getString(name);
    if (value == null || value.isBlank()) {
      throw new Problem.InvalidData(name + " should not be empty").toException();
    }
    return value;
  }

  private static RuntimeException unknown(String kind, String id) {
    return new Problem.NotFound("%s with id: %s was not found.".formatted(kind, id)).toException();
  }
}
