package dev.tradewind.order.fulfillment;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.FulfillmentBuilder;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Creation of the fulfillments of an order, a swap or a claim. Units are checked and changed under
 * the lock of the order; providers are called outside of it. Of several fulfillments in one
 * request, those that their provider accepts stay, and a refused one leaves nothing: the refusal is
 * the answer, and its units can be fulfilled again.
 */
final class CreateFulfillments {

  private static final Ids FULFILLMENT_IDS = Ids.of("ful");
  private final Pool pool;
  private final OrderUnitOfWork work;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner runner;
  private final CatalogClient catalog;
  private final Clock clock;

  CreateFulfillments(
      Pool pool,
      OrderUnitOfWork work,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner runner,
      OperationClient bus,
      Clock clock) {
    this.pool = pool;
    this.work = work;
    this.fulfillments = fulfillments;
    this.runner = runner;
    this.catalog = new CatalogClient(bus);
    this.clock = clock;
  }

  /** Fulfills all open units of the line items of a swap or claim, with their metadata. */
  Future<Void> createAll(
      CallContext context, String orderId, Fulfillments.Rules rules, JsonObject body) {
    return work.read(orderId)
        .compose(order -> {
          rules.requireFulfillable(order);
          List<Fulfillment.Item> open =
              order.goodsOf(rules.owner(order)).lines().stream()
                  .filter(line -> line.unfulfilledUnits(0) > 0)
                  .map(line -> new Fulfillment.Item(line.id(), line.unfulfilledUnits(0)))
                  .toList();
          return create(context, order, rules, open, body);
        });
  }

  /** Fulfills these units. */
  Future<Void> create(
      CallContext context,
      String orderId,
      Fulfillments.Rules rules,
      List<Fulfillment.Item> items,
      JsonObject body) {
    return work.read(orderId).compose(order -> create(context, order, rules, items, body));
  }

  private Future<Void> create(
      CallContext context,
      Order order,
      Fulfillments.Rules rules,
      List<Fulfillment.Item> items,
      JsonObject body) {
    Fulfillment template = template(body, order.id(), rules.owner(order), items);
    return profiles(context, order.goodsOf(template.owner()))
        .compose(profiles -> begin(context, order, rules, template, profiles))
        .compose(operations -> runner.runEach(context, operations));
  }

  /** Fulfillment as requested, without a provider. */
  private Fulfillment template(
      JsonObject body, String orderId, PartOwner owner, List<Fulfillment.Item> items) {
    Instant now = Timestamps.now(clock);
    JsonObject metadata = body.getJsonObject("metadata");
    return FulfillmentBuilder.builder()
        .id(FULFILLMENT_IDS.next())
        .createdAt(now)
        .updatedAt(now)
        .orderId(orderId)
        .owner(owner)
        .providerId("")
        .locationId(body.getString("location_id"))
        .items(items)
        .trackingLinks(List.of())
        .data(new JsonObject())
        .noNotification(noNotification(body.getValue("no_notification")))
        .metadata(metadata == null ? new JsonObject() : metadata)
        .build();
  }

  /** A boolean or its text. */
  private static @Nullable Boolean noNotification(@Nullable Object value) {
    return value == null ? null : Boolean.valueOf(value.toString());
  }

