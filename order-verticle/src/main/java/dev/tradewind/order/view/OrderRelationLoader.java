package dev.tradewind.order.view;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.graph.CatalogGraph;
import dev.tradewind.api.graph.DiscountGraph;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.cache.ReferenceCache;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.Order;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Renderer of orders with the relations that are not in their rows, and with figures of other
 * verticles as they are now: one request per relation for all orders of a page.
 */
public final class OrderRelationLoader {

  private static final String STOCK = "inventory_quantity";
  private static final String USAGE = "usage_count";

  private final SqlClient db;
  private final OperationClient bus;
  private final CatalogClient catalog;
  private final ReferenceCache<JsonObject> regions = new ReferenceCache<>();

  public OrderRelationLoader(SqlClient db, OperationClient bus, EventBus eventBus) {
    this.db = db;
    this.bus = bus;
    this.catalog = new CatalogClient(bus);
    CatalogCacheInvalidation.listen(eventBus, (kind, ids) -> invalidate(kind));
  }

  private void invalidate(CatalogCacheInvalidation.@Nullable Kind kind) {
    switch (kind) {
      case REGION, CURRENCY, TAX_RATE -> regions.invalidateAll();
      case VARIANT, PRODUCT, COLLECTION, SALES_CHANNEL, SHIPPING_OPTION, INVENTORY_ITEM, STORE -> {}
      case null -> regions.invalidateAll();
    }
  }

  /** Selected fields and relations of the orders, in the same order. */
  Future<List<JsonObject>> render(CallContext context, List<Order> orders, Selection selection) {
    return select(context, orders, selection).compose(shown -> withLiveFigures(context, shown));
  }

  private Future<List<JsonObject>> select(
      CallContext context, List<Order> orders, Selection selection) {
    return whole(context, orders)
        .compose(
            whole -> new ResourceReader(db).withRemote(bus, context).documents(selection, whole));
  }

  Future<JsonObject> render(CallContext context, Order order, Selection selection) {
    return render(context, List.of(order), selection).map(List::getFirst);
  }

  /** Orders with all fields and the relations that they have themselves. */
  Future<List<JsonObject>> whole(CallContext context, List<Order> orders) {
    Set<String> ids = orders.stream().map(Order::regionId).collect(Collectors.toSet());
    return regions
        .get(
            ids,
            missing ->
                catalog
                    .findRegions(context, missing)
                    .map(found ->
                        found.stream()
                            .collect(
                                Collectors.toMap(
                                    region -> region.getString("id"), Function.identity()))))
        .map(present ->
            orders.stream()
                .map(order ->
                    ReferredLines.embedIn(
                        OrderView.whole(
                            order, present.get(order.regionId()), context.principal().isUser())))
                .toList());
  }

  /** Stock and usage are shown as they are now; those of deleted resources are absent. */
  private Future<List<JsonObject>> withLiveFigures(CallContext context, List<JsonObject> orders) {
    List<JsonObject> variants =
        Stream.concat(
                members(orders, "items"),
                members(members(orders, "claims").toList(), "additional_items"))
            .map(item -> item.getJsonObject("variant"))
            .filter(variant -> variant != null && !variant.containsKey(STOCK))
            .toList();
    List<JsonObject> discounts = members(orders, "discounts").toList();
    return Future.all(
            addFigure(context, CatalogGraph.VARIANT, STOCK, variants),
            addFigure(context, DiscountGraph.DISCOUNT, USAGE, discounts))
        .map(orders);
  }

  /** Response to a repeated completion: that of the first one. */
  Future<Reply> repeatedCompletion(CallContext context, Order order, Selection selection) {
    return select(context, List.of(order), selection)
        .map(shown -> Reply.ok(OrderView.completion(shown.getFirst())));
  }

  /**
   * Order in the response to the completion of a cart, before it is placed. Figures that the
   * placement changes are absent.
   *
   * @param draft the draft order that it completes
   */
  public Future<JsonObject> placed(CallContext context, Order order, @Nullable DraftOrder draft) {
    JsonObject shown = OrderView.placed(order, draft);
    List<JsonObject> abroad =
        Stream.of("billing_address", "shipping_address")
            .map(shown::getJsonObject)
            .filter(address -> address != null && !address.containsKey("country"))
            .toList();
    Future<Map<String, JsonObject>> countries =
        abroad.isEmpty()
            ? Future.succeededFuture(Map.of())
            : find(
                context,
                Selection.of(CatalogGraph.COUNTRY),
                abroad.stream().map(address -> address.getString("country_code")).toList());
    return countries.map(found -> {
      abroad.forEach(
          address -> address.put("country", found.get(address.getString("country_code"))));
      return shown;
    });
  }

  private Future<Void> addFigure(
      CallContext context, Resource resource, String figure, List<JsonObject> documents) {
    List<String> ids =
        documents.stream()
            .map(document -> document.getString("id"))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (ids.isEmpty()) {
      return Future.succeededFuture();
    }
    return find(context, Selection.of(resource).withFields(Set.of(figure)), ids)
        .map(byId -> {
          for (JsonObject document : documents) {
            JsonObject present = byId.get(String.valueOf(document.getString("id")));
            if (present != null) {
              document.put(figure, present.getValue(figure));
            }
          }
          return null;
        });
  }

  private Future<Map<String, JsonObject>> find(
      CallContext context, Selection selection, List<String> keys) {
    return RelatedQuery.byKey(selection::resource)
        .fetch(FetchContext.own(db).withRemote(bus, context), selection, keys)
        .map(found ->
            found.stream()
                .collect(Collectors.toMap(RelatedRow::key, RelatedRow::row, (a, same) -> a)));
  }

  private static Stream<JsonObject> members(Collection<JsonObject> orders, String name) {
    List<JsonObject> members = new ArrayList<>();
    for (JsonObject order : orders) {
      members.addAll(JsonArrays.objects(order.getJsonArray(name)));
    }
    return members.stream();
  }
}
