package dev.tradewind.customer.customer;

import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Objects;

/** Internal operations on customers for other verticles. */
public final class CustomerService {

  private final Pool pool;
  private final CustomerStore store;
  private final Clock clock;

  public CustomerService(Pool pool, CustomerStore store, Clock clock) {
    this.pool = pool;
    this.store = store;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal
        .on(CustomerOperation.ENSURE_GUEST, this::ensureGuest)
        .on(CustomerOperation.FIND_CUSTOMERS, this::findCustomers)
        .on(CustomerOperation.FIND_ADDRESS, this::findAddress)
        .on(CustomerOperation.FIND_PROVIDER_CUSTOMER, this::findProviderCustomer)
        .on(CustomerOperation.RECORD_PROVIDER_CUSTOMER, this::recordProviderCustomer);
  }

  private Future<Reply> ensureGuest(Request request) {
    String email = EmailAddress.normalized(text(request, "email"));
    return store
        .ensureGuest(pool, request.context(), email, Timestamps.now(clock))
        .map(customer -> Reply.ok("customer", customer));
  }

  private Future<Reply> findCustomers(Request request) {
    List<String> ids =
        request.input().getJsonArray("ids", new JsonArray()).stream().map(String::valueOf).toList();
    return store
        .find(pool, ids)
        .map(customers -> Reply.ok(new JsonObject().put("customers", new JsonArray(customers))));
  }

  private Future<Reply> findAddress(Request request) {
    String addressId = text(request, "address_id");
    return store
        .findAddress(pool, text(request, "customer_id"), addressId)
        .map(found ->
            found.orElseThrow(
                () -> Problem.notFound("Address with id " + addressId + " was not found")))
        .map(address -> Reply.ok("address", address));
  }

  private Future<Reply> findProviderCustomer(Request request) {
    return ProviderCustomerStore.find(pool, text(request, "id"), text(request, "key"))
        .map(found -> Reply.ok(found.orElseGet(JsonObject::new)));
  }

  private Future<Reply> recordProviderCustomer(Request request) {
    String id = text(request, "id");
    Event event =
        CustomerEvents.of(request.context(), Timestamps.now(clock), CustomerEvents.UPDATED, id);
    return ProviderCustomerStore.record(
            pool, id, text(request, "key"), text(request, "provider_customer"), event)
        .map(Reply.ok(new JsonObject()));
  }

  private static String text(Request request, String name) {
    return Objects.requireNonNull(request.input().getString(name), name);
  }
}