  /** Shipping profiles of the line items' products, which decide between several methods. */
  private Future<Map<String, String>> profiles(CallContext context, OwnedGoods owned) {
    List<OrderLine> goods =
        owned.lines().stream().filter(line -> line.variantId() != null).toList();
    if (owned.shippingMethods().size() < 2 || goods.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return catalog
        .findVariants(
            context,
            goods.stream()
                .map(line -> Objects.requireNonNull(line.variantId()))
                .collect(Collectors.toSet()))
        .map(variants -> {
          Map<String, String> byVariant = new HashMap<>();
          for (JsonObject variant : variants) {
            JsonObject product = variant.getJsonObject("product");
            if (product != null && product.getString("profile_id") != null) {
              byVariant.put(variant.getString("id"), product.getString("profile_id"));
            }
          }
          Map<String, String> byLine = new HashMap<>();
          for (OrderLine line : goods) {
            Optional.ofNullable(byVariant.get(Objects.requireNonNull(line.variantId())))
                .ifPresent(profile -> byLine.put(line.id(), profile));
          }
          return byLine;
        });
  }

  /**
   * Records the fulfillments. Units that an operation without an outcome reserves may become free,
   * or visible as fulfilled, once its provider is asked again.
   */
  private Future<List<FulfillmentOperation>> begin(
      CallContext context,
      Order before,
      Fulfillments.Rules rules,
      Fulfillment template,
      Map<String, String> profiles) {
    return fulfillments
        .findPendingUnits(pool, before.id())
        .compose(pending -> {
          if (FulfillmentPlan.isWaiting(
              template.items(), before.goodsOf(template.owner()).lines(), pending)) {
            return runner.tryOpen(context, before.id()).compose(finished -> work.read(before.id()));
          }
          return Future.succeededFuture(before);
        })
        .compose(order -> record(context, order, rules, template, profiles));
  }

  /** Takes the stock and records the operations. Stock is locked before the order. */
  private Future<List<FulfillmentOperation>> record(
      CallContext context,
      Order before,
      Fulfillments.Rules rules,
      Fulfillment template,
      Map<String, String> profiles) {
    List<FulfillmentPlan.Part> parts = plan(before, rules, template, profiles, Map.of());
    List<Fulfillment> created =
        parts.stream()
            .map(part -> template.of(FULFILLMENT_IDS.next(), provider(part.method()), part.items()))
            .toList();
    List<FulfillmentOperation> operations =
        IntStream.range(0, parts.size())
            .mapToObj(index ->
                FulfillmentOperation.create(
                    created.get(index), parts.get(index).method().details().data()))
            .toList();
    JsonArray units = stockOf(before.goodsOf(template.owner()), created);
    return work.change(
        new OrderRequest(context, before.id(), template.createdAt(), null),
        tx ->
            StockStore.fulfill(
                tx, template.owner().idWithin(before.id()), template.locationId(), units),
        (tx, taken) ->
            fulfillments
                .findPendingUnits(tx.db(), tx.orderId())
                .map(pending -> {
                  if (!plan(tx.order(), rules, template, profiles, pending).equals(parts)) {
                    // A shipping method was added meanwhile.
                    throw Problem.conflict();
                  }
                  return Change.ofOperations(
                          List.of(
                              write -> fulfillments.insert(write.db(), created),
                              runner.record(operations)))
                      .with(operations);
                }));
  }

  /** Units of the fulfillments, for the stock; custom line items have none. */
  private static JsonArray stockOf(OwnedGoods goods, List<Fulfillment> fulfillments) {
    JsonArray units = new JsonArray();
    for (Fulfillment fulfillment : fulfillments) {
      for (Fulfillment.Item item : fulfillment.items()) {
        OrderLine line = goods.requireLine(item.lineId());
        if (line.variantId() != null) {
          units.add(
              new JsonObject()
                  .put("fulfillment_id", fulfillment.id())
                  .put("line_item_id", line.id())
                  .put("variant_id", line.variantId())
                  .put("title", line.details().title())
                  .put("quantity", item.quantity()));
        }
      }
    }
    return units;
  }

  private static List<FulfillmentPlan.Part> plan(
      Order order,
      Fulfillments.Rules rules,
      Fulfillment template,
      Map<String, String> profiles,
      Map<String, Long> pending) {
    rules.requireFulfillable(order);
    OwnedGoods goods = order.goodsOf(template.owner());
    FulfillmentPlan.requireUnfulfilled(template.items(), goods.lines(), pending);
    return FulfillmentPlan.assign(template.items(), goods.shippingMethods(), profiles);
  }

  private static String provider(OrderShippingMethod method) {
    String provider = method.providerId();
    if (provider == null) {
      throw Problem.notFound(
          "Shipping Option with %s was not found".formatted(method.details().shippingOptionId()));
    }
    return provider;
  }
}
