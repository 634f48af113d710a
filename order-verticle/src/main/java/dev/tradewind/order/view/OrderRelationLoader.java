package dev.tradewind.order.view;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.graph.CatalogGraph;
import dev.tradewind.api.graph.DiscountGraph;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.FreshCache;
import dev.tradewind.kernel.changelog.LoggedKinds;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
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
 * verticles as they are now: one request per relation for all orders of a page. An order is its own
 * snapshot, so shoppers and staff see it without what belongs to a verticle that is not available;
 * background work, such as the publication of states, waits for it.
 */
public final class OrderRelationLoader {

  private static final String STOCK = "inventory_quantity";
  private static final String USAGE = "usage_count";
  private static final int MAX_REGIONS = 1_000;

  private final SqlClient db;
  private final OperationClient bus;
  private final CatalogClient catalog;
  private final ChangeLog changes;
  private final FreshCache<String, JsonObject> regions;

  public OrderRelationLoader(SqlClient db, OperationClient bus) {
    this.db = db;
    this.bus = bus;
    this.catalog = new CatalogClient(bus);
    this.changes = ChangeLog.published(db, "catalog", LoggedKinds.of(CatalogChangeKind.values()));
    this.regions =
        new FreshCache<>(
            changes, MAX_REGIONS, (id, region) -> Dependencies.on(CatalogChangeKind.REGION));
  }

  /** Selected fields and relations of the orders, in the same order. */
  Future<List<JsonObject>> render(CallContext context, List<Order> orders, Selection selection) {
    return select(context, orders, selection)
        .compose(rendered -> withLiveFigures(context, rendered));
  }

  private Future<List<JsonObject>> select(
      CallContext context, List<Order> orders, Selection selection) {
    return whole(context, orders)
        .compose(whole -> new ResourceReader(sources(context)).documents(selection, whole));
  }

  Future<JsonObject> render(CallContext context, Order order, Selection selection) {
    return render(context, List.of(order), selection).map(List::getFirst);
  }

  /** Orders with all fields and the relations that they have themselves. */
  Future<List<JsonObject>> whole(CallContext context, List<Order> orders) {
    Set<String> ids = orders.stream().map(Order::regionId).collect(Collectors.toSet());
    return changes
        .read()
        .compose(read -> regions.get(ids, missing -> findRegions(context, missing)))
        .recover(failure -> {
          if (Problem.is(failure, Problem.Kind.UNAVAILABLE)
              && !context.principal().equals(Principal.SYSTEM)) {
            return Future.succeededFuture(Map.of());
          }
          return Future.failedFuture(failure);
        })
        .map(current ->
            orders.stream()
                .map(order ->
                    ReferredLines.embedIn(
                        OrderView.whole(
                            order, current.get(order.regionId()), context.principal().isUser())))
                .toList());
  }

  private Future<Map<String, JsonObject>> findRegions(CallContext context, List<String> ids) {
    return catalog
        .findRegions(context, ids)
        .map(found ->
            found.stream()
                .collect(Collectors.toMap(region -> region.getString("id"), Function.identity())));
  }

  /** Stock and usage are shown as they are now; deleted resources have none. */
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

  /** Response to a repeated completion: the response to the first one. */
  Future<Reply> repeatedCompletion(CallContext context, Order order, Selection selection) {
    return select(context, List.of(order), selection)
        .map(rendered -> Reply.ok(OrderView.completion(rendered.getFirst())));
  }

  /**
   * Order in the response to the completion of a cart, before it is placed. Figures that the
   * placement changes are absent.
   *
   * @param draft the draft order that it completes
   */
  public Future<JsonObject> placed(CallContext context, Order order, @Nullable DraftOrder draft) {
    JsonObject rendered = OrderView.placed(order, draft);
    List<JsonObject> abroad =
        Stream.of("billing_address", "shipping_address")
            .map(rendered::getJsonObject)
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
      return rendered;
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
            JsonObject current = byId.get(String.valueOf(document.getString("id")));
            if (current != null) {
              document.put(figure, current.getValue(figure));
            }
          }
          return null;
        });
  }

  private Future<Map<String, JsonObject>> find(
      CallContext context, Selection selection, List<String> keys) {
    FetchContext sources = sources(context);
    return sources
        .unlessUnavailable(RelatedQuery.byKey(selection::resource).fetch(sources, selection, keys))
        .map(found ->
            found.stream()
                .collect(Collectors.toMap(RelatedRow::key, RelatedRow::row, (a, same) -> a)));
  }

  private FetchContext sources(CallContext context) {
    FetchContext sources = FetchContext.own(db).withRemote(bus, context);
    return context.principal().equals(Principal.SYSTEM) ? sources : sources.leavingOutUnavailable();
  }

  private static Stream<JsonObject> members(Collection<JsonObject> orders, String name) {
    List<JsonObject> members = new ArrayList<>();
    for (JsonObject order : orders) {
      members.addAll(JsonArrays.objects(order.getJsonArray(name)));
    }
    return members.stream();
  }
}
