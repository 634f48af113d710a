package dev.tradewind.order.claim;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Metadata;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimBuilder;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.ClaimItemBuilder;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
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
  private final OrderUnitOfWork work;
  private final ShippingMethodQuotes methods;
  private final OrderQueries queries;
  private final Clock clock;

  UpdateClaim(
      Pool pool,
      OrderUnitOfWork work,
      ShippingMethodQuotes methods,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.work = work;
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
        .compose(own -> work.read(orderId))
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
        .compose(priced -> {
          OrderRequest change = OrderRequest.of(context, orderId, clock);
          return work.decide(change, order -> decide(change, order, claimId, body, priced));
        })
        .compose(done -> queries.showToStaff(request, orderId));
  }

  private static void requireChangeable(Claim claim) {
    if (claim.isCanceled()) {
      throw Problem.notAllowed("Canceled claim cannot be updated");
    }
  }

  private static Change<Void> decide(
      OrderRequest request,
      Order order,
      String claimId,
      JsonObject body,
      List<ShippingMethodQuotes.Priced> priced) {
    Claim claim = ClaimRules.require(order, claimId);
    requireChangeable(claim);
    Instant now = request.now();
    List<ClaimItem> items =
        JsonArrays.objects(body.getJsonArray("claim_items")).stream()
            .map(input -> item(claim, input, now))
            .toList();
    Boolean input = body.getBoolean("no_notification");
    Claim changed =
        ClaimBuilder.builder(claim)
            .updatedAt(now)
            .shippingMethods(methods(claim, body, priced, now))
            .noNotification(input == null ? claim.noNotification() : input)
            .metadata(merged(claim.metadata(), body.getJsonObject("metadata")))
            .build();
    return Change.ofParts(
        List.of(tx -> ClaimStore.update(tx.db(), changed, items, now)),
        List.of(
            OrderEvents.ofPart(
                request.context(),
                now,
                ClaimEvents.UPDATED,
                claim.owner(),
                order.id(),
                changed.noNotification())));
  }

  private static @Nullable JsonObject merged(
      @Nullable JsonObject current, @Nullable JsonObject input) {
    return input == null ? current : Metadata.merged(current, input);
  }

  /** Shipping methods of the claim, replaced by the given ones. */
  private static List<OrderShippingMethod> methods(
      Claim claim, JsonObject body, List<ShippingMethodQuotes.Priced> priced, Instant now) {
    if (body.getJsonArray("shipping_methods") == null) {
      return claim.shippingMethods();
    }
    Iterator<ShippingMethodQuotes.Priced> added = priced.iterator();
    List<OrderShippingMethod> methods = new ArrayList<>();
    for (JsonObject input : JsonArrays.objects(body.getJsonArray("shipping_methods"))) {
      methods.add(
          input.getString("id") == null
              ? ClaimQuotes.sold(added.next(), now)
              : kept(claim, input, now));
    }
    return methods;
  }

  private static OrderShippingMethod kept(Claim claim, JsonObject input, Instant now) {
    String id = input.getString("id");
    OrderShippingMethod current =
        claim.shippingMethods().stream()
            .filter(method -> method.details().id().equals(id))
            .findFirst()
            .orElseThrow(
                () -> Problem.notFound("Shipping method with id " + id + " was not found"));
    Long price = input.getLong("price");
    if (price == null && input.getJsonObject("data") == null) {
      return current;
    }
    TaxableMethod priced =
        new TaxableMethod(
            current.details().id(),
            price == null ? current.price() : price,
            current.includesTax(),
            current.taxRates());
    return OrderShippingMethod.sold(
        current.details().withData(input.getJsonObject("data")),
        null,
        priced,
        MethodTotals.of(priced),
        now);
  }

  private static ClaimItem item(Claim claim, JsonObject input, Instant now) {
    String id = input.getString("id");
    ClaimItem current =
        claim.items().stream()
            .filter(item -> item.id().equals(id))
            .findFirst()
            .orElseThrow(() -> Problem.notFound("Claim item with id: " + id + " was not found."));
    List<String> missing = new ArrayList<>();
    for (String name : List.of("images", "tags")) {
      if (input.getJsonArray(name) == null) {
        missing.add(name + " must be an array");
      }
    }
    if (!missing.isEmpty()) {
      throw Problem.invalidData(String.join(", ", missing));
    }
    // An empty text changes nothing.
    String reason = input.getString("reason", "");
    String note = input.getString("note", "");
    return ClaimItemBuilder.builder(current)
        .updatedAt(now)
        .reason(reason.isEmpty() ? current.reason() : reason)
        .note(note.isEmpty() ? current.note() : note)
        .metadata(merged(current.metadata(), input.getJsonObject("metadata")))
        .images(images(current, JsonArrays.objects(input.getJsonArray("images")), now))
        .tags(tags(current, JsonArrays.objects(input.getJsonArray("tags")), now))
        .build();
  }

  private static List<ClaimItem.Image> images(ClaimItem item, List<JsonObject> input, Instant now) {
    List<ClaimItem.Image> images = new ArrayList<>();
    for (JsonObject image : input) {
      String id = image.getString("id");
      if (id == null) {
        images.add(
            new ClaimItem.Image(NewClaim.IMAGE_IDS.next(), now, now, required(image, "url")));
      } else {
        images.add(
            item.images().stream()
                .filter(current -> current.id().equals(id))
                .findFirst()
                .orElseThrow(() -> unknown("Claim image", id)));
      }
    }
    return images;
  }

  private static List<ClaimItem.Tag> tags(ClaimItem item, List<JsonObject> input, Instant now) {
    Set<String> values = new LinkedHashSet<>();
    for (JsonObject tag : input) {
      String id = tag.getString("id");
      values.add(
          id == null
              ? ClaimRequest.tag(required(tag, "value"))
              : item.tags().stream()
                  .filter(current -> current.id().equals(id))
                  .findFirst()
                  .orElseThrow(() -> unknown("Claim tag", id))
                  .value());
    }
    return values.stream()
        .map(value -> new ClaimItem.Tag(NewClaim.TAG_IDS.next(), now, now, value))
        .toList();
  }

  private static String required(JsonObject label, String name) {
    String value = label.getString(name);
    if (value == null || value.isBlank()) {
      throw Problem.invalidData(name + " should not be empty");
    }
    return value;
  }

  private static RuntimeException unknown(String kind, String id) {
    return Problem.notFound("%s with id: %s was not found.".formatted(kind, id));
  }
}
