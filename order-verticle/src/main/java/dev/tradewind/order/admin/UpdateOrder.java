package dev.tradewind.order.admin;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Update of the mutable fields of an order: addresses, e-mail address, notification and metadata.
 */
public final class UpdateOrder {

  private static final Ids ADDRESS_IDS = Ids.of("addr");

  private static final List<String> SETTLED =
      List.of("items", "region", "discounts", "customer_id", "payment_method", "shipping_method");

  private final Pool pool;
  private final OrderStore store;
  private final LockedOrders orders;
  private final CatalogClient catalog;
  private final OrderQueries queries;
  private final Clock clock;

  public UpdateOrder(
      Pool pool,
      OrderStore store,
      LockedOrders orders,
      OperationClient bus,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.orders = orders;
    this.catalog = new CatalogClient(bus);
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminUpdateOrder", this::update);
  }

  private Future<Reply> update(Request request) {
    OrderViews.ADMIN.select(request.query());
    JsonObject body = request.body();
    String id = request.path("id");
    SETTLED.stream()
        .filter(name -> body.getValue(name) != null)
        .findFirst()
        .ifPresent(name -> {
          throw new Problem.NotAllowed(name + " of an order that is placed cannot be changed")
              .toException();
        });
    return checkCountries(request, body, id)
        .compose(checked ->
            orders.locked(
                id,
                (db, order) -> {
                  if (order.isCanceled()) {
                    throw new Problem.NotAllowed("A canceled order cannot be updated")
                        .toException();
                  }
                  Instant now = Timestamps.now(clock);
                  Boolean noNotification = body.getBoolean("no_notification");
                  Event event =
                      OrderEvents.of(
                          request.context(),
                          now,
                          OrderEvents.UPDATED,
                          id,
                          noNotification == null ? order.noNotification() : noNotification);
                  return orders.write(
                      db, order, correction(order.snapshot(), body, now), now, List.of(event));
                }))
        .compose(done -> queries.showToStaff(request, id));
  }

  private static OrderMutation correction(OrderSnapshot snapshot, JsonObject body, Instant now) {
    String email = body.getString("email");
    return new OrderMutation.Correction(
        email == null ? null : email.strip().toLowerCase(Locale.ROOT),
        body.getBoolean("no_notification"),
        body.getJsonObject("metadata"),
        address(snapshot.shippingAddress(), body.getJsonObject("shipping_address"), now),
        address(snapshot.billingAddress(), body.getJsonObject("billing_address"), now));
  }

  /** Address with the given fields merged into the present ones; absent fields are unchanged. */
  private static @Nullable Address address(
      @Nullable Address present, @Nullable JsonObject given, Instant now) {
    if (given == null) {
      return null;
    }
    return present == null
        ? Address.created(ADDRESS_IDS.next(), given, now)
        : present.merged(given, now);
  }

  /** The shipping country has to be in the region; the billing country may be any. */
  private Future<Void> checkCountries(Request request, JsonObject body, String id) {
    Optional<String> shipping = country(body, "shipping_address");
    Optional<String> billing = country(body, "billing_address");
    if (shipping.isEmpty() && billing.isEmpty()) {
      return Future.succeededFuture();
    }
    Set<String> codes = new HashSet<>();
    shipping.ifPresent(codes::add);
    billing.ifPresent(codes::add);
    return Future.all(catalog.findCountries(request.context(), codes), store.findById(pool, id))
        .map(both -> {
          List<JsonObject> known = both.resultAt(0);
          Optional<Order> order = both.resultAt(1);
          codes.stream()
              .filter(code -> known.stream().noneMatch(found -> code.equals(iso(found))))
              .findFirst()
              .ifPresent(code -> {
                throw new Problem.NotFound("Country with country_code " + code + " does not exist.")
                    .toException();
              });
          shipping.ifPresent(code -> order.ifPresent(found -> requireInRegion(known, code, found)));
          return null;
        });
  }

  private static void requireInRegion(List<JsonObject> known, String code, Order order) {
    boolean inRegion =
        known.stream()
            .anyMatch(country ->
                code.equals(iso(country))
                    && order.regionId().equals(country.getString("region_id")));
    if (!inRegion) {
      throw new Problem.InvalidData("Shipping country must be in the order region").toException();
    }
  }

  private static String iso(JsonObject country) {
    return country.getString("iso_2");
  }

  private static Optional<String> country(JsonObject body, String name) {
    return Optional.ofNullable(body.getJsonObject(name))
        .map(address -> address.getString("country_code"))
        .map(code -> code.toLowerCase(Locale.ROOT));
  }
}
