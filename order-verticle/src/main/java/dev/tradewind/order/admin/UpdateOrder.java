package dev.tradewind.order.admin;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Update of the mutable fields of an order: addresses, e-mail address, customer, notification and
 * metadata.
 */
public final class UpdateOrder {

  private static final Ids ADDRESS_IDS = Ids.of("addr");

  private final OrderUnitOfWork work;
  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final OrderQueries queries;
  private final Clock clock;

  public UpdateOrder(OrderUnitOfWork work, OperationClient bus, OrderQueries queries, Clock clock) {
    this.work = work;
    this.catalog = new CatalogClient(bus);
    this.customers = new CustomerClient(bus);
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminUpdateOrder", this::update);
  }

  private Future<Reply> update(Request request) {
    OrderViews.ofAction(request.query());
    JsonObject body = request.body();
    String id = request.path("id");
    requireChangeable(body);
    return Future.all(checkCountries(request, body, id), customer(request, body))
        .compose(checked -> {
          Optional<ResourceDocument> customer = checked.resultAt(1);
          OrderRequest change = OrderRequest.of(request.context(), id, clock);
          return work.decide(
              change,
              order -> {
                requireChangeable(order, body);
                Boolean noNotification = body.getBoolean("no_notification");
                return Change.of(
                    correction(order.snapshot(), body, customer.orElse(null), change.now()),
                    List.of(
                        OrderEvents.of(
                            change.context(),
                            change.now(),
                            OrderEvents.UPDATED,
                            id,
                            noNotification == null ? order.noNotification() : noNotification)));
              });
        })
        .compose(done -> queries.showToStaff(request, id));
  }

  /** The payment and shipping method of a request are ignored, as in the reference. */
  private static void requireChangeable(JsonObject body) {
    if (body.getValue("region") != null) {
      throw Problem.notAllowed("The region of an order that is placed cannot be changed");
    }
    if (body.getValue("discounts") != null) {
      throw Problem.notAllowed("The discounts of an order that is placed cannot be changed");
    }
  }

  private static void requireChangeable(Order order, JsonObject body) {
    if (order.isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot be updated");
    }
    JsonArray items = body.getJsonArray("items");
    if (items == null || items.isEmpty()) {
      return;
    }
    boolean isNew =
        order.status() == OrderStatus.PENDING
            && order.paymentStatus() == PaymentStatus.AWAITING
            && order.fulfillmentStatus() == FulfillmentStatus.NOT_FULFILLED;
    throw Problem.notAllowed(
        isNew
            ? "The items of an order are changed with an order edit"
            : "Can't update shipping, billing, items and payment method when order is"
                + " processed");
  }

  /** Customer to whom the order is handed; empty if none is given. */
  private Future<Optional<ResourceDocument>> customer(Request request, JsonObject body) {
    String customerId = body.getString("customer_id");
    if (customerId == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return customers
        .findCustomers(request.context(), List.of(customerId))
        .map(found -> {
          JsonObject customer =
              found.stream()
                  .findFirst()
                  .orElseThrow(() ->
                      Problem.notFound(
                          "Customer with customer_id %s does not exist.".formatted(customerId)));
          customer.remove("group_ids");
          return Optional.of(new ResourceDocument(customer));
        });
  }

  private static OrderMutation correction(
      OrderSnapshot snapshot, JsonObject body, @Nullable ResourceDocument customer, Instant now) {
    String email = body.getString("email");
    return new OrderMutation.Correction(
        email == null ? null : email.strip().toLowerCase(Locale.ROOT),
        customer,
        body.getBoolean("no_notification"),
        body.getJsonObject("metadata"),
        address(snapshot.shippingAddress(), body.getJsonObject("shipping_address"), now),
        address(snapshot.billingAddress(), body.getJsonObject("billing_address"), now));
  }

  /** Address with the given fields merged into the present ones; absent fields are unchanged. */
  private static @Nullable Address address(
      @Nullable Address current, @Nullable JsonObject input, Instant now) {
    if (input == null) {
      return null;
    }
    if (current == null) {
      return Address.created(ADDRESS_IDS.next(), input, now);
    }
    return current.merged(input, now);
  }

  /** A given address has to name a country of the order's region. */
  private Future<Void> checkCountries(Request request, JsonObject body, String id) {
    List<JsonObject> addresses =
        Stream.of("shipping_address", "billing_address")
            .map(body::getJsonObject)
            .filter(Objects::nonNull)
            .toList();
    if (addresses.isEmpty()) {
      return Future.succeededFuture();
    }
    Set<String> codes = new HashSet<>();
    addresses.forEach(address ->
        codes.add(
            Objects.requireNonNullElse(address.getString("country_code"), "")
                .toLowerCase(Locale.ROOT)));
    return Future.all(catalog.findCountries(request.context(), codes), work.read(id))
        .map(both -> {
          List<JsonObject> known = both.resultAt(0);
          Order order = both.resultAt(1);
          boolean inRegion =
              codes.stream()
                  .allMatch(code ->
                      known.stream()
                          .anyMatch(country ->
                              code.equals(country.getString("iso_2"))
                                  && order.regionId().equals(country.getString("region_id"))));
          if (!inRegion && !order.isCanceled()) {
            throw Problem.invalidData("Shipping country must be in the order region");
          }
          return null;
        });
  }
}
