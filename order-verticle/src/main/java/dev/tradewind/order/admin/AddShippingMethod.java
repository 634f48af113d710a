package dev.tradewind.order.admin;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Addition of a shipping method to an order by staff, in place of the one of the same profile. It
 * is taxed like those of a cart; the totals of the order follow, its payments do not.
 */
public final class AddShippingMethod {

  private static final Ids IDS = Ids.of("sm");

  /** Relations of an option that the shipping methods of an order do not show. */
  private static final List<String> RELATIONS =
      List.of("requirements", "profile", "region", "provider");

  private final Pool pool;
  private final LockedOrders orders;
  private final CatalogClient catalog;
  private final FulfillmentProviders fulfillmentProviders;
  private final ShippingMethodTaxes taxes;
  private final ProviderCalls calls;
  private final OrderQueries queries;
  private final Clock clock;

  public AddShippingMethod(
      Pool pool,
      LockedOrders orders,
      OperationClient bus,
      FulfillmentProviders fulfillmentProviders,
      ShippingMethodTaxes taxes,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.catalog = new CatalogClient(bus);
    this.fulfillmentProviders = fulfillmentProviders;
    this.taxes = taxes;
    this.calls = new ProviderCalls(clock);
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminCreateOrderShippingMethod", this::add);
  }

  /** Shipping method with its price and tax rates. */
  private record Priced(ShippingMethodDetails details, TaxableMethod taxable) {}

  private Future<Reply> add(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    long price = request.body().getLong("price");
    if (price < 0) {
      throw new Problem.InvalidData("price must not be less than 0").toException();
    }
    CallContext context = request.context();
    return orders
        .read(pool, id)
        .compose(order -> {
          requireNotCanceled(order);
          return option(context, order, request.body().getString("option_id"))
              .compose(option -> priced(context, order, option, price, request.body()));
        })
        .compose(priced ->
            orders.locked(
                id,
                (db, order) -> {
                  requireNotCanceled(order);
                  Instant now = Timestamps.now(clock);
                  return orders.write(
                      db,
                      order,
                      new OrderMutation.ShippingMethodChange(
                          order
                              .snapshot()
                              .withShippingMethod(priced.details(), priced.taxable(), now)),
                      now,
                      List.of(OrderEvents.of(context, now, OrderEvents.UPDATED, order)));
                }))
        .compose(done -> queries.showToStaff(request, id));
  }

  private static void requireNotCanceled(Order order) {
    if (order.isCanceled()) {
      throw new Problem.NotAllowed("A shipping method cannot be added to a canceled order")
          .toException();
    }
  }

  private Future<JsonObject> option(CallContext context, Order order, String optionId) {
    return catalog
        .findShippingOptions(context, ShippingOptionQuery.byIds(List.of(optionId)))
        .map(options -> {
          JsonObject option =
              options.stream()
                  .findFirst()
                  .orElseThrow(() ->
                      new Problem.NotFound("Shipping Option with " + optionId + " was not found")
                          .toException());
          if (!order.regionId().equals(option.getString("region_id"))) {
            throw new Problem.InvalidData(
                    "The shipping option is not available in the order's region")
                .toException();
          }
          if (option.getBoolean("is_return", false)) {
            throw new Problem.InvalidData("The shipping option is for returns").toException();
          }
          return option;
        });
  }

  private Future<Priced> priced(
      CallContext context, Order order, JsonObject option, long price, JsonObject body) {
    String methodId = IDS.next();
    String optionId = Objects.requireNonNull(option.getString("id"));
    JsonObject given = body.getJsonObject("data");
    return Future.all(
            validData(context, order, option, methodId, given == null ? new JsonObject() : given),
            taxes.rates(context, order, option, methodId, price))
        .map(both -> {
          JsonObject shown = option.copy();
          RELATIONS.forEach(shown::remove);
          return new Priced(
              new ShippingMethodDetails(methodId, optionId, both.resultAt(0), shown),
              new TaxableMethod(
                  methodId, price, option.getBoolean("includes_tax", false), both.resultAt(1)));
        });
  }

  private Future<JsonObject> validData(
      CallContext context, Order order, JsonObject option, String methodId, JsonObject data) {
    String providerId = Objects.requireNonNull(option.getString("provider_id"));
    return calls.ask(
        "fulfillment provider " + providerId,
        context.deadline(),
        () ->
            fulfillmentProviders
                .get(providerId)
                .validateData(
                    new ProviderCall(methodId + ":data", context.deadline()),
                    option.getJsonObject("data", new JsonObject()),
                    data,
                    OrderView.whole(order)));
  }
}
